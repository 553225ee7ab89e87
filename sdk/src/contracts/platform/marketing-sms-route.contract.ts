import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { exportReply, exportRequest, listReply, listRequest, textFilter } from '../list.ts';
import {
  ADDED_FOR,
  added,
  MARKETING_SMS_ROUTER_PAGE,
  marketingRouteValue,
  ROUTE_FILTERS,
  ROUTE_NO,
  ROUTE_ROW,
  routeHistory,
  routeShare,
  routeStatus,
  simulated,
  simulation,
  stated,
  tested,
  testOf,
} from './sms-routes.ts';

const seen = { page: [MARKETING_SMS_ROUTER_PAGE] } as const;
const SAVE = { code: ['operation:marketingSmsRouter:save'] } as const;

export const routeRow = z.object({
  ...ROUTE_ROW,
  /** In force, else null. */
  value: z.nullable(marketingRouteValue),
  /** Of its accounts, with commas between. */
  senderId: z.string(),
  windowStart: z.nullable(z.string()),
  windowEnd: z.nullable(z.string()),
  perPhonePerDay: z.nullable(z.number()),
  perPhonePerWeek: z.nullable(z.number()),
  /** Of a hundred people written to in the last 30 days, how many opted out since; null for nobody. */
  optOutPercent: z.nullable(z.number()),
  costTodayCents: z.number(),
  allowedActions: z.array(z.enum(['save', 'testSend', 'pause', 'resume'])),
});
export type MarketingRouteRow = z.output<typeof routeRow>;

const filters = z.strictObject({ ...ROUTE_FILTERS, senderId: textFilter });
const SORTS = ['routeNo', 'sentToday'] as const;

export const page = defineEndpoint({
  name: 'marketingSmsRoute.page',
  method: 'POST',
  path: 'smsRouter/marketing/page',
  access: seen,
  kind: 'query',
  summary: 'By which accounts marketing texts leave, and when and how many',
  request: listRequest(filters, SORTS),
  reply: listReply(routeRow),
});

export const exportList = defineEndpoint({
  name: 'marketingSmsRoute.export',
  method: 'POST',
  path: 'smsRouter/marketing/export',
  access: seen,
  kind: 'command',
  summary: 'The filtered or the selected marketing routes as a file, made by a job',
  request: exportRequest(filters, SORTS),
  reply: exportReply,
});

export const detail = defineEndpoint({
  name: 'marketingSmsRoute.one',
  method: 'GET',
  path: 'smsRouter/marketing/{routeNo}',
  access: seen,
  kind: 'query',
  summary: 'A marketing route with what each account did for it today, and its history. SMS_ROUTE_NOT_FOUND',
  request: z.object(ROUTE_NO),
  reply: z.object({ row: routeRow, shares: z.array(routeShare), history: routeHistory }),
});

export const add = defineEndpoint({
  name: 'marketingSmsRoute.add',
  method: 'POST',
  path: 'smsRouter/marketing/add',
  access: SAVE,
  kind: 'command',
  preview: true,
  summary: 'Adds a marketing route, disabled until a version of it is in force. SMS_ROUTE_EXISTS, REFERENCE_UNKNOWN',
  request: z.strictObject(ADDED_FOR),
  reply: added,
});

export const testSend = defineEndpoint({
  name: 'marketingSmsRoute.testSend',
  method: 'POST',
  path: 'smsRouter/marketing/testSend',
  access: SAVE,
  kind: 'command',
  summary:
    'Sends a test by the route to the caller’s own phone or a test user’s. SMS_TEST_NO_PHONE, MESSAGE_TEST_NOBODY, SMS_ROUTE_NOT_IN_FORCE',
  request: z.strictObject(testOf),
  reply: tested,
});

const switched = z.object({ routeNo: z.string(), routeStatus });
export const pause = defineEndpoint({
  name: 'marketingSmsRoute.pause',
  method: 'POST',
  path: 'smsRouter/marketing/pause',
  access: SAVE,
  kind: 'command',
  preview: true,
  summary: 'Running tasks wait at once, nothing is lost. STALE, ILLEGAL_TRANSITION',
  request: stated,
  reply: switched,
});
export const resume = defineEndpoint({
  name: 'marketingSmsRoute.resume',
  method: 'POST',
  path: 'smsRouter/marketing/resume',
  access: SAVE,
  kind: 'command',
  preview: true,
  summary: 'Tasks go on within a minute. STALE, ILLEGAL_TRANSITION',
  request: stated,
  reply: switched,
});

export const simulate = defineEndpoint({
  name: 'marketingSmsRoute.simulate',
  method: 'POST',
  path: 'smsRouter/marketing/simulate',
  access: SAVE,
  kind: 'query',
  summary: 'Which route and account a marketing text to this phone would take now, and why. Nothing is sent',
  request: z.strictObject(simulation),
  reply: simulated,
});
