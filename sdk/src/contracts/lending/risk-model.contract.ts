import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, reason, textFilter } from '../list.ts';
import { defineSimulatedRuleFamily, ruleId } from '../platform/rule-family.ts';
import { calibrated, scaleFault, statedScale } from './model-calibration.ts';
import { attribute, levelFault, modelInput, schemaInputs, scorecardFault, scoreLevel, SCORES } from './scorecard.ts';

export type { Calibrated } from './model-calibration.ts';
export { levelOf, modelInput, reasonsOf, schemaInputs, scoreBy, SCORES } from './scorecard.ts';
export type { Attribute, ModelInput, ModelInputs, ScoreLevel, ScoreLine } from './scorecard.ts';

const PAGE = '/AdminContent/RiskControlSystem/RiskControlModel';
const seen = { page: [PAGE] } as const;

/** MODEL_ROLE. CHAMPION and CHALLENGER decide about their share of customers; a SHADOW scores and decides nothing. */
export const modelRole = z.enum(['CHAMPION', 'CHALLENGER', 'SHADOW']);
export type ModelRole = z.output<typeof modelRole>;

/** MODEL_SCORER. A scorecard of ours, or a service that is asked over HTTP. */
export const modelScorer = z.enum(['SCORECARD', 'HTTP']);

/** MODEL_FAILURE. Why a model gave no score. */
export const modelFailure = z.enum([
  'TIMEOUT',
  'UNREACHABLE',
  'REFUSED',
  'INVALID',
  'INPUT',
  'LATE',
  'PAUSED',
  'DISABLED',
]);
export type ModelFailure = z.output<typeof modelFailure>;

export const loanType = z.enum(['FIRST', 'REPEAT']);

const fields = {
  /** The model's name. */
  ruleName: z
    .string()
    .check(z.trim(), z.minLength(1, 'All options must be filled'), z.maxLength(64, 'At most 64 characters')),
  loanType,
  scorer: modelScorer,
  /** Of a scorecard: what everybody starts with, and what values are worth. */
  baseScore: z.int().check(z.minimum(SCORES.least, '0 to 1,000'), z.maximum(SCORES.most, '0 to 1,000')),
  attributes: z.array(attribute).check(z.maxLength(200)),
  /** Of a service; null for a scorecard. */
  endpoint: z.nullable(
    z.string().check(
      z.trim(),
      z.maxLength(300, 'At most 300 characters'),
      z.refine((text) => URL.canParse(text) && text.startsWith('https://') && !text.includes('@'), 'An https address'),
    ),
  ),
  timeoutMs: z.int().check(z.minimum(200, '200 to 5,000'), z.maximum(5_000, '200 to 5,000')),
  /** JSON schema of what is sent: its properties are inputs, and an application without a required one is not sent. */
  inputSchema: z.nullable(z.string().check(z.trim(), z.maxLength(4_000))),
  levels: z.array(scoreLevel).check(z.minLength(1, 'A model needs a level'), z.maxLength(20)),
  /** The level of an application that got no score; null: a person decides. */
  fallbackLevel: z.nullable(z.string()),
  ...statedScale,
};

/** How applications of a loan type are scored, and into which levels. */
export const modelValue = z.strictObject(fields).check((checked) => {
  const { scorer, baseScore, attributes, endpoint, inputSchema, levels, fallbackLevel } = checked.value;
  const say = (path: readonly (number | string)[], message: string): void => {
    checked.issues.push({ code: 'custom', input: checked.value, path: [...path], message });
  };
  const wrongLevels = levelFault(levels);
  if (wrongLevels !== null) say(['levels'], wrongLevels);
  if (fallbackLevel !== null && !levels.some(({ modelLevel }) => modelLevel === fallbackLevel)) {
    say(['fallbackLevel'], 'Not one of the levels');
  }
  const unstated = scaleFault(checked.value);
  if (unstated !== null) say([unstated], 'Fill in all three, or none');
  if (scorer === 'HTTP') {
    if (endpoint === null) say(['endpoint'], 'An https address');
    if (inputSchema === null || schemaInputs(inputSchema) === null) {
      say(['inputSchema'], 'A JSON schema of an object with known inputs');
    }
    if (attributes.length > 0) say(['attributes'], 'Leave this empty');
    return;
  }
  if (endpoint !== null) say(['endpoint'], 'Leave this empty');
  if (inputSchema !== null) say(['inputSchema'], 'Leave this empty');
  if (attributes.length === 0) {
    say(['attributes'], 'A scorecard needs a line');
    return;
  }
  const fault = scorecardFault(baseScore, attributes);
  if (fault !== null) say(fault.at === null ? ['baseScore'] : ['attributes', fault.at, 'from'], fault.error);
});
export type ModelValue = z.output<typeof modelValue>;

