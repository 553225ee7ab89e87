import type { payment, ReplyOf } from '@kituo/sdk/contracts';
import { type Selectable, sql } from 'kysely';
import type { BillBalanceTable, PaymentFlowTable } from '../../db/engine-schema.ts';
import type { Call, Caller } from '../../http/implement.ts';
import { amounts, totalOf } from '../ledger/index.ts';
import { maskPhone, maskText } from '../masking/index.ts';
import { lockOrder } from '../orders/index.ts';
import { businessDateOf, daysBetween } from '../policy/index.ts';
import { lockLoan } from './loan-lock.ts';
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

/**
 * The bills of an order, each with what it owes today: days that the end of day has not come to are charged in
 * a transaction that is rolled back, so a payoff read out holds until midnight.
 * @throws AppError ORDER_NOT_FOUND
 */
export async function readPlan(orderNo: string, { db, caller }: Call): Promise<Plan> {
  await reachOrder(db, caller.scope, orderNo);
  const today = businessDateOf(new Date());
  return await db
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (tx) => {
      await sql`savepoint plan`.execute(tx);
      const order = await lockOrder(tx, orderNo);
      const hasBills = order.lendingTime !== null || order.orderStatus === 'DISBURSING';
      const loan = hasBills ? await lockLoan(tx, orderNo, today) : undefined;
      const balances = await tx
        .selectFrom('bill')
        .innerJoin('billBalance', 'billBalance.billNo', 'bill.billNo')
        .selectAll('billBalance')
        .select((eb) => paidOf(eb.ref('bill.billNo')).as('paidCents'))
        .select((eb) => waivedOf(eb.ref('bill.billNo')).as('deductionCents'))
        .where('orderNo', '=', orderNo)
        .execute();
      const live = await tx
        .selectFrom('paymentApplication')
        .select('applicationNo')
        .where('orderNo', '=', orderNo)
        .where('applicationStatus', '=', 'LIVE')
        .limit(1)
        .execute();
      const { creditCents } = await tx
        .selectFrom('paymentFlow')
        .select(sql<number>`coalesce(sum(credited_cents), 0)::bigint`.as('creditCents'))
        .where('customerNo', '=', order.customerNo)
        .executeTakeFirstOrThrow();
      await sql`rollback to savepoint plan`.execute(tx);
      return {
        orderNo,
        orderStatus: order.orderStatus,
        merchantNo: order.merchantNo,
        customerNo: order.customerNo,
        repaymentCode: order.repaymentCode,
        lendingTime: order.lendingTime?.toISOString() ?? null,
        creditCents,
        bills: (loan?.bills ?? []).map((bill) => {
          const balance = balances.find(({ billNo }) => billNo === bill.billNo);
          const outstanding = outstandingOf(balance);
          const outstandingCents = totalOf(outstanding);
          const isOwing = bill.billStatus === 'ACTIVE' || bill.billStatus === 'CHARGED_OFF';
          return {
            billNo: bill.billNo,
            orderNo,
            termNo: bill.termNo,
            installments: order.terms.installments,
            billStatus: bill.billStatus,
            dueDate: bill.dueDate,
            overdueDays: isOwing ? Math.max(0, daysBetween(bill.dueDate, today)) : 0,
            principalCents: bill.principalCents,
            outstanding,
            outstandingCents,
            payoffCents: outstandingCents,
            claimCents: balance?.claimCents ?? 0,
            paidCents: balance?.paidCents ?? 0,
            deductionCents: balance?.deductionCents ?? 0,
            inDuplumBaseCents: bill.inDuplumBaseCents,
            inDuplumChargedCents: bill.inDuplumChargedCents,
            predecessorBillNo: bill.predecessorBillNo,
            rolloverCount: bill.rolloverCount,
            actualDate: bill.actualDate,
            allowedActions: actionsOf(bill.billStatus, live.length > 0, caller),
          };
        }),
      };
    });
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
  const names: readonly BillAction[] = [
    'writeOff',
    'zeroSettle',
    'deduct',
    'chargeOff',
    'rollBack',
  ];
  return names.filter(
    (name) => allowed[name] && CODES[name].some((code) => caller.codes.has(code)),
  );
}

function outstandingOf(row: Selectable<BillBalanceTable> | undefined) {
  return row
    ? amounts({
        LATE_FEE: row.lateFeeCents,
        LIQUIDATED_DAMAGES: row.liquidatedDamagesCents,
        EXTENSION_SERVICE_FEE: row.extensionServiceFeeCents,
        MANAGEMENT_FEE: row.managementFeeCents,
        SERVICE_FEE: row.serviceFeeCents,
        EXCISE: row.exciseCents,
        INTEREST: row.interestCents,
        PRINCIPAL: row.principalCents,
      })
    : amounts({});
}

/** Money that was applied to a bill, rollbacks taken off. */
const paidOf = (billNo: unknown) => sql<number>`coalesce((select -sum(p.amount_cents) from posting p
  join journal j on j.journal_id = p.journal_id and j.business_date = p.business_date
  where p.bill_no = ${billNo} and p.component is not null and j.journal_kind = 'APPLICATION'), 0)::bigint`;

const waivedOf = (
  billNo: unknown,
) => sql<number>`coalesce((select -sum(p.amount_cents) from posting p
  join journal j on j.journal_id = p.journal_id and j.business_date = p.business_date
  where p.bill_no = ${billNo} and p.component is not null and j.journal_kind = 'DEDUCTION'), 0)::bigint`;

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
    payerName: payerName !== null && hides('payerName') ? maskText(payerName) : payerName,
    // A whole phone is revealed one at a time, whoever looks.
    payerPhone: payerPhone === null ? null : maskPhone(payerPhone),
    accountReference: flow.accountReference,
  };
}

/** The flows of an order's customer, those that can still be applied first. @throws AppError ORDER_NOT_FOUND */
export async function readFlows(
  orderNo: string,
  { db, caller }: Call,
): Promise<ReplyOf<typeof payment.flowsOfOrder>> {
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
