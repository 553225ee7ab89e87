import { sql } from 'kysely';
import type { Database } from '../../../../db/database.ts';
import { allocateOrder, machineReview, refuseOrder, takeApplication } from '../index.ts';

const DAY_MS = 86_400_000;

/** An application of a new customer, let pass by the machine and waiting to be allocated. */
export async function waitingOrder(
  db: Database,
  { productNo, at = new Date() }: { readonly productNo: string; readonly at?: Date },
): Promise<string> {
  const { merchantNo } = await db
    .selectFrom('loanProduct')
    .select('merchantNo')
    .where('productNo', '=', productNo)
    .executeTakeFirstOrThrow();
  const { customerNo } = await db
    .insertInto('customer')
    .values({
      merchantNo,
      customerName: 'Wanjiku Test',
      phone: sql<string>`'2547' || lpad((random() * 99999999)::int::text, 8, '0')`,
      idCardNo: '23456789',
    })
    .returning('customerNo')
    .executeTakeFirstOrThrow();
  return await db.transaction().execute(async (tx) => {
    const payee = { phone: '254712345678', name: 'Wanjiku Test' };
    const order = { customerNo, productNo, appliedCents: 300_000, payee, at };
    const orderNo = await takeApplication(tx, order);
    await machineReview(tx, orderNo, { isPassed: true }, { at });
    return orderNo;
  });
}

export interface Refusal {
  readonly productNo: string;
  readonly refuseCode: string;
  readonly byUserNo: string;
  readonly daysAgo?: number;
}

/** An order that somebody refused. */
export async function refusedOrder(db: Database, refusal: Refusal): Promise<string> {
  const { productNo, refuseCode, byUserNo, daysAgo = 0 } = refusal;
  const at = new Date(Date.now() - daysAgo * DAY_MS);
  const orderNo = await waitingOrder(db, { productNo, at });
  await db.transaction().execute(async (tx) => {
    await allocateOrder(tx, orderNo, byUserNo, { at });
    await refuseOrder(tx, orderNo, { refuseCode }, { userNo: byUserNo, at });
  });
  return orderNo;
}
