import type { Database, Tx } from '../db/database.ts';
import { applyPayment, receiveFlow, rollBack } from '../modules/payments/payments/index.ts';
import { serialOf } from './lending/serials.ts';
import type { SeedContext, SeedStep } from './lending/seed-step.ts';

/** The payments of a lived loan stay below it. */
const SERIAL = 33;
/** Cases of each system that money came in on. */
const PAID_CASES = 8;
const HOUR_MS = 3_600_000;

interface PaidCase {
  readonly orderNo: string;
  readonly merchantNo: string;
  readonly dueAtEntryCents: number;
  readonly phone: string;
  readonly customerName: string;
}

/** What came in on cases since they are worked: part of it, all of it, a mistake undone, a draft left for later. */
async function seedRecoveries(db: Database, { now, dice, people }: SeedContext): Promise<void> {
  for (const caseScope of ['ORDER', 'BILL'] as const) {
    const found = await db
      .selectFrom('collectionCase as c')
      .innerJoin('customer as k', 'k.customerNo', 'c.customerNo')
      .select(['c.orderNo', 'c.merchantNo', 'c.dueAtEntryCents', 'k.phone', 'k.customerName'])
      .where('c.caseScope', '=', caseScope)
      .where('c.caseStatus', '=', 'COLLECTING')
      .where('c.collectorUserNo', 'is not', null)
      .where((eb) =>
        eb.not(
          eb.exists(eb.selectFrom('repaymentLine as l').select('l.lineNo').whereRef('l.orderNo', '=', 'c.orderNo')),
        ),
      )
      .where((eb) =>
        eb.not(
          eb.exists(eb.selectFrom('writeOffTask as t').select('t.taskNo').whereRef('t.orderNo', '=', 'c.orderNo')),
        ),
      )
      // Numbers differ between lenders of the same seed, people do not.
      .orderBy('k.idCardNo')
      .orderBy('c.dueAtEntryCents')
      .limit(10 * PAID_CASES)
      .execute();
    const orders = [...Map.groupBy(found, ({ orderNo }) => orderNo).values()].flatMap(([first]) => first ?? []);
    for (const [index, one] of orders.slice(0, PAID_CASES).entries()) {
      const paidAt = new Date(now.getTime() - dice.between(1, 4) * HOUR_MS);
      await db.transaction().execute((tx) => paid(tx, one, index, { paidAt, at: now, maker: people.checker }));
    }
  }
}

async function paid(
  tx: Tx,
  { orderNo, merchantNo, dueAtEntryCents, phone, customerName }: PaidCase,
  index: number,
  { paidAt, at, maker }: { readonly paidAt: Date; readonly at: Date; readonly maker: string },
): Promise<void> {
  const whole = Math.ceil(dueAtEntryCents / 100) * 100;
  const amountCents = index % 4 === 1 ? whole : Math.max(100, Math.floor(dueAtEntryCents / 300) * 100);
  const paymentCode = serialOf(Number(orderNo.slice(2)), SERIAL);
  const { flowNo } = await receiveFlow(tx, {
    merchantNo,
    paymentChannel: 'MPESA',
    paymentCode,
    account: 'BANK.MPESA_PAYBILL',
    amountCents,
    repayTime: paidAt,
    receivedAt: paidAt,
    payerPhone: phone,
    payerName: customerName,
  });
  if (index % 4 === 3) {
    const row = { paymentCode, paymentChannel: 'MPESA', writeOffAmountCents: amountCents, isrecord: true, flowNo };
    await tx
      .insertInto('writeOffTask')
      .values({
        orderNo,
        billNo: null,
        repayType: 'GENERIC',
        rows: JSON.stringify([row]),
        merchantNo,
        makerUserNo: maker,
        ...(index > 4 && { taskStatus: 'ERROR' as const, fault: 'Something changed since the preview.' }),
      })
      .execute();
    return;
  }
  await applyPayment(tx, {
    repayType: 'GENERIC',
    billNo: null,
    amountCents,
    orderNo,
    flowNo,
    acknowledged: ['SURPLUS_TO_CREDIT'],
    makerUserNo: maker,
    idempotencyKey: `seed/recovery/${orderNo}`,
    at,
  });
  if (index % 4 !== 2) return;
  await rollBack(tx, {
    orderNo,
    kind: 'SETTLE_ROLLBACK',
    reason: 'Booked on the wrong customer',
    makerUserNo: maker,
    idempotencyKey: `seed/undone/${orderNo}`,
    at,
  });
}

/** Repayments on cases, which the collectors are credited with. */
export const recoveryStep: SeedStep = { name: 'recoveries', run: seedRecoveries };
