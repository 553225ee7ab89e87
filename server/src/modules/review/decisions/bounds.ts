import type { orderAudit, reviewRules } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import { limitAt } from '../../lending/lending-limits/index.ts';
import { evidenceOf, type OrderRecord } from '../order-file/index.ts';
import { creditOf } from '../../lending/credit/index.ts';
import { readSnapshot, rulesFor } from '../review-config/index.ts';

export type Rules = Omit<reviewRules.ReviewSnapshot, 'round' | 'takenAt'>;

/** The rules the order's review goes by: those it was assigned with. */
export async function rulesOf(db: Queryable, order: OrderRecord): Promise<Rules> {
  const kept = await readSnapshot(db, order.orderNo);
  return kept ?? (await rulesFor(db, order, new Date()));
}

/** What may be approved: at most the product's maximum, what is left of the credit line and what the merchant lends. */
export async function boundsOf(db: Queryable, order: OrderRecord, now: Date): Promise<orderAudit.Panel['bounds']> {
  const credit = await creditOf(db, order.customerNo, now, order.pricingStepUpBps);
  const productMaximumCents = order.terms.maxPrincipalCents;
  const limit = await limitAt(db, order, now);
  const remainingCreditCents = credit?.remainingCents ?? null;
  const most = Math.min(
    productMaximumCents,
    remainingCreditCents ?? productMaximumCents,
    limit?.maxAmountCents ?? productMaximumCents,
  );
  return {
    loanAmountCents: order.appliedCents,
    productMaximumCents,
    remainingCreditCents,
    merchantMinimumCents: limit?.minAmountCents ?? null,
    merchantMaximumCents: limit?.maxAmountCents ?? null,
    // Payouts leave in whole shillings.
    maximumCents: Math.floor(most / 100) * 100,
  };
}

/** Whether the reviewer must say if the faces are one person's. */
export async function isFaceCompulsory(
  db: Queryable,
  orderNo: string,
  { faceCompulsory, faceThreshold }: Rules,
): Promise<boolean> {
  if (faceCompulsory !== 'BELOW_THRESHOLD') return faceCompulsory === 'ALWAYS';
  const { content } = await evidenceOf(db, orderNo, 'FACE');
  return content === null || content.score < faceThreshold;
}
