import type { ParsedRequestOf, paymentLink, ReplyOf } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandCall } from '../../../http/implement.ts';
import { passGate, queueDispatch } from '../../collections/contacts/index.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { renderNode } from '../../platform/message-templates/index.ts';
import { addDays, businessDateOf, shownDay } from '../../platform/policy/index.ts';
import { quotePayoff, QUOTED_DAYS, reachOrder } from '../payments/index.ts';
import { shillings } from './send.ts';

/**
 * Texts the customer what settles their loan on a day, where the contact gate is open; it leaves after the commit.
 * Nothing is posted: the figure is worked out again, whatever the page showed.
 * @throws AppError ORDER_NOT_FOUND, BAD_REQUEST for another day, ILLEGAL_TRANSITION where nothing is owed, CONTACT_…,
 *   SMS_TEMPLATE_UNKNOWN where the node is switched off
 */
export async function sendPayoff(
  { orderNo, day, language }: ParsedRequestOf<typeof paymentLink.sendPayoff>,
  call: CommandCall,
): Promise<ReplyOf<typeof paymentLink.sendPayoff>> {
  const { tx, caller, services } = call;
  await reachOrder(tx, caller.scope, orderNo);
  const today = businessDateOf(new Date());
  if (day < today || day >= addDays(today, QUOTED_DAYS)) {
    throw new AppError('BAD_REQUEST', { fields: [{ field: 'day', msg: 'Choose one of the next 14 days' }] });
  }
  if (!services.engine.gateways.sms) throw new AppError('CONTACT_CHANNEL_MISSING');
  const { orderStatus, merchantNo, customerNo, repaymentCode, phone, customerName } = await tx
    .selectFrom('loanOrder')
    .innerJoin('customer', 'customer.customerNo', 'loanOrder.customerNo')
    .select(['orderStatus', 'loanOrder.merchantNo', 'loanOrder.customerNo', 'repaymentCode', 'phone', 'customerName'])
    .where('orderNo', '=', orderNo)
    .executeTakeFirstOrThrow();
  const owedCents = orderStatus === 'DISBURSED' ? await quotePayoff(tx, orderNo, day) : 0;
  if (owedCents === 0) {
    throw new AppError('ILLEGAL_TRANSITION', {
      facts: { subject: 'order', state: orderStatus, command: 'payoffQuote' },
    });
  }
  // M-Pesa moves whole shillings; the rest of the last one becomes credit.
  const payoffCents = Math.ceil(owedCents / 100) * 100;
  const facts = {
    name: customerName.split(' ')[0] ?? '',
    order: orderNo,
    amount: shillings(payoffCents),
    day: shownDay(day),
    code: repaymentCode,
  };
  const rendered = await renderNode(tx, 'PAYOFF_QUOTE', { merchantNo, channels: ['SMS'], language, facts });
  if (rendered === null) throw new AppError('SMS_TEMPLATE_UNKNOWN');
  const { templateCode, body: text } = rendered;
  const question = { phone, purpose: 'SERVICE', channel: 'SMS', customerNo, merchantNo, at: new Date() } as const;
  const about = { orderNo, caseNo: null, userNo: caller.userNo, templateCode, content: text };
  const attemptId = await passGate(call, question, about);
  await queueDispatch(tx, { attemptId, channel: 'SMS', phone, payload: { text } });
  await writeAudit(tx, call, {
    action: 'paymentLink.sendPayoff',
    subjectType: 'order',
    subjectNo: orderNo,
    merchantNo,
    after: { payoffDay: day, payoffCents, attemptId, language },
  });
  call.afterCommit(() => services.engine.dispatch());
  return { orderNo, day, payoffCents, attemptId };
}
