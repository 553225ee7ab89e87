import type { callTask, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, CommandCall } from '../../../http/implement.ts';
import { textOfError } from '../../../http/messages.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { type ContactQuestion, queueDispatch, tryGate } from '../contacts/index.ts';
import { filledText, spokenTexts } from '../sms-templates/index.ts';
import { questionOf, refuseUnleased } from './dial.ts';
import { customerOfPhone, lockEntry } from './entries.ts';
import { incomingOrders } from './orders.ts';
import type { Desk } from './tables.ts';

type Endpoints = typeof callTask.dialTasks;
type Sent = ReplyOf<Endpoints['sms']>;
/** As much of a text as a follow-up keeps. */
const KEPT = 500;

/** Texts that may be sent to a merchant's people. */
export async function offeredTexts(
  { merchantNo }: ParsedRequestOf<Endpoints['smsTexts']>,
  { db, caller }: Call,
): Promise<ReplyOf<Endpoints['smsTexts']>> {
  if (!seesMerchant(caller.scope, merchantNo)) return [];
  const texts = await spokenTexts(db, merchantNo);
  return texts.map(({ templateNo, templateName, language }) => ({
    value: templateNo,
    label: `${templateName} · ${language}`,
  }));
}

interface About {
  readonly templateNo: string;
  readonly customerNo: string | null;
  readonly entryId: string | null;
  readonly orderNo: string | null;
  readonly taskNo: string | null;
}

/** Passes the gate and queues the text; both ways the attempt is kept, and what left is a line of the follow-ups. */
async function send(question: Omit<ContactQuestion, 'at' | 'channel'>, about: About, call: CommandCall): Promise<Sent> {
  const { tx, caller } = call;
  const { phone, merchantNo } = question;
  const { templateNo, customerNo, entryId, orderNo, taskNo } = about;
  const offered = await spokenTexts(tx, merchantNo);
  const isOffered = offered.some((one) => one.templateNo === templateNo);
  const text = isOffered ? await filledText(tx, templateNo, customerNo) : null;
  if (text === null) throw new AppError('MARKETING_TEMPLATE_NOT_ENABLED', { fields: ['templateNo'] });
  const subject = { orderNo, userNo: caller.userNo, templateCode: templateNo, content: text };
  const { attemptId, answer } = await tryGate(tx, { ...question, channel: 'SMS', at: new Date() }, subject);
  await writeAudit(tx, call, {
    action: 'callEntry.sms',
    subjectType: entryId === null ? 'order' : 'callEntry',
    subjectNo: entryId ?? orderNo ?? '',
    merchantNo,
    after: { attemptId, templateNo, refusedFor: answer.isAllowed ? null : answer.error },
  });
  if (!answer.isAllowed) {
    const why = textOfError(answer.error, call.lang, answer.facts);
    const nextAllowedAt = answer.nextAllowedAt?.toISOString() ?? null;
    return { isSent: false, gate: { isAllowed: false, text: why, nextAllowedAt } };
  }
  await queueDispatch(tx, { attemptId, channel: 'SMS', phone, payload: { text } });
  const content = `SMS: ${text}`.slice(0, KEPT);
  await tx.insertInto('callFollowUp').values({ entryId, orderNo, taskNo, userNo: caller.userNo, content }).execute();
  return { isSent: true, gate: { isAllowed: true, text: null, nextAllowedAt: null } };
}

/**
 * Sends a text about offers to whom one works on: it takes their consent to offers on the service desk, too.
 * @throws AppError CALL_ENTRY_NOT_FOUND, CALL_LEASE_LOST, MARKETING_TEMPLATE_NOT_ENABLED
 */
export async function smsEntry(
  { entryId, taskNo = null, templateNo }: { entryId: string; taskNo?: string | undefined | null; templateNo: string },
  desk: Desk,
  call: CommandCall,
): Promise<Sent> {
  const entry = await lockEntry(call.tx, entryId, desk, call);
  refuseUnleased(entry, call.caller.userNo, new Date());
  const question = await questionOf(call.tx, entry, 'MARKETING');
  const customerNo = await customerOfPhone(call.tx, entry.merchantNo, entry.phone);
  return await send(question, { templateNo, customerNo, entryId, orderNo: null, taskNo }, call);
}

/**
 * Invites the customer of one's own settled loan by a text.
 * @throws AppError ORDER_NOT_FOUND, CALL_WITH_COLLECTION, CALL_LOAN_OPEN, MARKETING_TEMPLATE_NOT_ENABLED
 */
export async function smsOrder(
  { orderNo, templateNo }: { readonly orderNo: string; readonly templateNo: string },
  call: CommandCall,
): Promise<Sent> {
  const { phone, merchantNo, loanState } = await incomingOrders.stored(orderNo, call);
  if (loanState === 'PAST_DUE') throw new AppError('CALL_WITH_COLLECTION');
  if (loanState !== 'SETTLED') throw new AppError('CALL_LOAN_OPEN');
  const customerNo = await customerOfPhone(call.tx, merchantNo, phone);
  const question = { phone, merchantNo, customerNo: null, purpose: 'TELEMARKETING' } as const;
  return await send(question, { templateNo, customerNo, entryId: null, orderNo, taskNo: null }, call);
}
