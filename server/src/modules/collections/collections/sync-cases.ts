import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { prepared } from '../../../db/prepared.ts';
import type { CaseLevelName, CaseScope, CaseStatus, OutReason } from '../../../db/collection-schema.ts';
import { publishEvent } from '../../platform/audit/index.ts';
import { type BusinessDate, policyOn } from '../../platform/policy/index.ts';
import { type CaseChange, type LoanInCollection, planCases } from './case-plan.ts';
import { type CaseStep, publishMoves } from './publish-moves.ts';

export interface SyncOptions {
  readonly today: BusinessDate;
  readonly at: Date;
  readonly isEndOfDay: boolean;
}

interface Loan extends LoanInCollection {
  readonly orderNo: string;
  readonly merchantNo: string;
  readonly customerNo: string;
}

/** Locks the cases of these orders, in the order of their numbers. */
export async function lockCasesOf(tx: Tx, orderNos: readonly string[]): Promise<readonly LockedCase[]> {
  const { rows } = await sql<LockedCase>`
    select c.case_no, c.order_no, c.case_status, c.case_level, c.status_before_bad_debt, c.oldest_due_on,
      (select array_agg(b.bill_no order by b.bill_no) from case_bill b where b.case_no = c.case_no) as bill_nos
    from collection_case c where c.order_no = any(${orderNos}) order by c.case_no
    for no key update of c ${prepared}`.execute(tx);
  return rows;
}

/**
 * Brings the cases of these orders in line with their bills. The orders are locked by the caller, so nobody
 * else changes their bills meanwhile.
 *
 * @param locked their cases from `lockCasesOf`, where the caller has locked them
 */
export async function syncCases(
  tx: Tx,
  orderNos: readonly string[],
  options: SyncOptions,
  locked?: readonly LockedCase[],
): Promise<number> {
  const loans = await loansOf(tx, orderNos, locked ?? (await lockCasesOf(tx, orderNos)), options);
  if (loans.length === 0) return 0;
  const { policy } = await policyOn(tx, options.today);
  const levels = policy.caseLevels;
  const planned = loans.flatMap((loan) => planCases(loan, { ...options, levels }).map((change) => ({ loan, change })));
  const begun = await begin(tx, planned.filter(isNew), options);
  const carriedOn = await carryOn(tx, planned, options);
  await writeSteps(tx, [...begun, ...carriedOn], options);
  return planned.length;
}

/** The rows of the cases' history, and the events that they are. */
async function writeSteps(tx: Tx, steps: readonly CaseStep[], { at }: Pick<SyncOptions, 'at'>): Promise<void> {
  if (steps.length === 0) return;
  await tx
    .insertInto('caseEvent')
    .values(
      steps.map(({ caseNo, command, fromStatus, toStatus, caseLevel }) => ({
        caseNo,
        command,
        fromStatus,
        toStatus,
        caseLevel,
        at,
      })),
    )
    .execute();
  await publishMoves(tx, steps);
}

type Planned = { readonly loan: Loan; readonly change: CaseChange };
const isNew = ({ change }: Planned): boolean => change.caseNo === null;

async function loansOf(
  tx: Tx,
  orderNos: readonly string[],
  cases: readonly LockedCase[],
  { isEndOfDay }: SyncOptions,
): Promise<Loan[]> {
  // A payment has nothing to bring in line where nothing was ever in collection.
  const wanted = isEndOfDay ? orderNos : [...new Set(cases.map(({ orderNo }) => orderNo))];
  if (wanted.length === 0) return [];
  const { rows: bills } = await sql<LoanBillRow>`
    select b.bill_no, b.order_no, b.bill_status, b.due_date, o.collection_scope, o.merchant_no, o.customer_no,
      (select min(d) from unnest(o.reminder_days) d) as starts_at_dpd
    from bill b join loan_order o on o.order_no = b.order_no
    where b.order_no = any(${wanted}) order by b.order_no, b.due_date, b.bill_no ${prepared}`.execute(tx);
  const byOrder = Map.groupBy(bills, ({ orderNo }) => orderNo);
  const casesByOrder = Map.groupBy(cases, ({ orderNo }) => orderNo);
  return [...byOrder].flatMap(([orderNo, own]) => {
    const [first] = own;
    if (!first) return [];
    return {
      orderNo,
      merchantNo: first.merchantNo,
      customerNo: first.customerNo,
      caseScope: first.collectionScope,
      startsAtDpd: first.startsAtDpd,
      bills: own,
      cases: (casesByOrder.get(orderNo) ?? []).map((one) => ({
        ...one,
        billNos: one.billNos ?? [],
      })),
    };
  });
}

