import { type ParsedRequestOf, type ReplyOf, reReview } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandCall, CommandContext } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { asCommand, createJob, type ItemsKind, defineJob } from '../../platform/jobs/index.ts';
import {
  barredFromReview,
  type LoanOrder,
  lockOrder,
  ordersWithin,
  reReviewOrder,
} from '../../lending/orders/index.ts';
import { autoPick } from '../../staff/personnel/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { snapshotReviewConfig } from '../review-config/index.ts';
import { candidates, faultOf } from './fault.ts';
import { leftOf, type MerchantRules, rulesAt, usedToday } from './rules.ts';

type Request = Omit<ParsedRequestOf<typeof reReview.apply>, 'attachIds'> & {
  readonly attachIds?: readonly string[];
};

async function lockSeen(tx: Tx, orderNo: string, call: CommandContext): Promise<LoanOrder> {
  const seen = await tx
    .selectFrom('loanOrder')
    .select('orderNo')
    .where('orderNo', '=', orderNo)
    .where(ordersWithin(call.caller.scope))
    .executeTakeFirst();
  if (!seen) throw new AppError('ORDER_NOT_FOUND');
  return await lockOrder(tx, orderNo);
}

/** Only files of the order that the caller may name. Throws ATTACHMENT_NOT_FOUND. */
async function checkAttachments(tx: Tx, orderNo: string, attachIds: readonly string[]) {
  if (attachIds.length === 0) return;
  const found = await tx
    .selectFrom('attachment')
    .select('attachmentNo')
    .where('attachmentNo', 'in', attachIds)
    .where('subjectType', '=', 'order')
    .where('subjectNo', '=', orderNo)
    .where('deletedAt', 'is', null)
    .execute();
  if (found.length < new Set(attachIds).size) {
    throw new AppError('ATTACHMENT_NOT_FOUND', { fields: ['attachIds'] });
  }
}

/**
 * Submits a refused order for a second look: by the merchant's rules, within the day's quota, to somebody
 * who neither refused it first nor submits it now. The quota is counted under a lock of merchant and day.
 * @throws AppError ORDER_NOT_FOUND, ILLEGAL_TRANSITION, RE_REVIEW_*
 */
export async function applyReReview(
  { orderNo, applyReason, attachIds = [] }: Request,
  call: CommandContext,
  at: Date = new Date(),
): Promise<ReplyOf<typeof reReview.apply>> {
  const { tx, caller } = call;
  const order = await lockSeen(tx, orderNo, call);
  const { merchantNo } = order;
  const day = businessDateOf(at);
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`re-review ${merchantNo} ${day}`}, 0))`.execute(tx);
  const rules = await rulesAt(tx, merchantNo, at);
  const used = await usedToday(tx, merchantNo, caller.userNo, at);
  const [candidate] = await candidates(tx, [orderNo]);
  const fault = candidate ? faultOf(candidate, rules, used, at) : new AppError('ORDER_NOT_FOUND');
  if (fault) throw fault;
  await checkAttachments(tx, orderNo, attachIds);
  const reReviewNo = await insert(tx, order, { applyReason, attachIds, userNo: caller.userNo, day, rules, at });
  const moved = await moveAnew(tx, order, rules, applyReason, call, at);
  await writeAudit(tx, call, {
    action: 'audit:orderReview:apply',
    subjectType: 'order',
    subjectNo: orderNo,
    before: { orderStatus: order.orderStatus, refuseCode: order.refuseCode },
    after: { orderStatus: moved.orderStatus, reReviewNo },
    reason: applyReason,
  });
  const left = leftOf(rules, used);
  return { reReviewNo, orderStatus: moved.orderStatus, remaining: left - 1 };
}

interface Submission {
  readonly applyReason: string;
  readonly attachIds: readonly string[];
  readonly userNo: string;
  readonly day: string;
  readonly rules: Pick<MerchantRules, 'rules'>;
  readonly at: Date;
}

async function insert(tx: Tx, order: LoanOrder, submission: Submission): Promise<string> {
  const { applyReason, attachIds, userNo, day, rules, at } = submission;
  const fromStatus = order.orderStatus === 'REFUSED' ? 'REFUSED' : 'MACHINE_REFUSED';
  const { reReviewNo } = await tx
    .insertInto('reReview')
    .values({
      orderNo: order.orderNo,
      merchantNo: order.merchantNo,
      applicantUserNo: userNo,
      applyReason,
      attachIds: [...attachIds],
      applyTime: at,
      applyDate: day,
      fromStatus,
      targetStatus: rules.rules.targetStatus,
      refuseCode: order.refuseCode,
      refuseTime: order.refusedAt ?? at,
      firstAuditorUserNo: fromStatus === 'REFUSED' ? order.reviewerUserNo : null,
    })
    .returning('reReviewNo')
    .executeTakeFirstOrThrow();
  return reReviewNo;
}

/** To allocation, or straight to somebody who may have it; to allocation where nobody may. */
async function moveAnew(
  tx: Tx,
  order: LoanOrder,
  { rules }: Pick<MerchantRules, 'rules'>,
  reason: string,
  { caller }: CommandContext,
  at: Date,
): Promise<LoanOrder> {
  const { userNo } = caller;
  if (rules.targetStatus === 'TO_ALLOCATE') return await reReviewOrder(tx, order, { userNo, reason });
  const except = await barredFromReview(tx, order.orderNo);
  const { merchantNo, loanType } = order;
  const person = await autoPick(tx, 'AUDITOR', merchantNo, at, { loanType, except });
  if (!person) return await reReviewOrder(tx, order, { userNo, reason });
  const { leaseMinutes } = await snapshotReviewConfig(tx, order, at);
  const endsAt = new Date(at.getTime() + leaseMinutes * 60_000);
  return await reReviewOrder(tx, order, {
    userNo,
    reason,
    lease: { auditorUserNo: person.userNo, endsAt },
  });
}

const { applyReason } = reReview.applyMany.request.shape;

/** Many orders, each in a transaction of its own: those that no longer fit the quota fail automatically. */
export const applyManyKind: ItemsKind<{ applyReason: string }> = defineJob({
  kind: 'reReviews.apply',
  title: { en: 'Orders submitted for re-review', zh: '批量提交复审' },
  code: 'audit:orderReview:apply',
  params: z.strictObject({ applyReason }),
  async runItem({ subjectNo }, { applyReason: why }, run) {
    return await applyReReview({ orderNo: subjectNo, applyReason: why }, asCommand(run));
  },
});

/** Queues an item an order. */
export async function queueReReviews(
  { orderNos, applyReason: why }: ParsedRequestOf<typeof reReview.applyMany>,
  call: CommandCall,
): Promise<string> {
  const items = [...new Set(orderNos)].map((subjectNo) => ({ subjectNo, input: null }));
  return await createJob(applyManyKind, { applyReason: why }, call, items);
}
