import { followApproval, type ParsedRequestOf, type ReplyOf } from '@kituo/sdk/contracts';
import { type Selectable, sql } from 'kysely';
import * as z from 'zod/mini';
import type { Schema } from '../../../db/schema.ts';
import type { Tx } from '../../../db/database.ts';
import { lockOne } from '../../../db/lock-one.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandCall, CommandContext } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { asCommand, createJob, defineJob, type ItemsKind } from '../../platform/jobs/index.ts';
import { activityOf } from './activities.ts';
import { firstCallOf, ruleAt } from './attribution.ts';
import { principalAbove } from './awaiting.ts';
import { asItems } from './commands.ts';
import { lockEntry, moveByHand } from './entries.ts';
import { entryOfPhone } from './entry-of-phone.ts';

type Application = Selectable<Schema['followApplication']>;
type Moved = ReplyOf<typeof followApproval.apply>;
type Form = ParsedRequestOf<typeof followApproval.apply>;
const DAY_MS = 86_400_000;
/** How far back a claim may look where no rule applies. */
const WINDOW_DAYS = 30;

/** Whose it is now, and the merchant. @throws AppError CALL_ENTRY_NOT_FOUND, ORDER_NOT_FOUND */
async function subjectOf({ entryId, orderNo }: Pick<Form, 'entryId' | 'orderNo'>, call: CommandContext) {
  const { tx, caller } = call;
  if (entryId !== undefined) {
    const { merchantNo, ownerUserNo } = await lockEntry(tx, entryId, 'TELEMARKETING', call);
    return { merchantNo, ownerNo: ownerUserNo, applyTime: null, isDecided: false };
  }
  const order = await tx
    .selectFrom('loanOrder as o')
    .leftJoin('orderAttribution as a', 'a.orderNo', 'o.orderNo')
    .select(['o.merchantNo', 'o.applyTime', 'a.userNo', 'a.attributedBy'])
    .where('o.orderNo', '=', orderNo ?? '')
    .executeTakeFirst();
  if (!order || !seesMerchant(caller.scope, order.merchantNo)) {
    throw new AppError('ORDER_NOT_FOUND', { fields: ['orderNo'] });
  }
  const { merchantNo, applyTime, userNo, attributedBy } = order;
  return { merchantNo, ownerNo: userNo, applyTime, isDecided: attributedBy === 'APPROVAL' };
}

/** @throws AppError CLAIM_WINDOW unless the applicant called the customer within the rule's days */
async function refuseUncalled(
  tx: Tx,
  orderNo: string,
  merchantNo: string,
  applyTime: Date,
  userNo: string,
): Promise<void> {
  const days = (await ruleAt(tx, merchantNo, applyTime))?.attributionDays ?? WINDOW_DAYS;
  const first = await firstCallOf(tx, orderNo, userNo);
  const { rows } = await sql<{ at: Date | null }>`select max(made.at) as at from call_made made
    join call_entry e on e.entry_id = made.entry_id join loan_order o on o.order_no = ${orderNo}
    join customer c on c.customer_no = o.customer_no where e.phone = c.phone and made.user_no = ${userNo}
      and not made.is_refused and made.at <= o.apply_time`.execute(tx);
  const last = rows[0]?.at ?? null;
  const isWithin = last !== null && applyTime.getTime() - last.getTime() <= days * DAY_MS;
  if (first === null || !isWithin) throw new AppError('CLAIM_WINDOW', { facts: { days }, fields: ['orderNo'] });
}

