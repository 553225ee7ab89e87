import type { Tx } from '../../../db/database.ts';
import { advance, type Machine } from '../../../state-machine/index.ts';
import { type AuditActor, type AuditEntry, writeAudit } from './write-audit.ts';

interface Transition<Field extends string, State extends string, Command extends string> {
  readonly machine: Machine<State, Command>;
  readonly command: NoInfer<Command>;
  /** The thing as it was locked. */
  readonly of: { readonly [Name in Field]: NoInfer<State> };
  /** Which of its fields is the state. */
  readonly field: Field;
  /** Writes the state, the version and what else changes with it. */
  readonly write: (state: NoInfer<State>) => Promise<unknown>;
  /** What is recorded beside the state, which is in `before` and `after` anyway; a function where the writing says it. */
  readonly audit: Audit | (() => Audit);
}

type Audit = Omit<AuditEntry, 'before' | 'after'> & { readonly before?: object; readonly after?: object };

/**
 * Moves a locked thing by its machine, writes it and records it: the event of the move is the audit row's.
 * @returns the state it is in now
 * @throws AppError ILLEGAL_TRANSITION
 */
export async function transition<Field extends string, State extends string, Command extends string>(
  call: AuditActor & { readonly tx: Tx },
  { machine, command, of, field, write, audit }: Transition<Field, State, Command>,
): Promise<State> {
  const before = of[field];
  const state = advance(machine, before, command);
  await write(state);
  const entry = typeof audit === 'function' ? audit() : audit;
  await writeAudit(call.tx, call, {
    ...entry,
    before: { [field]: before, ...entry.before },
    after: { [field]: state, ...entry.after },
  });
  return state;
}
