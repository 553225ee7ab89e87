import type { ParsedRequestOf, paymentLink, ReplyOf } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandCall } from '../../../http/implement.ts';
import { allowedActions } from '../../../state-machine/index.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { reachOrder } from '../payments/index.ts';
import { lockLink, moveLink, paymentLinkMachine, type PaymentLink } from '../prompts/index.ts';
import { sendLink } from './send.ts';

/** A link of an order within the caller's scope, as they saw it. @throws AppError LINK_NOT_FOUND, STALE */
async function lockSeen(
  { linkNo, version }: { readonly linkNo: string; readonly version: number },
  { tx, caller }: CommandCall,
): Promise<PaymentLink> {
  const link = await lockLink(tx, linkNo);
  if (!link) throw new AppError('LINK_NOT_FOUND');
  await reachOrder(tx, caller.scope, link.orderNo, 'LINK_NOT_FOUND');
  if (link.version !== version) throw new AppError('STALE');
  return link;
}

function refuseEnded({ linkStatus, expiresAt }: PaymentLink, command: string): void {
  if (!allowedActions(paymentLinkMachine, linkStatus).includes('revoke')) {
    throw new AppError('ILLEGAL_TRANSITION', { facts: { subject: 'paymentLink', state: linkStatus, command } });
  }
  if (expiresAt <= new Date()) throw new AppError('LINK_EXPIRED');
}

/** @throws AppError LINK_NOT_FOUND, STALE, ILLEGAL_TRANSITION, LINK_EXPIRED */
export async function revokeLink(
  { reason, ...seen }: ParsedRequestOf<typeof paymentLink.revoke>,
  call: CommandCall,
): Promise<ReplyOf<typeof paymentLink.revoke>> {
  const { tx, caller } = call;
  const link = await lockSeen(seen, call);
  refuseEnded(link, 'revoke');
  const { linkNo, merchantNo, linkStatus: before } = link;
  const linkStatus = await moveLink(tx, link, 'revoke', { revokedBy: caller.userNo, revokedAt: new Date() });
  await writeAudit(tx, call, {
    action: 'paymentLink.revoke',
    subjectType: 'paymentLink',
    subjectNo: linkNo,
    merchantNo,
    before: { linkStatus: before },
    after: { linkStatus },
    reason,
  });
  return { linkNo, linkStatus };
}

/** @throws AppError LINK_NOT_FOUND, STALE, ILLEGAL_TRANSITION, LINK_EXPIRED, CONTACT_… */
export async function sendLinkAgain(
  { language, ...seen }: ParsedRequestOf<typeof paymentLink.send>,
  call: CommandCall,
): Promise<ReplyOf<typeof paymentLink.send>> {
  const link = await lockSeen(seen, call);
  refuseEnded(link, 'send');
  const attemptId = await sendLink(link, language, call);
  const { linkNo, merchantNo } = link;
  await writeAudit(call.tx, call, {
    action: 'paymentLink.send',
    subjectType: 'paymentLink',
    subjectNo: linkNo,
    merchantNo,
    after: { attemptId, language },
  });
  return { linkNo, attemptId };
}
