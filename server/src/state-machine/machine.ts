import { AppError } from '../http/app-error.ts';

/** State → command → the state it leads to. A state without commands is terminal. */
type Table<State extends string, Command extends string> = Readonly<
  Record<State, Readonly<Partial<Record<Command, State>>>>
>;

/** A state machine as data. What is not in `transitions` is refused. */
export interface Machine<State extends string = string, Command extends string = string> {
  /** How errors and documents call the subject: `order`, `payout attempt`. */
  readonly name: string;
  /** The states a subject may be created in. */
  readonly initial: readonly State[];
  readonly transitions: Table<State, Command>;
}

/** The states of a machine: `StateOf<typeof billMachine>`. */
export type StateOf<M> = M extends Machine<infer State, string> ? State : never;

/** What `next` answers for a pair that is not in the table; also the name of the refusal. */
export const ILLEGAL_TRANSITION = 'ILLEGAL_TRANSITION';

type KeysOfEach<T> = T extends unknown ? Extract<keyof T, string> : never;

/**
 * Defines a machine; the compiler refuses a target that is not one of its states.
 *
 * @example defineMachine('promise', ['OPEN'], { OPEN: { keep: 'KEPT' }, KEPT: {} })
 */
export function defineMachine<const T extends { readonly [S in keyof T]: Readonly<Record<string, keyof T & string>> }>(
  name: string,
  initial: readonly Extract<keyof T, string>[],
  transitions: T & Table<Extract<keyof T, string>, KeysOfEach<T[keyof T]>>,
): Machine<Extract<keyof T, string>, KeysOfEach<T[keyof T]>> {
  return { name, initial, transitions };
}

/** The state that `command` leads to, or `ILLEGAL_TRANSITION`. Pure. */
export function next<State extends string, Command extends string>(
  machine: Machine<State, Command>,
  state: State,
  command: Command,
): State | typeof ILLEGAL_TRANSITION {
  const row = machine.transitions[state];
  return (Object.hasOwn(row, command) ? row[command] : undefined) ?? ILLEGAL_TRANSITION;
}

/** As `next`, for services: throws the refusal, so the command's transaction writes nothing. */
export function advance<State extends string, Command extends string>(
  machine: Machine<State, Command>,
  state: State,
  command: Command,
): State {
  const target = next(machine, state, command);
  if (target === ILLEGAL_TRANSITION) {
    throw new AppError('ILLEGAL_TRANSITION', { facts: { subject: machine.name, state, command } });
  }
  return target;
}

/** The commands the table lists for `state`, in the table's order. Rights are cut from this elsewhere. */
export function allowedActions<State extends string, Command extends string>(
  machine: Machine<State, Command>,
  state: State,
): readonly Command[] {
  const row: Readonly<Partial<Record<Command, State>>> = machine.transitions[state];
  return commandsOf(machine).filter((command) => Object.hasOwn(row, command));
}

/** Every state of the machine. */
export function statesOf<State extends string>(machine: Machine<State>): readonly State[] {
  return keysOf(machine.transitions);
}

/** Every command of the machine, once, in the table's order. */
export function commandsOf<State extends string, Command extends string>(
  machine: Machine<State, Command>,
): readonly Command[] {
  const commands = new Set<Command>();
  for (const state of statesOf(machine)) {
    for (const command of keysOf(machine.transitions[state])) commands.add(command);
  }
  return [...commands];
}

/** True where the state accepts no command at all. */
export function isTerminal<State extends string>(machine: Machine<State>, state: State): boolean {
  return Object.keys(machine.transitions[state]).length === 0;
}

function keysOf<Key extends string>(record: Readonly<Partial<Record<Key, unknown>>>): Key[] {
  // Object.keys widens to string; a machine's rows are closed object literals.
  return Object.keys(record) as Key[];
}
