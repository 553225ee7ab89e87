import { collection, deduction, type ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Call } from '../../../http/implement.ts';
import { defineList } from '../../../lists/index.ts';
import { COMPONENTS, mapAmounts, NEVER_WAIVED, partsOf, readBills, totalOf } from '../../platform/ledger/index.ts';
import { readToDate } from '../payments/index.ts';
import { billsOfOrder, likeBills, mostOf, strategyWithin } from './read-beside.ts';
import { ordersOf, reachOrderOf, type System, waiverCapOf } from './reach.ts';

const storedAmounts = z.partialRecord(z.enum(COMPONENTS), z.number());
const caseLevels = z.nullable(collection.caseLevel);

/** Of the newest case that the bill was in. */
const newestCase = (column: 'case_no' | 'case_level') => sql<string | null>`(select c.${sql.raw(column)}
  from case_bill cb join collection_case c on c.case_no = cb.case_no
  where cb.bill_no = d.bill_no order by c.case_no desc limit 1)`;

interface Within {
  readonly strategyName: string;
  readonly strategyCapCents: number;
  readonly approvalMode: 'EACH' | 'PRE_APPROVED';
}

/** The strategy in the version that the waiver was within. */
const strategyOf = sql<Within | null>`(select jsonb_build_object('strategyName', v.value ->> 'ruleName',
    'strategyCapCents', v.value -> 'capPerBillCents', 'approvalMode', v.value ->> 'approvalMode') from config_version v
  where v.config_key = 'collectionStage.strategy' and v.version_no = d.strategy_version_no
    and v.subject_no = d.merchant_no || '_' || d.strategy_rule_id)`;

const AREAS = { ORDER: 'collection', BILL: 'collectionStage' } as const;

/** Waivers of the system; those that wait come first, the ones that expire soonest on top. */
const listOf = (system: System) =>
  defineList(
    deduction.byOrder.page,
    (db) =>
      db
        .selectFrom('deduction as d')
        .innerJoin('loanOrder', 'loanOrder.orderNo', 'd.orderNo')
        .innerJoin('customer', 'customer.customerNo', 'loanOrder.customerNo')
        .innerJoin('appUser as applicant', 'applicant.userNo', 'd.applicantUserNo')
        .innerJoin('bill', 'bill.billNo', 'd.billNo')
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
        billNo: by.is('d.billNo'),
        applicantUserNos: by.oneOf('d.applicantUserNo'),
        appliedAt: by.days('d.createdAt'),
        caseLevel: (level) => sql<boolean>`exists (select from case_bill cb
          join collection_case c on c.case_no = cb.case_no where cb.bill_no = d.bill_no and c.case_level = ${level})`,
        strategyNo: by.is('d.strategyRuleId'),
        outsideStrategy: (is) => (eb) => eb('d.strategyRuleId', is ? 'is' : 'is not', null),
        lapsesToday: (is) =>
          is ? (eb) => eb('d.deductionStatus', '=', 'APPROVED').and('d.lapsesAt', '>', sql<Date>`now()`) : null,
      },
      sorts: { lapsesAt: 'd.lapsesAt', appliedAt: 'd.createdAt' },
      first: [
        [sql`deduction_status = 'PENDING'`, 'desc'],
        ['d.createdAt', 'desc'],
      ],
      select: (query) =>
        query
          .leftJoin('billBalance as balance', 'balance.billNo', 'd.billNo')
          .selectAll('d')
          .select(strategyOf.as('strategy'))
          .select(['bill.termNo', newestCase('case_no').as('caseNo'), newestCase('case_level').as('caseLevel')])
          .select(sql<number>`coalesce(balance.outstanding_cents, 0)::bigint`.as('payoffCents'))
          .select(
            sql<number>`coalesce((select sum(older.outstanding_cents) from bill b
              join bill_balance older on older.bill_no = b.bill_no
              where b.order_no = d.order_no and b.due_date < bill.due_date), 0)::bigint`.as('olderDueCents'),
          )
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
          termNo: row.termNo,
          merchantNo: row.merchantNo,
          caseNo: row.caseNo,
          caseLevel: caseLevels.parse(row.caseLevel),
          payoffCents: row.payoffCents,
          olderDueCents: row.olderDueCents,
          customerName: row.customerName,
          reason: row.reason,
          strategyNo: row.strategyRuleId,
          strategyName: row.strategy?.strategyName ?? null,
          strategyCapCents: row.strategy?.strategyCapCents ?? null,
          approvalMode: row.strategy?.approvalMode ?? null,
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

export const deductionsOf = { ORDER: listOf('ORDER'), BILL: listOf('BILL') } as const;

/** A waiver beside what its bill owes and what else the customer was let off. @throws AppError DEDUCTION_NOT_FOUND */
export async function readDeduction(
  system: System,
  deductionNo: string,
  call: Call,
): Promise<ReplyOf<(typeof deduction.byOrder)['detail']>> {
  const { db, caller } = call;
  const row = await deductionsOf[system].one(deductionNo, call);
  const [bill] = await readBills(db, [row.billNo]);
  const others = await db
    .selectFrom('deduction as d')
    .innerJoin('loanOrder', 'loanOrder.orderNo', 'd.orderNo')
    .select(['d.deductionNo', 'd.orderNo', 'd.billNo', 'd.totalCents', 'd.requestedCents', 'd.deductionStatus'])
    .select('d.createdAt')
    .where('loanOrder.customerNo', '=', (eb) =>
      eb.selectFrom('loanOrder as o').select('o.customerNo').where('o.orderNo', '=', row.orderNo),
    )
    .where('d.deductionNo', '<>', deductionNo)
    .where(ordersOf(caller.scope, system))
    .orderBy('d.createdAt', 'desc')
    .limit(20)
    .execute();
  const promises = await db
    .selectFrom('promiseToPay')
    .select(['promiseNo', 'amountCents', 'promisedOn as promisedRepaymentTime', 'promiseStatus'])
    .where('caseNo', '=', row.caseNo ?? '')
    .orderBy('promiseNo', 'desc')
    .limit(10)
    .execute();
  const payments = await db
    .selectFrom('paymentApplication')
    .select(['applicationNo', 'appliedAt', 'appliedCents', 'repayType', 'applicationStatus'])
    .where('orderNo', '=', row.orderNo)
    .orderBy('appliedAt', 'desc')
    .orderBy('applicationNo', 'desc')
    .limit(10)
    .execute();
  const within = await strategyWithin(db, row.strategyNo, deductionNo);
  return {
    ...row,
    parts: COMPONENTS.flatMap((component) => {
      const requestedCents = row.amounts[component] ?? 0;
      const outstandingCents = bill?.outstanding[component] ?? 0;
      if (requestedCents === 0 && outstandingCents === 0) return [];
      return [
        { component, requestedCents, outstandingCents, strategyCents: mostOf(within, component, outstandingCents) },
      ];
    }),
    capCents: await waiverCapOf(db, caller),
    budget: within && { dailyCents: within.dailyBudgetCents, leftCents: within.leftCents },
    orderBills: await billsOfOrder(db, row.orderNo),
    like: await likeBills(db, row),
    others: others.map(({ totalCents, requestedCents, createdAt, ...one }) => ({
      ...one,
      requestedCents: requestedCents ?? totalCents,
      appliedAt: createdAt.toISOString(),
    })),
    promises,
    payments: payments.map(({ appliedAt, applicationStatus, ...one }) => ({
      ...one,
      appliedAt: appliedAt.toISOString(),
      isRolledBack: applicationStatus === 'ROLLED_BACK',
    })),
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
