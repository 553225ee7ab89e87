import type { feedback, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import type { Queryable, Tx } from '../../../db/database.ts';
import { noteMade } from '../../../db/tx-notes.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext, DataScope } from '../../../http/implement.ts';
import { merchantsSeen, seesMerchant } from '../../../http/merchant-scope.ts';
import { admitPhones } from '../../../lists/index.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { refuseUnattached } from '../../platform/files/index.ts';
import { requestChange } from '../../platform/changes/index.ts';
import { businessDateOf, policyOn } from '../../platform/policy/index.ts';
import { refuseBlockedWords } from '../../platform/sensitive-words/index.ts';
import { liftBlockKind, placeBlock } from '../contacts/index.ts';
import { complaintHandler } from './route-complaint.ts';
import { addStep, type Feedback, lockFeedback, moveFeedback, refuseFinished, publishStep } from './store.ts';

type Moved = ReplyOf<typeof feedback.take>;
const HOUR_MS = 3_600_000;

/** Until when a customer has an answer, by the policy of the day; a regulator waits no longer than the gravest. */
async function answerDue(
  tx: Tx,
  { source, severity }: Pick<ParsedRequestOf<typeof feedback.save>, 'source' | 'severity'>,
  at: Date,
): Promise<Date> {
  const { lowHours, mediumHours, highHours } = (await policyOn(tx, businessDateOf(at))).policy.answers;
  const hours = { LOW: lowHours, MEDIUM: mediumHours, HIGH: highHours };
  return new Date(at.getTime() + (source === 'REGULATOR' ? highHours : hours[severity]) * HOUR_MS);
}

/** What was done, for the audit. */
export async function told(
  call: CommandContext,
  action: string,
  before: Feedback | null,
  after: Feedback,
  reason?: string,
): Promise<Moved> {
  const { feedbackNo, merchantNo, feedbackStatus, handlerUserNo, version } = after;
  await writeAudit(call.tx, call, {
    action: `feedback.${action}`,
    subjectType: 'feedback',
    subjectNo: feedbackNo,
    merchantNo,
    ...(before && {
      before: { feedbackStatus: before.feedbackStatus, handlerUserNo: before.handlerUserNo },
    }),
    after: { feedbackStatus, handlerUserNo },
    ...(reason !== undefined && { reason }),
  });
  return { feedbackNo, feedbackStatus, version };
}

/**
 * What somebody types of a customer. Whose number it is counts as a search, as in the form's check: the refusal would
 * else tell whether a number is a customer's to whoever sees none. One that was checked today costs nothing again.
 * @throws AppError FEEDBACK_PHONE_UNKNOWN, REVEAL_BUDGET, ORDER_NOT_FOUND, FEEDBACK_NOT_FOUND
 */
export async function saveTypedFeedback(
  form: ParsedRequestOf<typeof feedback.save>,
  call: CommandContext,
): Promise<Moved> {
  // Outside of the command: a refusal takes back what it did, and its search stays.
  if (form.phone !== undefined) await admitNumber(form.phone, call);
  return await saveFeedback(form, call);
}

/** Whose number it is, counted as a search where numbers are hidden. @throws AppError REVEAL_BUDGET */
export async function admitNumber(
  phone: string,
  reading: Pick<CommandContext, 'db' | 'caller' | 'services'>,
): Promise<{ customerNo: string; merchantNo: string } | undefined> {
  const [customer] = await customersWith(reading.db, phone, reading.caller.scope);
  const found = customer ? [customer.customerNo] : [];
  await admitPhones('feedback.checkPhone', { phones: [phone], found }, reading);
  return customer;
}

/** @throws AppError FEEDBACK_PHONE_UNKNOWN, ORDER_NOT_FOUND, FEEDBACK_NOT_FOUND */
export async function saveFeedback(form: ParsedRequestOf<typeof feedback.save>, call: CommandContext): Promise<Moved> {
  const { tx, caller } = call;
  const { phone: _typed, customerNo: _known, voucherIds = [], orderNo, linkedFeedbackNo, ...facts } = form;
  const customer = await customerOf(tx, form, caller.scope);
  await refuseStrangeLink(tx, linkedFeedbackNo, customer.customerNo);
  await refuseUnattached(tx, { subjectType: 'serviceVoucher', subjectNo: customer.merchantNo }, voucherIds);
  const at = new Date();
  const made = await tx
    .insertInto('feedback')
    .values({
      ...facts,
      ...customer,
      voucherIds,
      orderNo: orderNo ?? null,
      linkedFeedbackNo: linkedFeedbackNo ?? null,
      createdBy: caller.userNo,
      createdAt: at,
      dueAt: await answerDue(tx, form, at),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const { feedbackNo } = made;
  noteMade(tx, `feedback ${feedbackNo}`);
  await publishStep(tx, { feedbackNo, command: 'open', from: null, to: 'UNPROCESSED', userNo: caller.userNo, at });
  const handlerUserNo = await complaintHandler(tx, made, at);
  if (handlerUserNo === null) return await told(call, 'save', null, made);
  const step = { userNo: caller.userNo, at, change: { handlerUserNo } };
  return await told(call, 'save', null, await addStep(tx, made, 'assign', step));
}

/** Whose number it is, among the merchants of the scope; the newest first. */
async function customersWith(
  db: Queryable,
  phone: string,
  scope: DataScope,
): Promise<{ customerNo: string; merchantNo: string }[]> {
  const merchantNos = merchantsSeen(scope);
  let query = db.selectFrom('customer').select(['customerNo', 'merchantNo']).where('phone', '=', phone);
  if (merchantNos) query = query.where('merchantNo', 'in', [...merchantNos, '']);
  return await query.orderBy('customerNo', 'desc').execute();
}

/** A customer among the merchants of the scope. @throws AppError CUSTOMER_NOT_FOUND */
export async function knownCustomer(
  db: Queryable,
  customerNo: string,
  scope: DataScope,
): Promise<{ customerNo: string; merchantNo: string }> {
  const found = await db
    .selectFrom('customer')
    .select(['customerNo', 'merchantNo'])
    .where('customerNo', '=', customerNo)
    .executeTakeFirst();
  if (!found || !seesMerchant(scope, found.merchantNo)) throw new AppError('CUSTOMER_NOT_FOUND');
  return found;
}

/**
 * The customer who is known, or of the number; of the order where one is named: a number may have several at several
 * merchants.
 */
async function customerOf(
  tx: Queryable,
  { phone = '', customerNo, orderNo }: Pick<ParsedRequestOf<typeof feedback.save>, 'phone' | 'customerNo' | 'orderNo'>,
  scope: DataScope,
): Promise<{ customerNo: string; merchantNo: string }> {
  const found =
    customerNo === undefined ? await customersWith(tx, phone, scope) : [await knownCustomer(tx, customerNo, scope)];
  const [newest] = found;
  if (!newest) throw new AppError('FEEDBACK_PHONE_UNKNOWN', { fields: ['phone'] });
  if (orderNo === undefined) return newest;
  const order = await tx.selectFrom('loanOrder').select('customerNo').where('orderNo', '=', orderNo).executeTakeFirst();
  const owner = found.find((one) => one.customerNo === order?.customerNo);
  if (!owner) throw new AppError('ORDER_NOT_FOUND', { fields: ['orderNo'] });
  return owner;
}

async function refuseStrangeLink(tx: Tx, linkedFeedbackNo: string | undefined, customerNo: string): Promise<void> {
  if (linkedFeedbackNo === undefined) return;
  const linked = await tx
    .selectFrom('feedback')
    .select('feedbackNo')
    .where('feedbackNo', '=', linkedFeedbackNo)
    .where('customerNo', '=', customerNo)
    .executeTakeFirst();
  if (!linked) throw new AppError('FEEDBACK_NOT_FOUND', { fields: ['linkedFeedbackNo'] });
}

/** @throws AppError FEEDBACK_NOT_FOUND, FEEDBACK_TAKEN, ILLEGAL_TRANSITION */
export async function takeFeedback(
  { feedbackNo }: ParsedRequestOf<typeof feedback.take>,
  call: CommandContext,
): Promise<Moved> {
  const { tx, caller } = call;
  const before = await lockFeedback(tx, feedbackNo, caller.scope);
  const { handlerUserNo, feedbackStatus } = before;
  const isMeant = handlerUserNo === null || handlerUserNo === caller.userNo;
  if (!isMeant || (feedbackStatus === 'PROCESSING' && handlerUserNo !== caller.userNo)) {
    throw new AppError('FEEDBACK_TAKEN', { facts: { name: await nameOf(tx, handlerUserNo) } });
  }
  const { userNo } = caller;
  const after = await moveFeedback(tx, before, 'take', { userNo, at: new Date(), change: { handlerUserNo: userNo } });
  return await told(call, 'take', before, after);
}

/** @throws AppError FEEDBACK_NOT_FOUND, ILLEGAL_TRANSITION, FEEDBACK_HANDLER_UNFIT */
export async function assignFeedback(
  { feedbackNo, handlerUserNo, reason }: ParsedRequestOf<typeof feedback.assign>,
  call: CommandContext,
): Promise<Moved> {
  const { tx, caller } = call;
  const before = await lockFeedback(tx, feedbackNo, caller.scope);
  refuseFinished(before, 'assign');
  await refuseUnfit(tx, handlerUserNo, before.merchantNo);
  const step = { userNo: caller.userNo, at: new Date(), note: reason, change: { handlerUserNo } };
  return await told(call, 'assign', before, await addStep(tx, before, 'assign', step), reason);
}

/** @throws AppError FEEDBACK_HANDLER_UNFIT unless the person can sign in, works for the merchant and may handle */
async function refuseUnfit(tx: Tx, userNo: string, merchantNo: string): Promise<void> {
  const fit = await tx
    .selectFrom('appUser as u')
    .innerJoin('userMerchant as m', 'm.userNo', 'u.userNo')
    .innerJoin('userRole as r', 'r.userNo', 'u.userNo')
    .innerJoin('roleCode as c', 'c.roleNo', 'r.roleNo')
    .select('u.userNo')
    .where('u.userNo', '=', userNo)
    .where('u.userStatus', '=', 'NORMAL')
    .where('m.merchantNo', '=', merchantNo)
    .where('c.code', '=', 'customerService:feedback:handle')
    .executeTakeFirst();
  if (!fit) throw new AppError('FEEDBACK_HANDLER_UNFIT', { fields: ['handlerUserNo'] });
}

export async function nameOf(tx: Tx, userNo: string | null): Promise<string> {
  const person = await tx.selectFrom('appUser').select('realName').where('userNo', '=', userNo).executeTakeFirst();
  return person?.realName ?? '';
}

/** @throws AppError FEEDBACK_NOT_FOUND, ILLEGAL_TRANSITION */
export async function noteOnFeedback(
  { feedbackNo, note }: ParsedRequestOf<typeof feedback.note>,
  call: CommandContext,
): Promise<Moved> {
  const { tx, caller } = call;
  const before = await lockFeedback(tx, feedbackNo, caller.scope);
  refuseFinished(before, 'note');
  const step = { userNo: caller.userNo, at: new Date(), note };
  return await told(call, 'note', before, await addStep(tx, before, 'note', step));
}

/** @throws AppError FEEDBACK_NOT_FOUND, ILLEGAL_TRANSITION, FEEDBACK_NOT_YOURS, FEEDBACK_DISPUTED, SENSITIVE_WORD */
export async function finishFeedback(
  { feedbackNo, result, replyContent }: ParsedRequestOf<typeof feedback.finish>,
  call: CommandContext,
): Promise<Moved> {
  const { tx, caller } = call;
  const before = await lockFeedback(tx, feedbackNo, caller.scope);
  const isOthers = before.feedbackStatus === 'PROCESSING' && before.handlerUserNo !== caller.userNo;
  if (isOthers) throw new AppError('FEEDBACK_NOT_YOURS');
  if (before.feedbackStatus === 'PROCESSING' && (await standingDispute(tx, before)) !== null) {
    throw new AppError('FEEDBACK_DISPUTED');
  }
  // The customer is sent it.
  await refuseBlockedWords(tx, 'MANUAL_SMS', { replyContent: { any: replyContent } }, call);
  const at = new Date();
  const change = { result, replyContent, processedAt: at };
  const step = { userNo: caller.userNo, at, note: result, change };
  return await told(call, 'finish', before, await moveFeedback(tx, before, 'finish', step));
}

/** The block of its dispute while it stands. */
export async function standingDispute(
  tx: Tx,
  { disputeBlockId }: Pick<Feedback, 'disputeBlockId'>,
): Promise<number | null> {
  if (disputeBlockId === null) return null;
  const block = await tx
    .selectFrom('contactBlock')
    .select('blockId')
    .where('blockId', '=', disputeBlockId)
    .where('liftedAt', 'is', null)
    .executeTakeFirst();
  return block?.blockId ?? null;
}

/**
 * Shuts the contact gate for the customer, through the block that disputes set; where another feedback's stands
 * already, this one is held by the same.
 * @throws AppError FEEDBACK_NOT_FOUND, ILLEGAL_TRANSITION, FEEDBACK_DISPUTED
 */
export async function placeDispute(
  { feedbackNo, disputed }: ParsedRequestOf<typeof feedback.dispute>,
  call: CommandContext,
): Promise<Moved> {
  const { tx, caller } = call;
  const before = await lockFeedback(tx, feedbackNo, caller.scope);
  refuseFinished(before, 'dispute');
  if ((await standingDispute(tx, before)) !== null) throw new AppError('FEEDBACK_DISPUTED');
  const { customerNo } = before;
  const standing = await tx
    .selectFrom('contactBlock')
    .select('blockId')
    .where('customerNo', '=', customerNo)
    .where('blockKind', '=', 'DISPUTE')
    .where('liftedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  const request = { customerNo, blockKind: 'DISPUTE', note: disputed } as const;
  const { blockId } = standing ?? (await placeBlock(tx, request, caller));
  const change = { disputeBlockId: blockId };
  const step = { userNo: caller.userNo, at: new Date(), note: disputed, change };
  const after = await addStep(tx, before, 'dispute', step);
  return await told(call, 'dispute', before, after, disputed);
}

/** @throws AppError FEEDBACK_NOT_FOUND, FEEDBACK_NO_DISPUTE, CHANGE_WAITING */
export async function askToLiftDispute(
  { feedbackNo, reason, voucherIds }: ParsedRequestOf<typeof feedback.liftDispute>,
  call: CommandContext,
): Promise<{ changeNo: string }> {
  const { tx, caller } = call;
  const before = await lockFeedback(tx, feedbackNo, caller.scope);
  const blockId = await standingDispute(tx, before);
  if (blockId === null) throw new AppError('FEEDBACK_NO_DISPUTE');
  await refuseUnattached(tx, { subjectType: 'serviceVoucher', subjectNo: before.merchantNo }, voucherIds);
  const changeNo = await requestChange(liftBlockKind, { blockId, voucherIds }, call, reason);
  const step = { userNo: caller.userNo, at: new Date(), note: `${changeNo}: ${reason}` };
  const after = await addStep(tx, before, 'liftDispute', step);
  await told(call, 'liftDispute', before, after, reason);
  return { changeNo };
}
