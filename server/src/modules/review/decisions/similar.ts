import type { orderAudit } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import type { Caller } from '../../../http/implement.ts';
import { type OrderRecord } from '../order-file/index.ts';
import { ordersWithin } from '../../lending/orders/index.ts';

const SHOWN = 5;

/** How orders like this one were decided lately: the same product and kind of loan, about the same amount. */
export async function similarTo(
  db: Queryable,
  { scope }: Pick<Caller, 'scope'>,
  order: OrderRecord,
): Promise<orderAudit.Panel['similar']> {
  const rows = await db
    .selectFrom('orderReview')
    .innerJoin('loanOrder', 'loanOrder.orderNo', 'orderReview.orderNo')
    .select(['loanOrder.orderNo', 'orderReview.auditResult', 'loanOrder.loanType'])
    .select(['loanOrder.appliedCents', 'orderReview.approvedCents', 'orderReview.refuseCode'])
    .select('orderReview.decidedAt')
    .where('orderReview.merchantNo', '=', order.merchantNo)
    .where('orderReview.reviewStatus', '=', 'DECIDED')
    .where('loanOrder.productNo', '=', order.productNo)
    .where('loanOrder.loanType', '=', order.loanType)
    .where('loanOrder.orderNo', '<>', order.orderNo)
    .where(sql<boolean>`abs(loan_order.applied_cents - ${order.appliedCents}) * 5 <= ${order.appliedCents}`)
    .where(ordersWithin(scope))
    .orderBy('orderReview.decidedAt', 'desc')
    .limit(SHOWN)
    .execute();
  return rows.map(({ appliedCents, approvedCents, decidedAt, ...row }) => ({
    ...row,
    loanAmountCents: appliedCents,
    approvedAmountCents: approvedCents,
    decidedAt: decidedAt.toISOString(),
  }));
}

/** The refusal codes that a reviewer used last, each once. */
export async function recentRefuseCodes(db: Queryable, userNo: string): Promise<string[]> {
  const rows = await db
    .selectFrom('orderReview')
    .select('refuseCode')
    .where('reviewerUserNo', '=', userNo)
    .where('refuseCode', 'is not', null)
    .orderBy('decidedAt', 'desc')
    .limit(40)
    .execute();
  return [...new Set(rows.flatMap(({ refuseCode }) => refuseCode ?? []))].slice(0, SHOWN);
}
