/** Steps that undo the start, run in reverse; each once, whatever the earlier ones did. */
export interface Shutdown {
  /** Adds what has to be undone, as soon as it was done. */
  add(name: string, undo: () => Promise<void>): void;
  /** Undoes everything; calling it again waits for the same end. Resolves to whether all went well. */
  run(): Promise<boolean>;
}

export function createShutdown(report: (message: string) => void): Shutdown {
  const steps: { name: string; undo: () => Promise<void> }[] = [];
  let running: Promise<boolean> | undefined;

  const runAll = async (): Promise<boolean> => {
    let isClean = true;
    for (let step = steps.pop(); step; step = steps.pop()) {
      try {
        await step.undo();
      } catch (error) {
        isClean = false;
        report(`${step.name} did not stop cleanly: ${String(error)}`);
      }
    }
    return isClean;
  };
  return {
    add: (name, undo) => {
      steps.push({ name, undo });
    },
    run: () => (running ??= runAll()),
  };
}

/** Ctrl-C reaches us from the terminal, from npm and from the wrapper: within this time it is one. */
const SAME_SIGNAL_MS = 1_000;

/**
 * Calls `onStop` for the first request to stop (a signal, or the wrapper's end) and `onForce` when
 * somebody asks again.
 */
export function onStopRequests(onStop: (reason: string) => void, onForce: (reason: string) => void): void {
  let firstAt: number | undefined;
  const handle = (reason: string) => {
    const now = Date.now();
    if (firstAt === undefined) {
      firstAt = now;
      onStop(reason);
    } else if (now - firstAt > SAME_SIGNAL_MS) {
      onForce(reason);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => handle(signal));
  }
  process.once('disconnect', () => handle('the end of npm start'));
}
