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
import { ruleNo, seenQuality, sheetItem, sheetNo, sourceType } from './quality-parts.ts';

const PREFIX = 'quality/inspection';

export const inspectionStatus = z.enum(['PENDING', 'INSPECTING', 'SCORED', 'APPEALED', 'CLOSED']);
/** INSPECTION_FLAG: a word that is looked for, a contact that the gate refused that day, 20 seconds of silence. */
export const inspectionFlag = z.enum(['SENSITIVE_WORD', 'GATE_REFUSAL', 'LONG_SILENCE']);
/** SCORE_BAND: below 60, below 80, 80 and above. */
export const scoreBand = z.enum(['LOW', 'MIDDLE', 'HIGH']);
/** STAFF_TYPE */
export const inspectedType = z.enum(['COLLECTOR', 'TELEMARKETER', 'AUDITOR', 'SERVICE']);
/** APPEAL_DECISION */
export const appealDecision = z.enum(['UPHOLD', 'AMEND']);
export const SPEAKERS = ['STAFF', 'ROBOT', 'CUSTOMER'] as const;

const inspectionNo = z.string().check(z.regex(/^QI\d{9,}$/));
const said = z
  .string()
  .check(z.trim(), z.minLength(1, 'Content cannot be blank'), z.maxLength(500, 'At most 500 characters'));

export const inspectionRow = z.object({
  inspectionNo: z.string(),
  sourceType,
  subjectNo: z.string(),
  happenedAt: z.string(),
  /** Null: a robot. */
  userNo: z.nullable(z.string()),
  realName: z.nullable(z.string()),
  jobNumber: z.nullable(z.string()),
  deptName: z.nullable(z.string()),
  customerPhone: z.nullable(z.string()),
  durationSeconds: z.nullable(z.number()),
  flags: z.array(inspectionFlag),
  sheetNo: z.nullable(z.string()),
  sheetName: z.nullable(z.string()),
  score: z.nullable(z.number()),
  hasFatal: z.boolean(),
  inspectionStatus,
  inspectorName: z.nullable(z.string()),
  appealDueAt: z.nullable(z.string()),
  version: z.number(),
  allowedActions: z.array(z.enum(['take', 'score', 'appeal', 'decide', 'assign'])),
});
export type InspectionRow = z.output<typeof inspectionRow>;

const filters = z.strictObject({
  inspectionNo: textFilter,
  staffType: z.optional(inspectedType),
  deptNo: z.optional(businessNo),
  userNo: z.optional(businessNo),
  sourceType: z.optional(sourceType),
  sheetNo: z.optional(sheetNo),
  inspectionStatus: z.optional(inspectionStatus),
  hasFatal: z.optional(z.boolean()),
  flag: z.optional(inspectionFlag),
  score: z.optional(scoreBand),
  happenedAt: dayRange,
});
const SORTS = ['happenedAt', 'score', 'durationSeconds', 'appealDueAt'] as const;

export const page = defineEndpoint({
  name: 'inspection.page',
  method: 'POST',
  path: `${PREFIX}/page`,
  access: seenQuality,
  kind: 'query',
  summary: 'Inspections of the caller’s merchants; without a code of quality one’s own results',
  request: listRequest(filters, SORTS),
  reply: listReply(inspectionRow),
});
export const exportList = defineEndpoint({
  name: 'inspection.export',
  method: 'POST',
  path: `${PREFIX}/export`,
  access: { code: ['quality:inspection:export'] },
  kind: 'command',
  summary: 'The filtered or the selected inspections as a file, made by a job',
  request: exportRequest(filters, SORTS),
  reply: exportReply,
});

const choice = z.object({ value: z.string(), label: z.string() });
export const choices = defineEndpoint({
  name: 'inspection.choices',
  method: 'GET',
  path: `${PREFIX}/choices`,
  access: seenQuality,
  kind: 'query',
  summary: 'People who were inspected, inspectors, the score sheets in use and the sampling rules that are enabled',
  request: z.object({}),
  reply: z.object({
    people: z.array(choice),
    inspectors: z.array(choice),
    sheets: z.array(choice),
    rules: z.array(choice),
  }),
});

export const answer = z.object({ itemNo: z.string(), points: z.number(), comment: z.string() });
const mark = z.object({
  atSeconds: z.int().check(z.minimum(0), z.maximum(36_000)),
  note: z
    .string()
    .check(z.trim(), z.minLength(1, 'Content cannot be blank'), z.maxLength(200, 'At most 200 characters')),
});
export type Mark = z.output<typeof mark>;

