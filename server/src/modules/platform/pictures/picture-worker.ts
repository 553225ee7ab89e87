import { parentPort, workerData } from 'node:worker_threads';
import * as z from 'zod/mini';
import { drawInto } from './draw-mark.ts';

// The thread of draw-in-thread.ts: one picture, and it ends.

const given = z.object({ content: z.instanceof(Uint8Array), mark: z.string() });

if (parentPort !== null) {
  const { content, mark } = given.parse(workerData);
  parentPort.postMessage(drawInto(Buffer.from(content), mark));
}
