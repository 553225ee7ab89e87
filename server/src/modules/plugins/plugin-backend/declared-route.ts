import type { BackendRoute } from '@kituo/sdk/contracts';

const PART = /^[\w.~:@ -]{1,200}$/;

/**
 * The parts of a path below `/api/plugin/<name>`, decoded once; null for what is no plain path: dots, slashes
 * or anything else that two readers might read in two ways.
 */
export function partsOfPath(path: string): string[] | null {
  if (!path.startsWith('/') || path.length > 1_000) return null;
  const parts: string[] = [];
  for (const coded of path.slice(1).split('/')) {
    let part: string;
    try {
      part = decodeURIComponent(coded);
    } catch {
      return null;
    }
    if (!PART.test(part) || /^\.+$/.test(part)) return null;
    parts.push(part);
  }
  return parts;
}

/** The route that the manifest declares for a call, null where it declares none. */
export function declaredRoute(
  routes: readonly BackendRoute[],
  method: string,
  parts: readonly string[],
): BackendRoute | null {
  const fits = ({ path }: BackendRoute): boolean => {
    const wanted = path.slice(1).split('/');
    return (
      wanted.length === parts.length && wanted.every((each, index) => each.startsWith('{') || each === parts[index])
    );
  };
  return routes.find((route) => route.method === method && fits(route)) ?? null;
}
