import { describe, expect, it } from 'vitest';
import { AppError } from '../../http/app-error.ts';
import {
  advance,
  allowedActions,
  commandsOf,
  ILLEGAL_TRANSITION,
  isTerminal,
  type Machine,
  next,
  statesOf,
} from '../machine.ts';

/**
 * The exhaustive check every machine's test runs. `rule` is the machine as the business writes it,
 * written down a second time and independently of the table: state → the states it may lead to.
 */
export function checkMachine<State extends string, Command extends string>(
  machine: Machine<State, Command>,
  rule: Readonly<Record<State, readonly State[]>>,
): void {
  const states = statesOf(machine);
  const commands = commandsOf(machine);

  describe(`machine ${machine.name}`, () => {
    it('leads from each state exactly where the rule says', () => {
      const table = states.map((state) => [
        state,
        [...new Set(Object.values<State>(compact(machine.transitions[state])))].sort(),
      ]);
      const expected = Object.entries<readonly State[]>(rule).map(([state, targets]) => [state, [...targets].sort()]);
      expect(Object.fromEntries(table)).toEqual(Object.fromEntries(expected));
    });

    it.each(states)('%s accepts every listed command and refuses every other', (state) => {
      const listed = allowedActions(machine, state);
      for (const command of commands) {
        const target = next(machine, state, command);
        if (listed.includes(command)) {
          expect(states, `${state} ${command}`).toContain(target);
          expect(advance(machine, state, command)).toBe(target);
        } else {
          expect(target, `${state} ${command}`).toBe(ILLEGAL_TRANSITION);
          expect(() => advance(machine, state, command)).toThrow(AppError);
        }
      }
      expect(isTerminal(machine, state)).toBe(rule[state].length === 0);
    });

    it('reaches every state from where a subject starts', () => {
      const reached = new Set<State>(machine.initial);
      for (const state of reached) {
        for (const command of allowedActions(machine, state)) {
          reached.add(advance(machine, state, command));
        }
      }
      expect([...reached].sort()).toEqual([...states].sort());
    });
  });
}

function compact<State extends string>(row: Readonly<Partial<Record<string, State>>>): Record<string, State> {
  const entries = Object.entries(row).flatMap(([command, target]) =>
    target === undefined ? [] : [[command, target] as const],
  );
  return Object.fromEntries(entries);
}
