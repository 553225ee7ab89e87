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
  readonly dailyCap: number;
  readonly givenToday: number;
  readonly openCases: number;
  /** What their open cases owed as they came. */
  readonly openCents: number;
}

/**
 * Holds back every other allotment to this person until the commit. Always taken before a case is locked, so
 * that nobody who has a case waits for somebody who has the person.
 */
export async function lockCollector(tx: Tx, userNo: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`collector ${userNo}`}, 0))`.execute(tx);
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
      p.join_auto_allot, p.first_loan_whitelist, p.daily_cap,
      (select count(distinct a.case_no) from case_assignment a where a.user_no = p.user_no
        and a.assigned_at >= ${dayStart} and a.cause <> 'RESTORED') as given_today,
      (select count(*) from collection_case c where c.collector_user_no = p.user_no
        and c.case_status in ('COLLECTING', 'RETAINED')) as open_cases,
      (select coalesce(sum(c.due_at_entry_cents), 0)::bigint from collection_case c
        where c.collector_user_no = p.user_no and c.case_status in ('COLLECTING', 'RETAINED')) as open_cents
    from personnel p join app_user u on u.user_no = p.user_no
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
  const { divisionMode, newStaffMaxAmountCents: most } = weights;
  const isLarge = most !== null && one.dueAtEntryCents > most;
  const free = collectors.filter(
    (person) =>
      refusalOf(person) === null &&
      person.joinAutoAllot &&
      roomOf(person, weights) > 0 &&
      person.openCases < capOf(person, weights) &&
      (one.loanType === 'REPEAT' || person.firstLoanWhitelist) &&
      !(isLarge && person.employeeCategory === 'NEW'),
  );
  // Of both in balance, each counts as its share of what all have.
  const sum = (of: (person: Collector) => number) => collectors.reduce((all, person) => all + of(person), 0) || 1;
  const [cases, cents] = [sum(({ openCases }) => openCases), sum(({ openCents }) => openCents)];
  const work = {
    COUNT: (person: Collector) => person.openCases,
    AMOUNT: (person: Collector) => person.openCents,
    BALANCED: (person: Collector) => person.openCases / cases + person.openCents / cents,
  }[divisionMode];
  const loadOf = (person: Collector): number => work(person) / roomOf(person, weights);
  let [least, load] = [null as string | null, Infinity];
  for (const person of free) {
    const own = loadOf(person);
    if (own > load || (own === load && least !== null && person.userNo.localeCompare(least) > 0)) continue;
    [least, load] = [person.userNo, own];
  }
  return least;
}

function capOf({ employeeCategory }: Collector, { newStaffCap, oldStaffCap }: DivisionWeights): number {
  return (employeeCategory === 'NEW' ? newStaffCap : oldStaffCap) ?? Infinity;
}

function roomOf({ dailyCap, employeeCategory }: Collector, weights: DivisionWeights): number {
  const { newStaffWeight, oldStaffWeight } = weights;
  return (dailyCap * (employeeCategory === 'NEW' ? newStaffWeight : oldStaffWeight)) / 100;
}
