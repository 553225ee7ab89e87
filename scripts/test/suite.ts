/** How one suite went. `skipped` tests are told, not counted. */
export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Shown when something failed. */
  readonly output: string;
}

/** One check of `npm test`. */
export interface Suite {
  readonly name: string;
  /** How many of the two cores it keeps busy. */
  readonly weight: 1 | 2;
  /** Names of suites that have to be over before it starts. */
  readonly after?: readonly string[];
  run(): Promise<Outcome>;
}

export interface Finished {
  readonly name: string;
  readonly outcome: Outcome;
  readonly seconds: number;
}

async function runOne(suite: Suite): Promise<Finished> {
  const start = performance.now();
  let outcome: Outcome;
  try {
    outcome = await suite.run();
  } catch (error) {
    const output = error instanceof Error ? (error.stack ?? error.message) : String(error);
    outcome = { passed: 0, failed: 1, skipped: 0, output };
  }
  return { name: suite.name, outcome, seconds: (performance.now() - start) / 1000 };
}

/**
 * Runs suites in their order, side by side as long as their weights fit into `capacity`; calls
 * `onFinished` as each one ends.
 */
export async function runSuites(
  suites: readonly Suite[],
  capacity: number,
  onFinished: (finished: Finished) => void,
): Promise<Finished[]> {
  const waiting = [...suites];
  const running = new Map<string, Promise<Finished>>();
  const done: Finished[] = [];
  let used = 0;

  const mayStart = (suite: Suite) =>
    used + suite.weight <= capacity &&
    (suite.after ?? []).every((name) => !running.has(name) && !waiting.some((s) => s.name === name));

  while (waiting.length > 0 || running.size > 0) {
    // A heavy suite at the head waits until there is room, rather than being passed for ever.
    while (waiting[0] && mayStart(waiting[0])) {
      const suite = waiting.shift();
      if (!suite) break;
      used += suite.weight;
      running.set(suite.name, runOne(suite));
    }
    if (running.size === 0) throw new Error(`${waiting[0]?.name} waits for what never runs.`);
    const finished = await Promise.race(running.values());
    running.delete(finished.name);
    used -= suites.find((suite) => suite.name === finished.name)?.weight ?? 0;
    done.push(finished);
    onFinished(finished);
  }
  return done;
}
