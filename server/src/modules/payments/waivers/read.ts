import { type deduction, type ParsedRequestOf, type ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, Caller } from '../../../http/implement.ts';
import { COMPONENTS, mapAmounts, NEVER_WAIVED, partsOf, readBills, totalOf } from '../../platform/ledger/index.ts';
import { readToDate } from '../payments/index.ts';
import { startOfBusinessDate } from '../../platform/policy/index.ts';
import { ordersOf, reachOrderOf, shownName, type System, waiverCapOf } from './reach.ts';

type Page = (typeof deduction.byOrder)['page'];
type Row = ReplyOf<Page>['rows'][number];
type Filters = ParsedRequestOf<Page>['filters'];

const storedAmounts = z.partialRecord(z.enum(COMPONENTS), z.number());
const AREAS = { ORDER: 'collection', BILL: 'collectionStage' } as const;

/** Waivers of the system; those that wait come first, the ones that expire soonest on top. */
export async function findDeductions(
  system: System,
  { filters, page, pageSize, sort }: ParsedRequestOf<Page>,
  { db, caller }: Call,
): Promise<ReplyOf<Page>> {
  const found = matching(db, system, filters, caller);
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const direction = sort?.direction ?? 'desc';
  const ordered =
    sort === null
      ? rowsOf(found)
          .orderBy(sql`deduction_status = 'PENDING'`, 'desc')
          .orderBy('d.createdAt', 'desc')
      : rowsOf(found).orderBy(sort.field === 'lapsesAt' ? 'd.lapsesAt' : 'd.createdAt', direction);
  const rows = await ordered
    .orderBy('d.deductionNo', direction)
    .offset((page - 1) * pageSize)
    .limit(pageSize)
    .execute();
  return {
    total,
    totalIsExact: true,
    rows: rows.map((row) => present(row, system, caller)),
  };
}

/** @throws AppError DEDUCTION_NOT_FOUND */
export async function readDeduction(system: System, deductionNo: string, { db, caller }: Call): Promise<Row> {
  const row = await rowsOf(matching(db, system, {}, caller))
    .where('d.deductionNo', '=', deductionNo)
    .executeTakeFirst();
  if (!row) throw new AppError('DEDUCTION_NOT_FOUND');
  return present(row, system, caller);
}

function matching(db: Queryable, system: System, filters: Filters, caller: Caller) {
  const { deductionNo, orderNo, deductionStatus, reason, applicantUserNos } = filters;
  let query = db
    .selectFrom('deduction as d')
    .innerJoin('loanOrder', 'loanOrder.orderNo', 'd.orderNo')
    .innerJoin('customer', 'customer.customerNo', 'loanOrder.customerNo')
    .innerJoin('appUser as applicant', 'applicant.userNo', 'd.applicantUserNo')
    .leftJoin('appUser as auditor', 'auditor.userNo', 'd.decidedBy')
    .where(ordersOf(caller.scope, system));
  if (deductionNo) query = query.where('d.deductionNo', '=', deductionNo);
  if (orderNo) query = query.where('d.orderNo', '=', orderNo);
  if (deductionStatus) query = query.where('d.deductionStatus', '=', deductionStatus);
  if (reason) query = query.where('d.reason', '=', reason);
  if (applicantUserNos?.length) query = query.where('d.applicantUserNo', 'in', applicantUserNos);
  const { lapsesToday, from, to } = filters;
  if (lapsesToday) query = query.where('d.deductionStatus', '=', 'APPROVED').where('d.lapsesAt', '>', sql<Date>`now()`);
  if (from) query = query.where('d.createdAt', '>=', startOfBusinessDate(from));
  if (to) {
    query = query.where('d.createdAt', '<', new Date(startOfBusinessDate(to).getTime() + 86_400_000));
  }
  return query;
}

const rowsOf = (query: ReturnType<typeof matching>) =>
  query
    .selectAll('d')
    .select(['customer.customerName', 'applicant.realName as applicantName'])
    .select(['auditor.realName as auditorName']);

type Stored = Awaited<ReturnType<ReturnType<typeof rowsOf>['executeTakeFirstOrThrow']>>;

function present(row: Stored, system: System, caller: Caller): Row {
  const given = storedAmounts.parse(row.amounts);
  const isDecidable =
    row.deductionStatus === 'PENDING' &&
    row.applicantUserNo !== caller.userNo &&
    caller.codes.has(`${AREAS[system]}:deduction:audit`);
  const isAgreed = row.deductionStatus !== 'PENDING' && row.deductionStatus !== 'REJECTED';
  return {
    deductionNo: row.deductionNo,
    orderNo: row.orderNo,
    billNo: row.billNo,
    merchantNo: row.merchantNo,
    customerName: shownName(row.customerName, caller),
    reason: row.reason,
    remark: row.remark,
    requestedCents: row.requestedCents ?? row.totalCents,
    approvedCents: isAgreed ? row.totalCents : null,
    expectedPayCents: row.expectedPayCents,
    amounts: mapAmounts((component) => given[component] ?? 0),
    deductionStatus: row.deductionStatus,
    applicantUserNo: row.applicantUserNo,
    applicantName: row.applicantName,
    auditorName: row.auditorName,
    appliedAt: row.createdAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    decisionReason: row.decisionReason,
    lapsesAt: row.lapsesAt?.toISOString() ?? null,
    applicationNo: row.applicationNo,
    allowedActions: isDecidable ? ['approve', 'reject'] : [],
  };
}

/** What may be waived of an order today. @throws AppError ORDER_NOT_FOUND */
export async function quoteDeduction(
  system: System,
  orderNo: string,
  { db, caller }: Call,
): Promise<ReplyOf<(typeof deduction.byOrder)['quote']>> {
  await reachOrderOf(db, caller.scope, system, orderNo);
  return await readToDate(db, orderNo, async (tx) => {
    const bills = await tx
      .selectFrom('bill')
      .leftJoin('deduction as d', (join) =>
        join.onRef('d.billNo', '=', 'bill.billNo').on('d.deductionStatus', 'in', ['PENDING', 'APPROVED']),
      )
      .select(['bill.billNo', 'd.deductionNo'])
      .where('bill.orderNo', '=', orderNo)
      .where('billStatus', '=', 'ACTIVE')
      .orderBy('bill.billNo')
      .execute();
    const billNos = bills.map(({ billNo }) => billNo);
    const balances = await readBills(tx, billNos);
    return {
      capCents: await waiverCapOf(tx, caller),
      bills: balances.map(({ billNo, outstanding }) => ({
        billNo,
        payoffCents: totalOf(outstanding),
        outstanding,
        waivable: partsOf(outstanding)
          .filter(({ component }) => !NEVER_WAIVED.has(component))
          .map((part) => ({ billNo, ...part })),
        openDeductionNo: bills.find((bill) => bill.billNo === billNo)?.deductionNo ?? null,
      })),
    };
  });
}