export const detail = defineEndpoint({
  name: 'inspection.detail',
  method: 'GET',
  path: `${PREFIX}/{inspectionNo}`,
  access: seenQuality,
  kind: 'query',
  summary: 'An inspection with its evidence, score by item, appeal and history. INSPECTION_NOT_FOUND',
  request: z.object({ inspectionNo }),
  reply: z.object({
    ...inspectionRow.shape,
    orderNo: z.nullable(z.string()),
    caseNo: z.nullable(z.string()),
    /** Null without the right to listen: what was written, a reply, a decision. */
    content: z.nullable(z.string()),
    hasRecording: z.boolean(),
    transcript: z.array(
      z.object({ fromSecond: z.number(), speaker: z.enum(SPEAKERS), said: z.string(), words: z.array(z.string()) }),
    ),
    sheetVersionNo: z.nullable(z.number()),
    items: z.array(sheetItem),
    answers: z.array(answer),
    marks: z.array(mark),
    remark: z.nullable(z.string()),
    leaseUntil: z.nullable(z.string()),
    appeal: z.nullable(z.string()),
    decision: z.nullable(appealDecision),
    decisionReason: z.nullable(z.string()),
    scoreBefore: z.nullable(z.number()),
    followUps: z.array(z.object({ at: z.string(), byName: z.string(), actionCode: z.string(), remark: z.string() })),
    /** What the person had confirmed to have read when it happened, the newest first. */
    announcements: z.array(z.object({ announcementNo: z.string(), title: z.string(), confirmedAt: z.string() })),
    history: z.array(historyEntry),
  }),
});
export const recording = defineEndpoint({
  name: 'inspection.recording',
  method: 'GET',
  path: `${PREFIX}/recording`,
  access: { code: ['quality:inspection:listen', 'quality:inspection:appeal'] },
  kind: 'query',
  replyForm: 'file',
  summary: 'The recording of an inspected call; listening is logged. Without `:listen` one’s own alone. RECORDING_NONE',
  request: z.object({ inspectionNo }),
  reply: z.unknown(),
});

const moved = z.object({ inspectionNo: z.string(), inspectionStatus, version: z.number() });
const command = <const Name extends string, Request extends z.ZodMiniType>(
  name: Name,
  code: string,
  summary: string,
  request: Request,
) =>
  defineEndpoint({
    name: `inspection.${name}`,
    method: 'POST',
    path: `${PREFIX}/${name}`,
    access: { code: [`quality:inspection:${code}`] },
    kind: 'command',
    preview: true,
    summary,
    request,
    reply: moved,
  });

export const sample = defineEndpoint({
  name: 'inspection.sample',
  method: 'POST',
  path: `${PREFIX}/sample`,
  access: { code: ['quality:inspection:sample'] },
  kind: 'command',
  preview: true,
  summary: 'Opens inspections of each person’s contacts by a rule, up to 500. SAMPLE_RULE_OFF, SAMPLE_EMPTY',
  request: z.strictObject({
    ruleNo,
    happenedAt: z
      .strictObject({ from: z.iso.date('A date, e.g. 2026-11-30'), to: z.iso.date('A date, e.g. 2026-11-30') })
      .check(
        z.refine(({ from, to }) => from <= to, 'The end is before the start'),
        z.refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= 30 * 86_400_000, 'At most 31 days'),
      ),
  }),
  reply: z.object({ opened: z.number(), people: z.number() }),
});
export const assign = defineEndpoint({
  name: 'inspection.assign',
  method: 'POST',
  path: `${PREFIX}/assign`,
  access: { code: ['quality:inspection:sample'] },
  kind: 'command',
  preview: true,
  summary: 'Divides pending inspections evenly among inspectors, never one’s own, by a job',
  request: z.strictObject({
    inspectionNos: selected,
    inspectorUserNos: z.array(businessNo).check(z.minLength(1, 'Choose at least 1'), z.maxLength(50)),
  }),
  reply: z.object({ jobNo: z.string() }),
});
export const take = command(
  'take',
  'score',
  'Takes a pending inspection for 30 minutes. INSPECTION_OWN, INSPECTION_TAKEN, SHEET_NONE',
  z.strictObject({ inspectionNo }),
);

export const points = z.record(z.string().check(z.regex(/^I\d{1,2}$/)), z.nullable(z.int()));
export const comments = z.record(
  z.string().check(z.regex(/^I\d{1,2}$/)),
  z.string().check(z.trim(), z.maxLength(500, 'At most 500 characters')),
);
export const score = command(
  'score',
  'score',
  'Scores an inspection item by item. ANSWERS_INCOMPLETE, LOSS_UNEXPLAINED, ANSWER_OUT_OF_RANGE, FATAL_ALL_OR_NOTHING',
  z.strictObject({
    inspectionNo,
    version: z.int(),
    /** By item. */
    points,
    comments,
    marks: z.array(mark).check(z.maxLength(50)),
    remark: z.nullable(z.string().check(z.trim(), z.maxLength(500, 'At most 500 characters'))),
  }),
);
export const appeal = command(
  'appeal',
  'appeal',
  'Appeals against one’s own result within three working days. INSPECTION_NOT_FOUND, APPEAL_LATE',
  z.strictObject({ inspectionNo, version: z.int(), appeal: said }),
);
export const decide = command(
  'decide',
  'decide',
  'Decides an appeal; never the inspector. MAKER_IS_CHECKER, INSPECTION_OWN, and what a score is refused for',
  z.strictObject({
    inspectionNo,
    version: z.int(),
    decision: appealDecision,
    reason,
    /** Of an amendment: the score anew. */
    points: z.optional(points),
    comments: z.optional(comments),
  }),
);
