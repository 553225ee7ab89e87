type Work<Result> = () => Promise<Result>;

/** Runs so many at once and the others in their turn; one that was aborted in the queue is left out. */
export function createLane(most: number) {
  let running = 0;
  const queue: (() => void)[] = [];
  return async function inTurn<Result>(work: Work<Result>, signal: AbortSignal): Promise<Result> {
    if (running >= most) await new Promise<void>((resolve) => queue.push(resolve));
    else running += 1;
    try {
      signal.throwIfAborted();
      return await work();
    } finally {
      // Whoever is next takes the place over: it is free for nobody else in between.
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
