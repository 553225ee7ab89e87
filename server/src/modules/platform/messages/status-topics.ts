import type { Logger } from 'pino';
import type { Tx } from '../../../db/database.ts';
import { type CallbackTopics, CallbackUnreadable, type WhatsAppStatus, whatsAppStatuses } from '../gateways/index.ts';
import { noteAccountDelivery } from '../message-accounts/index.ts';
import { keepDelivery } from './delivery.ts';

/** A report this young may overtake the answer that names its message. */
const MAY_BE_EARLY_MS = 600_000;

/** What WhatsApp reports of messages, each joined to its own. */
export function statusTopics({ log }: { readonly log: Pick<Logger, 'info'> }): CallbackTopics {
  return {
    'whatsapp/status': {
      handle: async (tx, fields, { callback }) => {
        const statuses = whatsAppStatuses(fields);
        if (!statuses) throw new CallbackUnreadable('no notice of WhatsApp');
        let known = 0;
        for (const status of statuses) if (await keepStatus(tx, status)) known += 1;
        if (known < statuses.length && Date.now() - callback.receivedAt.getTime() < MAY_BE_EARLY_MS) {
          throw new Error('a WhatsApp report came before its answer');
        }
        if (known === 0) log.info({ reports: statuses.length }, 'a report is about nothing of ours');
        return known === 0 ? 'ignored' : 'processed';
      },
    },
  };
}

async function keepStatus(tx: Tx, { messageId, messageNo, outcome }: WhatsAppStatus): Promise<boolean> {
  if (messageNo !== null) await endDoubt(tx, messageNo, messageId);
  const told = { outcome, vendorAt: null };
  const isOfAccount = await noteAccountDelivery(tx, messageId, told);
  return (await keepDelivery(tx, messageId, told)) !== null || isOfAccount;
}

/** Our answer was lost, and the provider's word says that it had taken the message. */
async function endDoubt(tx: Tx, messageNo: string, reference: string): Promise<void> {
  const ended = await tx
    .updateTable('message')
    .set({ messageStatus: 'SENT', failure: null, sentAt: new Date(), gatewayReference: reference })
    .where('messageNo', '=', messageNo)
    .where('channel', '=', 'WHATSAPP')
    .where('messageStatus', '=', 'UNKNOWN')
    .where('gatewayReference', 'is', null)
    .executeTakeFirst();
  if (ended.numUpdatedRows === 0n) return;
  await tx
    .updateTable('messageSending')
    .set({ outcome: 'SENT', reference, fault: null, delivery: 'SENT' })
    .where('source', '=', 'MESSAGE')
    .where('sourceNo', '=', messageNo)
    .where('outcome', '=', 'UNKNOWN')
    .execute();
}
