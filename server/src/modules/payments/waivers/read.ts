import { deduction, type ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Call } from '../../../http/implement.ts';
import { defineList } from '../../../lists/index.ts';
import { COMPONENTS, mapAmounts, NEVER_WAIVED, partsOf, readBills, totalOf } from '../../platform/ledger/index.ts';
import { readToDate } from '../payments/index.ts';
import { ordersOf, reachOrderOf, type System, waiverCapOf } from './reach.ts';

const storedAmounts = z.partialRecord(z.enum(COMPONENTS), z.number());
const AREAS = { ORDER: 'collection', BILL: 'collectionStage' } as const;

/** Waivers of the system; those that wait come first, the ones that expire soonest on top. */
export const deductionsOf = (system: System) =>
  defineList(
    deduction.byOrder.page,
    (db) =>
      db
        .selectFrom('deduction as d')
        .innerJoin('loanOrder', 'loanOrder.orderNo', 'd.orderNo')
        .innerJoin('customer', 'customer.customerNo', 'loanOrder.customerNo')
        .innerJoin('appUser as applicant', 'applicant.userNo', 'd.applicantUserNo')
        .leftJoin('appUser as auditor', 'auditor.userNo', 'd.decidedBy'),
    (by) => ({
      scope: ({ caller }) => ordersOf(caller.scope, system),
      key: 'd.deductionNo',
      missing: 'DEDUCTION_NOT_FOUND',
      filters: {
        deductionNo: by.is('d.deductionNo'),
        orderNo: by.is('d.orderNo'),
        deductionStatus: by.is('d.deductionStatus'),
        reason: by.is('d.reason'),
        applicantUserNos: by.oneOf('d.applicantUserNo'),
        lapsesToday: (is) =>
          is ? (eb) => eb('d.deductionStatus', '=', 'APPROVED').and('d.lapsesAt', '>', sql<Date>`now()`) : null,
        from: by.from('d.createdAt'),
        to: by.to('d.createdAt'),
      },
      sorts: { lapsesAt: 'd.lapsesAt', appliedAt: 'd.createdAt' },
      first: [
        [sql`deduction_status = 'PENDING'`, 'desc'],
        ['d.createdAt', 'desc'],
      ],
      select: (query) =>
        query
          .selectAll('d')
          .select(['customer.customerName', 'applicant.realName as applicantName', 'auditor.realName as auditorName']),
      row: (row, { caller }) => {
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
          customerName: row.customerName,
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
          allowedActions: isDecidable ? ['approve' as const, 'reject' as const] : [],
        };
      },
      personal: { customerName: 'name' },
    }),
  );

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
