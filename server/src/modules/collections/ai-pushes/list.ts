import { aiPushTask } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Caller } from '../../../http/implement.ts';
import { defineList } from '../../../lists/index.ts';
import { rowReveals } from '../../platform/reveal/index.ts';
import { allowedActions } from '../../../state-machine/index.ts';
import { exportOf } from '../../platform/exports/index.ts';
import { aiPushTaskMachine } from './ai-push-task.machine.ts';

type Row = aiPushTask.TaskRow;
type Figures = Pick<Row, 'sent' | 'connected' | 'willing' | 'costCents'> & {
  readonly people: number;
  readonly skipped: number;
  readonly open: number;
};

const figures = sql<Figures>`(select json_build_object('people', count(*), 'sent', count(r.sent_at),
  'connected', count(*) filter (where r.ai_push_outcome = 'CONNECTED'),
  'willing', count(*) filter (where r.willingness = 'WILLING'),
  'skipped', count(*) filter (where r.ai_push_outcome = 'SKIPPED'),
  'open', count(*) filter (where r.ai_push_outcome in ('PENDING', 'SENT')),
  'costCents', coalesce(sum((select max(c.cost_cents) from contact_result c where c.attempt_id = r.attempt_id)), 0))
  from ai_push_record r where r.task_no = t.task_no)`;

const CODE: Readonly<Record<Row['allowedActions'][number], string>> = {
  approve: 'operation:config:audit',
  reject: 'operation:config:audit',
  start: 'operation:aiPushTask:create',
  proceed: 'operation:aiPushTask:create',
  stop: 'operation:aiPushTask:stop',
};

function actionsOn(
  { codes, userNo }: Caller,
  { status, fault, createdBy }: Pick<Row, 'status' | 'fault'> & { readonly createdBy: string },
): Row['allowedActions'] {
  const waits = status === 'RUNNING' && fault === 'PILOT_DONE';
  const legal: readonly string[] = [...allowedActions(aiPushTaskMachine, status), ...(waits ? ['proceed'] : [])];
  return aiPushTask.PUSH_TASK_ACTIONS.filter((action) => {
    const isDecision = action === 'approve' || action === 'reject';
    return codes.has(CODE[action]) && legal.includes(action) && !(isDecision && createdBy === userNo);
  });
}

export const pushList = defineList(
  aiPushTask.page,
  (db) => db.selectFrom('aiPushTask as t'),
  (by) => ({
    scope: by.ofMerchants('t.merchantNo'),
    key: 't.taskNo',
    missing: 'AI_PUSH_NOT_FOUND',
    filters: {
      taskNo: by.contains('t.taskNo'),
      taskName: by.contains('t.taskName'),
      userGroupNo: by.contains('t.userGroupNo'),
      channelType: by.is('t.aiPushChannel'),
      status: by.is('t.aiPushTaskStatus'),
      merchantNo: by.is('t.merchantNo'),
      createdAt: by.days('t.createdAt'),
    },
    sorts: { createdAt: 't.createdAt', scheduledAt: 't.scheduledAt' },
    first: [['t.createdAt', 'desc']],
    select: (query) =>
      query
        .innerJoin('merchant as m', 'm.merchantNo', 't.merchantNo')
        .innerJoin('userGroup as g', 'g.userGroupNo', 't.userGroupNo')
        .innerJoin('appUser as c', 'c.userNo', 't.createdBy')
        .leftJoin('appUser as d', 'd.userNo', 't.decidedBy')
        .leftJoin('robotPlan as p', 'p.planNo', 't.planNo')
        .leftJoin('smsMarketingTemplate as x', 'x.templateNo', 't.templateNo')
        .select(['t.taskNo', 't.taskName', 't.userGroupNo', 'g.groupName', 't.merchantNo', 'm.merchantName'])
        .select([
          't.aiPushChannel',
          'x.templateName',
          'p.planName',
          't.scriptCode',
          't.pilotPeople',
          't.audienceCount',
          't.allowedCount',
        ])
        .select(['t.estimatedCostCents', 't.budgetCents', 't.concurrency', 't.scheduledAt', 't.aiPushTaskStatus'])
        .select(['t.aiPushFault', 'c.realName as makerName', 'd.realName as decidedByName', 't.decisionReason'])
        .select(['t.createdBy', 't.createdAt', 't.startedAt', 't.version', figures.as('figures')]),
    row: (stored, { caller }): Row => {
      const {
        figures: sums,
        templateName,
        planName,
        scriptCode,
        audienceCount,
        allowedCount,
        createdBy,
        startedAt,
        ...row
      } = stored;
      const { aiPushChannel, aiPushTaskStatus, aiPushFault, scheduledAt, createdAt, ...rest } = row;
      const { people, skipped, open, ...counted } = sums;
      const hasStarted = startedAt !== null;
      return {
        ...rest,
        ...counted,
        channelType: aiPushChannel,
        pushContent: templateName ?? planName ?? scriptCode ?? '',
        audience: audienceCount,
        allowed: hasStarted ? people - skipped : allowedCount,
        scheduledAt: scheduledAt.toISOString(),
        progress: hasStarted && people > 0 ? Math.floor(((people - open) * 100) / people) : 0,
        status: aiPushTaskStatus,
        fault: aiPushFault,
        createdAt: createdAt.toISOString(),
        allowedActions: actionsOn(caller, { status: aiPushTaskStatus, fault: aiPushFault, createdBy }),
      };
    },
  }),
);

