import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, exportReply, exportRequest, listReply, listRequest } from '../list.ts';

/** REPORT_NAME: what can be scheduled. */
export const reportName = z.enum(['financial', 'impairment', 'operation', 'collection', 'approval', 'performance']);
export type ReportName = z.output<typeof reportName>;
/** REPORT_FREQUENCY */
export const reportFrequency = z.enum(['DAILY', 'WEEKLY', 'MONTHLY']);
/** REPORT_SPAN: the business days of a sending, all of them over when it is sent. */
export const reportSpan = z.enum(['YESTERDAY', 'LAST_7_DAYS', 'LAST_30_DAYS', 'MONTH_TO_DATE', 'LAST_MONTH']);
/** REPORT_SCHEDULE_STATE */
export const scheduleState = z.enum(['ACTIVE', 'PAUSED']);
/** REPORT_SEND_FAULT: why somebody got nothing. */
export const sendFault = z.enum(['NO_RIGHT', 'OWNER_NO_RIGHT', 'NO_EMAIL', 'FILE_FAILED', 'MAIL_FAILED']);
export const fileFormat = z.enum(['xlsx', 'csv']);

/** Schedules that a person may have. */
export const MAX_SCHEDULES = 20;
const MAX_RECIPIENTS = 20;

const SYSTEM = '/AdminContent/ReportSystem';
/** Pages that show reports; each schedules its own. */
export const REPORT_PAGES = {
  financial: `${SYSTEM}/FinancialReport`,
  impairment: `${SYSTEM}/FinancialReport`,
  operation: `${SYSTEM}/OperationReport`,
  collection: `${SYSTEM}/CollectionReport`,
  approval: `${SYSTEM}/ApprovalReport`,
  performance: `${SYSTEM}/PerformanceReport`,
} as const satisfies Readonly<Record<ReportName, string>>;
const CODES = ['financial', 'operation', 'collection', 'approval', 'performance'].map(
  (name) => `report:${name}:export`,
);
/** Who takes a report away may have it sent; which report is checked against its own code. */
const own = { access: { code: CODES } } as const;

const scheduleNo = z.string().check(z.regex(/^RS\d{6,}$/));
const filterValues = z.record(
  z.string().check(z.regex(/^[a-z][A-Za-z0-9]{0,63}$/)),
  z.union([z.string().check(z.maxLength(200)), z.boolean(), z.array(businessNo).check(z.maxLength(50))]),
);

export const scheduleRow = z.object({
  scheduleNo: z.string(),
  scheduleName: z.string(),
  reportName,
  reportSpan,
  reportFrequency,
  /** Of a weekly one; 1 is Monday. */
  weekday: z.nullable(z.number()),
  /** Of a monthly one. */
  monthDay: z.nullable(z.number()),
  /** In EAT. */
  hour: z.number(),
  fileFormat,
  /** The report's own, without period and moment. */
  filters: filterValues,
  recipients: z.array(z.object({ userNo: z.string(), realName: z.string() })),
  scheduleState,
  /** Null while it is paused. */
  nextRunAt: z.nullable(z.string()),
  lastRunAt: z.nullable(z.string()),
  /** Of the last run: who was written to, whose file is being made, and who got nothing and why. */
  sentCount: z.number(),
  preparing: z.number(),
  faults: z.array(z.object({ realName: z.string(), sendFault })),
  version: z.number(),
  allowedActions: z.array(z.enum(['update', 'pause', 'resume', 'delete'])),
});
export type ScheduleRow = z.output<typeof scheduleRow>;

const filters = z.strictObject({ reportName: z.optional(reportName), scheduleState: z.optional(scheduleState) });
const SORTS = ['scheduleName', 'nextRunAt', 'lastRunAt'] as const;

export const page = defineEndpoint({
  ...own,
  name: 'reportSchedule.page',
  method: 'POST',
  path: 'report/schedule/page',
  kind: 'query',
  summary: 'One’s own scheduled reports, each with its last run',
  request: listRequest(filters, SORTS),
  reply: listReply(scheduleRow),
});
export const exportList = defineEndpoint({
  ...own,
  name: 'reportSchedule.export',
  method: 'POST',
  path: 'report/schedule/export',
  kind: 'command',
  summary: 'The filtered or the selected schedules as a file, made by a job',
  request: exportRequest(filters, SORTS),
  reply: exportReply,
});
export const recipients = defineEndpoint({
  ...own,
  name: 'reportSchedule.recipients',
  method: 'GET',
  path: 'report/schedule/recipients',
  kind: 'query',
  summary: 'Who may take away each report that the caller may, and has an e-mail address',
  request: z.object({}),
  reply: z.array(z.object({ reportName, value: z.string(), label: z.string() })),
});
export const save = defineEndpoint({
  ...own,
  name: 'reportSchedule.save',
  method: 'POST',
  path: 'report/schedule/save',
  kind: 'command',
  preview: true,
  summary:
    'Has a report’s file made for each recipient, by their own rights, and a link to it sent by e-mail. REPORT_SCHEDULE_NOT_FOUND, STALE, REPORT_SCHEDULE_LIMIT, REPORT_RECIPIENT_UNFIT, REPORT_FILTERS_UNKNOWN',
  request: z
    .strictObject({
      scheduleNo: z.optional(scheduleNo),
      version: z.optional(z.int()),
      scheduleName: z
        .string()
        .check(z.trim(), z.minLength(1, 'Content cannot be blank'), z.maxLength(64, 'At most 64 characters')),
      reportName,
      reportSpan,
      reportFrequency,
      weekday: z.nullable(z.int().check(z.minimum(1, '1 to 7'), z.maximum(7, '1 to 7'))),
      monthDay: z.nullable(z.int().check(z.minimum(1, '1 to 28'), z.maximum(28, '1 to 28'))),
      hour: z.int().check(z.minimum(0, '0 to 23'), z.maximum(23, '0 to 23')),
      fileFormat,
      filters: filterValues,
      recipientUserNos: z
        .array(businessNo)
        .check(z.minLength(1, 'Choose at least 1'), z.maxLength(MAX_RECIPIENTS, 'At most 20')),
    })
    .check(
      z.refine((form) => form.reportFrequency !== 'WEEKLY' || form.weekday !== null, {
        error: 'Choose a weekday',
        path: ['weekday'],
      }),
      z.refine((form) => form.reportFrequency !== 'MONTHLY' || form.monthDay !== null, {
        error: 'Choose a day of the month',
        path: ['monthDay'],
      }),
    ),
  reply: z.object({ scheduleNo: z.string(), version: z.number(), nextRunAt: z.string() }),
});

const step = {
  ...own,
  method: 'POST',
  kind: 'command',
  preview: true,
  request: z.strictObject({ scheduleNo, version: z.int() }),
  reply: z.object({ scheduleNo: z.string(), version: z.number() }),
} as const;
export const pause = defineEndpoint({
  ...step,
  name: 'reportSchedule.pause',
  path: 'report/schedule/pause',
  summary: 'Sends no more until it is resumed. REPORT_SCHEDULE_NOT_FOUND, STALE, NOTHING_CHANGES',
});
export const resume = defineEndpoint({
  ...step,
  name: 'reportSchedule.resume',
  path: 'report/schedule/resume',
  summary: 'Sends again from the next time on. REPORT_SCHEDULE_NOT_FOUND, STALE, NOTHING_CHANGES',
});
export const remove = defineEndpoint({
  ...step,
  name: 'reportSchedule.delete',
  path: 'report/schedule/delete',
  summary: 'Deletes a schedule. REPORT_SCHEDULE_NOT_FOUND, STALE',
});
