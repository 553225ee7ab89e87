import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { World } from './behaviour.ts';

/**
 * Answers a call whose work is done, or, by the world's chances, does not, or not wholly. Bytes go as they are,
 * everything else as JSON.
 */
export async function answer(
  reply: FastifyReply,
  world: World,
  body: unknown,
  { status = 200, type = 'application/json' }: { status?: number; type?: string } = {},
) {
  await pause(world.behaviour.replyDelayMs);
  const { socket } = reply.raw;
  if (world.happens('silence')) {
    // The caller's own time-out ends it.
    return reply.hijack();
  }
  if (world.happens('reset')) {
    reply.hijack();
    socket?.resetAndDestroy();
    return reply;
  }
  const content = Buffer.isBuffer(body) ? body : Buffer.from(body === '' ? '' : JSON.stringify(body));
  if (world.happens('halfReply')) {
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(status, {
      'content-type': type,
      'content-length': String(content.byteLength),
    });
    raw.write(content.subarray(0, Math.ceil(content.byteLength / 2)), () => socket?.destroy());
    return reply;
  }
  return await reply.status(status).type(type).send(content);
}
