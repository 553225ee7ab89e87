import { smsMarketingTask, userGroup } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Caller } from '../../../http/implement.ts';
import { defineList } from '../../../lists/index.ts';
import { allowedActions } from '../../../state-machine/index.ts';
import { exportOf } from '../../platform/exports/index.ts';
import { revealOf } from '../../platform/reveal/index.ts';
import { robotTaskMachine } from '../collections/index.ts';
import { optedOut } from './opted-out.ts';

type Row = smsMarketingTask.TaskRow;
type Figures = Pick<
  Row,
  'sentCount' | 'deliveredCount' | 'failedCount' | 'skippedCount' | 'pendingCount' | 'optOutCount' | 'convertedCount'
> & { readonly costCents: number };

const figures = sql<Figures>`(select json_build_object('sentCount', count(r.sent_at),
  'deliveredCount', count(*) filter (where r.recipient_status = 'DELIVERED'),
  'failedCount', count(*) filter (where r.recipient_status = 'FAILED'),
  'skippedCount', count(*) filter (where r.recipient_status = 'SKIPPED'),
  'pendingCount', count(*) filter (where r.recipient_status = 'PENDING'),
  'optOutCount', count(*) filter (where ${optedOut}),
  'convertedCount', count(*) filter (where r.sent_at is not null and exists (select from loan_order o
    where o.customer_no = r.customer_no and o.lending_time is not null and o.apply_time >= r.sent_at
      and o.apply_time < r.sent_at + make_interval(days => t.attribution_days))),
  'costCents', coalesce(sum(r.cost_cents) filter (where r.is_priced), 0))
  from sms_marketing_recipient r where r.task_no = t.task_no)`;
const arms = sql<{ templateNo: string; sharePercent: number; templateName: string }[]>`(
  select coalesce(json_agg(json_build_object('templateNo', a.template_no, 'sharePercent', a.share_percent,
    'templateName', p.template_name) order by a.arm), '[]'::json)
  from sms_marketing_arm a join sms_marketing_template p on p.template_no = a.template_no where a.task_no = t.task_no)`;

const CODE: Readonly<Record<Row['allowedActions'][number], string>> = {
  update: 'save',
  submit: 'control',
  approve: 'approve',
  return: 'approve',
  pause: 'control',
  resume: 'control',
  retry: 'control',
  stop: 'control',
};

function actionsOn({ codes, userNo }: Caller, status: Row['status'], createdBy: string): Row['allowedActions'] {
  const states: readonly string[] = allowedActions(robotTaskMachine, status);
  return smsMarketingTask.SMS_TASK_ACTIONS.filter((action) => {
    if (!codes.has(`marketing:smsTask:${CODE[action]}`)) return false;
    if (action === 'update') return status === 'DRAFT';
    if (action === 'approve' && createdBy === userNo) return false;
    return states.includes(action === 'return' ? 'sendBack' : action);
  });
}

export const taskList = defineList(
  smsMarketingTask.page,
  (db) => db.selectFrom('smsMarketingTask as t'),
  (by) => ({
    scope: by.ofMerchants('t.merchantNo'),
    key: 't.taskNo',
    missing: 'SMS_TASK_NOT_FOUND',
    filters: {
      taskNo: by.contains('t.taskNo'),
      taskName: by.contains('t.taskName'),
      status: by.is('t.taskStatus'),
      templateNo: (templateNo) =>
        sql<boolean>`exists (select from sms_marketing_arm a where a.task_no = t.task_no and a.template_no = ${templateNo})`,
      merchantNo: by.is('t.merchantNo'),
      audienceType: by.is('t.audienceType'),
      userGroupNo: by.contains('t.userGroupNo'),
      scheduledAt: by.days('t.scheduledAt'),
    },
    sorts: { scheduledAt: 't.scheduledAt' },
    first: [['t.scheduledAt', 'desc']],
    select: (query) =>
      query
        .innerJoin('merchant as m', 'm.merchantNo', 't.merchantNo')
        .leftJoin('userGroup as g', 'g.userGroupNo', 't.userGroupNo')
        .innerJoin('appUser as c', 'c.userNo', 't.createdBy')
        .leftJoin('appUser as a', 'a.userNo', 't.approvedBy')
        .select(['t.taskNo', 't.merchantNo', 'm.merchantName', 't.taskName', 't.audienceType'])
        .select(['t.userGroupNo', 't.batchNo', 't.audienceRules', 'g.groupName'])
        .select(['t.audienceCount', 't.holdOutPercent', 't.taskStatus', 't.fault', 't.estimatedCostCents'])
        .select(['t.budgetCents', 't.ratePerMinute', 't.attributionDays', 't.scheduledAt', 't.createdBy', 't.version'])
        .select('t.byCustomerHour')
        .select(['t.linkUrl', 't.validUntil', 'c.realName as createdByName', 'a.realName as approvedByName'])
        .select([figures.as('figures'), arms.as('arms')]),
    row: (
      { figures: sums, arms: held, taskStatus, createdBy, scheduledAt, audienceRules, groupName, ...row },
      { caller },
    ): Row => ({
      ...row,
      rules: audienceRules === null ? null : userGroup.groupRules.parse(audienceRules),
      audienceName: groupName ?? row.batchNo,
      ...sums,
      status: taskStatus,
      templateNames: held.map(({ templateName }) => templateName),
      arms: held.map(({ templateNo, sharePercent }) => ({ templateNo, sharePercent })),
      scheduledAt: scheduledAt.toISOString(),
      allowedActions: actionsOn(caller, taskStatus, createdBy),
    }),
  }),
);

