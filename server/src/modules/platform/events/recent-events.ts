import type { ServerEvent } from '@kituo/sdk/contracts';
import { concerns, type Audience, type Listening } from './audience.ts';

/** Longer than a browser takes to find that a stream is dead (90 s) and to open the next one (30 s). */
const KEPT_MS = 180_000;
/** A few minutes of a busy company; what is older than the newest so many counts as lost. */
const MAX = 10_000;
/** Reading everything again costs a browser less than hearing of more. */
const MAX_FOR_ONE = 500;

interface Told {
  readonly at: number;
  readonly audience: Audience;
  readonly event: ServerEvent;
}

/** What was told in the last minutes, for whoever comes after it was told. Times are of `performance.now()`. */
export class RecentEvents {
  #told: Told[] = [];
  /** Everything since then is here. */
  #wholeSince: number;

  constructor(now: number) {
    this.#wholeSince = now;
  }

  add(audience: Audience, event: ServerEvent, now: number): void {
    this.#told.push({ at: now, audience, event });
    // Looked through now and then: each addition would be a walk through all of them.
    if (this.#told.length > 2 * MAX) this.#forget(now);
  }

  /** Something may have been told that is not here. */
  lose(now: number): void {
    this.#told = [];
    this.#wholeSince = now;
  }

  /**
   * What was told to one of them in the last so many milliseconds, the oldest first; null where not all of it is
   * known any more, or where it is more than 500. The end of a session is told by the session itself.
   */
  since(listening: Listening, milliseconds: number, now: number): readonly ServerEvent[] | null {
    this.#forget(now);
    const from = now - milliseconds;
    if (from < this.#wholeSince) return null;
    const told = this.#told
      .filter(({ at, audience, event }) => at >= from && event.type !== 'session' && concerns(audience, listening))
      .map(({ event }) => event);
    return told.length > MAX_FOR_ONE ? null : told;
  }

  #forget(now: number): void {
    const young = this.#told.filter(({ at }) => at >= now - KEPT_MS).slice(-MAX);
    const last = this.#told[this.#told.length - young.length - 1];
    if (last === undefined) return;
    this.#told = young;
    // What was told in the same millisecond may be gone with it.
    this.#wholeSince = last.at + 1;
  }
}
