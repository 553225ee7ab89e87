import type { merchantService, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import { lockOne } from '../../../db/lock-one.ts';
import type { Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext, DataScope } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { writeAudit } from '../../platform/audit/index.ts';

/**
 * Has an event attempted once more, now and under its own number.
 * @throws AppError NOT_FOUND, ILLEGAL_TRANSITION while it is being sent or where the merchant declined it, or the account is disabled
 */
async function resend(tx: Tx, eventNo: string, userNo: string, scope: DataScope) {
  const held = await lockOne(tx, tx.selectFrom('merchantEvent').selectAll().where('eventNo', '=', eventNo), {
    missing: 'NOT_FOUND',
    subject: `merchant event ${eventNo}`,
    state: ({ version }) => version,
    isSeen: (row) => seesMerchant(scope, row.merchantNo),
  });
  const { merchantNo, deliveryStatus, leaseUntil } = held;
  const isBeingSent = leaseUntil !== null && leaseUntil.getTime() > Date.now();
  if (deliveryStatus === 'REJECTED' || isBeingSent) {
    const state = isBeingSent ? 'SENDING' : deliveryStatus;
    throw new AppError('ILLEGAL_TRANSITION', { facts: { subject: 'merchant event', state, command: 'resend' } });
  }
  const account = await tx
    .selectFrom('merchantService')
    .select(['serviceStatus', 'callbackUrl'])
    .where('merchantNo', '=', merchantNo)
    .executeTakeFirst();
  if (account?.serviceStatus !== 'ENABLED' || account.callbackUrl === null) throw new AppError('CALLBACK_CLOSED');
  await tx
    .updateTable('merchantEvent')
    .set((eb) => ({
      deliveryStatus: 'QUEUED',
      nextAttemptAt: new Date(),
      leaseUntil: null,
      requestedBy: userNo,
      version: eb('version', '+', 1),
    }))
    .where('eventNo', '=', eventNo)
    .execute();
  return held;
}

/** @throws AppError as above */
export async function resendEventOf(
  tx: Tx,
  of: { readonly event: string; readonly subjectNo: string },
  userNo: string,
): Promise<void> {
  const { eventNo } = await tx
    .selectFrom('merchantEvent')
    .select('eventNo')
    .where('event', '=', of.event)
    .where('subjectNo', '=', of.subjectNo)
    .executeTakeFirstOrThrow();
  // Whose order it is was asked before.
  await resend(tx, eventNo, userNo, 'all');
}

/**
 * Sends an event that its merchant has not taken to another merchant, on a schedule of its own.
 * @throws AppError ILLEGAL_TRANSITION once it was taken or declined, or while it is being sent
 */
export async function moveEventOf(
  tx: Tx,
  of: { readonly event: string; readonly subjectNo: string },
  toMerchantNo: string,
): Promise<void> {
  const held = await tx
    .selectFrom('merchantEvent')
    .select(['eventNo', 'deliveryStatus', 'leaseUntil'])
    .where('event', '=', of.event)
    .where('subjectNo', '=', of.subjectNo)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const isBeingSent = held.leaseUntil !== null && held.leaseUntil.getTime() > Date.now();
  if (isBeingSent || (held.deliveryStatus !== 'QUEUED' && held.deliveryStatus !== 'FAILED')) {
    const state = isBeingSent ? 'SENDING' : held.deliveryStatus;
    throw new AppError('ILLEGAL_TRANSITION', { facts: { subject: 'merchant event', state, command: 'reassign' } });
  }
  await tx
    .updateTable('merchantEvent')
    .set((eb) => ({
      merchantNo: toMerchantNo,
      deliveryStatus: 'QUEUED',
      nextAttemptAt: new Date(),
      automaticAttempts: 0,
      leaseUntil: null,
      requestedBy: null,
      version: eb('version', '+', 1),
    }))
    .where('eventNo', '=', held.eventNo)
    .execute();
}

/** @throws AppError NOT_FOUND, ILLEGAL_TRANSITION, CALLBACK_CLOSED */
export async function resendEvent(
  { eventNo }: ParsedRequestOf<typeof merchantService.resendEvent>,
  call: CommandContext,
): Promise<ReplyOf<typeof merchantService.resendEvent>> {
  const { tx, caller, services } = call;
  const { merchantNo, event, subjectNo, deliveryStatus } = await resend(tx, eventNo, caller.userNo, caller.scope);
  await services.merchantEvents.get(event)?.queued?.(tx, subjectNo);
  await writeAudit(tx, call, {
    action: 'merchantConfig.resendEvent',
    subjectType: 'merchantEvent',
    subjectNo: eventNo,
    merchantNo,
    before: { deliveryStatus },
    after: { deliveryStatus: 'QUEUED' },
  });
  return { eventNo, deliveryStatus: 'QUEUED' };
}
