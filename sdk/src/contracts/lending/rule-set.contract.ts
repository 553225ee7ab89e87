import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, exportReply, exportRequest, listReply, listRequest, reason, textFilter } from '../list.ts';
import { defineSimulatedRuleFamily, productNos, ruleId, ruleName } from '../platform/rule-family.ts';
import { scoreTrace } from './risk-model.contract.ts';
import { conditionFault, ruleDecision, ruleField, ruleOperator, ruleType } from './rule-facts.ts';

export { conditionFault, codesOf, ruleDecision, ruleField, ruleOperator, ruleType } from './rule-facts.ts';
export type { RuleDecision, RuleField, RuleOperator } from './rule-facts.ts';

const PAGE = '/AdminContent/RiskControlSystem/RuleSet';
const seen = { page: [PAGE] } as const;

/** REFUSE_CODE. */
const refuseCode = z.string().check(z.trim(), z.regex(/^[A-Z0-9_-]{1,32}$/, 'A decline code, e.g. M101'));

/** One line of a set: the first that applies decides. */
export const riskRule = z
  .strictObject({
    /** The smallest is read first. */
    priority: z.int().check(z.minimum(1, 'Must be above 0'), z.maximum(9_999, 'At most 9999')),
    ruleName,
    ruleType,
    fieldKey: ruleField,
    operator: ruleOperator,
    /** As text, of the field's type; amounts in cents, codes by commas. */
    threshold: z.string().check(z.trim(), z.maxLength(128)),
    decision: ruleDecision,
    /** With a refusal; where the scorer refused, its own code goes before this one. */
    refuseCode: z.nullable(refuseCode),
    /** Days before which the customer may not apply again, after a refusal by this rule. */
    coolOffDays: z.int().check(z.minimum(0, 'Cannot be below 0'), z.maximum(365, 'At most 365')),
  })
  .check(
    z.refine(({ decision, refuseCode: code }) => (decision === 'REFUSE') === (code !== null), {
      path: ['refuseCode'],
      error: 'A decline requires a code; other results cannot have one',
    }),
    (checked) => {
      const fault = conditionFault(checked.value);
      if (fault) {
        checked.issues.push({ code: 'custom', input: checked.value, path: [fault.path], message: fault.error });
      }
    },
  );
export type RiskRule = z.output<typeof riskRule>;

const fields = {
  /** The set's name. */
  ruleName: z
    .string()
    .check(z.trim(), z.minLength(1, 'All options must be filled'), z.maxLength(64, 'At most 64 characters')),
  productNos,
  /** True where the external scorer is waited for; false: an application is decided as it comes. */
  awaitsScorer: z.boolean(),
  rules: z.array(riskRule).check(z.minLength(1, 'A rule set needs a rule'), z.maxLength(40)),
};
/** By what the machine decides applications: rules in order, what none applies to passes. */
export const ruleSetValue = z.strictObject(fields).check(
  z.refine(({ rules }) => new Set(rules.map(({ priority }) => priority)).size === rules.length, {
    path: ['rules'],
    error: 'Each priority once',
  }),
);
export type RuleSetValue = z.output<typeof ruleSetValue>;

const family = defineSimulatedRuleFamily({
  name: 'ruleSet',
  path: 'riskRule/set',
  page: PAGE,
  codes: { save: 'risk:ruleSet:save', state: 'risk:ruleSet:enable', audit: 'risk:ruleSet:audit' },
  fields: {
    ...fields,
    productNames: z.array(z.string()),
    ruleCount: z.number(),
    /** Of what the set decided in the last 30 days; null where that is nothing. */
    refusedPercent: z.nullable(z.number()),
    manualPercent: z.nullable(z.number()),
    /** Today, by the rule's name. */
    hitsToday: z.record(z.string(), z.number()),
    /** The average of the last 30 days, by the rule's name. */
    hitsPerDay: z.record(z.string(), z.number()),
  },
  filters: { ruleSetCode: z.optional(ruleId), ruleType: z.optional(ruleType), refuseCode: z.optional(refuseCode) },
  value: ruleSetValue,
});
export type RuleSetRow = z.output<typeof family.row>;
export const { page, exportList, detail, save, state, dryRun, runPage } = family;

/** One line of a decision: what was asked, what the application said, whether it applied. */
export const evaluationLine = z.object({
  priority: z.number(),
  ruleName: z.string(),
  fieldKey: z.string(),
  operator: z.string(),
  threshold: z.string(),
  /** Null where the application has none. */
  value: z.nullable(z.string()),
  isHit: z.boolean(),
  decision: ruleDecision,
});
export type EvaluationLine = z.output<typeof evaluationLine>;

const evaluation = z.object({
  evaluationId: z.number(),
  orderNo: z.string(),
  merchantName: z.string(),
  /** Null where the default of the company decided. */
  ruleSetCode: z.nullable(z.string()),
  versionNo: z.nullable(z.number()),
  decision: ruleDecision,
  /** The rule that decided; null where none applied, or a halt did. */
  decidedBy: z.nullable(z.string()),
  refuseCode: z.nullable(z.string()),
  isHalted: z.boolean(),
  evaluatedAt: z.string(),
  lines: z.array(evaluationLine),
  /** What the model said; null where none scores such applications. */
  score: z.nullable(scoreTrace),
  /** Why it declined as the applicant reads it, in the reader's language; none where the decline code alone says it. */
  applicantReasons: z.array(z.string()),
});
export type Evaluation = z.output<typeof evaluation>;

