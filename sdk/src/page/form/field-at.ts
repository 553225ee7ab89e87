/**
 * The field of a form that a message about `value.minLength` belongs to: the one of that very place, where a form draws
 * a list row by row as `steps_0_sendTime`; else the one that holds all of `value`, else the one of the last name, where
 * a form draws what a request nests. A row's own name is none: the name of a rule in a set is not the name of the set.
 */
export function fieldAt(path: readonly string[], names: readonly string[]): string | undefined {
  const row = path.findIndex((name) => /^\d+$/.test(name));
  const nested = row === -1 ? path.slice(-1) : path.slice(0, row);
  return [path.join('_'), path[0], ...nested].find((name) => name !== undefined && names.includes(name));
}
