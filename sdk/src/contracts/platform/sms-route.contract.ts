import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { exportReply, exportRequest, listReply, listRequest, reason } from '../list.ts';
import {
  ADDED_FOR,
  added,
  mobileNetwork,
  ROUTE_FILTERS,
  ROUTE_NO,
  ROUTE_ROW,
  routeHistory,
  routeKind,
  routeShare,
  simulated,
  simulation,
  SMS_ROUTER_PAGE,
  smsRouteValue,
  tested,
  testOf,
} from './sms-routes.ts';

const seen = { page: [SMS_ROUTER_PAGE] } as const;
const SAVE = { code: ['operation:smsRouter:save'] } as const;

export const routeRow = z.object({
  ...ROUTE_ROW,
  /** In force, else null. */
  value: z.nullable(smsRouteValue),
  allowedActions: z.array(z.enum(['save', 'testSend', 'failover', 'failoverEnd'])),
});
export type SmsRouteRow = z.output<typeof routeRow>;

const filters = z.strictObject({ smsKind: z.optional(routeKind), ...ROUTE_FILTERS });
const SORTS = ['routeNo', 'sentToday'] as const;

export const page = defineEndpoint({
  name: 'smsRoute.page',
  method: 'POST',
  path: 'smsRouter/page',
  access: seen,
  kind: 'query',
  summary: 'By which accounts verification, service, reminder and collection texts leave',
  request: listRequest(filters, SORTS),
  reply: listReply(routeRow),
});

export const exportList = defineEndpoint({
  name: 'smsRoute.export',
  method: 'POST',
  path: 'smsRouter/export',
  access: seen,
  kind: 'command',
  summary: 'The filtered or the selected routes as a file, made by a job',
  request: exportRequest(filters, SORTS),
  reply: exportReply,
});

export const detail = defineEndpoint({
  name: 'smsRoute.one',
  method: 'GET',
  path: 'smsRouter/{routeNo}',
  access: seen,
  kind: 'query',
  summary: 'A route with what each account did for it today, and its history. SMS_ROUTE_NOT_FOUND',
  request: z.object(ROUTE_NO),
  reply: z.object({ row: routeRow, shares: z.array(routeShare), history: routeHistory }),
});

export const health = defineEndpoint({
  name: 'smsRoute.health',
  method: 'GET',
  path: 'smsRouter/health',
  access: seen,
  kind: 'query',
  summary: 'What became of the texts of the last hour and what they cost, by account and network',
  request: z.object({}),
  reply: z.array(
    z.object({
      accountCode: z.string(),
      sent: z.number(),
      delivered: z.number(),
      failed: z.number(),
      costCents: z.number(),
      /** Whether its newest message was not taken. */
      isFailing: z.boolean(),
      /** The busiest first; null: a smaller one. */
      networks: z.array(
        z.object({
          network: z.nullable(mobileNetwork),
          sent: z.number(),
          delivered: z.number(),
          failed: z.number(),
          costCents: z.number(),
        }),
      ),
    }),
  ),
});

export const add = defineEndpoint({
  name: 'smsRoute.add',
  method: 'POST',
  path: 'smsRouter/add',
  access: SAVE,
  kind: 'command',
  preview: true,
  summary: 'Adds a route, disabled until a version of it is in force. SMS_ROUTE_EXISTS, REFERENCE_UNKNOWN',
  request: z.strictObject({ smsKind: routeKind, ...ADDED_FOR }),
  reply: added,
});

export const testSend = defineEndpoint({
  name: 'smsRoute.testSend',
  method: 'POST',
  path: 'smsRouter/testSend',
  access: SAVE,
  kind: 'command',
  summary:
    'Sends a test by the route to the caller’s own phone or a test user’s. SMS_TEST_NO_PHONE, MESSAGE_TEST_NOBODY, SMS_ROUTE_NOT_IN_FORCE',
  request: z.strictObject(testOf),
  reply: tested,
});

const failedOver = z.object({ routeNo: z.string(), failoverUntil: z.nullable(z.string()) });
export const failover = defineEndpoint({
  name: 'smsRoute.failover',
  method: 'POST',
  path: 'smsRouter/failover',
  access: SAVE,
  kind: 'command',
  preview: true,
  summary: 'Sends by the failover account at once, for so long. STALE, ILLEGAL_TRANSITION',
  request: z.strictObject({
    ...ROUTE_NO,
    version: z.int(),
    minutes: z.int().check(z.minimum(5, '5 to 240'), z.maximum(240, '5 to 240')),
    reason,
  }),
  reply: failedOver,
});
export const failoverEnd = defineEndpoint({
  name: 'smsRoute.failoverEnd',
  method: 'POST',
  path: 'smsRouter/failoverEnd',
  access: SAVE,
  kind: 'command',
  preview: true,
  summary: 'Sends by the route’s shares again before its failover expires. STALE, ILLEGAL_TRANSITION',
  request: z.strictObject({ ...ROUTE_NO, version: z.int(), reason }),
  reply: failedOver,
});

export const simulate = defineEndpoint({
  name: 'smsRoute.simulate',
  method: 'POST',
  path: 'smsRouter/simulate',
  access: SAVE,
  kind: 'query',
  summary: 'Which route and account a text to this phone would take now, and why. Nothing is sent',
  request: z.strictObject({ smsKind: routeKind, ...simulation }),
  reply: simulated,
});
