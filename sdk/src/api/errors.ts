import axios from 'axios';
import * as z from 'zod/mini';
import type { Envelope } from '../contracts/envelope.ts';
import { text } from '../i18n/texts.ts';
import { ApiError, CODE_NO_REPLY } from './api-error.ts';

const errorData = z.object({
  requestId: z.optional(z.string()),
  error: z.optional(z.string()),
  fields: z.optional(z.array(z.object({ field: z.string(), msg: z.string() }))),
  facts: z.optional(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))),
});

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
export function errorOfReply(response: {
  readonly data: unknown;
  readonly status: number;
}): ApiError {
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
  const parsed = errorData.safeParse(body.data);
  const data = parsed.success ? parsed.data : {};
  return new ApiError({
    code: body.code,
    error: data.error ?? 'UNNAMED',
    msg: body.msg,
    status,
    requestId: data.requestId ?? null,
    ...(data.fields && { fields: data.fields }),
    ...(data.facts && { facts: data.facts }),
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
