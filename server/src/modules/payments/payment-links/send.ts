import type { CommandCall } from '../../../http/implement.ts';
import { AppError } from '../../../http/app-error.ts';
import { passGate, queueDispatch } from '../../collections/contacts/index.ts';
import { renderNode } from '../../platform/message-templates/index.ts';
import { shownTime } from '../../platform/policy/index.ts';
import type { PaymentLink } from '../prompts/index.ts';
import { tokenOf } from './token.ts';

export const shillings = (cents: number) =>
  new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 }).format(cents / 100);

/**
 * Texts the customer the address of a link, where the contact gate is open; it leaves after the commit.
 * @returns the attempt's number.
 * @throws AppError CONTACT_…, SMS_TEMPLATE_UNKNOWN where the node is switched off
 */
export async function sendLink(link: PaymentLink, language: 'en' | 'sw', call: CommandCall): Promise<number> {
  const { tx, caller, services } = call;
  const { linkNo, merchantNo, customerNo, orderNo, caseNo, amountCents, expiresAt } = link;
  if (!services.engine.gateways.sms) throw new AppError('CONTACT_CHANNEL_MISSING');
  const { phone, customerName } = await tx
    .selectFrom('customer')
    .select(['phone', 'customerName'])
    .where('customerNo', '=', customerNo)
    .executeTakeFirstOrThrow();
  const facts = {
    name: customerName.split(' ')[0] ?? '',
    amount: shillings(amountCents),
    link: `${services.settings.gateways.publicUrl}/pay/${await tokenOf(tx, link)}`,
    until: shownTime(expiresAt),
  };
  const rendered = await renderNode(tx, 'PAYMENT_LINK', { merchantNo, channels: ['SMS'], language, facts });
  if (rendered === null) throw new AppError('SMS_TEMPLATE_UNKNOWN');
  const { templateCode, body: text } = rendered;
  const purpose = caseNo === null ? 'SERVICE' : 'COLLECTION';
  const question = { phone, purpose, channel: 'SMS', customerNo, merchantNo, at: new Date() } as const;
  // The address lets whoever has it see what is owed: the record of the attempt leaves it out.
  const content = text.replace(facts.link, '…');
  const attemptId = await passGate(call, question, { orderNo, caseNo, userNo: caller.userNo, templateCode, content });
  await queueDispatch(tx, { attemptId, channel: 'SMS', phone, payload: { text } });
  await tx
    .updateTable('paymentLink')
    .set((eb) => ({ sentAt: new Date(), version: eb('version', '+', 1) }))
    .where('linkNo', '=', linkNo)
    .execute();
  call.afterCommit(() => services.engine.dispatch());
  return attemptId;
}