const evaluationFilters = z.strictObject({
  orderNo: textFilter,
  merchantNo: z.optional(businessNo),
  ruleSetCode: z.optional(ruleId),
  decision: z.optional(ruleDecision),
  refuseCode: z.optional(refuseCode),
});
export const evaluationPage = defineEndpoint({
  name: 'ruleSet.evaluationPage',
  method: 'POST',
  path: 'riskRule/set/evaluation/page',
  access: seen,
  kind: 'query',
  summary: 'What the machine decided, line by line, the newest first',
  request: listRequest(evaluationFilters, ['evaluatedAt']),
  reply: listReply(evaluation),
});

export const evaluationExport = defineEndpoint({
  name: 'ruleSet.evaluationExport',
  method: 'POST',
  path: 'riskRule/set/evaluation/export',
  access: seen,
  kind: 'command',
  summary: 'The filtered or the selected decisions as a file, made by a job',
  request: exportRequest(evaluationFilters, ['evaluatedAt']),
  reply: exportReply,
});

export const evaluationReplay = defineEndpoint({
  name: 'ruleSet.evaluationReplay',
  method: 'GET',
  path: 'riskRule/set/evaluation/{evaluationId}/replay',
  access: seen,
  kind: 'query',
  summary: 'Decides an application again from the facts that were kept, and scores it again from its inputs. NOT_FOUND',
  request: z.object({ evaluationId: z.string().check(z.regex(/^\d{1,15}$/)) }),
  reply: z.object({
    isSame: z.boolean(),
    /** Lines by priority, `decision` or `score`. */
    differences: z.array(z.string()),
  }),
});

export const products = defineEndpoint({
  name: 'ruleSet.products',
  method: 'GET',
  path: 'riskRule/set/products',
  access: seen,
  kind: 'query',
  summary: 'The products that sets of the caller’s merchants may name',
  request: z.object({}),
  reply: z.array(z.object({ productNo: z.string(), productName: z.string(), merchantName: z.string() })),
});

export const halted = defineEndpoint({
  name: 'ruleSet.halted',
  method: 'GET',
  path: 'riskRule/set/halted',
  access: seen,
  kind: 'query',
  summary: 'Whether every application goes to a person at present, since when and why',
  request: z.object({}),
  reply: z.object({
    halt: z.nullable(z.object({ haltedAt: z.string(), haltedByName: z.string(), reason: z.string() })),
    /** Whether the end of the halt awaits approval. */
    hasPending: z.boolean(),
  }),
});

export const halt = defineEndpoint({
  name: 'ruleSet.halt',
  method: 'POST',
  path: 'riskRule/set/halt',
  access: { code: ['risk:ruleSet:halt'] },
  kind: 'command',
  preview: true,
  summary: 'Sends every application to a person, from now on. ILLEGAL_TRANSITION where that is so already',
  request: z.strictObject({ reason }),
  reply: z.object({ haltedAt: z.string() }),
});

export const resume = defineEndpoint({
  name: 'ruleSet.resume',
  method: 'POST',
  path: 'riskRule/set/resume',
  access: { code: ['risk:ruleSet:resume'] },
  kind: 'command',
  preview: true,
  summary: 'Asks for the end of a halt. ILLEGAL_TRANSITION without one, CHANGE_WAITING',
  request: z.strictObject({ reason }),
  reply: z.object({ changeNo: z.string() }),
});

export const backtest = defineEndpoint({
  name: 'ruleSet.backtest',
  method: 'POST',
  path: 'riskRule/set/backtest',
  access: { code: ['risk:ruleSet:dryRun'] },
  kind: 'command',
  summary: 'Runs the newest version of a set over past applications, a day an item, as a job. NOT_FOUND',
  request: z.strictObject({ ruleId, days: z.int().check(z.minimum(1, '1 to 90'), z.maximum(90, '1 to 90')) }),
  reply: z.object({ jobNo: z.string() }),
});

/** Applications whose decision a version would turn, by the rule that turns them. */
export const flip = z.object({
  ruleName: z.string(),
  fromDecision: ruleDecision,
  toDecision: ruleDecision,
  orders: z.number(),
  /** Of those: disbursed, closed by now, late by more than 30 days or charged off. */
  disbursed: z.number(),
  repaid: z.number(),
  bad: z.number(),
  lentCents: z.number(),
  /** Interest, fees and penalties charged on those loans' bills, paid or not; fees taken upfront are on none. */
  incomeCents: z.number(),
  /** What those loans still owe, charged-off claims included. */
  owedCents: z.number(),
});
export type Flip = z.output<typeof flip>;
export const backtestResult = defineEndpoint({
  name: 'ruleSet.backtestResult',
  method: 'GET',
  path: 'riskRule/set/backtest/{ruleId}',
  access: seen,
  kind: 'query',
  summary: 'The newest backtest of a set: decisions turned, by rule, and how those loans repaid. NOT_FOUND',
  request: z.object({ ruleId }),
  reply: z.object({
    jobNo: z.nullable(z.string()),
    versionNo: z.nullable(z.number()),
    /** The version it was compared with; null for the company’s default. */
    heldVersionNo: z.nullable(z.number()),
    newestVersionNo: z.number(),
    /** False where a newer version exists, or another one applies since. */
    isCurrent: z.boolean(),
    days: z.number(),
    daysDone: z.number(),
    considered: z.number(),
    flipped: z.number(),
    flips: z.array(flip),
  }),
});
