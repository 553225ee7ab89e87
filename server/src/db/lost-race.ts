/** The SQLSTATE, or the code of a connection that broke; empty for anything else. */
export function codeOf(error: unknown): string {
  const isCoded = typeof error === 'object' && error !== null && 'code' in error;
  return isCoded && typeof error.code === 'string' ? error.code : '';
}

/** A deadlock or a serialization failure: somebody else changed the same rows at that moment. */
export function isLostRace(error: unknown): boolean {
  return codeOf(error) === '40001' || codeOf(error) === '40P01';
}
