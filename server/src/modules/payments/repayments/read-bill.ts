import type { ReplyOf, repayment } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Call } from '../../../http/implement.ts';
import { bills } from './bill-list.ts';

/** A bill with its neighbours by extension. @throws AppError BILL_NOT_FOUND */
export async function readBill(billNo: string, call: Call): Promise<ReplyOf<typeof repayment.bill>> {
  const row = await bills.one(billNo, call);
  const { predecessorBillNo, rolloverCount, installments } = await call.db
    .selectFrom('bill')
    .innerJoin('loanOrder', 'loanOrder.orderNo', 'bill.orderNo')
    .select(['bill.predecessorBillNo', 'bill.rolloverCount'])
    .select(sql<number>`(loan_order.terms ->> 'installments')::int`.as('installments'))
    .where('billNo', '=', billNo)
    .executeTakeFirstOrThrow();
  const related = await call.db
    .selectFrom('bill')
    .select(['billNo', 'billStatus', 'dueDate', 'rolloverCount', 'predecessorBillNo'])
    .where((eb) => eb.or([eb('billNo', '=', predecessorBillNo ?? ''), eb('predecessorBillNo', '=', billNo)]))
    .orderBy('billNo', 'desc')
    .execute();
  const shown = related.map(({ predecessorBillNo: _, ...one }) => one);
  return {
    row,
    installments,
    rolloverCount,
    predecessor: shown.find((one) => one.billNo === predecessorBillNo) ?? null,
    successor: shown.find((one) => one.billNo !== predecessorBillNo) ?? null,
  };
}
