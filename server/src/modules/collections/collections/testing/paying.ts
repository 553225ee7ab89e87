import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../../../db/database.ts';
import { applyPayment, receiveFlow } from '../../../payments/payments/index.ts';

/** What an order owes now. */
export async function owedOn(db: Database, orderNo: string): Promise<number> {
  const { rows } = await sql<{ owed: number }>`select sum(bb.outstanding_cents)::bigint as owed from bill b
    join bill_balance bb using (bill_no) where b.order_no = ${orderNo}`.execute(db);
  return rows[0]?.owed ?? 0;
}

/** A payment that comes in on an order and is used at once, by this clock. @returns the number of its application */
export async function payOn(db: Database, orderNo: string, amountCents: number | 'all', at?: Date): Promise<string> {
  const { merchantNo } = await db
    .selectFrom('loanOrder')
    .select('merchantNo')
    .where('orderNo', '=', orderNo)
    .executeTakeFirstOrThrow();
  const cents = amountCents === 'all' ? await owedOn(db, orderNo) : amountCents;
  const paymentCode = `CASE${randomUUID().slice(0, 8).toUpperCase()}`;
  return await db.transaction().execute(async (tx) => {
    const { flowNo } = await receiveFlow(tx, {
      merchantNo,
      paymentChannel: 'MPESA',
      paymentCode,
      account: 'BANK.MPESA_PAYBILL',
      amountCents: cents,
      repayTime: at ?? new Date(),
      receivedAt: at ?? new Date(),
      payerPhone: '254712345678',
      payerName: 'Wanjiku Test',
    });
    const { applicationNo } = await applyPayment(tx, {
      orderNo,
      billNo: null,
      repayType: 'GENERIC',
      flowNo,
      amountCents: cents,
      acknowledged: ['SURPLUS_TO_CREDIT'],
      idempotencyKey: paymentCode,
      ...(at && { at }),
    });
    return applicationNo;
  });
}
