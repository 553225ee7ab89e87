/** A name of the SDK that is gone or declared in another way. */
export interface ApiChange {
  /** `@kituo/sdk/page`. */
  readonly door: string;
  readonly name: string;
  readonly kind: 'gone' | 'changed';
}

const DECLARED = /^(?:abstract )?(?:async )?(?:function|const|let|class|interface|type|namespace) ([\w$]+)/;

/** The names of a public surface, with their declarations, by door. */
function surface(report: string): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const doors = new Map<string, ReadonlyMap<string, string>>();
  for (const section of report.split(/^## /m).slice(1)) {
    const [door = '', ...rest] = section.split('\n');
    const code = /```ts\n([\s\S]*?)\n```/.exec(rest.join('\n'))?.[1] ?? '';
    const names = new Map<string, string>();
    let name = '';
    // A declaration may hold empty lines: what begins no other belongs to the one before.
    for (const part of code.split('\n\n')) {
      const found = nameOf(part);
      if (found !== null) name = found;
      names.set(name, names.has(name) ? `${names.get(name)}\n\n${part}` : part);
    }
    doors.set(door.trim(), names);
  }
  return doors;
}

function nameOf(part: string): string | null {
  return (
    /^\/\/ exported as ([\w$]+)/.exec(part)?.[1] ?? DECLARED.exec(part)?.[1] ?? /^([\w$]+): /.exec(part)?.[1] ?? null
  );
}

/** What of `before` is gone in `after` or declared in another way, as `docs/sdk.api.md` writes both down. */
export function apiChanges(before: string, after: string): ApiChange[] {
  const now = surface(after);
  return [...surface(before)].flatMap(([door, names]) =>
    [...names].flatMap(([name, declared]): ApiChange[] => {
      const other = now.get(door)?.get(name);
      if (other === declared) return [];
      return [{ door, name, kind: other === undefined ? 'gone' : 'changed' }];
    }),
  );
}

/** The names that a source file imports from the SDK, by door. */
export function sdkImports(source: string): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  const sentence = /import\s+(?:type\s+)?\{([^}]*)\}\s*from\s*['"](@kituo\/sdk(?:\/[\w-]+)?)['"]/g;
  for (const [, list = '', door = ''] of source.matchAll(sentence)) {
    const names = found.get(door) ?? new Set<string>();
    for (const one of list.split(',')) {
      const name = /^\s*(?:type\s+)?([\w$]+)/.exec(one)?.[1];
      if (name !== undefined) names.add(name);
    }
    found.set(door, names);
  }
  return found;
}
