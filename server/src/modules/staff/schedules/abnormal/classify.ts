import type { abnormalDay } from '@kituo/sdk/contracts';

export type AbnormalType = abnormalDay.AbnormalRow['abnormalType'];

/** From how many minutes work without a shift counts. */
export const UNSCHEDULED_MINUTES = 30;

/** The minutes of a threshold. */
export interface Limits {
  readonly lateMinutes: number;
  readonly earlyLeaveMinutes: number;
  readonly absentMinutes: number;
  readonly idleMinutes: number;
}

/** What was seen of a shift. */
export interface Seen {
  readonly isOver: boolean;
  readonly hasCome: boolean;
  /** Until the first sign of life; until now, or the end, where none came. */
  readonly lateMinutes: number;
  /** Between the last sign of life and the end; null before the end, and where nobody came. */
  readonly earlyMinutes: number | null;
  readonly idleMinutes: number | null;
}

export interface Abnormal {
  readonly abnormalType: AbnormalType;
  readonly measuredMinutes: number;
  readonly thresholdMinutes: number;
}

/** Whether the shift was missed. */
export function isAbsent(seen: Seen, { absentMinutes }: Limits): boolean {
  return seen.lateMinutes > absentMinutes || (seen.isOver && !seen.hasCome);
}

/** What is abnormal of a shift; of who was absent nothing else. Pure. */
export function abnormalOf(seen: Seen, limits: Limits): Abnormal[] {
  if (isAbsent(seen, limits)) {
    return [{ abnormalType: 'ABSENT', measuredMinutes: seen.lateMinutes, thresholdMinutes: limits.absentMinutes }];
  }
  if (!seen.hasCome) return [];
  const measured = [
    ['LATE', seen.lateMinutes, limits.lateMinutes],
    ['EARLY_LEAVE', seen.earlyMinutes ?? 0, limits.earlyLeaveMinutes],
    ['IDLE', seen.idleMinutes ?? 0, limits.idleMinutes],
  ] as const;
  return measured
    .filter(([, minutes, limit]) => minutes > limit)
    .map(([abnormalType, measuredMinutes, thresholdMinutes]) => ({ abnormalType, measuredMinutes, thresholdMinutes }));
}