export const recipientList = defineList(
  smsMarketingTask.recipients,
  (db) => db.selectFrom('smsMarketingRecipient as r').innerJoin('smsMarketingTask as t', 't.taskNo', 'r.taskNo'),
  (by) => ({
    scope: by.ofMerchants('t.merchantNo'),
    key: 'r.recipientId',
    missing: 'SMS_RECIPIENT_NOT_FOUND',
    filters: { taskNo: by.is('r.taskNo'), recipientStatus: by.is('r.recipientStatus') },
    sorts: { recipientId: 'r.recipientId' },
    first: [['r.recipientId', 'asc']],
    select: (query) =>
      query
        .select(['r.recipientId', 'r.phone', 'r.arm', 'r.recipientStatus', 'r.skippedFor', 'r.providerCode'])
        .select(['r.costCents', 'r.isPriced', 'r.sentAt', 'r.nextAt']),
    row: ({ sentAt, nextAt, costCents, isPriced, ...row }) => ({
      ...row,
      costCents: isPriced ? costCents : null,
      sentAt: sentAt?.toISOString() ?? null,
      nextAt: nextAt?.toISOString() ?? null,
    }),
    personal: { phone: 'phone' },
  }),
);

export const recipientPhone = revealOf(recipientList, {
  kind: 'smsRecipient.phone',
  title: { en: 'Phone of an SMS recipient', zh: '短信接收人手机号' },
  field: 'phone',
  access: { code: ['marketing:recipient:phone'] },
  valueOf: ({ phone }) => phone,
});

export const taskExport = exportOf(taskList, {
  kind: 'smsMarketingTasks.export',
  title: { en: 'Export of SMS tasks', zh: '导出短信营销任务' },
  page: { code: 'marketing:smsTask:export' },
  params: smsMarketingTask.exportList.request,
  fileStem: 'sms-marketing-tasks',
  subjectType: 'smsMarketingTask',
  columns: [
    { en: 'Task', zh: '任务编号', of: (row) => row.taskNo },
    { en: 'Name', zh: '任务名称', of: (row) => row.taskName },
    { en: 'Merchant', zh: '商户', of: (row) => row.merchantName },
    { en: 'Audience', zh: '受众类型', of: (row) => row.audienceType, codes: 'SMS_AUDIENCE' },
    { en: 'Group or batch', zh: '分群或批次', of: (row) => row.audienceName },
    { en: 'People', zh: '人数', of: (row) => row.audienceCount },
    { en: 'Status', zh: '状态', of: (row) => row.status, codes: 'SMS_TASK_STATUS' },
    { en: 'Sent', zh: '已发送', of: (row) => row.sentCount },
    { en: 'Delivered', zh: '已送达', of: (row) => row.deliveredCount },
    { en: 'Failed', zh: '失败', of: (row) => row.failedCount },
    { en: 'Skipped', zh: '已跳过', of: (row) => row.skippedCount },
    { en: 'Opted out', zh: '退订', of: (row) => row.optOutCount },
    { en: 'Disbursed', zh: '已放款', of: (row) => row.convertedCount },
    { en: 'Estimate (KES)', zh: '预估费用 (KES)', of: (row) => row.estimatedCostCents / 100 },
    { en: 'Cost (KES)', zh: '费用 (KES)', of: (row) => row.costCents / 100 },
    { en: 'Scheduled', zh: '计划时间', of: (row) => row.scheduledAt, isTime: true },
    { en: 'Created by', zh: '创建人', of: (row) => row.createdByName },
    { en: 'Approved by', zh: '审批人', of: (row) => row.approvedByName },
  ],
});
