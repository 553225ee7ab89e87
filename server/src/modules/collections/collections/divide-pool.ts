import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { CaseLevelName, CaseScope } from '../../../db/collection-schema.ts';
import type { Database, Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { advance } from '../../../state-machine/index.ts';
import { businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { rulesAt } from '../../platform/rules/index.ts';
import { aiConfigOf, aiFamily } from './ai-share.ts';
import { divideCase } from './assign.ts';
import { caseMachine } from './case.machine.ts';
import { type Collector, collectorsFor, leastLoaded, lockCollector, refusalOf } from './collectors.ts';
import { type DivisionRule, divisionAt, ruleOf } from './division-rule.ts';
import { publishMoves } from './publish-moves.ts';

interface Waiting {
  readonly caseNo: string;
  readonly caseScope: CaseScope;
  readonly merchantNo: string;
  readonly loanType: 'FIRST' | 'REPEAT';
  readonly caseLevel: CaseLevelName;
  readonly dueAtEntryCents: number;
  readonly oldestDueOn: string;
  readonly productNo: string;
}

/** Cases of one transaction: few enough that a payment on one of them does not wait long. */
const AT_ONCE = 1_000;

/**
 * Divides what waits in the pool among those on shift who take part, the longest overdue first, a thousand cases a
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
  let divided = 0;
  for (let from = 0; from < waiting.length; from += AT_ONCE) {
    const some = Map.groupBy(waiting.slice(from, from + AT_ONCE), ({ merchantNo }) => merchantNo);
    for (const [merchantNo, cases] of some) {
      try {
        divided += await db.transaction().execute((tx) => divideSome(tx, merchantNo, cases, at));
      } catch (error) {
        log.error({ err: error, merchantNo }, 'cases could not be divided together, and are one by one');
        divided += await divideEach(db, cases, at, log);
      }
    }
  }
  return divided;
}

/** Divides cases of a merchant by what they and its people are under the locks. @returns how many went */
async function divideSome(tx: Tx, merchantNo: string, cases: readonly Waiting[], at: Date): Promise<number> {
  const division = await divisionAt(tx, merchantNo, at);
  const day = businessDateOf(at);
  const divisible = cases.flatMap((one) => {
    const rule = ruleOf(division, one, day);
    return rule.isDivided ? [{ one, rule }] : [];
  });
  if (divisible.length === 0) return 0;
  // The desk, the people in the order of their numbers, the cases: as everybody takes them.
  await lockCollector(tx, `of ${merchantNo}`);
  const locked = await lockCollectors(tx, merchantNo);
  const people = (await collectorsFor(tx, { merchantNo, at })).flatMap((person) =>
    locked.has(person.userNo) ? [{ ...person }] : [],
  );
  // AI employees with a configuration take its share, and nothing beside it.
  const { rules, givenBy } = await sharesOf(tx, merchantNo, at);
  const humans = people.filter(({ userNo }) => rules.every(({ value }) => value.aiEmployeeUserNo !== userNo));
  const free = new Set(
    (
      await tx
        .selectFrom('collectionCase')
        .select('caseNo')
        .where(sql<boolean>`case_no = any(${divisible.map(({ one }) => one.caseNo)}::text[])`)
        .where('caseStatus', '=', 'POOL')
        .orderBy('caseNo')
        .forNoKeyUpdate()
        .execute()
    ).map(({ caseNo }) => caseNo),
  );
  const given: { one: Waiting; userNo: string }[] = [];
  // Whoever has no room for one has none for the next of its kind.
  const without = new Set<string>();
  for (const { one, rule } of divisible) {
    if (!free.has(one.caseNo)) continue;
    const share = aiConfigOf(rules, one)?.value;
    const robot = people.find(({ userNo }) => userNo === share?.aiEmployeeUserNo);
    const robotTakes =
      share !== undefined &&
      robot !== undefined &&
      refusalOf(robot) === null &&
      (givenBy.get(robot.userNo) ?? 0) < share.dailyCap;
    const chosen = robotTakes ? robot.userNo : chooseFrom(humans, one, rule, without);
    const person = people.find(({ userNo }) => userNo === chosen);
    if (person === undefined) continue;
    givenBy.set(person.userNo, (givenBy.get(person.userNo) ?? 0) + 1);
    person.givenToday += 1;
    person.openCases += 1;
    person.openCents += one.dueAtEntryCents;
    given.push({ one, userNo: person.userNo });
  }
  if (given.length > 0) await handOutAll(tx, given, at);
  return given.length;
}

/** Everybody who may work for the merchant. @returns whom the transaction has from now on */
async function lockCollectors(tx: Tx, merchantNo: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ userNo: string }>`
    select p.user_no from personnel p join personnel_merchant m using (personnel_kind, user_no)
    where p.personnel_kind = 'COLLECTOR' and p.personnel_status = 'NORMAL' and m.merchant_no = ${merchantNo}
    order by p.user_no`.execute(tx);
  for (const { userNo } of rows) await lockCollector(tx, userNo);
  return new Set(rows.map(({ userNo }) => userNo));
}

async function sharesOf(tx: Tx, merchantNo: string, at: Date) {
  const rules = await rulesAt(tx, aiFamily, at, merchantNo);
  const userNos = rules.map(({ value }) => value.aiEmployeeUserNo);
  const given =
    userNos.length === 0
      ? []
      : await tx
          .selectFrom('caseAssignment')
          .select(['userNo', sql<number>`count(distinct case_no)`.as('given')])
          .where('userNo', 'in', userNos)
          .where('assignedAt', '>=', startOfBusinessDate(businessDateOf(at)))
          .groupBy('userNo')
          .execute();
  return { rules, givenBy: new Map(given.map((row) => [row.userNo, row.given])) };
}

function chooseFrom(
  people: readonly Collector[],
  one: Waiting,
  rule: DivisionRule,
  without: Set<string>,
): string | null {
  // Whoever may take a small case may not take a large one.
  const isLarge = one.dueAtEntryCents > (rule.newStaffMaxAmountCents ?? Infinity);
  const kind = `${one.loanType} ${isLarge} ${JSON.stringify(rule)}`;
  if (without.has(kind)) return null;
  const chosen = leastLoaded(people, one, rule);
  if (chosen === null) without.add(kind);
  return chosen;
}

/** The writes of `distribute` for many cases, a statement each. */
async function handOutAll(tx: Tx, given: readonly { readonly one: Waiting; readonly userNo: string }[], at: Date) {
  const toStatus = advance(caseMachine, 'POOL', 'distribute');
  await tx
    .insertInto('caseAssignment')
    .values(
      given.map(({ one: { caseNo, caseLevel }, userNo }) => ({
        caseNo,
        caseLevel,
        userNo,
        cause: 'DIVIDED' as const,
        previousId: null,
        assignedBy: null,
        assignedAt: at,
        reason: null,
      })),
    )
    .execute();
  await sql`update collection_case c set case_status = ${toStatus}, collector_user_no = g.user_no,
      collection_level = c.case_level, version = c.version + 1
    from unnest(${given.map(({ one }) => one.caseNo)}::text[], ${given.map(({ userNo }) => userNo)}::text[])
      as g(case_no, user_no)
    where c.case_no = g.case_no`.execute(tx);
  await tx
    .insertInto('caseEvent')
    .values(
      given.map(({ one: { caseNo, caseLevel } }) => ({
        caseNo,
        command: 'distribute' as const,
        fromStatus: 'POOL' as const,
        toStatus,
        caseLevel,
        userNo: null,
        reason: null,
        at,
      })),
    )
    .execute();
  await publishMoves(
    tx,
    given.map(({ one: { caseNo, merchantNo, caseLevel } }) => ({
      caseNo,
      merchantNo,
      command: 'distribute',
      fromStatus: 'POOL',
      toStatus,
      fromLevel: caseLevel,
      caseLevel,
    })),
  );
}

/** A case a transaction: what one of them is refused for holds up no other. */
async function divideEach(db: Database, cases: readonly Waiting[], at: Date, log: Logger): Promise<number> {
  let divided = 0;
  for (const { caseNo, caseScope } of cases) {
    const reach = { caseScope, caller: { scope: 'all', userNo: '' } } as const;
    try {
      await db.transaction().execute((tx) => divideCase(tx, caseNo, reach, { by: null, at }));
      divided += 1;
    } catch (error) {
      if (!(error instanceof AppError)) log.error({ err: error, caseNo }, 'a case could not be divided');
    }
  }
  return divided;
}
