import type { repayment } from '@kituo/sdk/contracts';
import type { Call } from '../../../http/implement.ts';
import { ordersWithin } from '../../lending/orders/index.ts';
import { flowsWithin, reachBill, readPlan } from '../payments/index.ts';
import { bestSplit, type SplitLoan } from './best-split.ts';

/** Loans of one customer that are open at a time; nobody has more. */
const MAX_LOANS = 20;
/** Rows that one write-off takes. */
const MAX_FLOWS = 50;

type Reply = repayment.BestSplit;

type Known = Reply['loans'][number]['bills'][number];
interface OwingLoan extends Omit<SplitLoan, 'bills'> {
  readonly bills: readonly (Pick<Known, 'billNo' | 'termNo' | 'dueDate'> & { readonly owedCents: number })[];
}

/** @throws AppError BILL_NOT_FOUND */
export async function readBestSplit(billNo: string, call: Call): Promise<Reply> {
  const { db, caller } = call;
  const { orderNo } = await reachBill(db, caller.scope, billNo);
  const { customerNo } = await db
    .selectFrom('loanOrder')
    .select('customerNo')
    .where('orderNo', '=', orderNo)
    .executeTakeFirstOrThrow();
  const loans = await loansOf(customerNo, call);
  const flows = await db
    .selectFrom('paymentFlow')
    .select(['flowNo', 'paymentCode', 'paymentChannel', 'writableCents', 'repayTime as paidAt'])
    .where(flowsWithin(caller.scope))
    .where('customerNo', '=', customerNo)
    .where('writableCents', '>', 0)
    .where('flowStatus', '!=', 'REVERSED')
    .orderBy('repayTime')
    .limit(MAX_FLOWS)
    .execute();
  const split = bestSplit(loans, flows).map(({ orderNo: on, uses }): Reply['loans'][number] => {
    let leftCents = uses.reduce((sum, { amountCents }) => sum + amountCents, 0);
    return {
      orderNo: on,
      uses: uses.flatMap(({ flowNo, amountCents }) => {
        const flow = flows.find((one) => one.flowNo === flowNo);
        if (!flow) return [];
        const { paidAt: _, ...shown } = flow;
        return [{ ...shown, amountCents }];
      }),
      bills: (loans.find((loan) => loan.orderNo === on)?.bills ?? []).map(({ owedCents, ...bill }) => {
        const paidCents = Math.min(leftCents, owedCents);
        leftCents -= paidCents;
        return { ...bill, beforeCents: owedCents, afterCents: owedCents - paidCents };
      }),
    };
  });
  const usedCents = split.flatMap(({ uses }) => uses).reduce((sum, { amountCents }) => sum + amountCents, 0);
  return {
    loans: split,
    settledCount: split.flatMap(({ bills }) => bills).filter(({ afterCents }) => afterCents === 0).length,
    usedCents,
    leftCents: flows.reduce((sum, { writableCents }) => sum + writableCents, 0) - usedCents,
  };
}

/** The customer's open loans with what each bill owes today: a payment takes open bills and claims by due date. */
async function loansOf(customerNo: string, call: Call) {
  const orders = await call.db
    .selectFrom('loanOrder')
    .select(['loanOrder.orderNo', 'loanOrder.lendingTime'])
    .where('loanOrder.customerNo', '=', customerNo)
    .where('loanOrder.orderStatus', '=', 'DISBURSED')
    .where(ordersWithin(call.caller.scope))
    .orderBy('loanOrder.lendingTime')
    .limit(MAX_LOANS)
    .execute();
  const loans: OwingLoan[] = [];
  for (const { orderNo, lendingTime } of orders) {
    const { bills } = await readPlan(orderNo, call);
    const owing = bills
      .map(({ billNo, termNo, dueDate, payoffCents, claimCents }) => ({
        billNo,
        termNo,
        dueDate,
        owedCents: payoffCents + claimCents,
      }))
      .filter(({ owedCents }) => owedCents > 0)
      .toSorted((left, right) => (`${left.dueDate} ${left.billNo}` < `${right.dueDate} ${right.billNo}` ? -1 : 1));
    if (owing.length > 0 && lendingTime !== null) loans.push({ orderNo, lentAt: lendingTime, bills: owing });
  }
  // The loan whose oldest bill is due first gets what is left over.
  return loans.toSorted((left, right) => ((left.bills[0]?.dueDate ?? '') < (right.bills[0]?.dueDate ?? '') ? -1 : 1));
}
