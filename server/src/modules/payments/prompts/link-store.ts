import type { Selectable } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { noteState } from '../../../db/tx-notes.ts';
import { advance, allowedActions, type Machine } from '../../../state-machine/index.ts';
import { publishEvent } from '../../platform/audit/index.ts';
import { paymentLinkMachine } from './payment-link.machine.ts';
import type { PaymentLinkTable } from './tables.ts';

export type PaymentLink = Selectable<PaymentLinkTable>;
type CommandOf<M> = M extends Machine<string, infer Command> ? Command : never;

/** Undefined where there is none. */
export async function lockLink(tx: Tx, linkNo: string): Promise<PaymentLink | undefined> {
  const link = await tx
    .selectFrom('paymentLink')
    .selectAll()
    .where('linkNo', '=', linkNo)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (link) noteState(tx, `link ${linkNo}`, link.version);
  return link;
}

/** Moves a locked link. @throws AppError ILLEGAL_TRANSITION */
export async function moveLink(
  tx: Tx,
  { linkNo, linkStatus: before }: Pick<PaymentLink, 'linkNo' | 'linkStatus'>,
  command: CommandOf<typeof paymentLinkMachine>,
  facts: Partial<Pick<PaymentLink, 'paidAt' | 'revokedBy' | 'revokedAt'>>,
): Promise<PaymentLink['linkStatus']> {
  const linkStatus = advance(paymentLinkMachine, before, command);
  await tx
    .updateTable('paymentLink')
    .set((eb) => ({ ...facts, linkStatus, version: eb('version', '+', 1) }))
    .where('linkNo', '=', linkNo)
    .execute();
  return linkStatus;
}

/** A prompt of the link was paid. Another one that is paid later changes nothing: its money has a place of its own. */
export async function payLink(tx: Tx, linkNo: string): Promise<void> {
  const link = await lockLink(tx, linkNo);
  if (!link || !allowedActions(paymentLinkMachine, link.linkStatus).includes('pay')) return;
  const linkStatus = await moveLink(tx, link, 'pay', { paidAt: new Date() });
  const { merchantNo, orderNo, amountCents, linkStatus: before } = link;
  await publishEvent(tx, {
    topic: 'paymentLink.pay',
    subjectType: 'paymentLink',
    subjectNo: linkNo,
    merchantNo,
    before: { linkStatus: before },
    after: { linkStatus, orderNo, amountCents },
  });
}
