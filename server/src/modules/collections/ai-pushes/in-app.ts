import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { channelsTo } from '../../platform/message-accounts/index.ts';
import { queuePush } from '../../platform/messages/index.ts';

/** @throws AppError MESSAGE_CHANNEL_CLOSED where a merchant's app sends no pushes */
export async function refuseClosedApp(db: Queryable, merchantNo: string): Promise<void> {
  const found = await db
    .selectFrom('messageAccount')
    .select('accountCode')
    .where('merchantNo', '=', merchantNo)
    .where('channelType', '=', 'PUSH')
    .where('isEnabled', '=', true)
    .limit(1)
    .executeTakeFirst();
  if (!found) throw new AppError('MESSAGE_CHANNEL_CLOSED', { fields: ['channelType'], facts: { channel: 'PUSH' } });
}

/** Whether the app is on a phone of the number, and its merchant sends pushes. */
export const hasApp = async (db: Queryable, to: { readonly merchantNo: string; readonly phone: string }) =>
  (await channelsTo(db, to)).includes('PUSH');

/** Puts a push into the outbox, under the app's name. @returns its number */
export async function pushText(
  tx: Tx,
  { merchantNo, phone, text }: { readonly merchantNo: string; readonly phone: string; readonly text: string },
): Promise<string> {
  const { merchantName } = await tx
    .selectFrom('merchant')
    .select('merchantName')
    .where('merchantNo', '=', merchantNo)
    .executeTakeFirstOrThrow();
  return await queuePush(tx, { merchantNo, phone }, { subject: merchantName, body: text });
}

/** Pushes of a task that have not left. @returns the messages that are taken back */
export async function withdrawPushes(tx: Tx, taskNo: string): Promise<string[]> {
  const { rows } = await sql<{ messageNo: string }>`
    UPDATE message m SET message_status = 'FAILED', failure = 'withdrawn', body = NULL FROM ai_push_record r
    WHERE r.task_no = ${taskNo} AND r.ai_push_outcome = 'SENT' AND m.message_no = r.message_no
      AND m.message_status = 'QUEUED'
    RETURNING m.message_no`.execute(tx);
  return rows.map(({ messageNo }) => messageNo);
}

/** Keeps what became of pushes that left, or never will. Nobody reports that one was read. */
export async function takePushEnds(db: Queryable): Promise<void> {
  await sql`UPDATE ai_push_record r SET ai_push_outcome = CASE m.message_status
      WHEN 'SENT' THEN 'CONNECTED' WHEN 'UNKNOWN' THEN 'UNKNOWN' ELSE 'FAILED' END
    FROM message m WHERE m.message_no = r.message_no AND r.ai_push_outcome = 'SENT'
      AND m.message_status IN ('SENT', 'UNKNOWN', 'FAILED')`.execute(db);
}
