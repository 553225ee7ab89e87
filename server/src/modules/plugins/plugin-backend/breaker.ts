/** So many failures in a row, and a service is left alone for this long. */
const MAX_FAILURES = 5;
const REST_MS = 30_000;

/**
 * Spares a service that keeps failing, and those who would wait for it. After a rest one call tries it; the
 * others go on being answered at once until that one succeeded.
 */
export class Breaker {
  #failures = 0;
  #restsUntil = 0;
  #isTrying = false;

  /** Milliseconds until it is asked again; 0: ask now, and tell what came of it. */
  waitMs(now: number): number {
    if (this.#failures < MAX_FAILURES) return 0;
    if (now < this.#restsUntil) return this.#restsUntil - now;
    if (this.#isTrying) return REST_MS;
    this.#isTrying = true;
    return 0;
  }

  succeeded(): void {
    this.#failures = 0;
    this.#isTrying = false;
  }

  failed(now: number): void {
    this.#failures += 1;
    this.#isTrying = false;
    if (this.#failures >= MAX_FAILURES) this.#restsUntil = now + REST_MS;
  }
}
