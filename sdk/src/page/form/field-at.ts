/**
 * The field of a form that a message about `value.minLength` belongs to: the one of that very place, where a form draws
 * a list row by row as `steps_0_sendTime`; else the one that holds all of `value`, else the one of the last name, where
 * a form draws what a request nests.
 */
export function fieldAt(path: readonly string[], names: readonly string[]): string | undefined {
  return [path.join('_'), path[0], path.at(-1)].find((name) => name !== undefined && names.includes(name));
}
