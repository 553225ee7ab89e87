import { Worker } from 'node:worker_threads';
import type { WorkbookBounds } from './addressed.ts';
import type { WorkbookAnswer } from './workbook-worker.ts';

/** Threads at once, and how many more may wait for one. */
const AT_ONCE = 2;
const WAITING = 20;
/** A file of ten thousand rows takes a second. */
const WITHIN_MS = 20_000;
const MEMORY_MB = 256;

let running = 0;
const queue: (() => void)[] = [];

async function turn(): Promise<void> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => queue.push(resolve));
  running += 1;
}

function done(): void {
  running -= 1;
  queue.shift()?.();
}

/**
 * The texts of a workbook's first sheet, read in a thread with little memory and little time: a file of some hundred
 * bytes can say that it has seventeen thousand million cells.
 */
export async function readWorkbook(content: Buffer, bounds: WorkbookBounds): Promise<WorkbookAnswer> {
  if (queue.length >= WAITING) return { fault: 'TOO_LARGE' };
  await turn();
  try {
    return await readInThread(content, bounds);
  } finally {
    done();
  }
}

async function readInThread(content: Buffer, bounds: WorkbookBounds): Promise<WorkbookAnswer> {
  const worker = new Worker(new URL('./workbook-worker.ts', import.meta.url), {
    workerData: { content: new Uint8Array(content), bounds },
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
    execArgv: [],
    env: {},
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<WorkbookAnswer>((resolve) => {
      worker.once('message', resolve);
      // Memory that ran out is told so; whatever else ends a thread is the file's as well.
      worker.once('error', () => resolve({ fault: 'TOO_LARGE' }));
      worker.once('exit', () => resolve({ fault: 'UNREADABLE' }));
      timer = setTimeout(() => resolve({ fault: 'TOO_LARGE' }), WITHIN_MS);
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
