import type { Tx } from '../../../db/database.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { applyOnValueDate } from './apply-on-value-date.ts';
import { type AppliedWriteOff, applyFlows } from './apply-payment.ts';
import type { WriteOffRequest } from './plan-application.ts';
import { warnNotBackdated } from './warn-not-backdated.ts';

/**
 * Uses flows as a person asked. One payment over the bills in their order counts from the day on which the customer
 * paid, as if it had been placed then. Whoever names a bill, a waiver, a coupon or several payments decided by what is
 * owed today: that counts from today, and a warning says so where the loan was charged since the day of a payment.
 * @throws AppError as `applyFlows`
 */
export async function applyByHand(tx: Tx, request: WriteOffRequest): Promise<AppliedWriteOff> {
  const { orderNo, uses, at = new Date(), acknowledged = [], idempotencyKey, taskNo } = request;
  const { makerUserNo, checkerUserNo } = request;
  const paidAt = await paidAtOf(
    tx,
    uses.map(({ flowNo }) => flowNo),
  );
  const [use, ...others] = uses;
  const isPlain = request.repayType === 'GENERIC' && !request.deductionNo && !request.couponNo;
  if (isPlain && use && others.length === 0) {
    const paid = { orderNo, ...use, paidAt: paidAt.get(use.flowNo) ?? at, at, acknowledged, idempotencyKey };
    return await applyOnValueDate(tx, {
      ...paid,
      ...(taskNo && { taskNo }),
      ...(makerUserNo && { makerUserNo }),
      ...(checkerUserNo && { checkerUserNo }),
    });
  }
  const applied = await applyFlows(tx, request);
  for (const { flowNo, amountCents } of uses) {
    const then = paidAt.get(flowNo);
    if (then && (await wasChargedSince(tx, orderNo, then, at))) {
      await warnNotBackdated(tx, { orderNo, flowNo, amountCents, paidAt: then });
    }
  }
  return applied;
}

async function paidAtOf(tx: Tx, flowNos: readonly string[]): Promise<ReadonlyMap<string, Date>> {
  const flows = await tx
    .selectFrom('paymentFlow')
    .select(['flowNo', 'repayTime'])
    .where('flowNo', 'in', flowNos)
    .execute();
  return new Map(flows.map(({ flowNo, repayTime }) => [flowNo, repayTime]));
}

/** Whether the end of a day from that of the payment on charged the loan. */
async function wasChargedSince(tx: Tx, orderNo: string, paidAt: Date, at: Date): Promise<boolean> {
  const day = businessDateOf(paidAt);
  if (day >= businessDateOf(at)) return false;
  const charge = await tx
    .selectFrom('journal')
    .select('journalId')
    .where('causeType', '=', 'END_OF_DAY')
    .where('businessDate', '>=', day)
    .where('causeNo', 'in', (eb) => eb.selectFrom('bill').select('billNo').where('orderNo', '=', orderNo))
    .executeTakeFirst();
  return charge !== undefined;
}
