import type { payment, ReplyOf } from '@kituo/sdk/contracts';
import { type Selectable, sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import type { PaymentFlowTable } from '../../../db/engine-schema.ts';
import type { Call, Caller } from '../../../http/implement.ts';
import { outstandingOf, totalOf } from '../../platform/ledger/index.ts';
import { maskName, maskPhone } from '../../platform/masking/index.ts';
import { businessDateOf, daysBetween } from '../../platform/policy/index.ts';
import { readToDate } from './charged-to-date.ts';
import { flowsWithin, reachOrder } from './reach.ts';

type Plan = ReplyOf<typeof payment.billsOfOrder>;

/** Which of a bill's actions ask for which code; the states that allow them stand below. */
const CODES = {
  writeOff: ['afterLoan:writeOff:commit', 'afterLoan:writeOff:commitMulti'],
  zeroSettle: ['afterLoan:zeroSettle:settle'],
  deduct: ['collection:deduction:apply', 'collectionStage:deduction:apply'],
  chargeOff: ['collection:chargeOff:apply', 'collectionStage:chargeOff:apply'],
  rollBack: ['afterLoan:rollback:settle', 'afterLoan:rollback:full'],
} as const;
type BillAction = keyof typeof CODES;

/** The bills of an order, each with what it owes today. @throws AppError ORDER_NOT_FOUND */
export async function readPlan(orderNo: string, { db, caller }: Call): Promise<Plan> {
  await reachOrder(db, caller.scope, orderNo);
  return await readToDate(db, orderNo, (tx) => planOf(tx, orderNo, caller));
}

async function planOf(tx: Tx, orderNo: string, caller: Caller): Promise<Plan> {
  const order = await tx
    .selectFrom('loanOrder')
    .select(['orderStatus', 'merchantNo', 'customerNo', 'repaymentCode', 'lendingTime', 'collectionScope'])
    .select((eb) => creditOf(eb.ref('loanOrder.customerNo')).as('creditCents'))
    .select((eb) => isApplied(eb.ref('loanOrder.orderNo')).as('isApplied'))
    .select(sql<number>`(terms ->> 'installments')::int`.as('installments'))
    .where('orderNo', '=', orderNo)
    .executeTakeFirstOrThrow();
  const bills = await tx
    .selectFrom('bill')
    .innerJoin('billBalance', 'billBalance.billNo', 'bill.billNo')
    .selectAll('billBalance')
    .select(['bill.termNo', 'bill.billStatus', 'bill.dueDate', 'bill.inDuplumBaseCents'])
    .select(['bill.inDuplumChargedCents', 'bill.predecessorBillNo', 'bill.rolloverCount'])
    .select(['bill.actualDate', 'bill.principalCents as lentCents'])
    .select((eb) => creditedBy('APPLICATION', eb.ref('bill.billNo')).as('paidCents'))
    .select((eb) => creditedBy('DEDUCTION', eb.ref('bill.billNo')).as('deductionCents'))
    .where('bill.orderNo', '=', orderNo)
    .orderBy('bill.termNo')
    .orderBy('bill.billNo')
    .execute();
  const { isApplied: hasLive, installments, lendingTime, ...known } = order;
  const today = businessDateOf(new Date());
  return {
    ...known,
    orderNo,
    lendingTime: lendingTime?.toISOString() ?? null,
    bills: bills.map((bill) => {
      const outstanding = outstandingOf(bill);
      const isOwing = bill.billStatus === 'ACTIVE' || bill.billStatus === 'CHARGED_OFF';
      return {
        billNo: bill.billNo,
        orderNo,
        termNo: bill.termNo,
        installments,
        billStatus: bill.billStatus,
        dueDate: bill.dueDate,
        overdueDays: isOwing ? Math.max(0, daysBetween(bill.dueDate, today)) : 0,
        principalCents: bill.lentCents,
        outstanding,
        outstandingCents: totalOf(outstanding),
        payoffCents: totalOf(outstanding),
        claimCents: bill.claimCents,
        paidCents: bill.paidCents,
        deductionCents: bill.deductionCents,
        inDuplumBaseCents: bill.inDuplumBaseCents,
        inDuplumChargedCents: bill.inDuplumChargedCents,
        predecessorBillNo: bill.predecessorBillNo,
        rolloverCount: bill.rolloverCount,
        actualDate: bill.actualDate,
        allowedActions: actionsOf(bill.billStatus, hasLive, caller),
      };
    }),
  };
}

function actionsOf(billStatus: string, hasLive: boolean, caller: Caller): BillAction[] {
  const isActive = billStatus === 'ACTIVE';
  const allowed: Record<BillAction, boolean> = {
    writeOff: isActive || billStatus === 'CHARGED_OFF',
    zeroSettle: isActive,
    deduct: isActive,
    chargeOff: isActive,
    rollBack: hasLive && billStatus !== 'VOID',
  };
  const names: readonly BillAction[] = ['writeOff', 'zeroSettle', 'deduct', 'chargeOff', 'rollBack'];
  return names.filter((name) => allowed[name] && CODES[name].some((code) => caller.codes.has(code)));
}

/** What journals of a kind took off a bill, rollbacks taken off. */
const creditedBy = (kind: string, billNo: unknown) => sql<number>`coalesce((select -sum(p.amount_cents)
  from posting p join journal j on j.journal_id = p.journal_id and j.business_date = p.business_date
  where p.bill_no = ${billNo} and p.component is not null and j.journal_kind = ${kind}), 0)::bigint`;

const creditOf = (customerNo: unknown) => sql<number>`coalesce((select sum(credited_cents)
  from payment_flow f where f.customer_no = ${customerNo}), 0)::bigint`;

const isApplied = (orderNo: unknown) => sql<boolean>`exists (select from payment_application a
  where a.order_no = ${orderNo} and a.application_status = 'LIVE')`;

/** A flow as the caller may see it. */
export function presentFlow(
  flow: Selectable<PaymentFlowTable>,
  { isMasked, maskedFields }: Pick<Caller, 'isMasked' | 'maskedFields'>,
): ReplyOf<typeof payment.flowsOfOrder>['rows'][number] {
  const hides = (field: string) => isMasked || maskedFields.has(field);
  const { payerName, payerPhone } = flow;
  return {
    flowNo: flow.flowNo,
    merchantNo: flow.merchantNo,
    paymentCode: flow.paymentCode,
    paymentChannel: flow.paymentChannel,
    flowAmountCents: flow.amountCents,
    appliedCents: flow.appliedCents,
    creditCents: flow.creditedCents,
    returnedCents: flow.returnedCents,
    heldCents: flow.heldCents,
    writableCents: flow.writableCents,
    flowStatus: flow.flowStatus,
    repayTime: flow.repayTime.toISOString(),
    orderNo: flow.orderNo,
    payerName: payerName !== null && hides('payerName') ? maskName(payerName) : payerName,
    // A whole phone is revealed one at a time, whoever looks.
    payerPhone: payerPhone === null ? null : maskPhone(payerPhone),
    accountReference: flow.accountReference,
  };
}

/** The flows of an order's customer, those that can still be applied first. @throws AppError ORDER_NOT_FOUND */
export async function readFlows(orderNo: string, { db, caller }: Call): Promise<ReplyOf<typeof payment.flowsOfOrder>> {
  await reachOrder(db, caller.scope, orderNo);
  const flows = await db
    .selectFrom('paymentFlow')
    .selectAll()
    .where(flowsWithin(caller.scope))
    .where((eb) =>
      eb(
        'customerNo',
        '=',
        eb.selectFrom('loanOrder').select('loanOrder.customerNo').where('orderNo', '=', orderNo),
      ).or('orderNo', '=', orderNo),
    )
    .orderBy(sql`writable_cents > 0`, 'desc')
    .orderBy('repayTime', 'desc')
    .limit(100)
    .execute();
  return { rows: flows.map((flow) => presentFlow(flow, caller)) };
}
