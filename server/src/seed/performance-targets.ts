import { performanceTarget } from '@kituo/sdk/contracts';
import type { Tx } from '../db/database.ts';

/** Target and weight of each measure, for experienced staff; new ones are asked for 60% of amounts and counts. */
const TARGETS: Readonly<Record<string, readonly [target: number, weight: number]>> = {
  collectedCents: [40_000_00, 60],
  keptPct: [60, 20],
  connected: [600, 20],
  incomingPer100: [6, 30],
  loans: [20, 30],
  decisionsPerHour: [4, 50],
  overturnPct: [5, 15],
  fpd7Pct: [15, 15],
  handled: [300, 40],
  inTimePct: [95, 20],
  onceOnlyPct: [80, 20],
  attendancePct: [95, 20],
};
const SINCE = '2026-01-01';

/** What people of the demonstration are measured against, agreed to a while ago. */
export async function seedPerformanceTargets(tx: Tx, makerUserNo: string, checkerUserNo: string): Promise<void> {
  const types = performanceTarget.staffType.options;
  const versions = types.flatMap((type) =>
    performanceTarget.staffCategory.options.map((category) => {
      const value = performanceTarget.TARGET_MEASURES[type].flatMap((measure): [string, number][] => {
        const [target = 1, weight = 0] = TARGETS[measure] ?? [];
        const isEased = category === 'NEW' && performanceTarget.MONTHLY_MEASURES.has(measure);
        return [
          [`${measure}Target`, isEased ? target * 0.6 : target],
          [`${measure}Weight`, weight],
        ];
      });
      return {
        configKey: performanceTarget.targetKey(type, category),
        versionNo: 1,
        value: JSON.stringify(Object.fromEntries(value)),
        effectiveFrom: SINCE,
        inForceFrom: new Date(`${SINCE}T00:00:00+03:00`),
        storedStatus: 'IN_FORCE' as const,
        makerUserNo,
        editorUserNos: [makerUserNo],
        checkerUserNo,
        reason: 'Targets of the year',
      };
    }),
  );
  await tx.insertInto('configVersion').values(versions).execute();
}
