interface Waiting {
  readonly cost: number;
  readonly begin: () => void;
}

/**
 * Runs a few pieces of work at a time, the most costly of those that wait first: a long one that comes last
 * keeps one processor busy and leaves the others idle. What is not begun takes no thread, so that files are read and
 * scripts transformed meanwhile.
 */
export class BiggestFirst {
  readonly #atOnce: number;
  readonly #waiting: Waiting[] = [];
  #running = 0;

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  async run<Result>(cost: number, work: () => Promise<Result>): Promise<Result> {
    if (this.#running >= this.#atOnce) await new Promise<void>((begin) => this.#waiting.push({ cost, begin }));
    else this.#running += 1;
    try {
      return await work();
    } finally {
      this.#next();
    }
  }

  /** Passes the place on, or gives it up where nobody waits. */
  #next(): void {
    const [first, ...others] = this.#waiting;
    if (first === undefined) {
      this.#running -= 1;
      return;
    }
    const biggest = others.reduce((most, one) => (one.cost > most.cost ? one : most), first);
    this.#waiting.splice(this.#waiting.indexOf(biggest), 1);
    biggest.begin();
  }
}
