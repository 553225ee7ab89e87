import type { Logger } from 'pino';
import type { Database, Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { aiSharesAt } from './ai-share.ts';
import { redistributeCase } from './assign.ts';
import { lockCase } from './cases.ts';
import { collectorsFor, lockCollector } from './collectors.ts';
import { DivisionPlanner } from './division-plan.ts';
import { divisionAt, ruleOf } from './division-rule.ts';
import { type Moved, movedCases } from './waiting-cases.ts';

/**
 * Cases that came to another level go to whoever that level's rule says, where it says that nobody keeps them: chosen as
 * in the pool, by share, order, language and load; a case a transaction. Retained ones stay. Run again it finds what is
 * left. @returns how many went.
 */
export async function regroupCases(db: Database, at: Date, log: Logger): Promise<number> {
  const day = businessDateOf(at);
  let went = 0;
  for (const [merchantNo, cases] of Map.groupBy(await movedCases(db), (one) => one.merchantNo)) {
    const division = await divisionAt(db, merchantNo, at);
    const free = cases.filter((one) => {
      const { isDivided, keepCollector } = ruleOf(division, one, day);
      return isDivided && !keepCollector;
    });
    if (free.length === 0) continue;
    const people = await collectorsFor(db, { merchantNo, at });
    const planner = new DivisionPlanner({ division, day, people, ...(await aiSharesAt(db, merchantNo, at)) });
    const chosen = new Map(planner.plan(free).given.map(({ one, userNo }) => [one.caseNo, userNo]));
    for (const one of free) {
      const userNo = chosen.get(one.caseNo);
      if (userNo === undefined || userNo === one.collectorUserNo) continue;
      try {
        if (await db.transaction().execute((tx) => handOn(tx, one, userNo, at))) went += 1;
      } catch (error) {
        if (!(error instanceof AppError)) log.error({ err: error, caseNo: one.caseNo }, 'a case could not go on');
      }
    }
  }
  return went;
}

/** False where somebody else moved it meanwhile. */
async function handOn(tx: Tx, one: Moved, userNo: string, at: Date): Promise<boolean> {
  const reach = { caseScope: one.caseScope, caller: { scope: 'all', userNo: '' } } as const;
  await lockCollector(tx, userNo);
  const now = await lockCase(tx, one.caseNo, reach);
  if (now.collectorUserNo !== one.collectorUserNo || now.caseLevel !== one.caseLevel) return false;
  await redistributeCase(tx, one.caseNo, userNo, reach, { by: null, at, reason: one.caseLevel });
  return true;
}
