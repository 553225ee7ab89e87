import { ALWAYS_ALLOWED, HOME_PATH, LOGIN_PATH, pathKey, SECTION_CONTAINERS, SHELL_PATH } from './routes.ts';

/** What the guard knows of the person in front of the screen. */
export interface GuardFacts {
  readonly hasToken: boolean;
  /** Lower-cased paths this session may open: `full_path_routes`. */
  readonly fullPaths: ReadonlySet<string>;
}

export type Verdict =
  | { readonly kind: 'login' }
  | { readonly kind: 'page'; readonly key: string }
  | { readonly kind: 'redirect'; readonly to: string }
  /** No token: the session handling runs and remembers what was requested. */
  | { readonly kind: 'logout' }
  /** Not permitted: Home, with a type 3 toast. */
  | { readonly kind: 'refused'; readonly to: string };

const loginKey = pathKey(LOGIN_PATH);
const shellKey = pathKey(SHELL_PATH);
const containerKeys: ReadonlySet<string> = new Set(
  SECTION_CONTAINERS.map((section) => pathKey(`${SHELL_PATH}/${section}`)),
);

/**
 * Decides on a route change. The order is the specification's: Login; no token; bare containers;
 * the four pages open to all; the permitted list; Home. Addresses outside the shell lead to Login.
 */
export function guard(pathname: string, facts: GuardFacts): Verdict {
  const key = pathKey(pathname);
  if (key === loginKey) return { kind: 'login' };
  if (key !== shellKey && !key.startsWith(`${shellKey}/`)) {
    return { kind: 'redirect', to: LOGIN_PATH };
  }
  if (!facts.hasToken) return { kind: 'logout' };
  if (key === shellKey || containerKeys.has(key)) return { kind: 'redirect', to: HOME_PATH };
  if (ALWAYS_ALLOWED.has(key) || facts.fullPaths.has(key)) return { kind: 'page', key };
  return { kind: 'refused', to: HOME_PATH };
}

/** Where a person who has just signed in belongs: the page requested if it is one, else Home. */
export function afterSignIn(askedFor: string | null, facts: GuardFacts): string {
  if (askedFor === null) return HOME_PATH;
  const [pathname = ''] = askedFor.split(/[?#]/, 1);
  return guard(pathname, facts).kind === 'page' ? askedFor : HOME_PATH;
}
