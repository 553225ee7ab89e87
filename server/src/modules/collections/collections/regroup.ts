import type { Logger } from 'pino';
import type { Database, Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { aiSharesAt } from './ai-share.ts';
import { redistributeCase } from './assign.ts';
import { lockCase } from './cases.ts';
import { collectorsFor, lockCollector } from './collectors.ts';
import { DivisionPlanner, type Given } from './division-plan.ts';
import type { Turn } from './divide-pool.ts';
import { divisionAt, ruleOf } from './division-rule.ts';
import { noteLeft, recordGiven, recordLeft } from './record-division.ts';
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
    const plan = planner.plan(free);
    const chosen = new Map(plan.given.map((given) => [given.one.caseNo, given]));
    const turn = { at, runAt: at, by: null };
    for (const one of free) {
      const given = chosen.get(one.caseNo);
      if (given === undefined || given.userNo === one.collectorUserNo) continue;
      try {
        if (await db.transaction().execute((tx) => handOn(tx, one, given, turn))) went += 1;
      } catch (error) {
        if (!(error instanceof AppError)) log.error({ err: error, caseNo: one.caseNo }, 'a case could not go on');
      }
    }
    await noteLeft(db, plan.left, { merchantNo, runAt: at });
  }
  return went;
}

/**
 * One of them, for a person who asks. @returns false where it stays where it is.
 * @throws AppError why its next collector takes it no longer
 */
export async function regroupOne(tx: Tx, one: Moved, turn: Turn): Promise<boolean> {
  const { merchantNo } = one;
  const { at, runAt } = turn;
  const { given, left } = new DivisionPlanner({
    division: await divisionAt(tx, merchantNo, at),
    day: businessDateOf(at),
    people: await collectorsFor(tx, { merchantNo, at }),
    ...(await aiSharesAt(tx, merchantNo, at)),
  }).plan([one]);
  await recordLeft(tx, left, { merchantNo, runAt, isAsked: true });
  const [to] = given;
  if (to === undefined || to.userNo === one.collectorUserNo) return false;
  return await handOn(tx, one, to, turn);
}

/** False where somebody else moved it meanwhile. */
async function handOn(tx: Tx, one: Moved, given: Given, { at, runAt, by }: Turn): Promise<boolean> {
  const { userNo } = given;
  const reach = { caseScope: one.caseScope, caller: { scope: 'all', userNo: '' } } as const;
  await lockCollector(tx, userNo);
  const now = await lockCase(tx, one.caseNo, reach);
  if (now.collectorUserNo !== one.collectorUserNo || now.caseLevel !== one.caseLevel) return false;
  const itemIds = await recordGiven(tx, [given], { merchantNo: one.merchantNo, runAt });
  await redistributeCase(tx, one.caseNo, userNo, reach, {
    by,
    at,
    reason: one.caseLevel,
    chosen: given,
    runItemId: itemIds.get(given.policy?.ruleId ?? ''),
  });
  return true;
}
