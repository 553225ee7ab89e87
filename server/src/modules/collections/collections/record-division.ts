import type { Tx } from '../../../db/database.ts';
import { noteRun, recordItem } from '../../platform/rules/index.ts';
import type { Collector } from './collectors.ts';
import type { DivisionPlan } from './division-plan.ts';

/**
 * What each policy divided, as one item of its run: who got how many cases and how much, new staff against experienced, and
 * what found nobody and why.
 */
export async function recordDivision(
  tx: Tx,
  merchantNo: string,
  { given, left }: DivisionPlan,
  { at, people }: { readonly at: Date; readonly people: readonly Collector[] },
): Promise<void> {
  const categoryOf = new Map(people.map(({ userNo, employeeCategory }) => [userNo, employeeCategory]));
  for (const [ruleId, all] of Map.groupBy(given, ({ policy }) => policy?.ruleId ?? '')) {
    const policy = all[0]?.policy;
    if (!policy) continue;
    const centsOf = (some: typeof all) => some.reduce((sum, { one }) => sum + one.dueAtEntryCents, 0);
    const ofCategory = (category: 'NEW' | 'OLD') =>
      all.filter(({ userNo }) => categoryOf.get(userNo) === category).length;
    const ownLeft = left.filter((one) => one.policy?.ruleId === ruleId);
    const facts = {
      cases: all.length,
      newStaff: ofCategory('NEW'),
      oldStaff: ofCategory('OLD'),
      people: [...Map.groupBy(all, ({ userNo }) => userNo)].map(([userNo, some]) => ({
        userNo,
        cases: some.length,
        amountCents: centsOf(some),
      })),
      left: [...Map.groupBy(ownLeft, ({ why }) => why)].map(([why, some]) => ({ why, cases: some.length })),
    };
    await recordItem(tx, policy, {
      runAt: at,
      subjectNo: merchantNo,
      outcome: 'DIVIDED',
      amountCents: centsOf(all),
      facts,
    });
    await noteRun(tx, policy, at, all.length);
  }
}
