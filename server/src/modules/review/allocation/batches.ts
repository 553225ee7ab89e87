import { auditAllot, auditOrder } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import { AppError } from '../../../http/app-error.ts';
import type { Tx } from '../../../db/database.ts';
import { type ItemsKind, type JobRun, defineJob } from '../../platform/jobs/index.ts';
import { lockOrder } from '../../lending/orders/index.ts';
import { lockPersonnel } from '../../staff/personnel/index.ts';
import { allotOne, type Reviewing } from './allot.ts';
import { readOrdersToAllot } from './orders-to-allot.ts';
import { planAllotment } from './plan.ts';
import { readReviewers } from './reviewers.ts';
import { recallOne, releaseOne, undoOne } from './take-back.ts';

/** An item of a job as the commands of one order take it. */
function contextOf({ tx, caller, jobNo }: JobRun & { readonly tx: Tx }): Reviewing {
  return { tx, caller, requestId: jobNo, address: '' };
}

const inputOfAllotment = z.object({ auditorUserNo: z.string() });

/** Orders to reviewers as previewed; the rules are asked again for each. */
export const allotKind: ItemsKind<Record<never, never>> = defineJob({
  kind: 'orders.allot',
  title: { en: 'Order assignment', zh: '分配订单' },
  code: 'audit:order:allot',
  params: z.strictObject({}),
  async runItem({ subjectNo, input }, _params, run) {
    const { auditorUserNo } = inputOfAllotment.parse(input);
    const requested = { orderNo: subjectNo, auditorUserNo, isReallocation: false };
    await allotOne(requested, contextOf(run));
    return { auditorUserNo };
  },
});

/** Each order to the reviewer with the lowest open ÷ cap at that moment. */
export const autoAllotKind: ItemsKind<Record<never, never>> = defineJob({
  kind: 'orders.autoAllot',
  title: { en: 'Automatic order assignment', zh: '自动分配订单' },
  code: 'audit:order:allot',
  params: z.strictObject({}),
  async runItem({ subjectNo }, _params, run) {
    const orderNo = subjectNo;
    const auditorUserNo = await pickFor(run.tx, orderNo);
    await allotOne({ orderNo, auditorUserNo, isReallocation: false }, contextOf(run));
    return { auditorUserNo };
  },
});

/** The emptiest reviewer who may get the order. Order and records stay locked until the commit. */
export async function pickFor(tx: Tx, orderNo: string): Promise<string> {
  const { merchantNo } = await lockOrder(tx, orderNo);
  const [order] = await readOrdersToAllot(tx, [orderNo]);
  if (!order) throw new AppError('ORDER_NOT_FOUND');
  const scope = { merchantNos: [merchantNo] };
  const seen = await readReviewers(tx, scope, new Date());
  await lockPersonnel(
    tx,
    'AUDITOR',
    seen.map(({ userNo }) => userNo),
  );
  const reviewers = await readReviewers(tx, scope, new Date());
  const { given } = planAllotment([order], reviewers, 'AUTO');
  const auditorUserNo = given.get(orderNo);
  if (auditorUserNo === undefined) throw new AppError('NO_AUDITOR_FREE');
  return auditorUserNo;
}

const { reason } = auditAllot.recall.request.shape;

export const recallKind: ItemsKind<{ readonly reason?: string | undefined }> = defineJob({
  kind: 'orders.recall',
  title: { en: 'Recall of orders', zh: '收回订单' },
  code: 'audit:order:recall',
  params: z.strictObject({ reason }),
  async runItem({ subjectNo }, params, run) {
    await recallOne({ orderNo: subjectNo, ...params }, contextOf(run));
    return null;
  },
});

export const undoAllotKind: ItemsKind<Record<never, never>> = defineJob({
  kind: 'orders.undoAllot',
  title: { en: 'Assignment undo', zh: '撤销分配' },
  code: 'audit:order:allot',
  params: z.strictObject({}),
  async runItem({ subjectNo }, _params, run) {
    await undoOne({ orderNo: subjectNo }, contextOf(run));
    return null;
  },
});

export const releaseKind: ItemsKind<{ readonly reason: string }> = defineJob({
  kind: 'orders.release',
  title: { en: 'Order release', zh: '退回订单' },
  code: 'audit:order:release',
  params: z.strictObject({ reason: auditOrder.myRelease.request.shape.reason }),
  async runItem({ subjectNo }, params, run) {
    await releaseOne({ orderNo: subjectNo, ...params }, contextOf(run));
    return null;
  },
});
