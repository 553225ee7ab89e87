import axios from 'axios';
import type { Envelope } from '../contracts/envelope.ts';
import { text } from '../i18n/texts.ts';
import { isFlag, isNumber, isRecord, isText, listOf, objectOf } from '../state/shape.ts';
import { ApiError, CODE_NO_REPLY } from './api-error.ts';

const areFields = listOf(objectOf({ field: isText, msg: isText }));

function areFacts(value: unknown): value is Readonly<Record<string, string | number | boolean>> {
  return isRecord(value) && Object.values(value).every((v) => isText(v) || isNumber(v) || isFlag(v));
}

/** Whether a body is the server's `{code, msg, data}`. */
export function isEnvelope(body: unknown): body is Envelope<unknown> {
  return (
    typeof body === 'object' &&
    body !== null &&
    'code' in body &&
    typeof body.code === 'number' &&
    'msg' in body &&
    typeof body.msg === 'string'
  );
}

/** Reads a refusal; a body that is no envelope (a proxy's page, say) is `BAD_REPLY`. */
export function errorOfReply(response: { readonly data: unknown; readonly status: number }): ApiError {
  const { data: body, status } = response;
  if (!isEnvelope(body)) {
    console.warn(`Kituo: the server answered ${status} without a reply of its own`);
    return new ApiError({
      code: CODE_NO_REPLY,
      error: 'BAD_REPLY',
      msg: text('error.badReply'),
      status,
    });
  }
  const data = isRecord(body.data) ? body.data : {};
  const { error, requestId, fields, facts } = data;
  return new ApiError({
    code: body.code,
    error: isText(error) ? error : 'UNNAMED',
    msg: body.msg,
    status,
    requestId: isText(requestId) ? requestId : null,
    ...(areFields(fields) && { fields }),
    ...(areFacts(facts) && { facts }),
  });
}

/** Reads a call that got no reply: cancelled, timed out, or no network. */
export function errorOfFailure(name: string, cause: unknown): ApiError {
  if (axios.isCancel(cause)) {
    return new ApiError({ code: CODE_NO_REPLY, error: 'CANCELLED', msg: '', status: 0, cause });
  }
  const isTimeout = axios.isAxiosError(cause) && cause.code === 'ECONNABORTED';
  const status = axios.isAxiosError(cause) ? (cause.response?.status ?? 0) : 0;
  console.warn(`Kituo: ${name} got no reply`, cause instanceof Error ? cause.message : cause);
  return new ApiError({
    code: CODE_NO_REPLY,
    error: isTimeout ? 'TIMEOUT' : 'NETWORK',
    msg: text(isTimeout ? 'error.timeout' : 'error.network'),
    status,
    cause,
  });
}
