import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Systems give outgoing connections ports from here up: Linux from 32768, others from 49152. */
const [FIRST, OUTGOING] = [10_240, 32_768];
const ATTEMPTS = 100;

function isFree(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}

/**
 * A port for whoever has to know it before it listens, or has to listen on it again. The system's own choice would be
 * one that any outgoing connection may be given in between.
 * @throws Error where a hundred of them are taken
 */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = randomInt(FIRST, OUTGOING);
    if (await isFree(host, port)) return port;
  }
  throw new Error(`No port from ${FIRST} to ${OUTGOING} on ${host} could be had.`);
}
