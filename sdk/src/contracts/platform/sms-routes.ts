import * as z from 'zod/mini';
import { businessNo, reason, textFilter } from '../list.ts';
import { historyEntry } from './history.ts';
import { smsKind } from './message-nodes.ts';

export const SMS_ROUTER_PAGE = '/AdminContent/OperationSystem/SmsRouterConfig';
export const MARKETING_SMS_ROUTER_PAGE = '/AdminContent/OperationSystem/MarketingSmsRouterConfig';
/** The keys of the configuration. Subjects are a merchant or `ALL`, a kind and a network or `ALL`: `M0001_SERVICE_AIRTEL`. */
export const SMS_ROUTE_KEY = 'sms.route';
export const MARKETING_SMS_ROUTE_KEY = 'sms.marketingRoute';

/** MOBILE_NETWORK */
export const mobileNetwork = z.enum(['SAFARICOM', 'AIRTEL', 'TELKOM']);
export type MobileNetwork = z.output<typeof mobileNetwork>;
/** SMS_ROUTE_STATUS. DISABLED also while no version is in force. */
export const routeStatus = z.enum(['ENABLED', 'PAUSED', 'DISABLED']);
export type RouteStatus = z.output<typeof routeStatus>;
/** SMS_ROUTE_KIND: every kind but marketing, which has routes of its own. */
export const routeKind = z.enum(['VERIFICATION', 'SERVICE', 'REMINDER', 'COLLECTION']);

export const accountCode = z
  .string()
  .check(z.trim(), z.regex(/^[A-Z0-9_]{2,32}$/, '2 to 32 capital letters, digits and _'));

const fields = {
  isEnabled: z.boolean(),
  /** In the order of preference, should the weighted one and the failover account not take a message. */
  accounts: z
    .array(z.strictObject({ accountCode, weight: z.int().check(z.minimum(0, '0 to 100'), z.maximum(100, '0 to 100')) }))
    .check(z.minLength(1, 'Choose at least 1'), z.maxLength(3, 'At most 3')),
  failoverAccountCode: z.nullable(accountCode),
  /** An account that failed for so long is passed over until it is tried again a minute later. */
  failoverAfterSeconds: z.int().check(z.minimum(5, '5 to 300'), z.maximum(300, '5 to 300')),
  /** Messages a day (EAT). -1: unlimited. 0: none. */
  dailyCap: z.int().check(z.minimum(-1, '-1, 0 or more'), z.maximum(10_000_000)),
};
type Shared = z.output<z.ZodMiniObject<typeof fields>>;

const totals = z.refine<Shared>(({ accounts }) => accounts.reduce((sum, { weight }) => sum + weight, 0) === 100, {
  error: 'Weights must total 100',
  path: ['accounts'],
});
const once = z.refine<Shared>(
  ({ accounts }) => new Set(accounts.map((share) => share.accountCode)).size === accounts.length,
  { error: 'Each account once', path: ['accounts'] },
);
const elsewhere = z.refine<Shared>(
  ({ accounts, failoverAccountCode }) => !accounts.some((share) => share.accountCode === failoverAccountCode),
  { error: 'Choose an account that the route does not use', path: ['failoverAccountCode'] },
);

/** By which accounts texts of a kind leave. */
export const smsRouteValue = z.strictObject(fields).check(totals, once, elsewhere);
export type SmsRouteValue = z.output<typeof smsRouteValue>;

export const timeOfDay = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'A time, e.g. 08:00'));
/** The same of marketing texts, with the hours, caps and budget that it keeps to. */
export const marketingRouteValue = z
  .strictObject({
    ...fields,
    /** EAT. */
    windowStart: timeOfDay,
    windowEnd: timeOfDay,
    /** 0: none. */
    perPhonePerDay: z.int().check(z.minimum(0, '0 to 3'), z.maximum(3, '0 to 3')),
    /** Within seven days. */
    perPhonePerWeek: z.int().check(z.minimum(0, '0 to 21'), z.maximum(21, '0 to 21')),
    dailyBudgetCents: z.int().check(z.minimum(1, 'Must be above 0'), z.maximum(100_000_000_000)),
    /** Ends every text. */
    optOutText: z
      .string()
      .check(z.trim(), z.minLength(1, 'Content cannot be blank'), z.maxLength(60, 'At most 60 characters')),
  })
  .check(totals, once, elsewhere)
  .check(
    z.refine(({ windowStart }) => windowStart >= '08:00', { error: 'Between 08:00 and 19:00', path: ['windowStart'] }),
    z.refine(({ windowEnd }) => windowEnd <= '19:00', { error: 'Between 08:00 and 19:00', path: ['windowEnd'] }),
    z.refine(({ windowStart, windowEnd }) => windowStart < windowEnd, {
      error: 'Must be after the start',
      path: ['windowEnd'],
    }),
    z.refine(({ perPhonePerDay, perPhonePerWeek }) => perPhonePerWeek >= perPhonePerDay, {
      error: 'Cannot be below the daily limit',
      path: ['perPhonePerWeek'],
    }),
  );
