import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import type { Call, FileReply } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { pdfOf } from '../../platform/pdf/index.ts';
import { shownTime, shownDay } from '../../../ground/shown-time.ts';
import { readFeedback } from './read.ts';

/** Contacts that a pack lists, the newest. */
const MOST = 200;

interface Contact {
  readonly at: Date;
  readonly channel: string;
  readonly purpose: string;
  readonly who: string | null;
  readonly outcome: string | null;
  readonly refusedFor: string | null;
  readonly content: string | null;
  readonly hasRecording: boolean;
}

const shown = (at: Date | string): string => {
  const when = new Date(at);
  return `${shownDay(when)}, ${shownTime(when)} EAT`;
};

/** Every attempt to reach the customer from 30 days before the case until it was answered. */
async function contactsOf(db: Queryable, feedbackNo: string): Promise<Contact[]> {
  const { rows } = await sql<Contact>`
    select a.attempted_at as at, a.channel, a.purpose, u.real_name as who, r.outcome, a.refused_for, a.content,
      exists (select from contact_result h where h.attempt_id = a.attempt_id and h.recording_url is not null) as has_recording
    from feedback f join contact_attempt a on a.customer_no = f.customer_no
      and a.attempted_at between f.created_at - interval '30 days' and coalesce(f.processed_at, now())
    left join app_user u on u.user_no = a.user_no
    left join lateral (select outcome from contact_result x where x.attempt_id = a.attempt_id
      order by x.result_id desc limit 1) r on true
    where f.feedback_no = ${feedbackNo} order by a.attempted_at desc limit ${MOST}`.execute(db);
  return rows.toReversed();
}

const lineOf = ({ at, channel, purpose, who, outcome, refusedFor, content, hasRecording }: Contact): string =>
  [
    shown(at),
    channel,
    purpose,
    who ?? 'automatic',
    refusedFor === null ? (outcome ?? 'no report') : `not made: ${refusedFor}`,
    ...(hasRecording ? ['recording kept'] : []),
    ...(content === null ? [] : [`"${content}"`]),
  ].join(' - ');

/** The case of a customer as one document for whoever asks about it. Masked as the reader is. @throws AppError FEEDBACK_NOT_FOUND */
export async function sendPack(feedbackNo: string, call: Call): Promise<FileReply> {
  const { db } = call;
  const { row, result, replyContent, delivery, vouchers, madeOf, coupons, duplicates, events } = await readFeedback(
    feedbackNo,
    call,
  );
  const contacts = await contactsOf(db, feedbackNo);
  const listed = (title: string, lines: readonly string[]): string[] => [
    '',
    title,
    ...(lines.length > 0 ? lines : ['None']),
  ];
  const content = await pdfOf({
    title: `Case ${feedbackNo}: ${row.title}`,
    madeAt: new Date(row.processedAt ?? row.createdAt),
    facts: [
      ['Customer', `${row.customerName}, ${row.customerNo}, ${row.phone}`],
      ['Order', row.orderNo ?? 'none'],
      ['Received', `${shown(row.createdAt)} by ${row.source}, recorded by ${row.createdByName}`],
      ['Category', `${row.category}, severity ${row.severity}`],
      ['Status', row.feedbackStatus],
      ['Handled by', row.handlerName ?? 'nobody yet'],
      ['Due', shown(row.dueAt)],
      ['Answered', row.processedAt === null ? 'not yet' : shown(row.processedAt)],
    ],
    paragraphs: [
      'What the customer told us',
      row.content,
      ...listed(
        'Where it came from',
        madeOf.map(
          ({ kind, no, at, content: said }) => `${shown(at)} - ${kind} ${no}${said === null ? '' : `: "${said}"`}`,
        ),
      ),
      ...listed(
        'History',
        events.map(
          ({ at, command, userName, note }) =>
            `${shown(at)} - ${command} - ${userName}${note === null ? '' : `: ${note}`}`,
        ),
      ),
      '',
      'Our answer',
      result === null ? 'Not answered yet' : `${result}: ${replyContent ?? ''}`,
      ...(delivery === null ? [] : [`Sent by ${delivery.channelType ?? 'no channel yet'}: ${delivery.outcome}`]),
      ...listed(
        'Coupons',
        coupons.map(
          (one) => `${one.couponApplicationNo}: ${one.quantity} x ${one.couponContent}, ${one.applicationStatus}`,
        ),
      ),
      ...listed(
        'Certificates',
        vouchers.map(({ attachId, fileName }) => `${attachId} ${fileName}`),
      ),
      ...listed('Duplicates merged into it', duplicates),
      ...listed('Contacts with the customer, from 30 days before', contacts.map(lineOf)),
    ],
  });
  await writeAudit(db, call, {
    action: 'feedback.pack',
    subjectType: 'feedback',
    subjectNo: feedbackNo,
    merchantNo: row.merchantNo,
    after: { contacts: contacts.length },
  });
  return { contentType: 'application/pdf', content, fileName: `${feedbackNo}.pdf` };
}
