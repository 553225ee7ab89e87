import { allowedActions, ILLEGAL_TRANSITION, type Machine, next, statesOf } from '../../state-machine/index.ts';

/** The shortest way to each state of a machine, from where a subject begins: state → commands. */
export function pathsOf<State extends string, Command extends string>(
  machine: Machine<State, Command>,
  from: State | undefined = machine.initial[0],
): ReadonlyMap<State, readonly Command[]> {
  const paths = new Map<State, readonly Command[]>();
  if (from === undefined) return paths;
  paths.set(from, []);
  for (const [state, path] of paths) {
    for (const command of allowedActions(machine, state)) {
      const target = next(machine, state, command);
      if (target !== ILLEGAL_TRANSITION && !paths.has(target)) paths.set(target, [...path, command]);
    }
    if (paths.size === statesOf(machine).length) break;
  }
  return paths;
}
