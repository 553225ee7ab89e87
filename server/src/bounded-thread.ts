import { Worker } from 'node:worker_threads';

/** Threads at once, and how many more may wait for one. */
const AT_ONCE = 2;
const WAITING = 20;
/** A file of ten thousand rows takes a second. */
const WITHIN_MS = 20_000;
const MEMORY_MB = 256;

/** Why a thread has no answer. */
export interface ThreadFault {
  readonly fault: 'TOO_LARGE' | 'UNREADABLE';
}

/**
 * Threads of one kind of work, a few at once: whose queue is full keeps no other kind waiting.
 * What a script answers is its first message. Files from outside are read so, with little memory and little time: some
 * hundred bytes can say that they are seventeen thousand million cells.
 */
export function boundedThreads({ withinMs = WITHIN_MS, memoryMb = MEMORY_MB } = {}) {
  let running = 0;
  const queue: (() => void)[] = [];
  return async <Answer>(script: URL, given: unknown): Promise<Answer | ThreadFault> => {
    if (queue.length >= WAITING) return { fault: 'TOO_LARGE' };
    if (running >= AT_ONCE) await new Promise<void>((resolve) => queue.push(resolve));
    running += 1;
    try {
      return await run<Answer>(script, given, { withinMs, memoryMb });
    } finally {
      running -= 1;
      queue.shift()?.();
    }
  };
}

/** Of files that are imported. */
export const inBoundedThread = boundedThreads();

async function run<Answer>(
  script: URL,
  given: unknown,
  { withinMs, memoryMb }: { readonly withinMs: number; readonly memoryMb: number },
): Promise<Answer | ThreadFault> {
  const worker = new Worker(script, {
    workerData: given,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
    execArgv: [],
    env: {},
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<Answer | ThreadFault>((resolve) => {
      worker.once('message', resolve);
      // Memory that ran out is told so; whatever else ends a thread is the file's as well.
      worker.once('error', () => resolve({ fault: 'TOO_LARGE' }));
      worker.once('exit', () => resolve({ fault: 'UNREADABLE' }));
      timer = setTimeout(() => resolve({ fault: 'TOO_LARGE' }), withinMs);
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
