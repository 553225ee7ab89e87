import { collectionMonitor, type ParsedRequestOf, type ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { AppError } from '../../../http/app-error.ts';
import type { Call } from '../../../http/implement.ts';
import { defineList } from '../../../lists/index.ts';
import { addDays, startOfBusinessDate } from '../../platform/policy/index.ts';
import { mayPlay } from '../collections/index.ts';
import { collectorsSeen } from './work-days.ts';

const during = (day: string, column: string) =>
  sql<boolean>`${sql.ref(column)} >= ${startOfBusinessDate(day)}
    and ${sql.ref(column)} < ${startOfBusinessDate(addDays(day, 1))}`;

/** Follow-ups of a collector on a day. */
export const records = defineList(
  collectionMonitor.recordPage,
  (db) =>
    db
      .selectFrom('caseFollowUp as f')
      .innerJoin('personnel as p', (join) =>
        join.onRef('p.userNo', '=', 'f.userNo').on('p.personnelKind', '=', 'COLLECTOR'),
      )
      .innerJoin('collectionCase as c', 'c.caseNo', 'f.caseNo'),
  (by) => ({
    scope: by.ofMerchants('c.merchantNo'),
    key: 'f.followUpId',
    filters: {
      userNo: by.is('f.userNo'),
      workDate: (day) => during(day, 'f.at'),
      caseScope: by.is('c.caseScope'),
      caseLevel: by.is('f.caseLevel'),
    },
    sorts: { at: 'f.at' },
    first: [['f.at', 'desc']],
    select: (query) =>
      query
        .select(['f.followUpId', 'f.at', 'f.caseNo', 'f.caseLevel', 'f.contactPerson', 'f.contactChannel'])
        .select(['f.actionCode', 'f.remark', 'c.caseScope']),
    row: (row) => ({ ...row, at: row.at.toISOString() }),
  }),
);

/** Calls or SMS of a collector on a day, with how each ended. */
const contactsOf = (channel: 'CALL' | 'SMS') =>
  defineList(
    collectionMonitor.callDetailPage,
    (db) =>
      db
        .selectFrom('contactAttempt as a')
        .leftJoinLateral(
          (eb) =>
            eb
              .selectFrom('contactResult as x')
              .select(['x.outcome', 'x.talkSeconds'])
              .whereRef('x.attemptId', '=', 'a.attemptId')
              // That a call was handed to the exchange is no end of it.
              .$if(channel === 'CALL', (results) =>
                results.where('x.outcome', 'not in', ['SENT', 'UNKNOWN', 'REFUSED']),
              )
              .orderBy('x.resultId', 'desc')
              .limit(1)
              .as('r'),
          (join) => join.on(sql<boolean>`true`),
        )
        .leftJoin('collectionCase as k', 'k.caseNo', 'a.caseNo')
        .where('a.channel', '=', channel)
        .where('a.purpose', '=', 'COLLECTION'),
    (by) => ({
      scope: by.ofMerchants('a.merchantNo'),
      key: 'a.attemptId',
      filters: {
        userNo: by.is('a.userNo'),
        workDate: (day) => during(day, 'a.attemptedAt'),
        caseScope: by.is('k.caseScope'),
        callResult: (result) => sql<boolean>`r.outcome = ${result}`,
        talkSecondsFrom: (least) => sql<boolean>`r.talk_seconds >= ${Number(least)}`,
      },
      sorts: { at: 'a.attemptedAt' },
      first: [['a.attemptedAt', 'desc']],
      select: (query) =>
        query
          .select('k.caseScope')
          .select(
            sql<boolean>`exists (select from contact_result h where h.attempt_id = a.attempt_id
              and h.recording_url is not null)`.as('isRecorded'),
          )
          .select(['a.attemptId', 'a.attemptedAt', 'a.caseNo', 'a.phone', 'a.refusedFor', 'a.templateCode'])
          .select(['r.outcome', 'r.talkSeconds'])
          .select([
            // By a route, else by the account of the merchant's app.
            sql<string | null>`coalesce((select s.account_code from sms_sending s where s.source = 'CONTACT'
              and s.source_no = a.attempt_id::text order by s.sending_id desc limit 1),
              (select s.account_code from message_sending s where s.source = 'CONTACT'
              and s.source_no = a.attempt_id::text order by s.sending_id desc limit 1))`.as('accountCode'),
            sql<number | null>`(select max(c.cost_cents) from contact_result c where c.attempt_id = a.attempt_id)`.as(
              'costCents',
            ),
          ]),
      row: ({ attemptedAt, isRecorded, ...row }, { caller }) => ({
        ...row,
        at: attemptedAt.toISOString(),
        hasRecording: isRecorded && row.caseScope !== null && mayPlay(caller, row.caseScope),
      }),
      personal: { phone: 'phone' },
    }),
  );
export const calls = contactsOf('CALL');
export const texts = contactsOf('SMS');

/** What was repaid to a collector's credit on a day. @throws AppError NOT_FOUND for nobody of the caller's merchants */
export async function repayStat(
  { userNo, workDate }: ParsedRequestOf<typeof collectionMonitor.repayStat>,
  call: Call,
): Promise<ReplyOf<typeof collectionMonitor.repayStat>> {
  const within = collectorsSeen(call);
  let person = call.db
    .selectFrom('personnel as p')
    .select('p.userNo')
    .where('p.personnelKind', '=', 'COLLECTOR')
    .where('p.userNo', '=', userNo);
  if (within !== null) person = person.where(within);
  if (!(await person.executeTakeFirst())) throw new AppError('NOT_FOUND');
  const lines = call.db
    .selectFrom('repaymentLine as l')
    .innerJoin('paymentApplication as a', 'a.applicationNo', 'l.applicationNo')
    .where('l.collectorUserNo', '=', userNo)
    .where('a.applicationStatus', '<>', 'ROLLED_BACK')
    .where(during(workDate, 'l.appliedAt'))
    .select([sql<number>`count(*)`.as('payments'), sql<number>`sum(l.applied_cents)::bigint`.as('repaidCents')]);
  const hour = sql<number>`extract(hour from l.applied_at at time zone 'Africa/Nairobi')::int`;
  return {
    byLevel: await lines
      .select('l.levelAtRepay as caseLevel')
      .groupBy('l.levelAtRepay')
      .orderBy('l.levelAtRepay')
      .execute(),
    byHour: await lines.select(hour.as('hour')).groupBy(hour).orderBy(hour).execute(),
  };
}