const family = defineSimulatedRuleFamily({
  name: 'riskModel',
  path: 'riskRule/model',
  page: PAGE,
  codes: { save: 'risk:model:save', state: 'risk:model:save', audit: 'risk:model:audit' },
  fields: {
    ...fields,
    /** Null where the model has no traffic at present. */
    role: z.nullable(modelRole),
    trafficPercent: z.number(),
    testNo: z.nullable(z.string()),
    /** Of the last 30 days; null where nothing was scored. */
    averageScore: z.nullable(z.number()),
    /** How well scores part good loans from bad ones, 0 to 100; null where there are too few of either. */
    gini: z.nullable(z.number()),
    /** Population stability index of the last 30 days against the 90 before; null where there are too few. */
    driftPsi: z.nullable(z.number()),
    failuresToday: z.number(),
  },
  filters: {
    modelCode: z.optional(ruleId),
    modelName: textFilter,
    loanType: z.optional(loanType),
    role: z.optional(modelRole),
  },
  value: modelValue,
});
export type RiskModelRow = z.output<typeof family.row>;
export const { page, exportList, detail, save, state, dryRun, runPage } = family;

/** One input of a score, as it was read. */
const scoreLine = z.object({
  input: modelInput,
  value: z.nullable(z.string()),
  from: z.string(),
  points: z.number(),
  mostPoints: z.number(),
});

/** What a model said of an application: kept with the decision it was read for. */
export const scoreTrace = z.object({
  modelCode: z.string(),
  modelName: z.string(),
  versionNo: z.number(),
  scorer: modelScorer,
  role: z.nullable(modelRole),
  testNo: z.nullable(z.string()),
  /** Null where it gave none: `failure` says why. */
  score: z.nullable(z.number()),
  modelLevel: z.nullable(z.string()),
  failure: z.nullable(modelFailure),
  elapsedMs: z.nullable(z.number()),
  inputs: z.record(z.string(), z.nullable(z.union([z.number(), z.string()]))),
  /** Of a scorecard. */
  lines: z.array(scoreLine),
  /** What cost the application most, the worst first. */
  reasons: z.array(scoreLine),
  /** What a service said of its score. */
  said: z.array(z.string()),
});
export type ScoreTrace = z.output<typeof scoreTrace>;

const share = z.strictObject({
  ruleId,
  role: modelRole,
  trafficPercent: z.int().check(z.minimum(0, '0 to 100'), z.maximum(100, '0 to 100')),
});
export type Share = z.output<typeof share>;

/** Who scores which share of a merchant's applications of a loan type. */
export const trafficForm = z
  .strictObject({
    merchantNo: businessNo,
    loanType,
    shares: z.array(share).check(z.minLength(1, 'Choose a champion'), z.maxLength(10)),
    reason,
  })
  .check(
    z.refine(({ shares }) => shares.filter(({ role }) => role === 'CHAMPION').length === 1, {
      path: ['shares'],
      error: 'Exactly one champion',
    }),
    z.refine(({ shares }) => new Set(shares.map((one) => one.ruleId)).size === shares.length, {
      path: ['shares'],
      error: 'Each model once',
    }),
    z.refine(
      ({ shares }) => shares.every(({ role, trafficPercent }) => (role === 'SHADOW') === (trafficPercent === 0)),
      { path: ['shares'], error: 'A shadow has 0, the others more' },
    ),
    z.refine(({ shares }) => shares.reduce((sum, { trafficPercent }) => sum + trafficPercent, 0) === 100, {
      path: ['shares'],
      error: 'Shares must add up to 100',
    }),
  );

