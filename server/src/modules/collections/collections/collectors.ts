import { sql } from 'kysely';
import type { divisionPolicy, ErrorName } from '@kituo/sdk/contracts';
import type { CaseScope } from '../../../db/collection-schema.ts';
import type { Queryable, Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { type FittedCase, type FittedPerson, isWhitelisted, misfitOf, takesPart } from './collector-fit.ts';

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

/** What of a case says who may take it; what is not known of it speaks against nobody. */
export interface DivisibleCase extends Partial<FittedCase> {
  readonly loanType: 'FIRST' | 'REPEAT';
  readonly dueAtEntryCents: number;
}

/** A collector with what speaks for and against giving them a case now. */
export interface Collector extends FittedPerson {
  readonly userNo: string;
  readonly personnelStatus: 'NORMAL' | 'FROZEN';
  readonly employeeStatus: 'ON_THE_JOB' | 'LEFT';
  readonly employeeCategory: 'NEW' | 'OLD';
  readonly isOnShift: boolean;
  readonly worksForMerchant: boolean;
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

const settingsIn = (caseScope: CaseScope) => sql`(select json_build_object('caseLevels', s.case_levels,
  'productNos', s.product_nos, 'billCap', s.bill_cap, 'amountCapCents', s.amount_cap_cents,
  'joinAutoAllot', s.join_auto_allot, 'firstLoanWhitelist', s.first_loan_whitelist)
  from collector_settings s where s.user_no = p.user_no and s.case_scope = ${sql.lit(caseScope)})`;

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
      k.open_cases, k.open_cents, k.open_bills, k.open_bill_cents,
      ${settingsIn('ORDER')} as order_settings, ${settingsIn('BILL')} as bill_settings
    from personnel p join app_user u on u.user_no = p.user_no
    cross join lateral (select count(*) as open_cases, coalesce(sum(c.due_at_entry_cents), 0)::bigint as open_cents,
        count(*) filter (where c.case_scope = 'BILL') as open_bills,
        coalesce(sum(c.due_at_entry_cents) filter (where c.case_scope = 'BILL'), 0)::bigint as open_bill_cents
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

/**
 * @throws AppError COLLECTOR_NOT_FOUND, COLLECTOR_FROZEN, COLLECTOR_LEFT, COLLECTOR_OTHER_MERCHANT, COLLECTOR_OFF_SHIFT,
 * COLLECTOR_OVER_CAP, COLLECTOR_LEVEL, COLLECTOR_PRODUCT, COLLECTOR_BILL_CAP, COLLECTOR_AMOUNT_CAP
 */
export async function checkCollector(
  db: Queryable,
  userNo: string,
  one: Omit<FittedCase, 'productNo'> & { readonly merchantNo: string; readonly orderNo: string },
  at: Date,
): Promise<void> {
  const { merchantNo, orderNo } = one;
  const [found] = await collectorsFor(db, { merchantNo, at, userNo });
  const refusal = refusalOf(found);
  if (refusal) throw new AppError(refusal);
  if (!found?.billSettings && !found?.orderSettings) return;
  const { productNo } = await db
    .selectFrom('loanOrder')
    .select('productNo')
    .where('orderNo', '=', orderNo)
    .executeTakeFirstOrThrow();
  const misfit = misfitOf(found, { ...one, productNo });
  if (misfit) throw new AppError(misfit);
}

/**
 * Who gets the next case: of those whom nothing speaks against, the one with the least open work for what they
 * can take, new staff counted by their weight; the lower number where two are even. First loans only go to
 * the whitelisted, large cases to experienced staff. Pure.
 */
export function leastLoaded(
  collectors: readonly Collector[],
  one: DivisibleCase,
  weights: DivisionWeights,
): string | null {
  const workOf = workBy(collectors, weights.divisionMode);
  let [least, load] = [null as string | null, Infinity];
  for (const person of collectors) {
    if (refusalOf(person) !== null || !takesPart(person, one) || !mayTake(person, one, weights)) continue;
    const own = workOf(person) / roomOf(person, weights);
    if (own > load || (own === load && least !== null && person.userNo > least)) continue;
    [least, load] = [person.userNo, own];
  }
  return least;
}

/**
 * How even the load of those who may be given cases is: the lightest in percent of the heaviest, each measured by what the
 * person can take; null below two people. Pure.
 */
export function fairnessOf(collectors: readonly Collector[], weights: DivisionWeights): number | null {
  const workOf = workBy(collectors, weights.divisionMode);
  const loads = collectors
    .filter((person) => refusalOf(person) === null && takesPart(person, {}) && roomOf(person, weights) > 0)
    .map((person) => workOf(person) / roomOf(person, weights));
  if (loads.length < 2) return null;
  const heaviest = Math.max(...loads);
  return heaviest === 0 ? 100 : Math.round((Math.min(...loads) / heaviest) * 100);
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

/** Whether weights, caps, the whitelist, the amount and their own settings leave a case to this person. Pure. */
export function mayTake(person: Collector, one: DivisibleCase, weights: DivisionWeights): boolean {
  const { newStaffMaxAmountCents: most } = weights;
  return (
    roomOf(person, weights) > 0 &&
    person.openCases < capOf(person, weights) &&
    (one.loanType === 'REPEAT' || isWhitelisted(person, one)) &&
    misfitOf(person, one) === null &&
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
