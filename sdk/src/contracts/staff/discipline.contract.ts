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
  textFilter,
} from '../list.ts';
import { historyEntry } from '../platform/history.ts';
import { staffType } from './attendance-threshold.contract.ts';

const PAGE = '/AdminContent/AppraisalSystem/EmployeeDisciplineData';
const PREFIX = 'appraisal/discipline';
const seen = { page: [PAGE] } as const;

export const disciplineType = z.enum([
  'LATE',
  'EARLY_LEAVE',
  'ABSENT',
  'QUALITY_FATAL',
  'SCRIPT_BREACH',
  'CONTACT_BREACH',
  'DATA_MISUSE',
  'OTHER',
]);
export const disciplineLevel = z.enum(['NOTICE', 'WARNING', 'SEVERE']);
export const disciplineSource = z.enum(['SCHEDULE', 'QUALITY', 'SECURITY', 'MANUAL', 'IMPORT']);
export const disciplineStatus = z.enum(['PENDING', 'CONFIRMED', 'DISMISSED', 'REVOKED']);

/** The points that a record of a type may carry, from and to. */
export const POINTS: Readonly<Record<z.output<typeof disciplineType>, readonly [from: number, to: number]>> = {
  LATE: [0, 10],
  EARLY_LEAVE: [0, 10],
  ABSENT: [5, 30],
  QUALITY_FATAL: [10, 50],
  SCRIPT_BREACH: [5, 30],
  CONTACT_BREACH: [10, 60],
  DATA_MISUSE: [20, 100],
  OTHER: [0, 100],
};

const recordNo = z.string().check(z.regex(/^DR\d{9,}$/));
const content = z
  .string()
  .check(z.trim(), z.minLength(1, 'Content cannot be blank'), z.maxLength(500, 'At most 500 characters'));

export const disciplineRow = z.object({
  recordNo: z.string(),
  userNo: z.string(),
  realName: z.string(),
  jobNumber: z.nullable(z.string()),
  deptName: z.nullable(z.string()),
  employeeStatus: z.enum(['ON_THE_JOB', 'LEFT']),
  employeeCategory: z.enum(['NEW', 'OLD']),
  disciplineType,
  disciplineLevel,
  points: z.number(),
  source: disciplineSource,
  /** `YYYY-MM-DD` in EAT. */
  happenedOn: z.string(),
  content: z.string(),
  disciplineStatus,
  /** What the person said against it; it has to be answered before the record is decided. */
  objection: z.nullable(z.string()),
  answer: z.nullable(z.string()),
  recordedByName: z.nullable(z.string()),
  confirmedByName: z.nullable(z.string()),
  decisionReason: z.nullable(z.string()),
  version: z.number(),
  allowedActions: z.array(z.enum(['confirm', 'dismiss', 'revoke', 'object'])),
});
export type DisciplineRow = z.output<typeof disciplineRow>;

const filters = z.strictObject({
  realName: textFilter,
  jobNumber: textFilter,
  deptNo: z.optional(businessNo),
  staffType: z.optional(staffType),
  employeeStatus: z.optional(z.enum(['ON_THE_JOB', 'LEFT'])),
  employeeCategory: z.optional(z.enum(['NEW', 'OLD'])),
  disciplineType: z.optional(disciplineType),
  source: z.optional(disciplineSource),
  disciplineStatus: z.optional(disciplineStatus),
  happenedOn: dayRange,
});
const SORTS = ['happenedOn', 'points'] as const;

export const page = defineEndpoint({
  name: 'discipline.page',
  method: 'POST',
  path: `${PREFIX}/page`,
  access: seen,
  kind: 'query',
  summary: 'Discipline records: all of the caller’s merchants for who keeps them, else one’s own',
  request: listRequest(filters, SORTS),
  reply: listReply(disciplineRow),
});
export const exportList = defineEndpoint({
  name: 'discipline.export',
  method: 'POST',
  path: `${PREFIX}/export`,
  access: { code: ['appraisal:discipline:export'] },
  kind: 'command',
  summary: 'The filtered or the selected records as a file, made by a job',
  request: exportRequest(filters, SORTS),
  reply: exportReply,
});
export const detail = defineEndpoint({
  name: 'discipline.detail',
  method: 'GET',
  path: `${PREFIX}/{recordNo}`,
  access: seen,
  kind: 'query',
  summary: 'A record with its evidence and what happened to it. DISCIPLINE_NOT_FOUND',
  request: z.object({ recordNo }),
  reply: z.object({
    ...disciplineRow.shape,
    vouchers: z.array(z.object({ attachId: z.string(), fileName: z.string() })),
    /** The inspection, abnormal day or the like that proposed it, by its number; null of what a person recorded. */
    sourceRef: z.nullable(z.string()),
    history: z.array(historyEntry),
  }),
});
export const summary = defineEndpoint({
  name: 'discipline.summary',
  method: 'POST',
  path: `${PREFIX}/summary`,
  access: seen,
  kind: 'query',
  summary: 'Confirmed points of the records that the filters match, by person, the most first; up to 50',
  request: z.strictObject({ filters }),
  reply: z.array(
    z.object({
      userNo: z.string(),
      realName: z.string(),
      jobNumber: z.nullable(z.string()),
      records: z.number(),
      points: z.number(),
      /** Words of theirs that are flagged, of the same days: written, or said in a call. */
      flaggedWords: z.number(),
    }),
  ),
});
export const groupSummary = defineEndpoint({
  name: 'discipline.groupSummary',
  method: 'POST',
  path: `${PREFIX}/groupSummary`,
  access: seen,
  kind: 'query',
  summary: 'As the summary, by department; people without one together',
  request: z.strictObject({ filters }),
  reply: z.array(
    z.object({
      deptNo: z.nullable(z.string()),
      deptName: z.nullable(z.string()),
      people: z.number(),
      records: z.number(),
      points: z.number(),
    }),
  ),
});

