/**
 * How unreliable the world is: chances from 0 to 1, pauses in milliseconds. All 0 is a gateway that always
 * works, at once.
 */
export interface Behaviour {
  /** Before a call is answered. */
  readonly replyDelayMs: number;
  /** Before a callback is sent; each waits a random part of it on top, so that they overtake one another. */
  readonly callbackDelayMs: number;
  readonly callbackSpreadMs: number;
  /** The operation itself fails: balance, wrong number. */
  readonly failure: number;
  /** The call is refused before anything happens. */
  readonly refusal: number;
  /** The operation is done, and the answer never comes. */
  readonly silence: number;
  /** The operation is done, and the connection breaks instead of an answer. */
  readonly reset: number;
  /** The operation is done, and half of the answer comes. */
  readonly halfReply: number;
  /** A callback is not sent. */
  readonly drop: number;
  /** A callback is sent twice. */
  readonly duplicate: number;
}

export const RELIABLE: Behaviour = {
  replyDelayMs: 0,
  callbackDelayMs: 0,
  callbackSpreadMs: 0,
  failure: 0,
  refusal: 0,
  silence: 0,
  reset: 0,
  halfReply: 0,
  drop: 0,
  duplicate: 0,
};

/** The same numbers for the same seed (mulberry32). */
export function createDice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export type Mishap = 'failure' | 'refusal' | 'silence' | 'reset' | 'halfReply' | 'drop' | 'duplicate';

/** The behaviour in force and the dice that decide by it. */
export class World {
  #behaviour: Behaviour;
  readonly #dice: () => number;
  /** How often each befell somebody. */
  readonly happened = new Map<Mishap, number>();

  constructor(behaviour: Partial<Behaviour>, seed: number) {
    this.#behaviour = { ...RELIABLE, ...behaviour };
    this.#dice = createDice(seed);
  }

  get behaviour(): Behaviour {
    return this.#behaviour;
  }

  change(behaviour: Partial<Behaviour>): void {
    this.#behaviour = { ...this.#behaviour, ...behaviour };
  }

  /** Whether what has that chance happens now. */
  happens(what: Mishap): boolean {
    const happens = this.#dice() < this.#behaviour[what];
    if (happens) this.happened.set(what, (this.happened.get(what) ?? 0) + 1);
    return happens;
  }

  callbackPause(): number {
    const { callbackDelayMs, callbackSpreadMs } = this.#behaviour;
    return callbackDelayMs + this.#dice() * callbackSpreadMs;
  }
}
