/** What a link of a reset password carries: user name and one-time password. */
export interface OnceLink {
  readonly userName: string;
  readonly password: string;
}

const NONE: OnceLink = { userName: '', password: '' };

/**
 * Takes what a reset link carries behind `#`, which never leaves the browser, and takes it out of the
 * address. Empty where the page was opened otherwise.
 */
export function takeOnceLink(): OnceLink {
  const { hash, pathname, search } = window.location;
  if (!hash.startsWith('#once=')) return NONE;
  window.history.replaceState(window.history.state, '', pathname + search);
  try {
    const base64 = hash.slice('#once='.length).replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const pair: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (!Array.isArray(pair)) return NONE;
    const [userName, password]: unknown[] = pair;
    return typeof userName === 'string' && typeof password === 'string' ? { userName, password } : NONE;
  } catch {
    // Cut short by a mail program: the form stays empty, as on any other day.
    return NONE;
  }
}
