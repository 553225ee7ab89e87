import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';

/** Within these days the SMS gateway may still report on a message. */
const REPORTED_WITHIN = '3 days';

interface Doubtful {
  readonly messageNo: string | null;
  readonly attemptId: number | null;
  readonly isSending: boolean;
}

/**
 * Gives a message that left without an answer the number that a report of the gateway names it by. The gateway knows
 * nothing of our numbers, so only the phone tells: where more than one to it is open, none is taken for it.
 * @returns whether there was exactly one.
 */
export async function nameDoubtful(tx: Tx, reference: string, phoneNumber: string): Promise<boolean> {
  const phone = phoneNumber.replace(/^\+/, '');
  const { rows } = await sql<Doubtful>`
    select null as message_no, attempt_id, dispatch_status = 'SENDING' as is_sending from contact_dispatch
      where channel = 'SMS' and phone = ${phone} and dispatch_status in ('SENDING', 'UNKNOWN')
        and began_at > now() - ${REPORTED_WITHIN}::interval
    union all select message_no, null, message_status = 'SENDING' from message
      where channel = 'SMS' and destination = ${phone} and message_status in ('SENDING', 'UNKNOWN')
        and began_at > now() - ${REPORTED_WITHIN}::interval`.execute(tx);
  const [one, ...others] = rows;
  // What is being sent just now will have its own answer.
  if (!one || others.length > 0 || one.isSending) return false;
  if (one.attemptId !== null) {
    const { attemptId } = one;
    await tx.insertInto('contactReference').values({ gateway: 'SMS', reference, attemptId }).execute();
    return true;
  }
  const { numUpdatedRows } = await tx
    .updateTable('message')
    .set({ messageStatus: 'SENT', gatewayReference: reference, sentAt: new Date() })
    .where('messageNo', '=', one.messageNo ?? '')
    .where('messageStatus', '=', 'UNKNOWN')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
