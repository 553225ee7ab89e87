import { inCallRecord, type ParsedRequestOf, type ReplyOf } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import { lockOne } from '../../../db/lock-one.ts';
import { noteMade } from '../../../db/tx-notes.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandCall, CommandContext } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { asCommand, createJob, defineJob, type ItemsKind } from '../../platform/jobs/index.ts';
import { passGate } from '../contacts/index.ts';
import { saveFeedback } from '../feedback/index.ts';
import { ownLine, placeCall } from '../telephony/index.ts';
import { mayChange } from './list.ts';
import { admitCaller, customerWith } from './look-ups.ts';

type Written = ReplyOf<typeof inCallRecord.save>;

async function lockRecord(recordNo: string, { tx, caller }: CommandContext) {
  return await lockOne(tx, tx.selectFrom('inCallRecord').selectAll().where('recordNo', '=', recordNo), {
    missing: 'NOT_FOUND',
    subject: `inCallRecord ${recordNo}`,
    state: ({ version }) => version,
    isSeen: ({ merchantNo }) => seesMerchant(caller.scope, merchantNo),
  });
}

/** The merchant whose number was called; of a customer, theirs. @throws AppError REFERENCE_UNKNOWN */
async function merchantCalled(hotline: string | null | undefined, { tx, caller }: CommandContext): Promise<string> {
  const found = await tx
    .selectFrom('hotline')
    .select('merchantNo')
    .where('contactValue', '=', hotline ?? '')
    .where('contactType', '=', 'PHONE')
    .orderBy('merchantNo')
    .execute();
  const seen = found.find(({ merchantNo }) => seesMerchant(caller.scope, merchantNo));
  if (!seen) throw new AppError('REFERENCE_UNKNOWN', { fields: ['hotline'] });
  return seen.merchantNo;
}

/** What is known of the call that one took in the browser. @throws AppError CALL_NOT_FOUND, CALL_NOT_REPORTED, CALL_RECORDED */
async function takenCall(callNo: string, { tx, caller }: CommandContext) {
  const one = await tx.selectFrom('call').selectAll().where('callNo', '=', callNo).forNoKeyUpdate().executeTakeFirst();
  if (one?.callDirection !== 'IN' || one.userNo !== caller.userNo) {
    throw new AppError('CALL_NOT_FOUND', { fields: ['callNo'] });
  }
  // The browser hears the answer before the exchange's report of it is here.
  if (!one.answeredAt) throw new AppError('CALL_NOT_REPORTED', { fields: ['callNo'] });
  const known = await tx.selectFrom('inCallRecord').select('recordNo').where('callNo', '=', callNo).executeTakeFirst();
  if (known) throw new AppError('CALL_RECORDED', { fields: ['callNo'] });
  const waited = one.answeredAt.getTime() - one.startedAt.getTime();
  const talked = one.talkSeconds ?? Math.round((Date.now() - one.answeredAt.getTime()) / 1000);
  return {
    phone: one.phone,
    hotline: one.hotlineValue,
    talkSeconds: talked,
    more: { callNo, callAt: one.startedAt, waitSeconds: Math.max(0, Math.round(waited / 1000)) },
  };
}

/**
 * Records a call. Whose number was typed counts as a search, as in the form's check, outside of the command: that no
 * hotline is asked for would else tell a customer's number from a stranger's.
 * @throws AppError REVEAL_BUDGET, and what `recordCall` refuses
 */
export async function saveInCall(
  form: ParsedRequestOf<typeof inCallRecord.save>,
  call: CommandContext,
): Promise<Written> {
  if (form.phone !== undefined) await admitCaller(form.phone, call);
  return await recordCall(form, call);
}

