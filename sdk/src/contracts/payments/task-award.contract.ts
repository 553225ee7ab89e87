import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, dayRange, exportReply, exportRequest, listReply, listRequest, textFilter } from '../list.ts';
import { versionStatus } from '../platform/config.contract.ts';
import { defineRuleFamily, ruleId, ruleName } from '../platform/rule-family.ts';

const PAGE = '/AdminContent/OperationSystem/ActivitiesConfiguration';
const seen = { page: [PAGE] } as const;

/**
 * ACTIVITY_TYPE. INVITE: the first loan of somebody one invited is disbursed. ON_TIME_REPAYMENT: a loan is closed whose
 * bills were all paid on time, or days went by with a loan and nothing overdue. PROFILE: the profile is complete. CHECK_IN: a day on which the app was opened for it.
 */
export const activityType = z.enum(['INVITE', 'ON_TIME_REPAYMENT', 'PROFILE', 'CHECK_IN']);
/** AWARD_TYPE */
export const awardType = z.enum(['COUPON', 'WALLET', 'POINTS']);
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
  /**
   * ON_TIME_REPAYMENT alone. Each full so many days of the activity with a loan and nothing overdue are awarded; null: each
   * loan paid on time.
   */
  onTimeDays: z._default(z.nullable(z.int().check(z.minimum(1, '1 to 365'), z.maximum(365, '1 to 365'))), null),
  awardType,
  /** WALLET alone. */
  awardCents: z.nullable(shillings),
  /** COUPON alone. */
  couponTemplateNo: z.nullable(businessNo),
  /** POINTS alone. They count toward the budget with what they are worth in a wallet. */
  points: z._default(z.nullable(count), null),
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
  z.refine((form) => (form.awardType === 'POINTS') === (form.points !== null), {
    error: 'All options must be filled',
    path: ['points'],
  }),
  z.refine(({ activityType: type, onTimeDays }) => onTimeDays === null || type === 'ON_TIME_REPAYMENT', {
    error: 'Only for on-time repayment',
    path: ['onTimeDays'],
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

export const simulate = defineEndpoint({
  name: 'taskAward.simulate',
  method: 'POST',
  path: 'taskAward/simulate',
  access: { code: ['operation:activity:save'] },
  kind: 'query',
  summary:
    'What an activity would have awarded in the last 30 days, within its bounds. REFERENCE_UNKNOWN, COUPON_TEMPLATE_OFF',
  request: z.strictObject({ merchantNo: businessNo, value: activityRule }),
  reply: z.object({
    /** How often somebody did what it awards. */
    earned: z.number(),
    awarded: z.number(),
    customers: z.number(),
    costCents: z.number(),
    /** Why the others got nothing. */
    refused: z.object({ BUDGET: z.number(), CUSTOMER_MAX: z.number(), DAY_MAX: z.number() }),
    /** Of the customers: those who used a device that another of them used, too. */
    sharingDevices: z.number(),
    /** Who would have earned most, the first 10. */
    earners: z.array(z.object({ customerNo: z.string(), awarded: z.number(), costCents: z.number() })),
    /** Customers whom shared devices tie together, which looks like fraud; by awards, the first 10. */
    clusters: z.array(
      z.object({
        customers: z.number(),
        devices: z.number(),
        awarded: z.number(),
        costCents: z.number(),
        /** The first 10. */
        customerNos: z.array(z.string()),
      }),
    ),
  }),
});

export const figures = defineEndpoint({
  name: 'taskAward.figures',
  method: 'GET',
  path: 'taskAward/figures/{ruleId}',
  access: seen,
  kind: 'query',
  summary:
    'What an activity awarded a day (EAT), why others got nothing, and who invited most, by the devices of the invited. NOT_FOUND',
  request: z.object({ ruleId }),
  reply: z.object({
    /** The last 30 on which something was awarded, the newest first. */
    days: z.array(z.object({ bizDate: z.string(), awarded: z.number(), spentCents: z.number() })),
    /** Why nothing was given, the most frequent first. */
    refused: z.array(z.object({ awardOutcome, awards: z.number() })),
    /** Of invitations alone, the first 10. */
    inviters: z.array(
      z.object({
        customerNo: z.string(),
        /** Customers who were awarded for. */
        invited: z.number(),
        /** Different devices of the invited; fewer than people look like fraud. */
        devices: z.number(),
        /** Of the invited, those who used a device of the inviter or of another of them. */
        sharing: z.number(),
      }),
    ),
  }),
});
export type ActivityFigures = z.output<typeof figures.reply>;

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
  /** POINTS alone. */
  points: z.nullable(z.number()),
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
      /** POINTS alone. */
      points: z.nullable(z.number()),
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

/** The configuration's key. Its subjects are merchants. */
export const POINTS_KEY = 'operation.points';
/** How a merchant's customers earn points by paying on time, how long they keep them and what they are worth. */
export const pointsRule = z.strictObject({
  /** For each KES 100 of a loan whose bills were all paid on time; 0: none. */
  pointsPer100: z.int().check(z.minimum(0, '0 to 1,000'), z.maximum(1_000, '0 to 1,000')),
  /** Points expire so long after they were earned. */
  expiryDays: z.int().check(z.minimum(1, '1 to 1,095'), z.maximum(1_095, '1 to 1,095')),
  /** So many points become KES 1 in the wallet. */
  pointsPerShilling: z.int().check(z.minimum(1, '1 to 10,000'), z.maximum(10_000, '1 to 10,000')),
});
export type PointsRule = z.output<typeof pointsRule>;

export const pointsRow = z.object({
  merchantNo: z.string(),
  merchantName: z.string(),
  ...pointsRule.shape,
  /** Points that customers keep now. */
  outstandingPoints: z.number(),
  customers: z.number(),
  /** Null: what the product started with. */
  versionNo: z.nullable(z.number()),
  /** CONFIG_VERSION_STATUS of a version that is not in force yet. */
  openStatus: z.nullable(versionStatus),
  allowedActions: z.array(z.enum(['save'])),
});
export type PointsRow = z.output<typeof pointsRow>;
const pointsFilters = z.strictObject({ merchantNo: z.optional(businessNo) });
export type PointsFilters = z.output<typeof pointsFilters>;
const POINT_SORTS = ['merchantName'] as const;

export const pointsPage = defineEndpoint({
  name: 'taskAward.pointsPage',
  method: 'POST',
  path: 'appConfig/points/page',
  access: seen,
  kind: 'query',
  summary: 'Each merchant with its rule for points and the points that its customers keep',
  request: listRequest(pointsFilters, POINT_SORTS),
  reply: listReply(pointsRow),
});
export const pointsExport = defineEndpoint({
  name: 'taskAward.pointsExport',
  method: 'POST',
  path: 'appConfig/points/export',
  access: seen,
  kind: 'command',
  summary: 'The filtered or the selected rules for points as a file, made by a job',
  request: exportRequest(pointsFilters, POINT_SORTS),
  reply: exportReply,
});

export const pointsForApp = defineEndpoint({
  name: 'taskAward.pointsForApp',
  method: 'GET',
  path: 'loans/intake/points/{customerNo}',
  access: { code: ['audit:order:intake'] },
  kind: 'query',
  summary:
    'For the app’s server: a customer’s points, what they are worth, when they expire, and the newest 20 entries. CUSTOMER_NOT_FOUND',
  request: z.object({ customerNo: businessNo }),
  reply: z.object({
    balance: z.number(),
    /** In the wallet, rounded down. */
    worthCents: z.number(),
    pointsPerShilling: z.number(),
    /** The earliest first. */
    expiring: z.array(z.object({ points: z.number(), expiresAt: z.string() })),
    /** POINT_ENTRY, the newest first. */
    entries: z.array(z.object({ kind: z.enum(['EARNED', 'USED']), points: z.number(), at: z.string() })),
  }),
});

export const pointsUse = defineEndpoint({
  name: 'taskAward.pointsUse',
  method: 'POST',
  path: 'loans/intake/points/use',
  access: { code: ['audit:order:intake'] },
  kind: 'command',
  preview: true,
  summary:
    'Turns points into money in the customer’s wallet, whole shillings, those that expire first first. CUSTOMER_NOT_FOUND, POINTS_STEP, POINTS_SHORT',
  request: z.strictObject({ customerNo: businessNo, points: count }),
  reply: z.object({ useNo: z.string(), rewardNo: z.string(), amountCents: z.number(), balance: z.number() }),
});
