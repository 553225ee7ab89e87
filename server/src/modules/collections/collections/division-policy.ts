import type { divisionPolicy } from '@kituo/sdk/contracts';
import type { Logger } from 'pino';
import type { Database } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { redistributeCase } from './assign.ts';
import { type Division, divisionAt, ruleOf } from './division-rule.ts';
import { type Collector, collectorsFor, leastLoaded } from './collectors.ts';

/**
 * Cases that came to another level go to whoever that level's rule says, where it says that nobody keeps them; a
 * case a transaction. Retained ones stay. Run again it finds what is left. @returns how many went.
 */
export async function regroupCases(db: Database, at: Date, log: Logger): Promise<number> {
  const moved = await db
    .selectFrom('collectionCase as c')
    .innerJoin('loanOrder as o', 'o.orderNo', 'c.orderNo')
    .select(['c.caseNo', 'c.caseScope', 'c.merchantNo', 'c.caseLevel', 'c.collectorUserNo'])
    .select(['c.dueAtEntryCents', 'c.oldestDueOn', 'o.loanType', 'o.productNo'])
    .where('c.caseStatus', '=', 'COLLECTING')
    .whereRef('c.collectionLevel', '<>', 'c.caseLevel')
    .orderBy('c.caseNo')
    .execute();
  let went = 0;
  const divisions = new Map<string, Division>();
  for (const one of moved) {
    const { caseNo, caseScope, merchantNo, caseLevel, loanType, dueAtEntryCents } = one;
    const division = divisions.get(merchantNo) ?? (await divisionAt(db, merchantNo, at));
    divisions.set(merchantNo, division);
    const rule = ruleOf(division, one, businessDateOf(at));
    if (rule.keepCollector || !rule.isDivided) continue;
    const people = await collectorsFor(db, { merchantNo, at });
    const chosen = leastLoaded(people, { loanType, dueAtEntryCents }, rule);
    if (chosen === null || chosen === one.collectorUserNo) continue;
    const reach = { caseScope, caller: { scope: 'all', userNo: '' } } as const;
    const handing = { by: null, at, reason: `${caseLevel}` };
    try {
      await db.transaction().execute((tx) => redistributeCase(tx, caseNo, chosen, reach, handing));
      went += 1;
    } catch (error) {
      if (!(error instanceof AppError)) log.error({ err: error, caseNo }, 'a case could not go on');
    }
  }
  return went;
}

/** @throws AppError REFERENCE_UNKNOWN */
export async function simulateDivision(
  { merchantNo, policy }: { readonly merchantNo: string; readonly policy: divisionPolicy.DivisionPolicy },
  { db, caller }: Call,
) {
  if (!seesMerchant(caller.scope, merchantNo)) {
    throw new AppError('REFERENCE_UNKNOWN', { fields: ['merchantNo'] });
  }
  const waiting = await db
    .selectFrom('collectionCase as c')
    .innerJoin('loanOrder as o', 'o.orderNo', 'c.orderNo')
    .select(['c.caseLevel', 'c.dueAtEntryCents', 'o.loanType'])
    .where('c.merchantNo', '=', merchantNo)
    .where('c.caseStatus', '=', 'POOL')
    .orderBy('c.oldestDueOn')
    .orderBy('c.caseNo')
    .limit(5_000)
    .execute();
  const before = await collectorsFor(db, { merchantNo, at: new Date() });
  const load = new Map(before.map((one) => [one.userNo, { ...one }]));
  let left = 0;
  for (const { caseLevel, ...one } of waiting) {
    const rule = policy[caseLevel];
    const chosen = rule.isDivided ? leastLoaded([...load.values()], one, rule) : null;
    const person = chosen === null ? undefined : load.get(chosen);
    if (person) load.set(person.userNo, withOneMore(person, one.dueAtEntryCents));
    else left += 1;
  }
  const names = await db
    .selectFrom('appUser')
    .select(['userNo', 'realName'])
    .where('userNo', 'in', [...load.keys(), ''])
    .execute();
  return {
    cases: waiting.length,
    left,
    people: before.flatMap(({ userNo, employeeCategory, openCases, openCents }) => {
      const after = load.get(userNo);
      if (!after || after.openCases === openCases) return [];
      const realName = names.find((one) => one.userNo === userNo)?.realName ?? '';
      const gained = {
        cases: after.openCases - openCases,
        amountCents: after.openCents - openCents,
      };
      return [{ userNo, realName, employeeCategory, ...gained }];
    }),
  };
}

const withOneMore = (one: Collector, cents: number): Collector => ({
  ...one,
  openCases: one.openCases + 1,
  openCents: one.openCents + cents,
  givenToday: one.givenToday + 1,
});
