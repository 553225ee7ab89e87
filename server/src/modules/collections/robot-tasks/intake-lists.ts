import { nineFour, smsPartsOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Caller } from '../../../http/implement.ts';
import { defineList } from '../../../lists/index.ts';
import { maskDigits } from '../../platform/masking/index.ts';
import { rowReveals } from '../../platform/reveal/index.ts';
import { intakeOf, isIntake, isOpen } from './intake-row.ts';

const mayReplay = ({ codes }: Caller) => codes.has('collection:ai94:replay');

/** The other number of the 94 AI task that a report names. */
const taskOf = (number: string, by: string, told: string) =>
  sql<
    string | null
  >`(select ${sql.ref(`t.${number}`)} from ai_task t where ${sql.ref(`t.${by}`)} = ${sql.ref(told)} limit 1)`;

/** Reports of robot calls as they came. Those about no call of ours are seen by people of all merchants. */
export const callBacks = defineList(
  nineFour.callBackPage,
  (db) =>
    db
      .selectFrom('gatewayCallbackState as s')
      .leftJoin('contactReference as f', (join) =>
        join.onRef('f.reference', '=', 's.subjectNo').on('f.gateway', '=', 'ROBOT'),
      )
      .leftJoin('contactAttempt as a', 'a.attemptId', 'f.attemptId')
      .where('s.topic', '=', 'robot/call'),
  (by) => ({
    scope: by.ofMerchants('s.merchantNo'),
    key: 's.callbackId',
    missing: 'CALLBACK_NOT_FOUND',
    filters: {
      intakeId: (no) => (eb) => eb('s.callbackId', '=', Number(no)),
      intakeStatus: isIntake,
      receivedAt: by.days('s.receivedAt'),
      vendorCallId: by.is('s.toldReference'),
      // By either number, whichever the report names.
      taskNo: (no) => sql<boolean>`(s.told_task = ${no}
        or s.told_vendor_task = (select t.vendor_task_id from ai_task t where t.task_no = ${no}))`,
      vendorTaskId: (id) => sql<boolean>`(s.told_vendor_task = ${id}
        or s.told_task in (select t.task_no from ai_task t where t.vendor_task_id = ${id}))`,
      eventType: by.is('s.toldEvent'),
    },
    sorts: { receivedAt: 's.receivedAt' },
    first: [['s.receivedAt', 'desc']],
    select: (query) =>
      query
        .innerJoin('gatewayCallback as c', (join) =>
          join.onRef('c.callbackId', '=', 's.callbackId').onRef('c.receivedAt', '=', 's.receivedAt'),
        )
        .select(['s.callbackId', 's.receivedAt', 's.topic', 's.callbackStatus', 's.attempts', 's.repeats', 's.fault'])
        .select('s.duplicateOf')
        .select(['s.version', 's.signatureCheck', 's.subjectNo', 'c.content', 'a.caseNo', 'a.attemptId', 'a.phone'])
        .select(taskOf('taskNo', 'vendorTaskId', 's.toldVendorTask').as('namedTask'))
        .select(taskOf('vendorTaskId', 'taskNo', 's.toldTask').as('namedVendorTask')),
    row: (row, { caller, lang }) => {
      const { told, shown } = intakeOf(row, lang);
      const { intakeStatus } = shown;
      const may = mayReplay(caller) && isOpen(row);
      return {
        ...shown,
        taskNo: told.get('taskNo')?.slice(0, 64) ?? row.namedTask,
        vendorTaskId: told.get('taskId')?.slice(0, 64) ?? row.namedVendorTask,
        vendorCallId: row.subjectNo ?? told.get('callNo')?.slice(0, 64) ?? null,
        eventType: told.get('outcome')?.slice(0, 64) ?? null,
        vendorEventAt: told.get('endedAt')?.slice(0, 40) ?? null,
        caseNo: row.caseNo,
        callId: row.attemptId === null ? null : String(row.attemptId),
        phone: row.phone,
        allowedActions: may
          ? intakeStatus === 'UNMATCHED'
            ? (['replay', 'match'] as const).slice()
            : (['replay'] as const).slice()
          : [],
      };
    },
    personal: { phone: 'phone' },
  }),
);

/** What of call reports is masked, in full for those who hold the page. */
export const callBackReveals = rowReveals(callBacks, {
  name: 'aiCallBack',
  title: { en: 'Call reports', zh: '通话回调' },
  page: nineFour.callBackPage,
  fields: { phone: 'phone' },
});

