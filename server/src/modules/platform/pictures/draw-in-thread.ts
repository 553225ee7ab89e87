import { Worker } from 'node:worker_threads';
import * as z from 'zod/mini';

/** Threads at once, and how many more may wait for one: a page of evidence shows a handful. */
const AT_ONCE = 2;
const WAITING = 20;
/** Twenty million pixels take some seconds. */
const WITHIN_MS = 15_000;

const answer = z.nullable(z.instanceof(Uint8Array));
let running = 0;
const queue: (() => void)[] = [];

/**
 * The PNG with the mark drawn in, in a thread of its own: a file of some kilobytes can say that it has millions of
 * pixels, and whoever sent it is a stranger. Null where it cannot be read, or not in time.
 */
export async function drawInThread(content: Buffer, mark: string): Promise<Buffer | null> {
  if (queue.length >= WAITING) return null;
  if (running >= AT_ONCE) await new Promise<void>((resolve) => queue.push(resolve));
  running += 1;
  try {
    return await draw(content, mark);
  } finally {
    running -= 1;
    queue.shift()?.();
  }
}

async function draw(content: Buffer, mark: string): Promise<Buffer | null> {
  const worker = new Worker(new URL('./picture-worker.ts', import.meta.url), {
    workerData: { content: new Uint8Array(content), mark },
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
    execArgv: [],
    env: {},
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    const drawn = await new Promise<unknown>((resolve) => {
      worker.once('message', resolve);
      worker.once('error', () => resolve(null));
      worker.once('exit', () => resolve(null));
      timer = setTimeout(() => resolve(null), WITHIN_MS);
    });
    const bytes = answer.parse(drawn);
    return bytes === null ? null : Buffer.from(bytes);
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
