import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { attemptStatus } from '../lending/payout.contract.ts';
import { businessNo } from '../list.ts';
import { defineSimulatedRuleFamily, productNos, ruleName } from '../platform/rule-family.ts';

const PAGE = '/AdminContent/AfterLoanSystem/LoanRouting';

/** What a strategy pays to: phones over M-Pesa, or bank accounts. */
export const routedPayoutType = z.enum(['MOBILE_MONEY', 'BANK']);
export type RoutedPayoutType = z.output<typeof routedPayoutType>;

const cents = z.int().check(z.minimum(0, 'Must not be negative'), z.maximum(100_000_000_000, 'Too large'));
const time = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'A time, e.g. 08:00'));

/** One account of a strategy, and its share of what the strategy takes. */
export const routeEntry = z.strictObject({
  accountId: businessNo,
  /** Percent; those of a strategy add up to 100. */
  weight: z.int().check(z.minimum(1, '1 to 100'), z.maximum(100, '1 to 100')),
  /** Of this account a day; the account's own limit bounds it, too. Null: that alone. */
  dailyLimitCents: z.nullable(cents),
  /** What stays in the account. Null: it may be emptied. */
  floorCents: z.nullable(cents),
});
export type RouteEntry = z.output<typeof routeEntry>;

const fields = {
  ruleName,
  productNos,
  payoutType: routedPayoutType,
  /** Approved amount, both included. */
  minAmountCents: cents,
  /** Null: no upper bound. */
  maxAmountCents: z.nullable(cents),
  /** EAT; both minutes included. */
  fromTime: time,
  toTime: time,
  entries: z.array(routeEntry).check(z.minLength(1, 'All options must be filled'), z.maxLength(5, 'At most 5')),
  /** Codes of the channel after which a replay leaves by another account. An empty list: never. */
  failOverCodes: z.array(z.string().check(z.trim(), z.minLength(1), z.maxLength(32))).check(z.maxLength(50)),
  /** Approved orders leave automatically, the version's approver as their checker. What goes to a bank is sent by hand. */
  autoSend: z.boolean(),
};
/** Which account pays which orders. */
export const routeStrategy = z.strictObject(fields).check(
  z.refine(({ entries }) => entries.reduce((sum, { weight }) => sum + weight, 0) === 100, {
    error: 'Shares must add up to 100%',
    path: ['weight1'],
  }),
  z.refine(({ entries }) => new Set(entries.map(({ accountId }) => accountId)).size === entries.length, {
    error: 'An account is there twice',
    path: ['accountId1'],
  }),
  z.refine(({ minAmountCents, maxAmountCents }) => maxAmountCents === null || minAmountCents <= maxAmountCents, {
    error: 'Not below the minimum',
    path: ['maxAmountCents'],
  }),
  z.refine(({ payoutType, autoSend }) => payoutType !== 'BANK' || !autoSend, {
    error: 'Payouts to banks are sent by hand',
    path: ['autoSend'],
  }),
  z.refine(({ fromTime, toTime }) => fromTime < toTime, { error: 'After the start', path: ['toTime'] }),
);
export type RouteStrategy = z.output<typeof routeStrategy>;

const family = defineSimulatedRuleFamily({
  name: 'route',
  path: 'payManage/route',
  page: PAGE,
  codes: { save: 'afterLoan:route:save', state: 'afterLoan:route:state', audit: 'afterLoan:route:audit' },
  fields: {
    ...fields,
    productNames: z.array(z.string()),
    /** `Float 2 60%`. */
    entryNames: z.array(z.string()),
    /** Accounts that failed more than 30% of their last 20 payouts: others go before them for 10 minutes. */
    resting: z.array(z.object({ accountName: z.string(), until: z.string() })),
    /** Paid, of what its accounts ended for the merchant in 24 hours; null where nothing did. */
    successPercent: z.nullable(z.number()),
    /** From sending to the channel's word. */
    medianSeconds: z.nullable(z.number()),
  },
  filters: { payoutType: z.optional(routedPayoutType) },
  value: routeStrategy,
});
export type RouteRow = z.output<typeof family.row>;
export const { page, exportList, detail, save, state, dryRun, runPage } = family;

export const accounts = defineEndpoint({
  name: 'route.accounts',
  method: 'GET',
  path: 'payManage/route/accounts',
  access: { page: [PAGE] },
  kind: 'query',
  summary: 'The payout accounts that strategies of the caller’s merchants may name',
  request: z.object({}),
  reply: z.array(
    z.object({
      accountId: z.string(),
      accountName: z.string(),
      enabled: z.boolean(),
      payoutType: routedPayoutType,
    }),
  ),
});

/** What a strategy sent by one account, and how it ended. */
const attemptGroup = z.object({
  accountCode: z.string(),
  accountName: z.string(),
  attemptStatus,
  /** Of those that failed. */
  failCode: z.nullable(z.string()),
  attempts: z.number(),
  amountCents: z.number(),
});
export type AttemptGroup = z.output<typeof attemptGroup>;

export const attempts = defineEndpoint({
  name: 'route.attempts',
  method: 'POST',
  path: 'payManage/route/attempts',
  access: { page: [PAGE] },
  kind: 'query',
  summary: 'Attempts of a strategy in 7 days by account, status and code of failure; the newest 50 of a group',
  request: z.strictObject({
    ruleId: businessNo,
    /** The attempts of this group, too. */
    of: z.optional(
      z.nullable(z.strictObject({ accountCode: z.string(), attemptStatus, failCode: z.nullable(z.string()) })),
    ),
  }),
  reply: z.object({
    groups: z.array(attemptGroup),
    rows: z.array(
      z.object({
        attemptNo: z.string(),
        orderNo: z.string(),
        amountCents: z.number(),
        failReason: z.nullable(z.string()),
        createdAt: z.string(),
      }),
    ),
  }),
});
