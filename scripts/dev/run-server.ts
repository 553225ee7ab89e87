import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { ServerOrder } from './server-child.ts';

/** Calls in flight may finish; a stream that somebody holds is not waited for. Milliseconds. */
const PATIENCE_MS = 1_500;
const CHILD = join(import.meta.dirname, 'server-child.ts');
const ready = z.object({ url: z.string() });

/** The server in a process of its own, so that it can be started again. */
export class DevServerProcess {
  readonly #order: ServerOrder;
  #child: ChildProcess | null = null;

  constructor(order: ServerOrder) {
    this.#order = order;
  }

  /** @returns the server's address; null where it could not start, and has said why. */
  async start(): Promise<string | null> {
    const child = fork(CHILD, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    this.#child = child;
    child.send(this.#order);
    const told = await Promise.race([
      once(child, 'message').then(([message]) => ready.parse(message).url),
      once(child, 'exit').then(() => null),
    ]);
    if (told === null) this.#child = null;
    return told;
  }

  async end(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
    await ended;
    clearTimeout(timer);
  }

  async restart(): Promise<string | null> {
    await this.end();
    return await this.start();
  }
}
