import type { Database } from '../../../../db/database.ts';
import { allowedActions, type Machine, statesOf } from '../../../../state-machine/index.ts';
import { expectRefusal } from './every-row.ts';

type Answered = Promise<{ readonly data: { readonly error?: string } }>;

/** A command as people call it. */
interface Called<State extends string, Command extends string> {
  /** The commands of the machine that it may give. */
  readonly gives: readonly Command[];
  readonly call: () => Answered;
  /** What refuses it by a name of its own, where the machine does not come first. */
  readonly refusals?: Readonly<Partial<Record<State, string>>>;
}

interface Pairs<State extends string, Command extends string> {
  readonly db: Database;
  readonly machine: Machine<State, Command>;
  /** Beside the engine's. */
  readonly tables: readonly string[];
  /** Forces the row into a state. */
  put(state: State): Promise<unknown>;
  readonly commands: Readonly<Record<string, Called<State, Command>>>;
}

/**
 * Calls each command in every state that does not list it, and expects the refusal with no row changed.
 * @returns how many pairs were refused.
 */
export async function refuseUnlisted<State extends string, Command extends string>(
  pairs: Pairs<State, Command>,
): Promise<number> {
  const { db, machine, tables, put, commands } = pairs;
  let refused = 0;
  for (const state of statesOf(machine)) {
    const listed: readonly string[] = allowedActions(machine, state);
    const unlisted = Object.entries<Called<State, Command>>(commands).filter(
      ([, { gives }]) => !gives.some((command) => listed.includes(command)),
    );
    await put(state);
    for (const [name, { call, refusals }] of unlisted) {
      const error = refusals?.[state] ?? 'ILLEGAL_TRANSITION';
      await expectRefusal(db, tables, error, call, `${machine.name} ${state}: ${name}`);
      refused += 1;
    }
  }
  return refused;
}
