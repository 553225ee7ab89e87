/** A task that never runs twice at once. */
export interface Repeatable {
  /** Runs the task; while it runs, it is run once more after, however often it is requested. */
  run(): Promise<void>;
  readonly underWay: Promise<void> | null;
}

export function oneAtATime(task: () => Promise<void>): Repeatable {
  let underWay: Promise<void> | null = null;
  let isWantedAgain = false;
  const run = (): Promise<void> => {
    if (underWay !== null) {
      isWantedAgain = true;
      return underWay;
    }
    underWay = task().finally(() => {
      underWay = null;
      if (!isWantedAgain) return;
      isWantedAgain = false;
      void run();
    });
    return underWay;
  };
  return {
    run,
    get underWay() {
      return underWay;
    },
  };
}
