/** Waiting is amber after four hours and red after a day. */
const AMBER_MS = 4 * 3_600_000;
const RED_MS = 24 * 3_600_000;

/** How a waiting time is coloured. */
export function waitingOf(since: string | null) {
  if (since === null) return { way: 'since' } as const;
  const at = Date.parse(since);
  return {
    way: 'since',
    amberAt: new Date(at + AMBER_MS).toISOString(),
    redAt: new Date(at + RED_MS).toISOString(),
  } as const;
}