export interface LockedCase {
  readonly caseNo: string;
  readonly orderNo: string;
  readonly caseStatus: CaseStatus;
  readonly caseLevel: CaseLevelName;
  readonly statusBeforeBadDebt: 'COLLECTING' | 'RETAINED' | null;
  readonly oldestDueOn: string;
  readonly billNos: string[] | null;
}

interface LoanBillRow {
  readonly billNo: string;
  readonly orderNo: string;
  readonly billStatus: LoanInCollection['bills'][number]['billStatus'];
  readonly dueDate: string;
  readonly collectionScope: CaseScope;
  readonly merchantNo: string;
  readonly customerNo: string;
  /** The earliest reminder day of its due-date rule; null where no rule says. */
  readonly startsAtDpd: number | null;
}

async function begin(tx: Tx, planned: readonly Planned[], { at, today }: SyncOptions): Promise<CaseStep[]> {
  if (planned.length === 0) return [];
  const rows = planned.map(({ loan, change }) => ({
    caseScope: loan.caseScope,
    orderNo: loan.orderNo,
    merchantNo: loan.merchantNo,
    customerNo: loan.customerNo,
    caseLevel: change.caseLevel,
    collectionLevel: change.caseLevel,
    oldestDueOn: change.oldestDueOn,
    openedAt: at,
    levelledOn: today,
    dueAtEntryCents: 0,
  }));
  const made = await tx.insertInto('collectionCase').values(rows).returning('caseNo').execute();
  const caseNos = made.map(({ caseNo }) => caseNo);
  await enterBills(
    tx,
    planned.map(({ change }, index) => ({ change, caseNo: caseNos[index] ?? '' })),
    at,
  );
  await sql`update collection_case c set due_at_entry_cents = d.due from (
      select cb.case_no, sum(b.outstanding_cents + b.claim_cents) as due from case_bill cb
      join bill_balance b on b.bill_no = cb.bill_no where cb.case_no = any(${caseNos}) group by cb.case_no
    ) d where d.case_no = c.case_no`.execute(tx);
  return planned.map(({ loan, change }, index) => ({
    ...change,
    caseNo: caseNos[index] ?? '',
    merchantNo: loan.merchantNo,
    command: 'open',
  }));
}

async function enterBills(
  tx: Tx,
  list: readonly { readonly caseNo: string; readonly change: CaseChange }[],
  at: Date,
): Promise<void> {
  const entries = list.flatMap(({ caseNo, change }) =>
    change.addedBillNos.map((billNo) => ({ caseNo, billNo, enteredAt: at })),
  );
  if (entries.length === 0) return;
  await tx
    .insertInto('caseBill')
    .values(entries)
    .onConflict((conflict) => conflict.columns(['caseNo', 'billNo']).doUpdateSet({ isOpen: true }))
    .execute();
}

