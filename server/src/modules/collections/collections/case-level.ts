/** The first day past due of each level, earliest first; the last one has no end. */
export const CASE_LEVELS = [
  { level: 'S0', fromDpd: -3 },
  { level: 'S1', fromDpd: 1 },
  { level: 'S2', fromDpd: 8 },
  { level: 'S3', fromDpd: 16 },
  { level: 'S4', fromDpd: 31 },
  { level: 'S5', fromDpd: 61 },
] as const;

export type CaseLevel = (typeof CASE_LEVELS)[number]['level'];

/** The level of a case that is so many days past due; null while it is too early for a reminder. */
export function caseLevelOf(
  dpd: number,
  levels: readonly { readonly level: CaseLevel; readonly fromDpd: number }[] = CASE_LEVELS,
): CaseLevel | null {
  return levels.findLast((candidate) => candidate.fromDpd <= dpd)?.level ?? null;
}

/** The same levels, the first of which begins with a loan's own reminders; null: as the policy has it. Pure. */
export function levelsFrom(
  startsAtDpd: number | null,
  levels: readonly { readonly level: CaseLevel; readonly fromDpd: number }[] = CASE_LEVELS,
): typeof levels {
  if (startsAtDpd === null) return levels;
  return levels.map((one) => (one.level === 'S0' ? { ...one, fromDpd: startsAtDpd } : one));
}

/** The level after an end of day: a retained case keeps its own. */
export function nextCaseLevel(
  current: { readonly caseLevel: CaseLevel; readonly caseStatus: string },
  dpd: number,
  levels?: Parameters<typeof caseLevelOf>[1],
): CaseLevel {
  if (current.caseStatus === 'RETAINED') return current.caseLevel;
  return caseLevelOf(dpd, levels) ?? current.caseLevel;
}
