/** The text at `a.b.c` of a tree of texts that nobody has checked; null where there is none. */
export function textAt(texts: unknown, key: string): string | null {
  let at: unknown = texts;
  for (const step of key.split('.')) at = typeof at === 'object' && at !== null ? Reflect.get(at, step) : null;
  return typeof at === 'string' && at !== '' ? at : null;
}