/** @throws AppError REFERENCE_UNKNOWN, ORDER_NOT_FOUND, CALL_NOT_FOUND, CALL_NOT_REPORTED, CALL_RECORDED */
async function recordCall(form: ParsedRequestOf<typeof inCallRecord.save>, call: CommandContext): Promise<Written> {
  const { tx, caller } = call;
  const { orderNo = null, email = null, nextFollowAt = null, phone: typed, callNo, ...rest } = form;
  const { hotline: named = null, talkSeconds: told = 0, ...said } = rest;
  if ((typed === undefined) === (callNo === undefined)) {
    throw new AppError('BAD_REQUEST', { fields: [{ field: 'phone', msg: '254 plus 9 digits, e.g. 254712345678' }] });
  }
  const { phone, hotline, talkSeconds, more } =
    callNo === undefined
      ? { phone: typed ?? '', hotline: named, talkSeconds: told, more: {} }
      : await takenCall(callNo, call);
  const customer = await customerWith(tx, phone, caller.scope);
  const merchantNo = customer?.merchantNo ?? (await merchantCalled(hotline, call));
  if (orderNo !== null) {
    const order = await tx
      .selectFrom('loanOrder')
      .select('customerNo')
      .where('orderNo', '=', orderNo)
      .executeTakeFirst();
    if (!order || order.customerNo !== customer?.customerNo) {
      throw new AppError('ORDER_NOT_FOUND', { fields: ['orderNo'] });
    }
  }
  const { recordNo } = await tx
    .insertInto('inCallRecord')
    .values({
      ...said,
      ...more,
      phone,
      merchantNo,
      hotlineValue: hotline,
      customerNo: customer?.customerNo ?? null,
      email,
      orderNo,
      nextFollowAt,
      talkSeconds,
      agentUserNo: caller.userNo,
    })
    .returning('recordNo')
    .executeTakeFirstOrThrow();
  noteMade(tx, `inCallRecord ${recordNo}`);
  const { reasonType, resolveStatus } = form;
  await writeAudit(tx, call, {
    action: 'inCallRecord.save',
    subjectType: 'inCallRecord',
    subjectNo: recordNo,
    merchantNo,
    after: { reasonType, resolveStatus, orderNo },
  });
  return { recordNo };
}

/** @throws AppError NOT_FOUND, RECORD_CLOSED */
export async function updateInCall(
  form: ParsedRequestOf<typeof inCallRecord.update>,
  call: CommandContext,
): Promise<Written> {
  const { tx, caller } = call;
  const { recordNo, email, nextFollowAt = null, ...said } = form;
  const before = await lockRecord(recordNo, call);
  if (!mayChange(before, caller.userNo, caller.codes)) throw new AppError('RECORD_CLOSED');
  await tx
    .updateTable('inCallRecord')
    .set((eb) => ({
      ...said,
      // What is not said again stays: whoever changes a record sees it masked.
      ...(email !== undefined && { email }),
      nextFollowAt,
      agentUserNo: before.agentUserNo ?? caller.userNo,
      version: eb('version', '+', 1),
    }))
    .where('recordNo', '=', recordNo)
    .execute();
  await writeAudit(tx, call, {
    action: 'inCallRecord.update',
    subjectType: 'inCallRecord',
    subjectNo: recordNo,
    merchantNo: before.merchantNo,
    before: { reasonType: before.reasonType, content: before.content, resolveStatus: before.resolveStatus },
    after: { reasonType: said.reasonType, content: said.content, resolveStatus: said.resolveStatus },
  });
  return { recordNo };
}

/**
 * A complaint or a request that a call brought, linked with it.
 * @throws AppError NOT_FOUND, NOTHING_CHANGES, FEEDBACK_PHONE_UNKNOWN
 */
export async function callToFeedback(
  { recordNo, ...told }: ParsedRequestOf<typeof inCallRecord.toFeedback>,
  call: CommandContext,
): Promise<ReplyOf<typeof inCallRecord.toFeedback>> {
  const { tx } = call;
  const before = await lockRecord(recordNo, call);
  if (before.feedbackNo !== null) throw new AppError('NOTHING_CHANGES');
  const { phone, orderNo, merchantNo } = before;
  const { feedbackNo } = await saveFeedback(
    { ...told, phone, source: 'CALL', ...(orderNo !== null && { orderNo }) },
    call,
  );
  await tx
    .updateTable('inCallRecord')
    .set((eb) => ({ feedbackNo, version: eb('version', '+', 1) }))
    .where('recordNo', '=', recordNo)
    .execute();
  await writeAudit(tx, call, {
    action: 'inCallRecord.toFeedback',
    subjectType: 'inCallRecord',
    subjectNo: recordNo,
    merchantNo,
    after: { feedbackNo },
  });
  return { recordNo, feedbackNo };
}

