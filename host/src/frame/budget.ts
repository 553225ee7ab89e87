/** What may be done at once, and how fast that comes back. */
interface Allowance {
  readonly burst: number;
  readonly perSecond: number;
}

/** Counts what was done against what comes back with the time: a page that opens may hurry, none may go on so. */
export interface Budget {
  /** Takes one, where one is left. */
  take(): boolean;
  /** Takes one as soon as there is one, each in its turn. @throws what the signal was aborted with */
  turn(signal: AbortSignal): Promise<void>;
}

export function createBudget({ burst, perSecond }: Allowance): Budget {
  let left = burst;
  let at = performance.now();
  const refill = (): void => {
    const now = performance.now();
    left = Math.min(burst, left + ((now - at) * perSecond) / 1_000);
    at = now;
  };
  return {
    take() {
      refill();
      if (left < 1) return false;
      left -= 1;
      return true;
    },
    async turn(signal) {
      refill();
      // Below nothing is what those before this one have yet to wait for.
      left -= 1;
      if (left >= 0) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, (-left * 1_000) / perSecond);
        signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
      });
      signal.throwIfAborted();
    },
  };
}
