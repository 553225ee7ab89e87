import type { AllotmentEnding } from '../../../db/allotment-schema.ts';
import type { Tx } from '../../../db/database.ts';
import { businessDateOf, policyOn } from '../../platform/policy/index.ts';
import { lockOrder, moveOrder } from './orders.ts';
import type { LoanOrder } from './loan-order.ts';
import type { Acting } from './review.ts';

/** Hands an application to an auditor; the lease is the policy's unless `leaseMinutes` says otherwise. */
export async function allocateOrder(
  tx: Tx,
  orderNo: string,
  auditorUserNo: string,
  acting: Acting & { readonly leaseMinutes?: number } = {},
): Promise<LoanOrder> {
  const { at = new Date(), userNo } = acting;
  const { policy } = await policyOn(tx, businessDateOf(at));
  const minutes = acting.leaseMinutes ?? policy.review.leaseMinutes;
  const leaseEndsAt = new Date(at.getTime() + minutes * 60_000);
  const order = await lockOrder(tx, orderNo);
  const change = { auditorUserNo, leaseEndsAt, allottedAt: at, openedAt: null };
  return await moveOrder(tx, order, { command: 'allocate', change, userNo, at });
}

/** Takes an application back from its auditor; `ending` says why, RECALLED by somebody unless given. */
export async function recallOrder(
  tx: Tx,
  orderNo: string,
  acting: Acting & { readonly ending?: AllotmentEnding; readonly remark?: string } = {},
): Promise<LoanOrder> {
  const { at, userNo, ending, remark } = acting;
  const order = await lockOrder(tx, orderNo);
  const change = { auditorUserNo: null, leaseEndsAt: null, allottedAt: null, openedAt: null };
  return await moveOrder(tx, order, {
    command: 'recall' as const,
    change,
    userNo,
    remark,
    ...(at && { at }),
    ...(ending && { ending }),
  });
}