/**
 * Rings back through the agent's own line.
 * @throws AppError NOT_FOUND, NOTHING_CHANGES, CONTACT_…
 */
export async function callBack(
  { recordNo }: ParsedRequestOf<typeof inCallRecord.callBack>,
  call: CommandCall,
): Promise<ReplyOf<typeof inCallRecord.callBack>> {
  const { tx, caller } = call;
  const before = await lockRecord(recordNo, call);
  if (before.calledBackAt !== null) throw new AppError('NOTHING_CHANGES');
  const line = await ownLine(call);
  const { phone, customerNo, merchantNo, orderNo } = before;
  const question = { phone, customerNo, merchantNo, channel: 'CALL', purpose: 'SERVICE', at: new Date() } as const;
  const attemptId = await passGate(call, question, { orderNo, userNo: caller.userNo });
  const callNo = await placeCall(line, { attemptId, phone, merchantNo, customerNo, orderNo }, call);
  await tx
    .updateTable('inCallRecord')
    .set((eb) => ({
      calledBackAt: new Date(),
      agentUserNo: before.agentUserNo ?? caller.userNo,
      version: eb('version', '+', 1),
    }))
    .where('recordNo', '=', recordNo)
    .execute();
  await writeAudit(tx, call, {
    action: 'inCallRecord.callBack',
    subjectType: 'inCallRecord',
    subjectNo: recordNo,
    merchantNo,
    after: { attemptId, purpose: 'SERVICE' },
  });
  return { recordNo, callNo };
}

const { agentUserNo: agent, reason: why } = inCallRecord.assign.request.shape;
const params = z.strictObject({ agentUserNo: agent, reason: why });

async function assignOne(recordNo: string, to: z.output<typeof params>, call: CommandContext): Promise<Written> {
  const { tx } = call;
  const before = await lockRecord(recordNo, call);
  if (!before.isMissed) {
    throw new AppError('ILLEGAL_TRANSITION', { facts: { subject: 'call', state: 'ANSWERED', command: 'assign' } });
  }
  const person = await tx
    .selectFrom('appUser as u')
    .innerJoin('userMerchant as m', 'm.userNo', 'u.userNo')
    .select('u.userNo')
    .where('u.userNo', '=', to.agentUserNo)
    .where('u.userStatus', '=', 'NORMAL')
    .where('m.merchantNo', '=', before.merchantNo)
    .executeTakeFirst();
  if (!person) throw new AppError('FEEDBACK_HANDLER_UNFIT', { fields: ['agentUserNo'] });
  await tx
    .updateTable('inCallRecord')
    .set((eb) => ({ agentUserNo: to.agentUserNo, version: eb('version', '+', 1) }))
    .where('recordNo', '=', recordNo)
    .execute();
  await writeAudit(tx, call, {
    action: 'inCallRecord.assign',
    subjectType: 'inCallRecord',
    subjectNo: recordNo,
    merchantNo: before.merchantNo,
    before: { agentUserNo: before.agentUserNo },
    after: { agentUserNo: to.agentUserNo },
    reason: to.reason,
  });
  return { recordNo };
}

/** Missed calls handed to one agent, one transaction each. */
export const assignCallsKind: ItemsKind<z.output<typeof params>> = defineJob({
  kind: 'inCallRecords.assign',
  title: { en: 'Assign missed calls', zh: '批量指派未接来电' },
  code: 'customerService:feedback:handle',
  params,
  runItem: async ({ subjectNo }, to, run) => await assignOne(subjectNo, to, asCommand(run)),
});

export async function assignCalls(
  { recordNos, ...to }: ParsedRequestOf<typeof inCallRecord.assign>,
  call: CommandCall,
): Promise<{ jobNo: string }> {
  const items = [...new Set(recordNos)].map((subjectNo) => ({ subjectNo, input: null }));
  return { jobNo: await createJob(assignCallsKind, to, call, items) };
}
