import type { orderAudit } from '@kituo/sdk/contracts';
import type { Call, CommandCall } from '../../../http/implement.ts';
import { textOfError } from '../../../http/messages.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { askGate, type ContactQuestion, passGate } from '../../collections/contacts/index.ts';
import { ownLine, placeCall } from '../../collections/telephony/index.ts';
import { maskPhone } from '../../platform/masking/index.ts';
import { findDetails, type OrderRecord } from '../order-file/index.ts';
import { lockOwn } from './lease.ts';

type Asked = { readonly orderNo: string };

function questionOf({ phone, customerNo, merchantNo }: OrderRecord, at: Date): ContactQuestion {
  return { phone, customerNo, merchantNo, channel: 'CALL', purpose: 'REVIEW', at };
}

/** Whether the borrower may be called about the application now, and if not, why and from when. */
export async function borrowerLine({ orderNo }: Asked, call: Call): Promise<orderAudit.BorrowerLine> {
  const { db, caller, lang } = call;
  const order = await findDetails(db, caller, orderNo);
  const answer = await askGate(db, questionOf(order, new Date()));
  const phone = maskPhone(order.phone);
  if (answer.isAllowed) {
    return { phone, isAllowed: true, left: answer.left, text: null, nextAllowedAt: null };
  }
  const text = textOfError(answer.error, lang, answer.facts);
  const nextAllowedAt = answer.nextAllowedAt?.toISOString() ?? null;
  return { phone, isAllowed: false, left: 0, text, nextAllowedAt };
}

/**
 * Dials the borrower through the reviewer's own line. Nobody but the borrower can be reached
 * from a review.
 * @throws AppError what `lockOwn` throws, CONTACT_…
 */
export async function callBorrower(
  { orderNo }: Asked,
  call: CommandCall,
): Promise<{ attemptId: number; callNo: string | null; left: number }> {
  const { tx, caller } = call;
  const { record } = await lockOwn(call, orderNo);
  const line = await ownLine(call);
  const question = questionOf(record, new Date());
  const attemptId = await passGate(call, question, { orderNo, userNo: caller.userNo });
  const { phone } = record;
  const { merchantNo, customerNo } = record;
  const callNo = await placeCall(line, { attemptId, phone, merchantNo, customerNo, orderNo }, call);
  await writeAudit(tx, call, {
    action: 'orderAudit.call',
    subjectType: 'order',
    subjectNo: orderNo,
    merchantNo: record.merchantNo,
    after: { attemptId, purpose: 'REVIEW' },
  });
  const after = await askGate(tx, question);
  return { attemptId, callNo, left: after.isAllowed ? after.left : 0 };
}
