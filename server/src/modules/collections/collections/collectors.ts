import { sql } from 'kysely';
import type { divisionPolicy, ErrorName } from '@kituo/sdk/contracts';
import type { Queryable, Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';

/** What of a level's rule says who gets its cases. */
export interface DivisionWeights extends Pick<
  divisionPolicy.LevelRule,
  'newStaffWeight' | 'oldStaffWeight' | 'newStaffMaxAmountCents'
> {
  readonly divisionMode: 'COUNT' | 'AMOUNT' | 'BALANCED';
  /** Open cases that one of the group may hold; null or absent: no limit but the daily cap. */
  readonly newStaffCap?: number | null;
  readonly oldStaffCap?: number | null;
}

/** A collector with what speaks for and against giving them a case now. */
export interface Collector {
  readonly userNo: string;
  readonly personnelStatus: 'NORMAL' | 'FROZEN';
  readonly employeeStatus: 'ON_THE_JOB' | 'LEFT';
  readonly employeeCategory: 'NEW' | 'OLD';
  readonly isOnShift: boolean;
  readonly worksForMerchant: boolean;
  readonly joinAutoAllot: boolean;
  readonly firstLoanWhitelist: boolean;
  /** What they speak with borrowers; none: not said. */
  readonly languages: readonly string[];
  readonly dailyCap: number;
  givenToday: number;
  openCases: number;
  /** What their open cases owed as they came. */
  openCents: number;
}

/**
 * Holds back every other allotment to this person until the commit. Always taken before a case is locked, so
 * that nobody who has a case waits for somebody who has the person.
 */
export async function lockCollector(tx: Tx, userNo: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`collector ${userNo}`}, 0))`.execute(tx);
}

/** As `lockCollector`, of many in the order of their numbers. */
export async function lockCollectorsOf(tx: Tx, userNos: readonly string[]): Promise<void> {
  // Ordered before it is locked: two that take the same people never wait for each other.
  await sql`select pg_advisory_xact_lock(hashtextextended('collector ' || o.user_no, 0))
    from (select u.user_no from unnest(${[...userNos].toSorted()}::text[]) with ordinality as u(user_no, place)
      order by u.place offset 0) o`.execute(tx);
}

/** Collectors as they stand for a merchant at an instant; of all, or of these alone. */
export async function collectorsFor(
  db: Queryable,
  facts: { readonly merchantNo: string; readonly at: Date; readonly userNo?: string },
): Promise<Collector[]> {
  const { merchantNo, at, userNo = null } = facts;
  const dayStart = startOfBusinessDate(businessDateOf(at));
  const { rows } = await sql<Collector>`
    select p.user_no, p.personnel_status, u.employee_status, u.employee_category,
      is_on_shift(p.user_no, ${at}::timestamptz) as is_on_shift,
      exists (select from personnel_merchant m where m.personnel_kind = 'COLLECTOR'
        and m.user_no = p.user_no and m.merchant_no = ${merchantNo}) as works_for_merchant,
      p.join_auto_allot, p.first_loan_whitelist, p.languages, p.daily_cap,
      (select count(distinct a.case_no) from case_assignment a where a.user_no = p.user_no
        and a.assigned_at >= ${dayStart} and a.cause <> 'RESTORED') as given_today,
      k.open_cases, k.open_cents
    from personnel p join app_user u on u.user_no = p.user_no
    cross join lateral (select count(*) as open_cases, coalesce(sum(c.due_at_entry_cents), 0)::bigint as open_cents
      from collection_case c where c.collector_user_no = p.user_no and c.case_status in ('COLLECTING', 'RETAINED')) k
    where p.personnel_kind = 'COLLECTOR' and (${userNo}::text is null or p.user_no = ${userNo})
    order by p.user_no`.execute(db);
  return rows;
}

/** Why this person gets no case now; null where nothing speaks against it. Pure. */
export function refusalOf(collector: Collector | undefined): ErrorName | null {
  if (!collector) return 'COLLECTOR_NOT_FOUND';
  if (collector.personnelStatus === 'FROZEN') return 'COLLECTOR_FROZEN';
  if (collector.employeeStatus === 'LEFT') return 'COLLECTOR_LEFT';
  if (!collector.worksForMerchant) return 'COLLECTOR_OTHER_MERCHANT';
  if (!collector.isOnShift) return 'COLLECTOR_OFF_SHIFT';
  return collector.givenToday >= collector.dailyCap ? 'COLLECTOR_OVER_CAP' : null;
}

/** @throws AppError COLLECTOR_NOT_FOUND, COLLECTOR_FROZEN, COLLECTOR_LEFT, COLLECTOR_OTHER_MERCHANT, COLLECTOR_OFF_SHIFT, COLLECTOR_OVER_CAP */
export async function checkCollector(db: Queryable, userNo: string, merchantNo: string, at: Date): Promise<void> {
  const [found] = await collectorsFor(db, { merchantNo, at, userNo });
  const refusal = refusalOf(found);
  if (refusal) throw new AppError(refusal);
}

/**
 * Who gets the next case: of those whom nothing speaks against, the one with the least open work for what they
 * can take, new staff counted by their weight; the lower number where two are even. First loans only go to
 * the whitelisted, large cases to experienced staff. Pure.
 */
export function leastLoaded(
  collectors: readonly Collector[],
  one: { readonly loanType: 'FIRST' | 'REPEAT'; readonly dueAtEntryCents: number },
  weights: DivisionWeights,
): string | null {
  const workOf = workBy(collectors, weights.divisionMode);
  let [least, load] = [null as string | null, Infinity];
  for (const person of collectors) {
    if (refusalOf(person) !== null || !person.joinAutoAllot || !mayTake(person, one, weights)) continue;
    const own = workOf(person) / roomOf(person, weights);
    if (own > load || (own === load && least !== null && person.userNo > least)) continue;
    [least, load] = [person.userNo, own];
  }
  return least;
}

/** What counts as load; of both in balance, each counts as its share of what all have. */
function workBy(
  collectors: readonly Collector[],
  mode: DivisionWeights['divisionMode'],
): (person: Collector) => number {
  switch (mode) {
    case 'COUNT':
      return ({ openCases }) => openCases;
    case 'AMOUNT':
      return ({ openCents }) => openCents;
    case 'BALANCED': {
      let [cases, cents] = [0, 0];
      for (const { openCases, openCents } of collectors) {
        cases += openCases;
        cents += openCents;
      }
      return ({ openCases, openCents }) => openCases / (cases || 1) + openCents / (cents || 1);
    }
  }
}

/** Whether weights, caps, the whitelist and the amount leave a case to this person. Pure. */
export function mayTake(
  person: Collector,
  one: { readonly loanType: 'FIRST' | 'REPEAT'; readonly dueAtEntryCents: number },
  weights: DivisionWeights,
): boolean {
  const { newStaffMaxAmountCents: most } = weights;
  return (
    roomOf(person, weights) > 0 &&
    person.openCases < capOf(person, weights) &&
    (one.loanType === 'REPEAT' || person.firstLoanWhitelist) &&
    !(person.employeeCategory === 'NEW' && most !== null && one.dueAtEntryCents > most)
  );
}

function capOf({ employeeCategory }: Collector, { newStaffCap, oldStaffCap }: DivisionWeights): number {
  return (employeeCategory === 'NEW' ? newStaffCap : oldStaffCap) ?? Infinity;
}

function roomOf({ dailyCap, employeeCategory }: Collector, weights: DivisionWeights): number {
  const { newStaffWeight, oldStaffWeight } = weights;
  return (dailyCap * (employeeCategory === 'NEW' ? newStaffWeight : oldStaffWeight)) / 100;
}
