import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, exportReply, reason, textFilter } from '../list.ts';
import { manyRules, stateManyOf } from '../platform/rule-batches.ts';
import { defineRuleFamily, ruleId, ruleName } from '../platform/rule-family.ts';
import { caseLevel, caseScope } from './collection.ts';
import { policyPreview } from './policy-preview.ts';

const PAGE = '/AdminContent/CollectionSystem/AIallocationConfig';
const SAVE = 'collection:aiAllocation:save';
const OF = {
  name: 'aiAllocation',
  path: 'caseAllot/aiConfig',
  codes: { save: SAVE, state: SAVE, audit: SAVE },
} as const;

/** HAND_BACK_ON. After what a case of an AI employee goes to a person, besides the number of attempts. */
export const handBackOn = z.enum(['WILLING', 'UNCLEAR', 'DISPUTE', 'BROKEN_PROMISE', 'NUMBER_FAULT']);

const cents = z.nullable(z.int().check(z.minimum(1, 'Must be above 0'), z.maximum(1_000_000_000_00)));
const fields = {
  ruleName,
  aiEmployeeUserNo: businessNo,
  caseScopes: z.array(caseScope).check(z.minLength(1, 'Choose at least 1'), z.maxLength(2)),
  caseLevels: z.array(caseLevel).check(z.minLength(1, 'Choose at least 1'), z.maxLength(6)),
  /** Of the cases that are divided, by the case's number: the same case always falls on the same side. */
  aiSharePercent: z.int().check(z.minimum(0, '0 to 100'), z.maximum(100, '0 to 100')),
  /**
   * The share falls by 5 points, at most once a week, while the AI employee recovers less than this percent of what people
   * do of like cases. Null or absent: it stays.
   */
  lowersBelowPercent: z.optional(z.nullable(z.int().check(z.minimum(1, '1 to 100'), z.maximum(100, '1 to 100')))),
  /** It never falls below this share. */
  leastSharePercent: z.optional(z.nullable(z.int().check(z.minimum(0, '0 to 100'), z.maximum(100, '0 to 100')))),
  /** Cases a day. */
  dailyCap: z.int().check(z.minimum(0, '0 to 9,999'), z.maximum(9999, '0 to 9,999')),
  minDueCents: cents,
  maxDueCents: cents,
  /** Calls after which a case goes to a person. */
  maxAttempts: z.int().check(z.minimum(1, '1 to 5'), z.maximum(5, '1 to 5')),
  handBackOn: z.array(handBackOn).check(z.maxLength(5)),
  /** The robot plan that calls its cases: while that is not enabled it gets no new ones. Null or absent: none. */
  robotPlanNo: z.optional(z.nullable(z.string().check(z.regex(/^RP\d+$/)))),
};
export const aiAllocation = z.strictObject(fields).check(
  z.refine(
    ({ minDueCents, maxDueCents }) => minDueCents === null || maxDueCents === null || minDueCents <= maxDueCents,
    {
      error: 'Must not be below the start',
      path: ['maxDueCents'],
    },
  ),
  z.refine(({ leastSharePercent = null, aiSharePercent }) => (leastSharePercent ?? 0) <= aiSharePercent, {
    error: 'Must not be above the share',
    path: ['leastSharePercent'],
  }),
);
export type AiAllocation = z.output<typeof aiAllocation>;

const family = defineRuleFamily({
  ...OF,
  page: PAGE,
  fields: {
    ...fields,
    aiEmployeeName: z.string(),
    /** Cases in work that the AI employee holds now. */
    casesHeld: z.number(),
    /** The share now, where a night lowered it. */
    sharePercentNow: z.number(),
    handedBackToday: z.number(),
    robotPlanName: z.nullable(z.string()),
  },
  filters: {
    ruleName: textFilter,
    aiEmployeeUserNo: z.optional(businessNo),
    caseLevel: z.optional(caseLevel),
    caseScope: z.optional(caseScope),
  },
  value: aiAllocation,
});
export type AiAllocationRow = z.output<typeof family.row>;
export const { page, exportList, detail, save, state, runPage } = family;
export const stateMany = stateManyOf(OF);

export const employees = defineEndpoint({
  name: 'aiAllocation.employees',
  method: 'GET',
  path: 'caseAllot/aiConfig/employees',
  access: { page: [PAGE] },
  kind: 'query',
  summary: 'Collectors that are AI employees',
  request: z.object({}),
  reply: z.array(z.object({ userNo: businessNo, realName: z.string() })),
});
export const plans = defineEndpoint({
  name: 'aiAllocation.plans',
  method: 'GET',
  path: 'caseAllot/aiConfig/plans',
  access: { page: [PAGE] },
  kind: 'query',
  summary: 'Enabled robot plans of collection, by order and by bill',
  request: z.object({}),
  reply: z.array(z.object({ planNo: z.string(), planName: z.string(), merchantName: z.string() })),
});
export const work = defineEndpoint({
  name: 'aiAllocation.work',
  method: 'GET',
  path: 'caseAllot/aiConfig/{ruleId}/work',
  access: { page: [PAGE] },
  kind: 'query',
  summary: 'What an AI employee holds, and what it recovers beside people at the same levels and amounts. NOT_FOUND',
  request: z.strictObject({ ruleId }),
  reply: z.object({
    /** Assignments of so many days are compared. */
    days: z.number(),
    held: z.array(z.object({ caseNo: z.string(), caseLevel, dueCents: z.number(), attempts: z.number() })),
    compared: z.array(
      z.object({
        caseLevel,
        isAi: z.boolean(),
        cases: z.number(),
        /** Owed as the cases entered collection. */
        dueCents: z.number(),
        /** Credited while it was theirs. */
        recoveredCents: z.number(),
      }),
    ),
  }),
});
export const handBack = defineEndpoint({
  name: 'aiAllocation.handBack',
  method: 'POST',
  path: 'caseAllot/aiConfig/handBack',
  access: { code: [SAVE] },
  kind: 'command',
  preview: true,
  summary: 'Hands the cases of a configuration’s AI employee to people now, up to 500 at a time. NOT_FOUND',
  request: z.strictObject({ ruleId, reason }),
  reply: z.object({ handedBack: z.number(), left: z.number() }),
});
export const handBackMany = defineEndpoint({
  name: 'aiAllocation.handBackMany',
  method: 'POST',
  path: 'caseAllot/aiConfig/handBack/batch',
  access: { code: [SAVE] },
  kind: 'command',
  preview: true,
  summary: 'Hands the cases of the AI employees of selected configurations to people now, by a job',
  request: z.strictObject({ ruleIds: manyRules, reason }),
  reply: exportReply,
});
/** Errors: REFERENCE_UNKNOWN for a merchant that the caller does not see, AI_EMPLOYEE_NEEDED, ROBOT_PLAN_NOT_ENABLED. */
export const simulate = defineEndpoint({
  name: 'aiAllocation.simulate',
  method: 'POST',
  path: 'caseAllot/aiConfig/simulate',
  access: { code: [SAVE] },
  kind: 'query',
  summary:
    'Which of the waiting cases AI employees and people would get tomorrow by a configuration that is being written. REFERENCE_UNKNOWN, AI_EMPLOYEE_NEEDED, ROBOT_PLAN_NOT_ENABLED',
  request: z.strictObject({ ruleId: z.optional(ruleId), merchantNo: businessNo, value: aiAllocation }),
  reply: policyPreview,
});
