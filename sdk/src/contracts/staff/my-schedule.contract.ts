import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, listReply, listRequest, reason } from '../list.ts';
import { scheduleView, shift } from './scheduling.contract.ts';

export const MY_SCHEDULE_PAGE = '/AdminContent/ScheduleManage/MySchedule';
const seen = { page: [MY_SCHEDULE_PAGE] } as const;
const APPLY = { code: ['schedule:change:apply'] } as const;
const APPROVE = { code: ['schedule:change:approve'] } as const;
const date = z.iso.date('A date, e.g. 2026-11-30');

/** SCHEDULE_CHANGE_TYPE */
export const changeType = z.enum(['LEAVE', 'SWAP', 'CORRECTION']);
/** SCHEDULE_CHANGE_STATUS */
export const changeStatus = z.enum(['PENDING', 'APPROVED', 'REJECTED', 'WITHDRAWN']);

export const calendar = defineEndpoint({
  name: 'mySchedule.calendar',
  method: 'POST',
  path: 'scheduling/my/calendar',
  access: seen,
  kind: 'query',
  summary: 'One’s own published shifts',
  request: z.strictObject({ view: scheduleView, date }),
  reply: z.object({ from: z.string(), to: z.string(), shifts: z.array(shift), leaveDates: z.array(z.string()) }),
});

export const summary = defineEndpoint({
  name: 'mySchedule.summary',
  method: 'GET',
  path: 'scheduling/my/summary',
  access: seen,
  kind: 'query',
  summary: 'Hours, days and abnormal days of the month, and the next shift',
  request: z.object({}),
  reply: z.object({
    hours: z.number(),
    days: z.number(),
    restDaysLeft: z.number(),
    abnormalDays: z.number(),
    nextShiftAt: z.nullable(z.string()),
    /** A private address that a phone's calendar reads. */
    feedPath: z.string(),
  }),
});

export const colleagues = defineEndpoint({
  name: 'mySchedule.colleagues',
  method: 'GET',
  path: 'scheduling/my/colleagues',
  access: seen,
  kind: 'query',
  summary: 'The people of one’s own group',
  request: z.object({}),
  reply: z.array(z.object({ userNo: z.string(), realName: z.string() })),
});

export const changeRow = z.object({
  scheduleChangeNo: z.string(),
  realName: z.string(),
  changeType,
  shiftDate: z.string(),
  withUserName: z.nullable(z.string()),
  withShiftDate: z.nullable(z.string()),
  agreedAt: z.nullable(z.string()),
  reason: z.string(),
  /** The certificate of a correction. */
  voucher: z.nullable(z.object({ attachId: z.string(), fileName: z.string() })),
  changeStatus,
  approverName: z.nullable(z.string()),
  decidedAt: z.nullable(z.string()),
  rejectReason: z.nullable(z.string()),
  version: z.number(),
  allowedActions: z.array(z.enum(['withdraw', 'agree', 'approve', 'reject'])),
});
export type ChangeRow = z.output<typeof changeRow>;

export const page = defineEndpoint({
  name: 'mySchedule.change.page',
  method: 'POST',
  path: 'scheduling/change/page',
  access: seen,
  kind: 'query',
  summary: 'One’s own requests and those that ask for one’s consent; to approvers those of their departments as well',
  request: listRequest(
    z.strictObject({
      changeType: z.optional(changeType),
      changeStatus: z.optional(changeStatus),
      toDecide: z.optional(z.boolean()),
    }),
    ['shiftDate'],
  ),
  reply: listReply(changeRow),
});

export const apply = defineEndpoint({
  name: 'mySchedule.change.apply',
  method: 'POST',
  path: 'scheduling/change/apply',
  access: APPLY,
  kind: 'command',
  preview: true,
  summary:
    'Asks for leave, a swap or a correction. CHANGE_DAY, CHANGE_OVERLAP, CHANGE_NO_SHIFT, CHANGE_NOT_COLLEAGUE, CHANGE_NO_VOUCHER and the rules of shifts',
  request: z.strictObject({
    changeType,
    shiftDate: date,
    withUserNo: z.nullable(businessNo),
    withShiftDate: z.nullable(date),
    reason,
    voucherId: z.nullable(businessNo),
  }),
  reply: z.object({ scheduleChangeNo: z.string() }),
});

const one = z.strictObject({ scheduleChangeNo: businessNo, version: z.int() });
const decided = z.object({ scheduleChangeNo: z.string(), changeStatus });

export const withdraw = defineEndpoint({
  name: 'mySchedule.change.withdraw',
  method: 'POST',
  path: 'scheduling/change/withdraw',
  access: APPLY,
  kind: 'command',
  preview: true,
  summary: 'Withdraws one’s own pending request. NOT_FOUND, STALE, ILLEGAL_TRANSITION',
  request: one,
  reply: decided,
});

export const agree = defineEndpoint({
  name: 'mySchedule.change.agree',
  method: 'POST',
  path: 'scheduling/change/agree',
  access: seen,
  kind: 'command',
  preview: true,
  summary: 'Agrees to a swap that a colleague asks for. NOT_FOUND, STALE, ILLEGAL_TRANSITION',
  request: one,
  reply: decided,
});

export const approve = defineEndpoint({
  name: 'mySchedule.change.approve',
  method: 'POST',
  path: 'scheduling/change/approve',
  access: APPROVE,
  kind: 'command',
  preview: true,
  summary: 'Approves somebody else’s request; it takes effect at once. SCHEDULE_CHANGE_OWN, CHANGE_NOT_AGREED, STALE',
  request: one,
  reply: decided,
});

export const reject = defineEndpoint({
  name: 'mySchedule.change.reject',
  method: 'POST',
  path: 'scheduling/change/reject',
  access: APPROVE,
  kind: 'command',
  preview: true,
  summary: 'Rejects somebody else’s request with a reason. SCHEDULE_CHANGE_OWN, STALE, ILLEGAL_TRANSITION',
  request: z.strictObject({ ...one.shape, reason }),
  reply: decided,
});

export const feed = defineEndpoint({
  name: 'mySchedule.feed',
  method: 'GET',
  path: 'noAuth/scheduling/feed/{key}',
  access: 'public',
  kind: 'query',
  replyForm: 'file',
  summary: 'One’s own published shifts as an iCalendar file, by a signed private address',
  request: z.object({ key: z.string().check(z.regex(/^U[A-Z0-9]{1,20}-[0-9a-f]{64}$/)) }),
  reply: z.unknown(),
});
