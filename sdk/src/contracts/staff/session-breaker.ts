// A file of its own: the first screen needs it, and none of the schemas beside which it would stand.

/** A session that a version failed so often within so long does not get it any more. */
export const SESSION_BREAKER = { failures: 3, withinMs: 300_000 } as const;
