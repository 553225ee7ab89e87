import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Call } from './implement.ts';

/** Names the version of what a query answers. True where the caller has it: the answer is then not looked at. */
export function notModified({ raw }: Pick<Call, 'raw'>, version: string): boolean {
  raw.reply.header('etag', `"${version}"`);
  return isFresh(raw.request, raw.reply);
}

/** Whether the client named the very version that the reply carries. */
export function isFresh(request: FastifyRequest, reply: FastifyReply): boolean {
  const etag = reply.getHeader('etag');
  return etag !== undefined && request.headers['if-none-match'] === etag;
}
