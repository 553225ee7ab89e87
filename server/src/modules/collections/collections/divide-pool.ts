import type { Logger } from 'pino';
import type { Database } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { divideCase } from './assign.ts';
import { type Division, divisionAt, ruleOf } from './division-rule.ts';

/**
 * Divides what waits in the pool among those on shift who take part, the longest overdue first, a case a
 * transaction. Cases that nobody can take wait for the next turn.
 */
export async function dividePool(db: Database, at: Date, log: Logger): Promise<number> {
  const waiting = await db
    .selectFrom('collectionCase as c')
    .innerJoin('loanOrder as o', 'o.orderNo', 'c.orderNo')
    .select(['c.caseNo', 'c.caseScope', 'c.merchantNo', 'o.loanType'])
    .select(['c.caseLevel', 'c.dueAtEntryCents', 'c.oldestDueOn', 'o.productNo'])
    .where('c.caseStatus', '=', 'POOL')
    .orderBy('c.oldestDueOn')
    .orderBy('c.caseNo')
    .execute();
  const without = new Set<string>();
  let divided = 0;
  const divisions = new Map<string, Division>();
  const day = businessDateOf(at);
  for (const one of waiting) {
    const { caseNo, caseScope, merchantNo, loanType } = one;
    const division = divisions.get(merchantNo) ?? (await divisionAt(db, merchantNo, at));
    divisions.set(merchantNo, division);
    const rule = ruleOf(division, one, day);
    if (!rule.isDivided) continue;
    // Whoever may take a small case may not take a large one.
    const isLarge = one.dueAtEntryCents > (rule.newStaffMaxAmountCents ?? Infinity);
    const desk = `${merchantNo} ${loanType} ${isLarge} ${JSON.stringify(rule)}`;
    if (without.has(desk)) continue;
    const reach = { caseScope, caller: { scope: 'all', userNo: '' } } as const;
    try {
      await db.transaction().execute((tx) => divideCase(tx, caseNo, reach, { by: null, at }));
      divided += 1;
    } catch (error) {
      const refusal = error instanceof AppError ? error.error : null;
      if (refusal === 'COLLECTOR_NONE') without.add(desk);
      else if (refusal === null) log.error({ err: error, caseNo }, 'a case could not be divided');
    }
  }
  return divided;
}
