import type { intake, ParsedRequestOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { keepEvidence } from '../order-file/index.ts';
import { ownOrder } from './commands.ts';

/** Once an application is decided, what it was decided on stays as it was. */
const OPEN = new Set(['MACHINE_REVIEW', 'TO_ALLOCATE', 'PENDING_REVIEW', 'RETURNED']);

/** Who objected to being anybody's contact is none of a new application either. @throws AppError CONTACT_NOT_ACCEPTED */
async function refuseBlockedContacts(db: Queryable, contacts: readonly { readonly phone: string }[]): Promise<void> {
  if (contacts.length === 0) return;
  const { rows } = await sql<{ phone: string }>`SELECT phone FROM contact_block
    WHERE phone = ANY(${contacts.map(({ phone }) => phone)}::text[]) AND lifted_at IS NULL
      AND (expires_at IS NULL OR expires_at > now()) AND block_scopes && '{NOT_A_CONTACT,ALL}'`.execute(db);
  const blocked = new Set(rows.map(({ phone }) => phone));
  const place = contacts.findIndex(({ phone }) => blocked.has(phone));
  if (place >= 0) throw new AppError('CONTACT_NOT_ACCEPTED', { fields: [`evidence.CONTACTS.${place}.phone`] });
}

/** @throws AppError ORDER_NOT_FOUND, ILLEGAL_TRANSITION, CONTACT_NOT_ACCEPTED */
export async function takeEvidence(
  { orderNo, evidence }: ParsedRequestOf<typeof intake.evidence>,
  call: CommandContext,
) {
  const order = await ownOrder(orderNo, call);
  if (!OPEN.has(order.orderStatus)) throw new AppError('ILLEGAL_TRANSITION');
  await refuseBlockedContacts(call.tx, evidence.CONTACTS ?? []);
  const kept = await keepEvidence(call.tx, orderNo, evidence, new Date());
  await writeAudit(call.tx, call, {
    action: 'order.evidence',
    subjectType: 'order',
    subjectNo: orderNo,
    merchantNo: order.merchantNo,
    // Of what was said nothing is in the log: it is all about people.
    after: { delivered: kept.delivered.join(', '), awaited: kept.awaited.join(', ') },
  });
  return { orderNo, ...kept };
}