export type MarketingRouteValue = z.output<typeof marketingRouteValue>;

/** What rows of both pages have. */
export const ROUTE_ROW = {
  routeNo: z.string(),
  /** Of the versions that `config/version/page` reads. */
  subjectNo: z.string(),
  smsKind,
  /** Null: every merchant without a route of its own. */
  merchantNo: z.nullable(z.string()),
  merchantName: z.nullable(z.string()),
  /** Null: every network without a route of its own. */
  network: z.nullable(mobileNetwork),
  accounts: z.array(z.object({ accountCode: z.string(), weight: z.number(), senderId: z.string() })),
  failoverAccountCode: z.nullable(z.string()),
  failoverAfterSeconds: z.nullable(z.number()),
  /** Until then the failover account goes first, as somebody wanted it; null: it does not. */
  failoverUntil: z.nullable(z.string()),
  dailyCap: z.nullable(z.number()),
  /** Since 00:00 EAT. */
  sentToday: z.number(),
  /** Of what left in the last hour; null for nothing. */
  deliveredPercent: z.nullable(z.number()),
  /** Null while none is in force. */
  versionNo: z.nullable(z.number()),
  hasOpenVersion: z.boolean(),
  routeStatus,
  /** Counts changes of the route itself, for STALE. */
  version: z.number(),
};

export const ROUTE_FILTERS = {
  merchantNo: z.optional(businessNo),
  network: z.optional(mobileNetwork),
  accountCode: textFilter,
  routeStatus: z.optional(routeStatus),
};

export const ROUTE_NO = { routeNo: businessNo };
export const stated = z.strictObject({ ...ROUTE_NO, version: z.int(), reason });
export const added = z.object({ routeNo: z.string(), subjectNo: z.string() });
/** Null: every merchant, every network. */
export const ADDED_FOR = { merchantNo: z.nullable(businessNo), network: z.nullable(mobileNetwork) };

/** Whom a test goes to: the caller's own phone where none is named, else a test user's. */
export const testOf = {
  ...ROUTE_NO,
  phone: z._default(
    z.nullable(z.string().check(z.trim(), z.regex(/^254\d{9}$/, '254 plus 9 digits, e.g. 254712345678'))),
    null,
  ),
};

/** How a test message ended. */
export const tested = z.object({
  accountCode: z.nullable(z.string()),
  isSent: z.boolean(),
  fault: z.nullable(z.string()),
});

/** What an account did for a route today (EAT). */
export const routeShare = z.object({
  accountCode: z.string(),
  sent: z.number(),
  delivered: z.number(),
  failed: z.number(),
  costCents: z.number(),
});
export const routeHistory = z.array(historyEntry);

/** A text that nobody sends: to whom, and whose customer that is. */
export const simulation = {
  phone: z.string().check(z.trim(), z.regex(/^254\d{9}$/, '254 plus 9 digits, e.g. 254712345678')),
  /** Null: staff. */
  merchantNo: z.nullable(businessNo),
};

/** Where a text would go, place by place until one takes or holds it. */
export const simulated = z.object({
  smsKind,
  /** Masked. */
  destination: z.string(),
  /** Null: a smaller one, which routes of all networks serve. */
  network: z.nullable(mobileNetwork),
  steps: z.array(
    z.object({
      /** A route, the accounts of the merchant’s app, or the gateway of the server’s settings. */
      by: z.enum(['ROUTE', 'APP', 'SERVER']),
      routeNo: z.nullable(z.string()),
      /** SMS_VERDICT. NO_ACCOUNT passes the text on; the others but TAKES hold it. */
      verdict: z.enum([
        'TAKES',
        'NO_ACCOUNT',
        'PAUSED',
        'OUTSIDE_HOURS',
        'BUDGET_USED',
        'CAP_REACHED',
        'QUIET_HOURS',
        'WAITS_FOR_ACCOUNT',
      ]),
      /** Until when it is held. */
      until: z.nullable(z.string()),
      /** By preference; failing ones are tried last. */
      accounts: z.array(
        z.object({
          accountCode: z.string(),
          /** Percent of the messages; null for a failover and for an app’s account. */
          weight: z.nullable(z.number()),
          /** SMS_ACCOUNT_STATE */
          state: z.enum(['READY', 'FAILING', 'DISABLED', 'KEYLESS']),
        }),
      ),
    }),
  ),
});