/** @throws AppError FOLLOW_APPLY_EXISTS, FOLLOW_APPLY_UNFIT, CALL_ENTRY_NOT_FOUND, ORDER_NOT_FOUND, CLAIM_WINDOW, CLAIM_OWN, CLAIM_DECIDED, REVEAL_BUDGET */
export async function applyForFollow(form: Form, call: CommandCall): Promise<Moved> {
  const { tx, caller } = call;
  const { applyType, phone, orderNo, reason } = form;
  const isClaim = applyType === 'CLAIM_CUSTOMER' || applyType === 'CLAIM_ORDER';
  const entryId = phone === undefined ? form.entryId : await entryOfPhone({ phone, isClaim }, call);
  const { merchantNo, ownerNo, applyTime, isDecided } = await subjectOf({ entryId, orderNo }, call);
  const isMine = ownerNo === caller.userNo;
  if (applyType === 'CLAIM_ORDER' && isMine) throw new AppError('CLAIM_OWN', { fields: ['orderNo'] });
  if (applyType === 'CLAIM_ORDER' && isDecided) throw new AppError('CLAIM_DECIDED', { fields: ['orderNo'] });
  const isFit = isClaim ? !isMine && (applyType === 'CLAIM_ORDER') === (orderNo !== undefined) : isMine;
  if (!isFit || (applyType === 'KEEP' && entryId === undefined)) {
    throw new AppError('FOLLOW_APPLY_UNFIT', { fields: ['applyType'] });
  }
  if (orderNo !== undefined && applyTime !== null && isClaim) {
    await refuseUncalled(tx, orderNo, merchantNo, applyTime, caller.userNo);
  }
  const made = await tx
    .insertInto('followApplication')
    .values({
      applyType,
      merchantNo,
      entryId: entryId ?? null,
      orderNo: orderNo ?? null,
      currentOwnerNo: ownerNo,
      applicantUserNo: caller.userNo,
      awaitsUserNo: await principalAbove(tx, { userNo: caller.userNo, merchantNo, applicantUserNo: caller.userNo }),
      awaitsSince: new Date(),
      reason,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['applyNo', 'approvalStatus'])
    .executeTakeFirst();
  if (!made) throw new AppError('FOLLOW_APPLY_EXISTS', { fields: [phone === undefined ? 'orderNo' : 'phone'] });
  await writeAudit(tx, call, {
    action: 'followApproval.apply',
    subjectType: 'followApplication',
    subjectNo: made.applyNo,
    merchantNo,
    after: { applyType, entryId: entryId ?? null, orderNo: orderNo ?? null },
    reason,
  });
  return made;
}

async function lockPending(applyNo: string, command: string, { tx, caller }: CommandContext): Promise<Application> {
  const query = tx.selectFrom('followApplication').selectAll().where('applyNo', '=', applyNo);
  const found = await lockOne(tx, query, {
    missing: 'FOLLOW_APPLY_NOT_FOUND',
    subject: `follow application ${applyNo}`,
    state: ({ version }) => version,
    isSeen: ({ merchantNo }) => seesMerchant(caller.scope, merchantNo),
  });
  if (found.approvalStatus !== 'PENDING') {
    const facts = { subject: 'follow application', state: found.approvalStatus, command };
    throw new AppError('ILLEGAL_TRANSITION', { facts });
  }
  return found;
}

async function end(
  before: Application,
  approvalStatus: 'APPROVED' | 'REJECTED' | 'WITHDRAWN',
  remark: string | null,
  call: CommandContext,
): Promise<Moved> {
  const { tx, caller } = call;
  const { applyNo, merchantNo } = before;
  await tx
    .updateTable('followApplication')
    .set((eb) => ({
      approvalStatus,
      decisionRemark: remark,
      decidedAt: new Date(),
      version: eb('version', '+', 1),
      ...(approvalStatus !== 'WITHDRAWN' && { approverUserNo: caller.userNo }),
    }))
    .where('applyNo', '=', applyNo)
    .execute();
  await writeAudit(tx, call, {
    action: `followApproval.${approvalStatus.toLowerCase()}`,
    subjectType: 'followApplication',
    subjectNo: applyNo,
    merchantNo,
    before: { approvalStatus: before.approvalStatus },
    after: { approvalStatus },
    ...(remark !== null && remark !== '' && { reason: remark }),
  });
  return { applyNo, approvalStatus };
}

/** Moves entry or attribution as was asked. */
async function grant(before: Application, keepDays: number, call: CommandContext): Promise<void> {
  const { tx } = call;
  const { applyType, entryId, orderNo, applicantUserNo, applyNo, merchantNo } = before;
  if (entryId !== null) {
    const entry = await lockEntry(tx, entryId, 'TELEMARKETING', call);
    const protectedUntil = new Date(Date.now() + keepDays * DAY_MS);
    if (applyType === 'RELEASE') await moveByHand(entry, 'recall', { note: applyNo }, call);
    else {
      const change = { ownerUserNo: applicantUserNo, assignedAt: new Date(), protectedUntil };
      await moveByHand(entry, 'assign', { note: applyNo, change }, call);
    }
    return;
  }
  if (orderNo === null) return;
  if (applyType === 'RELEASE') {
    await tx.deleteFrom('orderAttribution').where('orderNo', '=', orderNo).execute();
    return;
  }
  const firstCallAt = await firstCallOf(tx, orderNo, applicantUserNo);
  const activityNo = await activityOf(tx, orderNo, applicantUserNo);
  const credit = { userNo: applicantUserNo, attributedBy: 'APPROVAL' as const, ruleNo: null, applyNo };
  const decided = { ...credit, activityNo, firstCallAt };
  await tx
    .insertInto('orderAttribution')
    .values({ ...decided, orderNo, merchantNo })
    .onConflict((conflict) => conflict.column('orderNo').doUpdateSet({ ...decided, attributedAt: new Date() }))
    .execute();
}

/** Nobody keeps a customer longer than the merchant's rule protects one. @throws AppError FOLLOW_KEEP_TOO_LONG */
async function refuseLongKeep({ applyType, merchantNo }: Application, keepDays: number, { tx }: CommandContext) {
  const rule = applyType === 'KEEP' ? await ruleAt(tx, merchantNo, new Date()) : null;
  const days = rule?.protectionDays ?? keepDays;
  if (keepDays > days) throw new AppError('FOLLOW_KEEP_TOO_LONG', { facts: { days }, fields: ['keepDays'] });
}

/** @throws AppError FOLLOW_APPLY_NOT_FOUND, ILLEGAL_TRANSITION, MAKER_IS_CHECKER, FOLLOW_KEEP_TOO_LONG */
export async function decideFollow(
  applyNo: string,
  decision: { readonly isApproved: boolean; readonly keepDays?: number | undefined; readonly remark: string | null },
  call: CommandContext,
): Promise<Moved> {
  const { isApproved, keepDays = 7, remark } = decision;
  const before = await lockPending(applyNo, isApproved ? 'approve' : 'reject', call);
  if (before.applicantUserNo === call.caller.userNo) throw new AppError('MAKER_IS_CHECKER');
  if (isApproved) {
    await refuseLongKeep(before, keepDays, call);
    await grant(before, keepDays, call);
  }
  return await end(before, isApproved ? 'APPROVED' : 'REJECTED', remark, call);
}

/** @throws AppError FOLLOW_APPLY_NOT_FOUND, ILLEGAL_TRANSITION, FORBIDDEN for another's */
export async function withdrawFollow({ applyNo }: { readonly applyNo: string }, call: CommandContext): Promise<Moved> {
  const before = await lockPending(applyNo, 'withdraw', call);
  if (before.applicantUserNo !== call.caller.userNo) throw new AppError('FORBIDDEN');
  return await end(before, 'WITHDRAWN', null, call);
}

const params = z.strictObject({ isApproved: z.boolean(), reason: followApproval.reject.request.shape.reason });
export const decideKind: ItemsKind<z.output<typeof params>> = defineJob({
  kind: 'followApproval.decide',
  title: { en: 'Decide follow-up applications', zh: '批量审批跟进申请' },
  code: 'telemarketing:followApproval:approve',
  params,
  runItem: async ({ subjectNo }, { isApproved, reason }, run) =>
    await decideFollow(subjectNo, { isApproved, remark: reason }, asCommand(run)),
});

export async function decideMany(
  { applyNos, ...decision }: ParsedRequestOf<typeof followApproval.decideMany>,
  call: CommandCall,
): Promise<{ jobNo: string }> {
  return { jobNo: await createJob(decideKind, decision, call, asItems(applyNos)) };
}
