import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { World } from './behaviour.ts';

/** Answers a call whose work is done, or, by the world's chances, does not, or not wholly. */
export async function answer(reply: FastifyReply, world: World, body: unknown, status = 200) {
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
  const text = JSON.stringify(body);
  if (world.happens('halfReply')) {
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(status, {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(text)),
    });
    raw.write(text.slice(0, Math.ceil(text.length / 2)), () => socket?.destroy());
    return reply;
  }
  return await reply.status(status).type('application/json').send(text);
}
