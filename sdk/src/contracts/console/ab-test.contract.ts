import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { dayRange, exportReply, exportRequest, listReply, listRequest, textFilter } from '../list.ts';

const own = { access: { code: ['report:abTest:view'] } } as const;

/**
 * EXPERIMENT_KIND: arms of an SMS task, a robot plan or a step for unrenewed loans beside its hold-out, models that
 * share applications.
 */
export const experimentKind = z.enum(['SMS_VARIANT', 'ROBOT_PLAN', 'UNRENEWED_STEP', 'RISK_MODEL']);
/** EXPERIMENT_STATE */
export const experimentState = z.enum(['RUNNING', 'ENDED']);
/** EXPERIMENT_VERDICT, of a variant against the control. */
export const verdict = z.enum(['TOO_EARLY', 'NO_DIFFERENCE', 'BETTER', 'WORSE', 'INVALID']);
/** The variant that gets nothing. */
export const HOLD_OUT = 'HOLD_OUT';

/** Kind and number: `SMS_VARIANT:SM000000001`. */
const experimentNo = z.string().check(z.regex(/^(SMS_VARIANT|ROBOT_PLAN|UNRENEWED_STEP|RISK_MODEL):[A-Z0-9-]{1,40}$/));

export const experimentRow = z.object({
  experimentNo: z.string(),
  experimentKind,
  experimentName: z.string(),
  merchantNo: z.string(),
  merchantName: z.string(),
  experimentState,
  startedAt: z.string(),
  endedAt: z.nullable(z.string()),
  /** Days after the first exposure in which an outcome counts. */
  windowDays: z.number(),
});
export type ExperimentRow = z.output<typeof experimentRow>;

const filters = z.strictObject({
  experimentName: textFilter,
  experimentKind: z.optional(experimentKind),
  experimentState: z.optional(experimentState),
  startedAt: dayRange,
});
const SORTS = ['startedAt', 'experimentName'] as const;

export const page = defineEndpoint({
  ...own,
  name: 'abTest.page',
  method: 'POST',
  path: 'report/abTest/page',
  kind: 'query',
  summary: 'Experiments of the caller’s merchants; those of risk models for those who see risk models',
  request: listRequest(filters, SORTS),
  reply: listReply(experimentRow),
});
export const exportList = defineEndpoint({
  ...own,
  name: 'abTest.export',
  method: 'POST',
  path: 'report/abTest/export',
  kind: 'command',
  summary: 'The filtered or the selected experiments as a file, made by a job',
  request: exportRequest(filters, SORTS),
  reply: exportReply,
});

const interval = z.object({ low: z.number(), high: z.number() });
/** A share of the same customers that should not move; percentages have one decimal. */
const guardrail = z.object({
  of: z.number(),
  did: z.number(),
  ratePct: z.nullable(z.number()),
  /** Of being the control's share; null of the control, and of a few. */
  pValue: z.nullable(z.number()),
});
export const variantResult = z.object({
  variant: z.string(),
  variantName: z.string(),
  isControl: z.boolean(),
  /** Planned, in percent. */
  sharePct: z.number(),
  assigned: z.number(),
  /** Exposed, with a window that is over. */
  n: z.number(),
  /** Exposed, with a window that is not over: not counted yet. */
  waiting: z.number(),
  converted: z.number(),
  ratePct: z.nullable(z.number()),
  /** Of the control nothing. */
  diffPct: z.nullable(z.number()),
  liftPct: z.nullable(z.number()),
  interval95: z.nullable(interval),
  pValue: z.nullable(z.number()),
  verdict: z.nullable(verdict),
  optOut: guardrail,
  /** Feedback within the window. */
  complaints: guardrail,
  firstUnpaid: guardrail,
});
export type VariantResult = z.output<typeof variantResult>;

export const query = defineEndpoint({
  ...own,
  name: 'abTest.query',
  method: 'POST',
  path: 'report/abTest/query',
  kind: 'query',
  summary: 'Each variant of an experiment against its control, with intervals. EXPERIMENT_NOT_FOUND',
  request: z.strictObject({ experimentNo }),
  reply: z.object({
    ...experimentRow.shape,
    asOf: z.string(),
    /** The control first; none without a control or a second variant. */
    variants: z.array(variantResult),
    /** Customers a variant needs before a verdict; null while the control has no outcome. */
    plannedN: z.nullable(z.number()),
    /** Until the smallest variant has them, by the last 7 days; null where that cannot be said. */
    daysLeft: z.nullable(z.number()),
    /** Of the shares as planned; below 0.001 no verdict holds. */
    splitPValue: z.nullable(z.number()),
    /** The difference to the control by day of exposure, all before included. */
    days: z.array(
      z.object({ day: z.string(), variant: z.string(), diffPct: z.number(), low: z.number(), high: z.number() }),
    ),
  }),
});
export type ExperimentResult = z.output<typeof query.reply>;

export const drill = defineEndpoint({
  ...own,
  name: 'abTest.drill',
  method: 'POST',
  path: 'report/abTest/drill',
  kind: 'query',
  summary: 'The exposed customers of a variant with their outcome, by number. EXPERIMENT_NOT_FOUND',
  request: listRequest(z.strictObject({ experimentNo, variant: z.string().check(z.maxLength(64)) }), ['exposedAt']),
  reply: listReply(
    z.object({
      customerNo: z.string(),
      exposedAt: z.string(),
      convertedAt: z.nullable(z.string()),
      isCounted: z.boolean(),
    }),
  ),
});