export const traffic = defineEndpoint({
  name: 'riskModel.traffic',
  method: 'POST',
  path: 'riskRule/model/traffic',
  access: { code: ['risk:model:traffic'] },
  kind: 'command',
  preview: true,
  summary: 'Submits shares of traffic for approval. MODEL_NOT_IN_FORCE, CHANGE_WAITING',
  request: trafficForm,
  reply: z.object({ changeNo: z.string() }),
});

const arm = z.object({
  ruleId: z.string(),
  modelName: z.string(),
  role: modelRole,
  trafficPercent: z.number(),
  /** Customers who belong to the arm. */
  customers: z.number(),
});
export const trafficNow = defineEndpoint({
  name: 'riskModel.trafficNow',
  method: 'GET',
  path: 'riskRule/model/{ruleId}/traffic',
  access: seen,
  kind: 'query',
  summary: 'Who scores the applications that a model is for, and every model that could. NOT_FOUND',
  request: z.object({ ruleId }),
  reply: z.object({
    merchantNo: z.string(),
    loanType,
    testNo: z.nullable(z.string()),
    startedAt: z.nullable(z.string()),
    arms: z.array(arm),
    models: z.array(z.object({ ruleId: z.string(), modelName: z.string() })),
    hasPending: z.boolean(),
  }),
});

export const score = defineEndpoint({
  name: 'riskModel.score',
  method: 'POST',
  path: 'riskRule/model/score',
  access: { code: ['risk:model:score'] },
  kind: 'query',
  summary:
    'What a model in force says of a past order; nothing is kept. NOT_FOUND, ORDER_NOT_FOUND, MODEL_NOT_IN_FORCE',
  request: z.strictObject({ ruleId, orderNo: businessNo }),
  reply: scoreTrace,
});

/** Of a PSI: above it, applicants are no longer those that the model was made for. */
export const DRIFT_LIMIT = 0.2;

const spreadBin = z.object({ label: z.string(), reference: z.number(), recent: z.number() });
export const drift = defineEndpoint({
  name: 'riskModel.drift',
  method: 'GET',
  path: 'riskRule/model/drift/{ruleId}',
  access: seen,
  kind: 'query',
  summary:
    'How scores and inputs moved, how they are spread, and how well they told good loans from bad, by rank and by odds. NOT_FOUND',
  request: z.object({ ruleId }),
  reply: z.object({
    psi: z.nullable(z.number()),
    gini: z.nullable(z.number()),
    /** Loans that gini was reckoned from. */
    good: z.number(),
    bad: z.number(),
    referenceCount: z.number(),
    recentCount: z.number(),
    /** The input that moved most first. */
    inputs: z.array(z.object({ input: modelInput, psi: z.number() })),
    /** Shares of scores, 0 to 1. */
    spread: z.array(spreadBin),
    levels: z.array(
      z.object({
        modelLevel: z.string(),
        scored: z.number(),
        disbursed: z.number(),
        /** Of those whose first bill fell due. */
        matured: z.number(),
        bad: z.number(),
      }),
    ),
    calibration: calibrated,
  }),
});
export type Drift = z.output<typeof drift.reply>;

/** A share with its 95 % confidence bounds, in per cent; null where there is nothing to reckon it from. */
const bounded = z.nullable(z.object({ percent: z.number(), low: z.number(), high: z.number() }));
const armResult = z.object({
  ruleId: z.string(),
  modelName: z.string(),
  role: modelRole,
  applications: z.number(),
  approved: bounded,
  disbursed: z.number(),
  /** Of loans whose first bill fell due. */
  firstOverdue: bounded,
  /** A loan's average income: interest, fees and penalties allocated from what was paid. */
  incomeCents: z.nullable(z.object({ average: z.number(), low: z.number(), high: z.number() })),
});
export type ArmResult = z.output<typeof armResult>;
export const testResult = defineEndpoint({
  name: 'riskModel.testResult',
  method: 'GET',
  path: 'riskRule/model/test/{ruleId}',
  access: { code: ['report:abTest:view'] },
  kind: 'query',
  summary: 'What became of the arms of the test that a model is in, with confidence bounds. NOT_FOUND',
  request: z.object({ ruleId }),
  reply: z.object({ testNo: z.nullable(z.string()), startedAt: z.nullable(z.string()), arms: z.array(armResult) }),
});