/** Cases that were there: all of a batch in a few statements, however many. */
async function carryOn(tx: Tx, planned: readonly Planned[], { at, today }: SyncOptions): Promise<CaseStep[]> {
  const known = planned.flatMap(({ loan: { merchantNo }, change }) =>
    change.caseNo === null ? [] : [{ ...change, merchantNo, caseNo: change.caseNo }],
  );
  if (known.length === 0) return [];
  const closed = known.filter(({ command }) => command === 'close').map(({ caseNo }) => caseNo);
  if (closed.length > 0) {
    await sql`update case_bill set is_open = false where is_open and case_no = any(${closed})`.execute(tx);
    await sql`update case_assignment set ended_at = greatest(${at}, assigned_at), end_cause = 'CLOSED'
      where ended_at is null and case_no = any(${closed})`.execute(tx);
  }
  await enterBills(
    tx,
    known.map((change) => ({ caseNo: change.caseNo, change })),
    at,
  );
  await sql`
    update collection_case c set
      status_before_bad_debt = case when n.command = 'enterBadDebt' then c.case_status
        when n.to_status = 'BAD_DEBT_POOL' and n.command is null then c.status_before_bad_debt end,
      bad_debt_reason = case when n.command in ('enterBadDebt', 'reopenToBadDebt') then 'CHARGED_OFF'
        else c.bad_debt_reason end,
      bad_debt_entered_at = case when n.command in ('enterBadDebt', 'reopenToBadDebt') then ${at}::timestamptz
        else c.bad_debt_entered_at end,
      case_status = n.to_status, case_level = n.case_level,
      oldest_due_on = n.oldest_due_on, levelled_on = ${today}::date, version = c.version + 1,
      collector_user_no = case when n.to_status = 'CLOSED' then null else c.collector_user_no end,
      -- By another clock it may have entered a moment later; it does not leave before that.
      closed_at = case when n.to_status = 'CLOSED' then greatest(${at}::timestamptz, c.opened_at) end,
      out_reason = n.out_reason,
      dpd_at_out = case when n.to_status = 'CLOSED' then ${today}::date - c.oldest_due_on end
    from unnest(${known.map(({ caseNo }) => caseNo)}::text[], ${known.map(({ command }) => command)}::text[],
      ${known.map(({ toStatus }) => toStatus)}::text[], ${known.map(({ caseLevel }) => caseLevel)}::text[],
      ${known.map(({ oldestDueOn }) => oldestDueOn)}::date[],
      ${known.map(({ outReason }): OutReason | null => outReason)}::text[])
      as n(case_no, command, to_status, case_level, oldest_due_on, out_reason)
    where c.case_no = n.case_no`.execute(tx);
  await settlePromises(tx, known, at);
  return known.flatMap(({ command, ...one }) => {
    const step = command ?? (one.caseLevel === one.fromLevel ? null : 'level');
    return step === null ? [] : [{ ...one, command: step }];
  });
}

/** Nothing is owed in a closed case: a promise was kept where it was paid, and is void where it was extended. */
async function settlePromises(
  tx: Tx,
  changes: readonly { readonly caseNo: string; readonly outReason: OutReason | null }[],
  at: Date,
): Promise<void> {
  for (const promiseStatus of ['KEPT', 'CANCELLED'] as const) {
    const caseNos = changes
      .filter(({ outReason }) => outReason !== null)
      .filter(({ outReason }) => (outReason === 'SETTLED') === (promiseStatus === 'KEPT'))
      .map(({ caseNo }) => caseNo);
    if (caseNos.length === 0) continue;
    const decided = await tx
      .updateTable('promiseToPay')
      .set({ promiseStatus, decidedAt: at })
      .where('caseNo', 'in', caseNos)
      .where('promiseStatus', '=', 'OPEN')
      .returning(['promiseNo', 'merchantNo'])
      .execute();
    const topic = promiseStatus === 'KEPT' ? 'promise.keep' : 'promise.cancel';
    const about = { topic, subjectType: 'promise', before: { promiseStatus: 'OPEN' }, after: { promiseStatus } };
    await publishEvent(
      tx,
      decided.map(({ promiseNo, merchantNo }) => ({ ...about, subjectNo: promiseNo, merchantNo })),
    );
  }
}
