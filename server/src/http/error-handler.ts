import { ERROR_CATALOGUE } from '@kituo/sdk/contracts';
import type { Envelope, ErrorData } from '@kituo/sdk/contracts';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { codeOf, isLostRace } from '../db/lost-race.ts';
import { AppError } from './app-error.ts';
import { serverLanguageOf } from './language.ts';
import { textOfError, textOfMessage } from './messages.ts';

const brokenConnection = /^(08...|25006|57P0[1-3]|53[0-9]{3}|ECONN\w+|EPIPE|ENOENT|ETIMEDOUT)$/;
const brokenConnectionText =
  /connection terminated|connection error and is not queryable|timeout exceeded when trying to connect/i;

/** Whether the database could not be reached, as against having refused something. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway);
  if (!(error instanceof Error)) return false;
  const isOfFileSystem = 'syscall' in error && error.syscall === 'open';
  if (brokenConnection.test(codeOf(error)) && !isOfFileSystem) return true;
  return brokenConnectionText.test(error.message);
}

/** What a thrown value answers with. Whatever is not known is a FAULT, and nothing of it is told. */
function refusalOf(error: unknown, request: FastifyRequest): AppError {
  if (error instanceof AppError) return error;
  switch (codeOf(error)) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE': {
      const maxKb = Math.floor(request.routeOptions.bodyLimit / 1024);
      return new AppError('PAYLOAD_TOO_LARGE', { facts: { maxKb }, cause: error });
    }
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new AppError('UNREADABLE_REQUEST', { cause: error });
    case 'FST_ERR_BAD_URL':
      return new AppError('NOT_FOUND', { cause: error });
    default:
  }
  if (isDatabaseAway(error)) return new AppError('UNAVAILABLE', { cause: error });
  if (isLostRace(error)) return new AppError('STALE', { cause: error });
  const isClientFault = error instanceof Error && 'statusCode' in error && Number(error.statusCode) < 500;
  return new AppError(isClientFault ? 'UNREADABLE_REQUEST' : 'FAULT', { cause: error });
}

/** The envelope of a refusal, in the language the call requested. */
export function refusalBody(refusal: AppError, request: FastifyRequest): Envelope<ErrorData> {
  const language = serverLanguageOf(request);
  const text = textOfError(refusal.error, language, refusal.facts);
  const fields = refusal.fields.map(({ field, msg }) => ({
    field,
    msg: msg === '' ? text : textOfMessage(msg, language),
  }));
  return {
    code: ERROR_CATALOGUE[refusal.error].code,
    msg: text,
    data: {
      requestId: request.id,
      error: refusal.error,
      ...(fields.length > 0 && { fields }),
      ...(Object.keys(refusal.facts).length > 0 && { facts: refusal.facts }),
    },
  };
}

/** The one place that turns what was thrown into a reply. */
export function sendRefusal(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = refusalOf(error, request);
  const { status } = ERROR_CATALOGUE[refusal.error];
  if (refusal.error === 'FAULT') request.log.error({ err: error }, 'call failed');
  else if (refusal.error === 'UNAVAILABLE') request.log.warn({ err: error }, 'database away');
  if (reply.raw.headersSent) {
    reply.raw.destroy();
    return;
  }
  const wait = refusal.facts['waitSeconds'];
  if (typeof wait === 'number') void reply.header('retry-after', wait);
  if (refusal.error === 'UNAVAILABLE') void reply.header('retry-after', 1);
  if (refusal.error === 'FILE_STORE_AWAY') void reply.header('retry-after', 5);
  void reply
    .removeHeader('content-encoding')
    .status(status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(JSON.stringify(refusalBody(refusal, request)));
}

export function handleError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  sendRefusal(error, request, reply);
}
