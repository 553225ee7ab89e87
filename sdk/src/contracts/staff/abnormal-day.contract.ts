import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import {
  businessNo,
  dayRange,
  exportReply,
  exportRequest,
  listReply,
  listRequest,
  reason,
  selected,
  textFilter,
} from '../list.ts';
import { historyEntry } from '../platform/history.ts';

const PREFIX = 'scheduling/abnormal';
const PAGE = '/AdminContent/ScheduleManage/ScheduleAbnormalThreshold';
const MY_PAGE = '/AdminContent/ScheduleManage/MySchedule';
const RESOLVE = { code: ['schedule:abnormal:resolve'] } as const;

/** SCHEDULE_ABNORMAL_TYPE */
export const abnormalType = z.enum(['LATE', 'EARLY_LEAVE', 'ABSENT', 'IDLE', 'UNSCHEDULED_WORK']);
/** ABNORMAL_RESOLVE_STATUS */
export const resolveStatus = z.enum(['OPEN', 'EXCUSED', 'CONFIRMED']);
/** ABNORMAL_RESOLUTION */
export const resolution = z.enum(['EXCUSED', 'CONFIRMED']);

export const abnormalRow = z.object({
  abnormalId: z.string(),
  realName: z.string(),
  jobNumber: z.nullable(z.string()),
  deptName: z.nullable(z.string()),
  workDate: z.string(),
  abnormalType,
  /** Minutes. */
  measuredMinutes: z.number(),
  thresholdMinutes: z.number(),
  explanation: z.nullable(z.string()),
  explainedAt: z.nullable(z.string()),
  resolveStatus,
  resolveReason: z.nullable(z.string()),
  resolvedByName: z.nullable(z.string()),
  resolvedAt: z.nullable(z.string()),
  foundAt: z.string(),
  version: z.number(),
  allowedActions: z.array(z.enum(['resolve', 'explain'])),
});
export type AbnormalRow = z.output<typeof abnormalRow>;

const filters = z.strictObject({
  realName: textFilter,
  abnormalType: z.optional(abnormalType),
  resolveStatus: z.optional(resolveStatus),
  workDate: dayRange,
});
const SORTS = ['workDate'] as const;
const listed = { request: listRequest(filters, SORTS), reply: listReply(abnormalRow) };

export const page = defineEndpoint({
  ...listed,
  name: 'abnormalDay.page',
  method: 'POST',
  path: `${PREFIX}/page`,
  access: { page: [PAGE] },
  kind: 'query',
  summary: 'Abnormal days of people of the caller’s merchants',
});

export const own = defineEndpoint({
  ...listed,
  name: 'abnormalDay.own',
  method: 'POST',
  path: `${PREFIX}/own`,
  access: { page: [MY_PAGE] },
  kind: 'query',
  summary: 'One’s own abnormal days',
});

const exported = {
  method: 'POST',
  kind: 'command',
  request: exportRequest(filters, SORTS),
  reply: exportReply,
} as const;

export const exportList = defineEndpoint({
  ...exported,
  name: 'abnormalDay.export',
  path: `${PREFIX}/export`,
  access: { page: [PAGE] },
  summary: 'The filtered or the selected abnormal days as a file, made by a job',
});

export const exportOwn = defineEndpoint({
  ...exported,
  name: 'abnormalDay.exportOwn',
  path: `${PREFIX}/exportOwn`,
  access: { page: [MY_PAGE] },
  summary: 'One’s own abnormal days as a file, made by a job',
});

export const detail = defineEndpoint({
  name: 'abnormalDay.detail',
  method: 'GET',
  path: `${PREFIX}/{abnormalId}`,
  access: { page: [PAGE, MY_PAGE] },
  kind: 'query',
  summary: 'One abnormal day with the shift, what was seen of it, and its history. ABNORMAL_NOT_FOUND',
  request: z.object({ abnormalId: businessNo }),
  reply: z.object({
    ...abnormalRow.shape,
    shift: z.nullable(
      z.object({
        shiftType: z.string(),
        startAt: z.string(),
        endAt: z.string(),
        /** First and last sign of life during the shift. */
        firstSeenAt: z.nullable(z.string()),
        lastSeenAt: z.nullable(z.string()),
      }),
    ),
    history: z.array(historyEntry),
  }),
});

const moved = z.object({ abnormalId: z.string(), resolveStatus });

export const resolve = defineEndpoint({
  name: 'abnormalDay.resolve',
  method: 'POST',
  path: `${PREFIX}/resolve`,
  access: RESOLVE,
  kind: 'command',
  preview: true,
  summary:
    'Excuses or confirms somebody else’s abnormal day; a confirmed one proposes a discipline record. ABNORMAL_NOT_FOUND, ABNORMAL_OWN, ABNORMAL_RESOLVED, STALE',
  request: z.strictObject({ abnormalId: businessNo, version: z.int(), resolution, reason }),
  reply: moved,
});

export const resolveMany = defineEndpoint({
  name: 'abnormalDay.resolveMany',
  method: 'POST',
  path: `${PREFIX}/resolveMany`,
  access: RESOLVE,
  kind: 'command',
  preview: true,
  summary: 'Resolves the selected abnormal days with one reason, each by the rules of resolving one',
  request: z.strictObject({ abnormalIds: selected, resolution, reason }),
  reply: z.object({ jobNo: z.string() }),
});

export const explain = defineEndpoint({
  name: 'abnormalDay.explain',
  method: 'POST',
  path: `${PREFIX}/explain`,
  access: { code: ['schedule:abnormal:explain'] },
  kind: 'command',
  preview: true,
  summary:
    'Explains one’s own open abnormal day, once, within 3 days. ABNORMAL_NOT_FOUND, ABNORMAL_EXPLAINED, ABNORMAL_EXPLAIN_LATE, ABNORMAL_RESOLVED, STALE',
  request: z.strictObject({
    abnormalId: businessNo,
    version: z.int(),
    explanation: z
      .string()
      .check(z.trim(), z.minLength(1, 'Content cannot be blank'), z.maxLength(500, 'At most 500 characters')),
  }),
  reply: moved,
});
