import { randomUUID } from 'node:crypto';
import type { Database, Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { lockOrder } from '../../lending/orders/index.ts';
import { allocationRulesAt } from '../review-config/index.ts';
import { handOver, notifyReviewers } from './allot.ts';
import { pickFor } from './batches.ts';

const ORDERS_A_TURN = 200;

/**
 * Hands waiting orders out automatically, the longest waiting first, where the review settings say so. Orders
 * that find nobody wait on. May run in several processes at once: each order is locked and looked at again.
 * @returns how many were assigned.
 */
export async function autoAllot(db: Database): Promise<number> {
  const { autoAllotEnabled } = await allocationRulesAt(db);
  if (!autoAllotEnabled) return 0;
  const waiting = await db
    .selectFrom('loanOrder')
    .select(['orderNo'])
    .where('orderStatus', '=', 'TO_ALLOCATE')
    .orderBy('applyTime')
    .orderBy('orderNo')
    .limit(ORDERS_A_TURN)
    .execute();
  let count = 0;
  for (const { orderNo } of waiting) {
    if (await db.transaction().execute((tx) => giveOne(tx, orderNo))) count += 1;
  }
  return count;
}

async function giveOne(tx: Tx, orderNo: string): Promise<boolean> {
  const order = await lockOrder(tx, orderNo);
  if (order.orderStatus !== 'TO_ALLOCATE') return false;
  let auditorUserNo: string;
  try {
    auditorUserNo = await pickFor(tx, orderNo);
  } catch (error) {
    if (error instanceof AppError && error.error === 'NO_AUDITOR_FREE') return false;
    throw error;
  }
  await handOver(tx, order, auditorUserNo, undefined);
  await writeAudit(
    tx,
    { requestId: `allocation-${randomUUID()}`, address: '' },
    {
      action: 'audit.order.allot',
      subjectType: 'order',
      subjectNo: orderNo,
      before: { auditorUserNo: null },
      after: { auditorUserNo },
    },
  );
  await notifyReviewers(tx, [auditorUserNo]);
  return true;
}
