import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database, Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { advance } from '../../../state-machine/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { aiSharesAt } from './ai-share.ts';
import { divideCase } from './assign.ts';
import { caseMachine } from './case.machine.ts';
import { collectorsFor, lockCollector, lockCollectorsOf } from './collectors.ts';
import { DivisionPlanner, type Given, type Left, type Waiting } from './division-plan.ts';
import { divisionAt, ruleOf } from './division-rule.ts';
import { noteLeft, recordGiven, recordLeft } from './record-division.ts';
import { publishMoves } from './publish-moves.ts';
import { waitingCases } from './waiting-cases.ts';

/** Cases of one transaction: few enough that a payment on one of them waits for less than a second. */
export const AT_ONCE = 4_000;

/**
 * Divides what waits in the pool among those on shift who take part, the longest overdue first, some thousands a
 * transaction. Cases that nobody can take wait for the next turn.
 */
export async function dividePool(db: Database, at: Date, log: Logger): Promise<number> {
  const waiting = await waitingCases(db);
  let divided = 0;
  const left = new Map<string, Left[]>();
  for (let from = 0; from < waiting.length; from += AT_ONCE) {
    const some = Map.groupBy(waiting.slice(from, from + AT_ONCE), ({ merchantNo }) => merchantNo);
    for (const [merchantNo, cases] of some) {
      try {
        const turn = { at, runAt: at, by: null };
        const done = await db.transaction().execute((tx) => divideSome(tx, merchantNo, cases, turn));
        divided += done.given;
        left.set(merchantNo, [...(left.get(merchantNo) ?? []), ...done.left]);
      } catch (error) {
        log.error({ err: error, merchantNo }, 'cases could not be divided together, and are one by one');
        divided += await divideEach(db, cases, at, log);
      }
    }
  }
  for (const [merchantNo, cases] of left) {
    await noteLeft(db, cases, { merchantNo, runAt: at });
  }
  return divided;
}

/** When cases are divided, as part of which run, and who asked for it; null for the rules themselves. */
export interface Turn {
  readonly at: Date;
  readonly runAt: Date;
  readonly by: string | null;
}

/** What became of some cases: how many went, and which found nobody. */
interface Divided {
  readonly given: number;
  readonly left: readonly Left[];
}

/** As a person asked for it: what found nobody is written down at once. @returns how many went */
export async function divideAsked(tx: Tx, merchantNo: string, cases: readonly Waiting[], turn: Turn): Promise<number> {
  const { given, left } = await divideSome(tx, merchantNo, cases, turn);
  await recordLeft(tx, left, { merchantNo, runAt: turn.runAt, isAsked: true });
  return given;
}

/** Divides cases of a merchant by what they and its people are under the locks. */
async function divideSome(tx: Tx, merchantNo: string, cases: readonly Waiting[], turn: Turn): Promise<Divided> {
  const { at, runAt } = turn;
  const division = await divisionAt(tx, merchantNo, at);
  const day = businessDateOf(at);
  const divisible = cases.filter((one) => ruleOf(division, one, day).isDivided);
  if (divisible.length === 0) return { given: 0, left: [] };
  // The desk, the people in the order of their numbers, the cases: as everybody takes them.
  await lockCollector(tx, `of ${merchantNo}`);
  const locked = await lockPeople(tx, merchantNo);
  const people = (await collectorsFor(tx, { merchantNo, at })).filter(({ userNo }) => locked.has(userNo));
  const shares = await aiSharesAt(tx, merchantNo, at);
  const { rows } = await sql<{ caseNo: string }>`select c.case_no from collection_case c
    where c.case_no = any(${divisible.map(({ caseNo }) => caseNo)}::text[]) and c.case_status = 'POOL'
    order by c.case_no for no key update`.execute(tx);
  const free = new Set(rows.map(({ caseNo }) => caseNo));
  const planner = new DivisionPlanner({ division, day, people, ...shares });
  const { given, left } = planner.plan(divisible.filter(({ caseNo }) => free.has(caseNo)));
  if (given.length > 0) await handOutAll(tx, given, await recordGiven(tx, given, { merchantNo, runAt }), turn);
  return { given: given.length, left };
}

/** Everybody who may work for the merchant. @returns whom the transaction has from now on */
async function lockPeople(tx: Tx, merchantNo: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ userNo: string }>`
    select p.user_no from personnel p join personnel_merchant m using (personnel_kind, user_no)
    where p.personnel_kind = 'COLLECTOR' and p.personnel_status = 'NORMAL' and m.merchant_no = ${merchantNo}
    order by p.user_no`.execute(tx);
  const userNos = rows.map(({ userNo }) => userNo);
  await lockCollectorsOf(tx, userNos);
  return new Set(userNos);
}

/** The writes of `distribute` for many cases, a statement each. */
async function handOutAll(
  tx: Tx,
  given: readonly Given[],
  itemIds: ReadonlyMap<string, number>,
  { at, by }: Turn,
): Promise<void> {
  const toStatus = advance(caseMachine, 'POOL', 'distribute');
  const caseNos = given.map(({ one }) => one.caseNo);
  const levels = given.map(({ one }) => one.caseLevel);
  const userNos = given.map(({ userNo }) => userNo);
  const policyNames = given.map(({ ruleName }) => ruleName);
  const items = given.map(({ policy }) => itemIds.get(policy?.ruleId ?? '') ?? null);
  const whys = given.map(({ why }) => why);
  const facts = given.map((one) => JSON.stringify(one.facts));
  await sql`insert into case_assignment (case_no, case_level, user_no, cause, assigned_by, assigned_at, policy_name,
      run_item_id, why, why_facts)
    select g.case_no, g.case_level, g.user_no, 'DIVIDED', ${by}::text, ${at}::timestamptz, g.policy_name,
      g.item_id, g.why, g.facts
    from unnest(${caseNos}::text[], ${levels}::text[], ${userNos}::text[], ${policyNames}::text[],
        ${items}::bigint[], ${whys}::text[], ${facts}::jsonb[]) with ordinality
      as g(case_no, case_level, user_no, policy_name, item_id, why, facts, place) order by g.place`.execute(tx);
  await sql`update collection_case c set case_status = ${toStatus}, collector_user_no = g.user_no,
      collection_level = c.case_level, version = c.version + 1
    from unnest(${caseNos}::text[], ${userNos}::text[]) as g(case_no, user_no)
    where c.case_no = g.case_no`.execute(tx);
  await sql`insert into case_event (case_no, command, from_status, to_status, case_level, user_no, at)
    select g.case_no, 'distribute', 'POOL', ${toStatus}::text, g.case_level, ${by}::text, ${at}::timestamptz
    from unnest(${caseNos}::text[], ${levels}::text[]) with ordinality as g(case_no, case_level, place)
    order by g.place`.execute(tx);
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
