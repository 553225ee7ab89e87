import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';

export interface Answered {
  readonly name: string;
  readonly milliseconds: number;
}

/** What one person's turn may use: a call that is timed, and a wait as a person's. */
export interface Hand {
  timed<Reply>(name: string, call: () => Promise<Reply>): Promise<Reply>;
  /** Seconds, give or take a third. */
  think(seconds: number): Promise<void>;
  /** Whether there is time for another turn. */
  isOn(): boolean;
}

/** A person's work, turn by turn, until `isOn` says no. */
export type Work = (hand: Hand) => Promise<void>;

/**
 * People who work side by side for so many seconds; they begin spread over a turn, as people do.
 * @throws whatever a call refuses: nobody's work may fail
 */
export async function workAtOnce(people: readonly Work[], seconds: number): Promise<readonly Answered[]> {
  const answered: Answered[] = [];
  const endsAt = performance.now() + seconds * 1000;
  const hand: Hand = {
    async timed(name, call) {
      const startedAt = performance.now();
      const reply = await call();
      answered.push({ name, milliseconds: performance.now() - startedAt });
      return reply;
    },
    think: async (longest) => await pause(longest * 1000 * (2 / 3 + Math.random() * (2 / 3))),
    isOn: () => performance.now() < endsAt,
  };
  await Promise.all(
    people.map(async (work, place) => {
      await pause((place * Math.min(20_000, seconds * 200)) / people.length);
      await work(hand);
    }),
  );
  return answered;
}
