import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, dayRange, listReply, listRequest, textFilter } from '../list.ts';
import { copyToProductsOf, stateManyOf } from '../platform/rule-batches.ts';
import { defineRuleFamily, productNos, ruleId, ruleName, ruleStatus } from '../platform/rule-family.ts';

const PAGE = '/AdminContent/CollectionSystemNew/PenaltyInterestReductionStrategiesNew';

/** What a strategy may waive: never principal, never excise. */
export const waivedComponent = z.enum([
  'LATE_FEE',
  'LIQUIDATED_DAMAGES',
  'EXTENSION_SERVICE_FEE',
  'MANAGEMENT_FEE',
  'SERVICE_FEE',
  'INTEREST',
]);
/** WAIVER_PAY_FIRST. What the customer has to promise: the rest of this bill, or of all overdue bills of the order. */
export const payFirst = z.enum(['BILL_IN_FULL', 'ALL_OVERDUE']);
/** WAIVER_APPROVAL. EACH request is decided by a person; PRE_APPROVED within the strategy it is approved at once. */
export const approvalMode = z.enum(['EACH', 'PRE_APPROVED']);
/** STRATEGY_STATUS. As RULE_STATUS; EXPIRED: enabled, and past its last day. */
export const strategyStatus = z.enum([...ruleStatus.options, 'EXPIRED']);
/** CASE_LEVEL of cases by bill that a strategy speaks of. */
const level = z.enum(['S0', 'S1', 'S2', 'S3', 'S4', 'S5']);

const cents = z.int().check(z.minimum(1, 'Must be above 0'), z.maximum(1_000_000_000_00));
const dpd = z.int().check(z.minimum(0, '0 to 9,999'), z.maximum(9999, '0 to 9,999'));
const fields = {
  ruleName,
  productNos,
  caseLevels: z.array(level).check(z.minLength(1, 'Choose at least 1'), z.maxLength(6)),
  dpdFrom: dpd,
  dpdTo: dpd,
  components: z.array(waivedComponent).check(z.minLength(1, 'Choose at least 1'), z.maxLength(6)),
  /** At most so much of each component; 100 are 1 %. */
  rateBps: z.int().check(z.minimum(1, '1 to 10,000'), z.maximum(10_000, '1 to 10,000')),
  payFirst,
  capPerBillCents: cents,
  dailyBudgetCents: cents,
  /** Waivers of a customer in 12 months. */
  timesPerYear: z.int().check(z.minimum(1, '1 to 12'), z.maximum(12, '1 to 12')),
  approvalMode,
  /** The last day (EAT) on which it is asked; absent or null: until another version or until it is disabled. */
  effectiveTo: z.optional(z.nullable(z.iso.date('A date, e.g. 2026-11-30'))),
};
export const waiverStrategy = z.strictObject(fields).check(
  z.refine(({ dpdFrom, dpdTo }) => dpdFrom <= dpdTo, {
    error: 'Must not be below the start',
    path: ['dpdTo'],
  }),
  z.refine(({ capPerBillCents, dailyBudgetCents }) => capPerBillCents <= dailyBudgetCents, {
    error: 'Must not be below the cap per bill',
    path: ['dailyBudgetCents'],
  }),
);
export type WaiverStrategy = z.output<typeof waiverStrategy>;

const OF = {
  name: 'waiverStrategy',
  path: 'caseExemption/strategy',
  codes: {
    save: 'collectionStage:strategy:save',
    state: 'collectionStage:strategy:save',
    audit: 'collectionStage:strategy:audit',
  },
} as const;
const family = defineRuleFamily({
  ...OF,
  page: PAGE,
  fields: {
    ...fields,
    strategyStatus,
    productNames: z.array(z.string()),
    /** What was approved under it since midnight EAT. */
    usedTodayCents: z.number(),
  },
  filters: {
    ruleName: textFilter,
    component: z.optional(waivedComponent),
    caseLevel: z.optional(level),
    strategyStatus: z.optional(strategyStatus),
    /** A version of it was in force on one of these days. */
    effectiveOn: dayRange,
  },
  value: waiverStrategy,
});
export type StrategyRow = z.output<typeof family.row>;
export const { page, exportList, detail, save, state, runPage } = family;
export const stateMany = stateManyOf(OF);
export const copyMany = copyToProductsOf(OF);

export const products = defineEndpoint({
  name: 'waiverStrategy.products',
  method: 'GET',
  path: 'caseExemption/strategy/products',
  access: { page: [PAGE] },
  kind: 'query',
  summary: 'The products that strategies of the caller’s merchants may name',
  request: z.object({}),
  reply: z.array(z.object({ productNo: businessNo, productName: z.string(), merchantName: z.string() })),
});

export const simulate = defineEndpoint({
  name: 'waiverStrategy.simulate',
  method: 'POST',
  path: 'caseExemption/strategy/simulate',
  access: { code: ['collectionStage:strategy:save', 'collectionStage:strategy:audit'] },
  kind: 'query',
  summary:
    'What a strategy that is being written could waive on bills in collection now, and on those settled last month. REFERENCE_UNKNOWN',
  request: z.strictObject({ ruleId: z.optional(ruleId), merchantNo: businessNo, value: waiverStrategy }),
  reply: z.object({
    bills: z.number(),
    borrowers: z.number(),
    owedCents: z.number(),
    /** At most, where each of them asked. */
    waivedCents: z.number(),
    /** Bills on which the cap per bill is what holds. */
    atCap: z.number(),
    /** Days that the daily budget needs for all of it. */
    budgetDays: z.number(),
    /** In duplum: bills whose base is frozen, what may still be charged on them, and how many are full. */
    frozenBills: z.number(),
    roomCents: z.number(),
    fullBills: z.number(),
    /** Left out of the above: a waiver is asked for or approved already. */
    askedBills: z.number(),
    /** Left out of the above: the customer has had as many waivers as the strategy allows in 12 months. */
    usedUpBills: z.number(),
    /** Bills that the strategy speaks of, settled from collection in the last calendar month. */
    lastMonth: z.object({
      from: z.string(),
      to: z.string(),
      bills: z.number(),
      paidCents: z.number(),
      waivedCents: z.number(),
      couponCents: z.number(),
      /** At most, under the strategy. */
      allowedCents: z.number(),
    }),
  }),
});

const usageDay = z.object({
  usageId: z.string(),
  day: z.string(),
  applicantUserNo: z.string(),
  applicantName: z.string(),
  requests: z.number(),
  /** Approved, whatever became of it since. */
  waivedCents: z.number(),
  /** Of it, settled with a payment. */
  appliedCents: z.number(),
  lapsed: z.number(),
  /** Paid with what was applied. */
  cashCents: z.number(),
});
export type UsageDay = z.output<typeof usageDay>;
export const usagePage = defineEndpoint({
  name: 'waiverStrategy.usagePage',
  method: 'POST',
  path: 'caseExemption/strategy/usage/page',
  access: { page: [PAGE] },
  kind: 'query',
  summary:
    'What was waived under a strategy by day and collector, beside the cash received with it, the newest day first',
  request: listRequest(z.strictObject({ ruleId }), ['day']),
  reply: listReply(usageDay),
});
