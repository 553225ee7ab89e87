import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, dayRange, exportReply, exportRequest, listReply, listRequest, textFilter } from '../list.ts';
import { defineRuleFamily, ruleName } from '../platform/rule-family.ts';

const PAGE = '/AdminContent/OperationSystem/ActivitiesConfiguration';
const seen = { page: [PAGE] } as const;

/**
 * ACTIVITY_TYPE. INVITE: the first loan of somebody one invited is disbursed. ON_TIME_REPAYMENT: a loan is closed whose
 * bills were all paid on time. PROFILE: the profile is complete. CHECK_IN: a day on which the app was opened for it.
 */
export const activityType = z.enum(['INVITE', 'ON_TIME_REPAYMENT', 'PROFILE', 'CHECK_IN']);
/** AWARD_TYPE */
export const awardType = z.enum(['COUPON', 'WALLET']);
/** ACTIVITY_STATUS, by the moments and whether it was stopped. */
export const activityStatus = z.enum(['SCHEDULED', 'RUNNING', 'STOPPED', 'ENDED']);
/** AWARD_OUTCOME: what was given, or why nothing was. REVOKED: the loan is open again, and the coupon was unused. */
export const awardOutcome = z.enum(['AWARDED', 'REVOKED', 'BUDGET', 'CUSTOMER_MAX', 'DAY_MAX', 'TEMPLATE_OFF']);

const moment = z.iso.datetime({ offset: true, error: 'A date and time' });
const count = z.int().check(z.minimum(1, 'Must be an integer above 0'), z.maximum(1_000_000));
const shillings = z
  .int()
  .check(z.minimum(1, 'Must be above 0'), z.multipleOf(100, 'WHOLE_SHILLINGS'), z.maximum(100_000_000_000));

const fields = {
  /** What the activity is called. */
  ruleName,
  activityType,
  awardType,
  /** WALLET alone. */
  awardCents: z.nullable(shillings),
  /** COUPON alone. */
  couponTemplateNo: z.nullable(businessNo),
  budgetCents: shillings,
  perCustomerMax: count,
  perDayMax: count,
  startAt: moment,
  endAt: moment,
};
/** An activity: what is awarded, with what, and how much of it. */
export const activityRule = z.strictObject(fields).check(
  z.refine(({ startAt, endAt }) => Date.parse(startAt) < Date.parse(endAt), {
    error: 'Must be after the start',
    path: ['endAt'],
  }),
  z.refine((form) => (form.awardType === 'WALLET') === (form.awardCents !== null), {
    error: 'All options must be filled',
    path: ['awardCents'],
  }),
  z.refine((form) => (form.awardType === 'COUPON') === (form.couponTemplateNo !== null), {
    error: 'All options must be filled',
    path: ['couponTemplateNo'],
  }),
  z.refine(({ awardCents, budgetCents }) => (awardCents ?? 0) <= budgetCents, {
    error: 'Cannot be below the award',
    path: ['budgetCents'],
  }),
);
export type ActivityRule = z.output<typeof activityRule>;

const family = defineRuleFamily({
  name: 'taskAward',
  path: 'taskAward',
  page: PAGE,
  codes: { save: 'operation:activity:save', state: 'operation:activity:stop', audit: 'operation:config:audit' },
  fields: {
    ...fields,
    couponName: z.nullable(z.string()),
    activityStatus,
    spentCents: z.number(),
    participants: z.number(),
    awarded: z.number(),
  },
  filters: {
    activityType: z.optional(activityType),
    awardType: z.optional(awardType),
    activityStatus: z.optional(activityStatus),
    /** Days (EAT) on one of which it runs. */
    period: dayRange,
  },
  value: activityRule,
});
export type ActivityRow = z.output<typeof family.row>;
export const { page, exportList, detail, save, state, runPage } = family;

export const templates = defineEndpoint({
  name: 'taskAward.templates',
  method: 'GET',
  path: 'taskAward/templates',
  access: seen,
  kind: 'query',
  summary: 'The enabled coupon templates of the caller’s merchants',
  request: z.object({}),
  reply: z.array(z.object({ couponTemplateNo: z.string(), couponContent: z.string() })),
});

export const awardRow = z.object({
  awardNo: z.string(),
  activityName: z.string(),
  merchantNo: z.string(),
  merchantName: z.string(),
  customerNo: z.string(),
  /** Masked where the role masks names. */
  customerName: z.string(),
  /** Masked. */
  phone: z.string(),
  awardType,
  awardOutcome,
  amountCents: z.number(),
  couponNo: z.nullable(z.string()),
  rewardNo: z.nullable(z.string()),
  awardedAt: z.string(),
});
export type AwardRow = z.output<typeof awardRow>;

export const recordFilters = z.strictObject({
  activityName: textFilter,
  merchantNo: z.optional(businessNo),
  customerNo: z.optional(businessNo),
  awardType: z.optional(awardType),
  awardOutcome: z.optional(awardOutcome),
  awardedAt: dayRange,
});
const SORTS = ['awardedAt', 'amountCents'] as const;
export const recordPage = defineEndpoint({
  name: 'taskAward.recordPage',
  method: 'POST',
  path: 'taskAward/record/page',
  access: seen,
  kind: 'query',
  summary: 'What activities awarded and what they did not, the newest first',
  request: listRequest(recordFilters, SORTS),
  reply: listReply(awardRow),
});
export const recordExport = defineEndpoint({
  name: 'taskAward.recordExport',
  method: 'POST',
  path: 'taskAward/record/export',
  access: seen,
  kind: 'command',
  summary: 'The filtered or the selected award records as a file, made by a job',
  request: exportRequest(recordFilters, SORTS),
  reply: exportReply,
});

export const forApp = defineEndpoint({
  name: 'taskAward.forApp',
  method: 'GET',
  path: 'loans/intake/activities/{customerNo}',
  access: { code: ['audit:order:intake'] },
  kind: 'query',
  summary:
    'For the app’s server: the activities that run now for a customer, with what they were awarded. CUSTOMER_NOT_FOUND',
  request: z.object({ customerNo: businessNo }),
  reply: z.array(
    z.object({
      activityName: z.string(),
      activityType,
      awardType,
      /** WALLET alone. */
      awardCents: z.nullable(z.number()),
      /** COUPON alone. */
      couponContent: z.nullable(z.string()),
      endAt: z.string(),
      perCustomerMax: z.number(),
      /** Of this customer. */
      awarded: z.number(),
    }),
  ),
});

export const act = defineEndpoint({
  name: 'taskAward.act',
  method: 'POST',
  path: 'loans/intake/activity',
  access: { code: ['audit:order:intake'] },
  kind: 'command',
  preview: true,
  summary: 'What a customer did in the app that activities may award: once, a check-in once a day. CUSTOMER_NOT_FOUND',
  request: z.strictObject({ customerNo: businessNo, actKind: z.enum(['PROFILE', 'CHECK_IN']) }),
  reply: z.object({ isNew: z.boolean() }),
});