/** Delivery reports of SMS as they came. */
export const smsBacks = defineList(
  nineFour.smsBackPage,
  (db) =>
    db
      .selectFrom('gatewayCallbackState as s')
      .leftJoin('contactReference as f', (join) =>
        join.onRef('f.reference', '=', 's.subjectNo').on('f.gateway', '=', 'SMS'),
      )
      .leftJoin('contactAttempt as a', 'a.attemptId', 'f.attemptId')
      // Replies have a list of their own; one that proves nothing and a second copy come to nobody there.
      .where(sql<boolean>`(s.topic = 'sms/delivery'
        or (s.topic = 'sms/incoming' and s.callback_status in ('UNPROVEN', 'DUPLICATE')))`),
  (by) => ({
    scope: by.ofMerchants('s.merchantNo'),
    key: 's.callbackId',
    missing: 'CALLBACK_NOT_FOUND',
    filters: {
      intakeId: (no) => (eb) => eb('s.callbackId', '=', Number(no)),
      intakeStatus: isIntake,
      receivedAt: by.days('s.receivedAt'),
      vendorSmsId: by.is('s.toldReference'),
      orderNo: by.is('a.orderNo'),
      networkCode: by.is('s.toldNetwork'),
      deliveryStatus: (status) => (eb) =>
        eb(
          's.toldEvent',
          'in',
          Object.entries(DELIVERY).flatMap(([word, is]) => (is === status ? [word] : [])),
        ),
      taskName: (text) => sql<boolean>`exists (select from robot_task_item i join robot_task t using (task_no)
        where i.follow_up_attempt_id = a.attempt_id and position(lower(${text}) in lower(t.task_name)) > 0)`,
    },
    sorts: { receivedAt: 's.receivedAt' },
    first: [['s.receivedAt', 'desc']],
    select: (query) =>
      query
        .innerJoin('gatewayCallback as c', (join) =>
          join.onRef('c.callbackId', '=', 's.callbackId').onRef('c.receivedAt', '=', 's.receivedAt'),
        )
        .select(['s.callbackId', 's.receivedAt', 's.topic', 's.callbackStatus', 's.attempts', 's.repeats', 's.fault'])
        .select('s.duplicateOf')
        .leftJoin('robotTaskItem as i', 'i.followUpAttemptId', 'a.attemptId')
        .leftJoin('robotTask as t', 't.taskNo', 'i.taskNo')
        .select([
          's.version',
          's.signatureCheck',
          's.subjectNo',
          'c.content',
          'a.caseNo',
          'a.orderNo',
          'a.phone',
          'a.templateCode',
        ])
        .select(['t.taskName', 'a.content as sentText'])
        .select(
          sql<number | null>`(select max(r.cost_cents) from contact_result r where r.attempt_id = a.attempt_id)`.as(
            'costCents',
          ),
        ),
    row: (row, { caller, lang }) => {
      const { told, shown } = intakeOf(row, lang);
      return {
        ...shown,
        vendorSmsId: row.subjectNo ?? told.get('id')?.slice(0, 200) ?? null,
        deliveryStatus: DELIVERY[told.get('status') ?? ''] ?? null,
        vendorEventAt: told.get('eventAt')?.slice(0, 40) ?? null,
        phone: row.phone,
        orderNo: row.orderNo,
        caseNo: row.caseNo,
        templateCode: row.templateCode,
        taskName: row.taskName,
        segments: row.sentText === null ? null : smsPartsOf(row.sentText).parts,
        networkCode: told.get('networkCode')?.slice(0, 8) ?? null,
        sentText: row.sentText === null ? null : maskDigits(row.sentText),
        costCents: row.costCents,
        allowedActions: mayReplay(caller) && isOpen(row) ? ['replay' as const] : [],
      };
    },
    personal: { phone: 'phone' },
  }),
);

/** What of SMS reports is masked, in full for those who hold the page. */
export const smsBackReveals = rowReveals(smsBacks, {
  name: 'smsBack',
  title: { en: 'SMS reports', zh: '短信回执' },
  page: nineFour.smsBackPage,
  fields: { phone: 'phone' },
});

/** The gateway's words in ours. */
const DELIVERY: Readonly<Record<string, 'SENT' | 'DELIVERED' | 'FAILED'>> = {
  Sent: 'SENT',
  Submitted: 'SENT',
  Buffered: 'SENT',
  Success: 'DELIVERED',
  Rejected: 'FAILED',
  Failed: 'FAILED',
  AbsentSubscriber: 'FAILED',
  Expired: 'FAILED',
};