export const recordList = defineList(
  aiPushTask.recordPage,
  (db) => db.selectFrom('aiPushRecord as r').innerJoin('aiPushTask as t', 't.taskNo', 'r.taskNo'),
  (by) => ({
    scope: by.ofMerchants('t.merchantNo'),
    key: 'r.recordId',
    filters: {
      taskNo: by.is('r.taskNo'),
      outcome: by.is('r.aiPushOutcome'),
      willingness: by.is('r.willingness'),
    },
    sorts: { recordId: 'r.recordId', sentAt: 'r.sentAt' },
    first: [['r.recordId', 'desc']],
    nulls: 'last',
    select: (query) =>
      query
        .leftJoinLateral(
          (eb) =>
            eb
              .selectFrom('contactResult as c')
              .select((of) => [of.fn.max('c.talkSeconds').as('talkSeconds'), of.fn.max('c.costCents').as('costCents')])
              .whereRef('c.attemptId', '=', 'r.attemptId')
              .as('k'),
          (join) => join.on(sql<boolean>`true`),
        )
        .select(['r.recordId', 'r.taskNo', 't.taskName', 't.aiPushChannel as channelType', 'r.customerNo', 'r.phone'])
        .select(['r.aiPushOutcome as outcome', 'r.aiPushDrop as dropReason', 'r.willingness'])
        .select(['r.aiPushListing as listing', 'k.talkSeconds', 'k.costCents', 'r.sentAt', 'r.nextAt']),
    row: ({ sentAt, nextAt, ...row }): aiPushTask.RecordRow => ({
      ...row,
      sentAt: sentAt?.toISOString() ?? null,
      nextAt: nextAt?.toISOString() ?? null,
    }),
    personal: { phone: 'phone' },
  }),
);

/** What of push records is masked, in full for those who hold the page. */
export const pushRecordReveals = rowReveals(recordList, {
  name: 'pushRecord',
  title: { en: 'push records', zh: '推送记录' },
  page: aiPushTask.recordPage,
  fields: { phone: 'phone' },
});

export const pushExport = exportOf(pushList, {
  kind: 'aiPushTasks.export',
  title: { en: 'Export of AI push tasks', zh: '导出 AI 推送任务' },
  page: aiPushTask.exportList.access.page,
  params: aiPushTask.exportList.request,
  fileStem: 'ai-push-tasks',
  subjectType: 'aiPushTask',
  columns: [
    { en: 'Task', zh: '任务编号', of: (row) => row.taskNo },
    { en: 'Name', zh: '任务名称', of: (row) => row.taskName },
    { en: 'User group', zh: '用户分群', of: (row) => row.groupName },
    { en: 'Merchant', zh: '商户', of: (row) => row.merchantName },
    { en: 'Channel', zh: '渠道', of: (row) => row.channelType, codes: 'AI_PUSH_CHANNEL' },
    { en: 'Audience', zh: '受众人数', of: (row) => row.audience },
    { en: 'Allowed', zh: '可触达', of: (row) => row.allowed },
    { en: 'Sent', zh: '已发送', of: (row) => row.sent },
    { en: 'Connected', zh: '已接通', of: (row) => row.connected },
    { en: 'Willing', zh: '有意愿', of: (row) => row.willing },
    { en: 'Cost (KES)', zh: '费用 (KES)', of: (row) => row.costCents / 100 },
    { en: 'Scheduled', zh: '计划时间', of: (row) => row.scheduledAt, isTime: true },
    { en: 'Progress (%)', zh: '进度 (%)', of: (row) => row.progress },
    { en: 'Status', zh: '状态', of: (row) => row.status, codes: 'AI_PUSH_TASK_STATUS' },
    { en: 'Requested by', zh: '提交人', of: (row) => row.makerName },
    { en: 'Decided by', zh: '审批人', of: (row) => row.decidedByName },
  ],
});

export const recordExport = exportOf(recordList, {
  kind: 'aiPushRecords.export',
  title: { en: 'Export of AI push records', zh: '导出 AI 推送记录' },
  page: aiPushTask.recordExport.access.page,
  params: aiPushTask.recordExport.request,
  fileStem: 'ai-push-records',
  subjectType: 'aiPushTask',
  columns: [
    { en: 'Task', zh: '任务编号', of: (row) => row.taskNo },
    { en: 'Customer', zh: '客户编号', of: (row) => row.customerNo },
    { en: 'Phone', zh: '手机号', of: (row) => row.phone },
    { en: 'Outcome', zh: '结果', of: (row) => row.outcome, codes: 'AI_PUSH_OUTCOME' },
    { en: 'Not contacted because', zh: '未触达原因', of: (row) => row.dropReason, codes: 'AI_PUSH_DROP' },
    { en: 'Willingness', zh: '意愿', of: (row) => row.willingness, codes: 'WILLINGNESS' },
    { en: 'Telemarketing list', zh: '电销名单', of: (row) => row.listing, codes: 'AI_PUSH_LISTING' },
    { en: 'Talk (s)', zh: '通话（秒）', of: (row) => row.talkSeconds },
    { en: 'Sent', zh: '发送时间', of: (row) => row.sentAt, isTime: true },
  ],
});
