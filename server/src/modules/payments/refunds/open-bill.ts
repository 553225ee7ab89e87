import type { refund, ReplyOf } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import { outstandingOf, totalOf } from '../../platform/ledger/index.ts';

type OpenBill = NonNullable<ReplyOf<typeof refund.detail>['openBill']>;

/** The customer's next open bill, before and after so much credit pays it; null where none is open. */
export async function openBillOf(db: Queryable, customerNo: string, creditCents: number): Promise<OpenBill | null> {
  const bill = await db
    .selectFrom('bill')
    .innerJoin('billBalance', 'billBalance.billNo', 'bill.billNo')
    .selectAll('billBalance')
    .select(['bill.orderNo', 'bill.dueDate'])
    .where('bill.customerNo', '=', customerNo)
    .where('bill.billStatus', '=', 'ACTIVE')
    .orderBy('bill.dueDate')
    .orderBy('bill.billNo')
    .limit(1)
    .executeTakeFirst();
  if (!bill) return null;
  const outstandingCents = totalOf(outstandingOf(bill));
  const paidCents = Math.min(outstandingCents, creditCents);
  return {
    orderNo: bill.orderNo,
    billNo: bill.billNo,
    dueDate: bill.dueDate,
    outstandingCents,
    outstandingAfterCents: outstandingCents - paidCents,
    creditAfterCents: creditCents - paidCents,
  };
}
