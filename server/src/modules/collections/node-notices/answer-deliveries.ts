import type { feedback } from '@kituo/sdk/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';

export type AnswerDelivery = feedback.AnswerDelivery;

interface Row {
  readonly subjectNo: string;
  readonly channelType: AnswerDelivery['channelType'];
  readonly outcome: AnswerDelivery['outcome'];
  readonly reason: string | null;
  readonly nextAt: Date | null;
}

/** How a text that left as a contact ended: what a gateway reported goes before what was handed to it. */
export const outcomeOfContact = (attemptId: RawBuilder<unknown>): RawBuilder<AnswerDelivery['outcome']> => sql`coalesce(
  (SELECT r.outcome FROM contact_result r WHERE r.attempt_id = ${attemptId} AND r.outcome IN ('DELIVERED', 'FAILED')
    ORDER BY r.result_id DESC LIMIT 1),
  (SELECT CASE d.dispatch_status WHEN 'REFUSED' THEN 'FAILED' WHEN 'SENDING' THEN 'QUEUED' ELSE d.dispatch_status END
    FROM contact_dispatch d WHERE d.attempt_id = ${attemptId}), 'QUEUED')`;

const bySubject = (rows: readonly Row[]): ReadonlyMap<string, AnswerDelivery> =>
  new Map(rows.map(({ subjectNo, nextAt, ...row }) => [subjectNo, { ...row, nextAt: nextAt?.toISOString() ?? null }]));

/** What became of answers by the node, by feedback number or `advice/message`; those not found yet are absent. */
export async function answerDeliveries(
  db: Queryable,
  subjectNos: readonly string[],
): Promise<ReadonlyMap<string, AnswerDelivery>> {
  if (subjectNos.length === 0) return new Map();
  const { rows } =
    await sql<Row>`SELECT n.subject_no, coalesce(m.channel, CASE WHEN n.notice_status = 'SENT' THEN 'SMS' END) AS channel_type,
      CASE WHEN n.notice_status IN ('SKIPPED', 'DROPPED') THEN 'REFUSED' WHEN n.notice_status = 'QUEUED' THEN 'QUEUED'
        WHEN m.message_no IS NULL THEN ${outcomeOfContact(sql`n.attempt_id`)}
        WHEN m.delivery_outcome IN ('DELIVERED', 'FAILED') THEN m.delivery_outcome
        WHEN m.message_status = 'SENDING' THEN 'QUEUED' ELSE m.message_status END AS outcome,
      CASE WHEN n.notice_status = 'SKIPPED' THEN 'NODE_OFF' WHEN n.notice_status <> 'SENT' THEN n.fault END AS reason,
      CASE WHEN n.notice_status = 'QUEUED' THEN n.due_at END AS next_at
    FROM node_notice n LEFT JOIN message m USING (message_no)
    WHERE n.node_code = 'FEEDBACK_ANSWERED' AND n.subject_no = ANY(${subjectNos}::text[])`.execute(db);
  return bySubject(rows);
}

/** What became of replies to app suggestions that were sent as an SMS, by `advice/message`. */
export async function smsDeliveries(db: Queryable, adviceNo: string): Promise<ReadonlyMap<string, AnswerDelivery>> {
  const { rows } = await sql<Row>`SELECT m.advice_no || '/' || m.message_id AS subject_no, 'SMS' AS channel_type,
      ${outcomeOfContact(sql`m.attempt_id`)} AS outcome, NULL AS reason, NULL::timestamptz AS next_at
    FROM app_advice_message m WHERE m.advice_no = ${adviceNo} AND m.attempt_id IS NOT NULL`.execute(db);
  return bySubject(rows);
}
