import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, dayRange, exportReply, exportRequest, listReply, listRequest } from '../list.ts';
import { answer, detail as inspected, points, comments } from './inspection.contract.ts';
import { sheetNo, sourceType } from './quality-parts.ts';

const PREFIX = 'quality/calibration';
const calibrationNo = z.string().check(z.regex(/^QC\d{6,}$/));
/** Who draws sees all of their merchants, who scores what is theirs to score. */
const seen = { code: ['quality:inspection:sample', 'quality:inspection:score'] } as const;

/** CALIBRATION_STATE */
export const calibrationState = z.enum(['OPEN', 'SCORED']);
/** Landis and Koch’s words for kappa. */
export const KAPPA_WORDS = ['POOR', 'SLIGHT', 'FAIR', 'MODERATE', 'SUBSTANTIAL', 'ALMOST_PERFECT'] as const;

export const calibrationRow = z.object({
  calibrationNo: z.string(),
  inspectionNo: z.string(),
  sourceType,
  happenedAt: z.string(),
  sheetName: z.string(),
  calibrationState,
  firstName: z.string(),
  secondName: z.string(),
  /** Null until the second score is given: neither sees the other before. */
  firstScore: z.nullable(z.number()),
  secondScore: z.nullable(z.number()),
  /** Items that one passed and the other did not. */
  disagreements: z.nullable(z.number()),
  scoredAt: z.nullable(z.string()),
  allowedActions: z.array(z.enum(['score', 'reassign'])),
});
export type CalibrationRow = z.output<typeof calibrationRow>;

const filters = z.strictObject({
  calibrationState: z.optional(calibrationState),
  sheetNo: z.optional(sheetNo),
  scoredAt: dayRange,
});
const SORTS = ['scoredAt', 'happenedAt'] as const;

export const page = defineEndpoint({
  name: 'calibration.page',
  method: 'POST',
  path: `${PREFIX}/page`,
  access: seen,
  kind: 'query',
  summary: 'Inspections that are scored a second time; without `:sample` one’s own alone',
  request: listRequest(filters, SORTS),
  reply: listReply(calibrationRow),
});
export const exportList = defineEndpoint({
  name: 'calibration.export',
  method: 'POST',
  path: `${PREFIX}/export`,
  access: { code: ['quality:inspection:export'] },
  kind: 'command',
  summary: 'The filtered or the selected second scores as a file, made by a job',
  request: exportRequest(filters, SORTS),
  reply: exportReply,
});
export const detail = defineEndpoint({
  name: 'calibration.detail',
  method: 'GET',
  path: `${PREFIX}/{calibrationNo}`,
  access: seen,
  kind: 'query',
  summary: 'What is scored a second time, without the first score until it is. CALIBRATION_NOT_FOUND',
  request: z.object({ calibrationNo }),
  reply: z.object({
    ...calibrationRow.shape,
    items: inspected.reply.shape.items,
    content: inspected.reply.shape.content,
    hasRecording: inspected.reply.shape.hasRecording,
    transcript: inspected.reply.shape.transcript,
    firstAnswers: z.array(answer),
    secondAnswers: z.array(answer),
  }),
});
const day = z.iso.date('A date, e.g. 2026-11-30');
export const draw = defineEndpoint({
  name: 'calibration.draw',
  method: 'POST',
  path: `${PREFIX}/draw`,
  access: { code: ['quality:inspection:sample'] },
  kind: 'command',
  preview: true,
  summary:
    'Gives a random sample of scored inspections to second inspectors, never to the first one or the person. CALIBRATION_EMPTY',
  request: z.strictObject({
    sheetNo,
    scoredAt: z.strictObject({ from: day, to: day }).check(
      z.refine(({ from, to }) => from <= to, 'The end is before the start'),
      z.refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= 92 * 86_400_000, 'At most 93 days'),
    ),
    count: z.int().check(z.minimum(1, '1 to 100'), z.maximum(100, '1 to 100')),
    inspectorUserNos: z.array(businessNo).check(z.minLength(1, 'Choose at least 1'), z.maxLength(50)),
  }),
  reply: z.object({ drawn: z.number() }),
});
export const score = defineEndpoint({
  name: 'calibration.score',
  method: 'POST',
  path: `${PREFIX}/score`,
  access: { code: ['quality:inspection:score'] },
  kind: 'command',
  summary:
    'The second score, item by item; the person’s result stays. CALIBRATION_NOT_FOUND, NOTHING_CHANGES, and what a score is refused for',
  request: z.strictObject({ calibrationNo, points, comments }),
  reply: z.object({ calibrationNo: z.string(), disagreements: z.number() }),
});

export const reassign = defineEndpoint({
  name: 'calibration.reassign',
  method: 'POST',
  path: `${PREFIX}/reassign`,
  access: { code: ['quality:inspection:sample'] },
  kind: 'command',
  preview: true,
  summary:
    'Gives a second score that is not given yet to another inspector. CALIBRATION_NOT_FOUND, NOTHING_CHANGES, INSPECTOR_UNFIT',
  request: z.strictObject({ calibrationNo, inspectorUserNo: businessNo }),
  reply: z.object({ calibrationNo: z.string() }),
});

const agreementOf = {
  /** Judgements that were given twice. */
  judged: z.number(),
  agreed: z.number(),
  /** Null where both always gave the same: nothing is left to agree on by chance. */
  kappa: z.nullable(z.number()),
  interval95: z.nullable(z.object({ low: z.number(), high: z.number() })),
  word: z.nullable(z.enum(KAPPA_WORDS)),
};
export const agreement = defineEndpoint({
  name: 'calibration.agreement',
  method: 'POST',
  path: `${PREFIX}/agreement`,
  access: { code: ['quality:inspection:sample'] },
  kind: 'query',
  summary: 'Cohen’s kappa of first and second inspectors by sheet and item: passed with all its points, or not',
  request: z.strictObject({ sheetNo: z.optional(sheetNo), scoredAt: dayRange }),
  reply: z.array(
    z.object({
      sheetNo: z.string(),
      sheetName: z.string(),
      inspections: z.number(),
      ...agreementOf,
      /** The most disputed first. */
      items: z.array(
        z.object({
          itemName: z.string(),
          ...agreementOf,
          /** Passed by the first inspector alone, and by the second alone. */
          firstOnly: z.number(),
          secondOnly: z.number(),
        }),
      ),
    }),
  ),
});
export const strictness = defineEndpoint({
  name: 'calibration.strictness',
  method: 'POST',
  path: `${PREFIX}/strictness`,
  access: { code: ['quality:inspection:sample'] },
  kind: 'query',
  summary: 'By inspector, how many points fewer they gave than the other one for the same, the strictest first',
  request: agreement.request,
  reply: z.array(
    z.object({
      userNo: z.string(),
      realName: z.string(),
      /** Inspections that another inspector scored as well. */
      inspections: z.number(),
      meanScore: z.number(),
      /** Below 0: milder than the others. */
      stricterBy: z.number(),
    }),
  ),
});
