/** The page a person wanted before they had to sign in: kept with the sign-in page's history entry. */
export interface AskedFor {
  readonly path: string;
  /** Whose page it was; null where nobody was signed in. */
  readonly userNo: string | null;
}

export function readAskedFor(state: unknown): AskedFor | null {
  if (typeof state !== 'object' || state === null) return null;
  if (!('path' in state) || typeof state.path !== 'string') return null;
  const userNo = 'userNo' in state && typeof state.userNo === 'string' ? state.userNo : null;
  return { path: state.path, userNo };
}

/** The page for the person who signed in now: another person's page is not theirs. */
export function pathFor(askedFor: AskedFor | null, userNo: string): string | null {
  if (askedFor === null) return null;
  return askedFor.userNo === null || askedFor.userNo === userNo ? askedFor.path : null;
}