const command = <const Name extends string, Request extends z.ZodMiniType>(
  name: Name,
  code: string,
  summaryText: string,
  request: Request,
) =>
  defineEndpoint({
    name: `discipline.${name}`,
    method: 'POST',
    path: `${PREFIX}/${name}`,
    access: { code: [`appraisal:discipline:${code}`] },
    kind: 'command',
    preview: true,
    summary: summaryText,
    request,
    reply: z.object({ recordNo: z.string(), disciplineStatus }),
  });

const jobNumber = z
  .string()
  .check(z.trim(), z.regex(/^(?=.*[A-Za-z])(?=.*\d)[A-Za-z\d]{6,8}$/, 'Job number format error'));
export const person = defineEndpoint({
  name: 'discipline.person',
  method: 'GET',
  path: `${PREFIX}/person/{jobNumber}`,
  access: { code: ['appraisal:discipline:save'] },
  kind: 'query',
  summary: 'Whom a job number finds among the people whom the caller sees. JOB_NUMBER_UNKNOWN',
  request: z.object({ jobNumber }),
  reply: z.object({ userNo: z.string(), realName: z.string(), deptName: z.nullable(z.string()) }),
});

export const save = command(
  'save',
  'save',
  'Records what somebody did, for another person to confirm. JOB_NUMBER_UNKNOWN, POINTS_OUT_OF_RANGE, DISCIPLINE_EXISTS, ATTACHMENT_NOT_FOUND',
  z.strictObject({
    /** Finds the person. */
    jobNumber,
    disciplineType,
    disciplineLevel,
    points: z.int('0 to 100').check(z.minimum(0, '0 to 100'), z.maximum(100, '0 to 100')),
    happenedOn: z.iso.date('A date, e.g. 2026-11-30'),
    content,
    voucherIds: z.array(businessNo).check(z.minLength(1, 'Certificate (voucher) cannot be empty'), z.maxLength(20)),
  }),
);
export const propose = command(
  'propose',
  'save',
  'Records misuse of data from a day of unusual reveals, which is its evidence. NOT_FOUND, DISCIPLINE_OWN, DISCIPLINE_EXISTS',
  z.strictObject({
    userNo: businessNo,
    /** As the list of unusual reveals has it. */
    eatDay: z.iso.date('A date, e.g. 2026-11-30'),
    points: z.int('20 to 100').check(z.minimum(20, '20 to 100'), z.maximum(100, '20 to 100')),
    content,
  }),
);
const decision = z.strictObject({
  recordNo,
  version: z.int(),
  reason,
  /** Required where the person objected. */
  answer: z.optional(content),
});
export const confirm = command(
  'confirm',
  'confirm',
  'Confirms a record; never who recorded it, never one’s own. MAKER_IS_CHECKER, DISCIPLINE_OWN, OBJECTION_UNANSWERED',
  decision,
);
export const dismiss = command('dismiss', 'confirm', 'Dismisses a record; on the terms of confirming', decision);
const many = <const Name extends string>(name: Name, summaryText: string) =>
  defineEndpoint({
    name: `discipline.${name}`,
    method: 'POST',
    path: `${PREFIX}/${name}`,
    access: { code: ['appraisal:discipline:confirm'] },
    kind: 'command',
    preview: true,
    summary: summaryText,
    request: z.strictObject({
      recordNos: z
        .array(recordNo)
        .check(z.minLength(1, 'Choose at least 1'), z.maxLength(200, 'At most 200 at a time')),
      reason,
    }),
    reply: z.object({ jobNo: z.string() }),
  });
export const confirmMany = many(
  'confirmMany',
  'Confirms records as a job, each on the terms of confirming; one with an objection is answered on its own',
);
export const dismissMany = many('dismissMany', 'Dismisses records as a job, each on the terms of dismissing');
export const revoke = command(
  'revoke',
  'revoke',
  'Revokes a confirmed record, of which no point counts any more. DISCIPLINE_OWN, ILLEGAL_TRANSITION',
  z.strictObject({ recordNo, version: z.int(), reason }),
);
export const appeal = command(
  'appeal',
  'appeal',
  'Objects to one’s own record within three working days, once. DISCIPLINE_NOT_FOUND, OBJECTION_LATE',
  z.strictObject({ recordNo, version: z.int(), objection: content }),
);
