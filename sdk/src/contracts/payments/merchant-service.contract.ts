import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import {
  businessNo,
  dayRange,
  exportReply,
  exportRequest,
  listReply,
  listRequest,
  reason,
  textFilter,
} from '../list.ts';
import { deliveryAttempt, deliveryStatus } from './order-acquire.contract.ts';
import { historyEntry } from '../platform/history.ts';
import { ruleId } from '../platform/rule-family.ts';

const seen = { page: ['/AdminContent/MerchantSystem/MerchantConfigManagement'] } as const;
const SAVE = { code: ['merchant:config:save'] } as const;

export const merchantService = z.enum(['ORDER_ACQUIRE', 'DATA_QUERY', 'SMS', 'FACE_CHECK']);
export const billingModel = z.enum(['PREPAID', 'CREDIT']);
export const serviceStatus = z.enum(['ENABLED', 'DISABLED']);
export const serviceAction = z.enum(['enable', 'rotateKey', 'update', 'creditLine', 'testCallback', 'disable']);

export const serviceRow = z.object({
  merchantNo: z.string(),
  merchantName: z.string(),
  companyName: z.string(),
  /** None before the account was set up. */
  services: z.array(merchantService),
  billingModel: z.nullable(billingModel),
  balanceCents: z.number(),
  creditLineCents: z.number(),
  /** A warning is raised at this balance and below. */
  alarmAtCents: z.nullable(z.number()),
  isBelowAlarm: z.boolean(),
  /** The due-date rule that it follows where it has none of its own, and whose. */
  maturityCode: z.nullable(z.string()),
  maturityName: z.nullable(z.string()),
  consumedTodayCents: z.number(),
  callbackUrl: z.nullable(z.string()),
  /** The callback address answered a signed test. */
  isCallbackPassed: z.boolean(),
  /** Since an event was given up; null once anything was delivered again. */
  callbackFailingSince: z.nullable(z.string()),
  /** Addresses that calls may come from; any where empty. */
  ipAllowList: z.array(z.string()),
  /** Masked. */
  contactPhone: z.nullable(z.string()),
  contactEmail: z.nullable(z.string()),
  hasKey: z.boolean(),
  lastCallAt: z.nullable(z.string()),
  serviceStatus,
  version: z.number(),
  allowedActions: z.array(serviceAction),
});
export type ServiceRow = z.output<typeof serviceRow>;

export const serviceFilters = z.strictObject({
  companyCode: z.optional(businessNo),
  merchantNo: z.optional(businessNo),
  merchantName: textFilter,
  billingModel: z.optional(billingModel),
  serviceStatus: z.optional(serviceStatus),
  isBelowAlarm: z.optional(z.boolean()),
});
const SORTS = ['merchantNo', 'merchantName', 'balanceCents', 'lastCallAt'] as const;

export const page = defineEndpoint({
  name: 'merchantConfig.page',
  method: 'POST',
  path: 'merchant/config/page',
  access: seen,
  kind: 'query',
  summary: 'Service accounts of merchants, with what they have left.',
  request: listRequest(serviceFilters, SORTS),
  reply: listReply(serviceRow),
});
export const exportList = defineEndpoint({
  name: 'merchantConfig.export',
  method: 'POST',
  path: 'merchant/config/export',
  access: seen,
  kind: 'command',
  summary: 'The filtered or the selected service accounts as a file, made by a job',
  request: exportRequest(serviceFilters, SORTS),
  reply: exportReply,
});

export const detail = defineEndpoint({
  name: 'merchantConfig.one',
  method: 'GET',
  path: 'merchant/config/{merchantNo}',
  access: seen,
  kind: 'query',
  summary: 'A service account with its keys, its callbacks and its trail.',
  request: z.object({ merchantNo: businessNo }),
  reply: z.object({
    row: serviceRow,
    keys: z.array(
      z.object({
        keyId: z.string(),
        /** The last four characters. */
        keyTail: z.string(),
        createdByName: z.string(),
        createdAt: z.string(),
        /** Null for the one in use. */
        validUntil: z.nullable(z.string()),
      }),
    ),
    callbacks: z.array(
      z.object({
        callbackId: z.number(),
        event: z.string(),
        sentAt: z.string(),
        tookMs: z.number(),
        replyStatus: z.nullable(z.number()),
        fault: z.nullable(z.string()),
      }),
    ),
    /** Of the last 30 days. */
    consumption: z.array(z.object({ consumptionType: z.string(), records: z.number(), amountCents: z.number() })),
    /** Days the balance lasts at the pace of the last seven; null where nothing is consumed. */
    runwayDays: z.nullable(z.number()),
    /** What to recharge so that the balance lasts two weeks at that pace; null where it does, or nothing is consumed. */
    suggestedRechargeCents: z.nullable(z.number()),
    /** Half of the recharges of the last 180 days were no larger; null without any. An alarm above it always sounds. */
    usualRechargeCents: z.nullable(z.number()),
    /** At the end (EAT) of each of the last 30 days, today’s so far, the earliest first. */
    balances: z.array(z.object({ day: z.string(), balanceCents: z.number() })),
    /** Orders that were acquired and not taken yet: they wait where the account is disabled. */
    undelivered: z.number(),
    history: z.array(historyEntry),
  }),
});

const ip = z
  .string()
  .check(z.trim(), z.regex(/^(\d{1,3}\.){3}\d{1,3}(\/\d{1,2})?$/, 'An address, e.g. 196.201.214.0/24'));
export const serviceForm = z.strictObject({
  merchantNo: businessNo,
  services: z.array(merchantService).check(z.minLength(1, 'Please choose'), z.maxLength(4)),
  billingModel,
  callbackUrl: z.nullable(
    z
      .string()
      .check(
        z.trim(),
        z.regex(/^https:\/\/[^/?#:@\s]+([/?#].*)?$/, 'An https address without port or password'),
        z.maxLength(500),
      ),
  ),
  ipAllowList: z.array(ip).check(z.maxLength(20)),
  contactPhone: z.string().check(z.trim(), z.regex(/^254\d{9}$/, '254 plus 9 digits, e.g. 254712345678')),
  contactEmail: z.string().check(z.trim(), z.email('Invalid email address'), z.maxLength(128)),
  alarmAtCents: z.nullable(z.int().check(z.minimum(0, 'Cannot be below 0'), z.maximum(1_000_000_000_00))),
  /** A due-date rule in force that names no products: followed where the merchant has none of its own. */
  maturityCode: z._default(z.nullable(ruleId), null),
});

export const maturityRules = defineEndpoint({
  name: 'merchantConfig.maturityRules',
  method: 'GET',
  path: 'merchant/config/maturityRules',
  access: seen,
  kind: 'query',
  summary: 'Due-date rules in force of the caller’s merchants that name no products',
  request: z.object({}),
  reply: z.array(z.object({ maturityCode: z.string(), ruleName: z.string(), merchantName: z.string() })),
});

const requested = z.object({ changeNo: z.string() });
export const save = defineEndpoint({
  name: 'merchantConfig.save',
  method: 'POST',
  path: 'merchant/config/save',
  access: SAVE,
  kind: 'command',
  preview: true,
  summary: 'Asks for a service account, or for a change of it; another person agrees.',
  request: z.extend(serviceForm, { version: z.int(), reason }),
  reply: requested,
});
export const enable = defineEndpoint({
  name: 'merchantConfig.enable',
  method: 'POST',
  path: 'merchant/config/enable',
  access: { code: ['merchant:config:enable'] },
  kind: 'command',
  preview: true,
  summary: 'Asks to open a service account whose callback passed its test; another person agrees. CALLBACK_UNTESTED',
  request: z.strictObject({ merchantNo: businessNo, reason }),
  reply: requested,
});
export const disable = defineEndpoint({
  name: 'merchantConfig.disable',
  method: 'POST',
  path: 'merchant/config/disable',
  access: { code: ['merchant:config:disable'] },
  kind: 'command',
  preview: true,
  summary: 'Closes a service account at once: its keys are refused.',
  request: z.strictObject({ merchantNo: businessNo, reason }),
  reply: z.object({ merchantNo: z.string(), serviceStatus }),
});
export const rotateKey = defineEndpoint({
  name: 'merchantConfig.rotateKey',
  method: 'POST',
  path: 'merchant/config/rotateKey',
  access: { code: ['merchant:config:rotateKey'] },
  kind: 'command',
  summary: 'Makes a new key, shown once; the former is valid for 24 more hours.',
  request: z.strictObject({ merchantNo: businessNo, reason }),
  /** The secret is null in the answer to a repeat. */
  reply: z.object({ keyId: z.string(), secret: z.nullable(z.string()) }),
});
export const testCallback = defineEndpoint({
  name: 'merchantConfig.testCallback',
  method: 'POST',
  path: 'merchant/config/testCallback',
  access: SAVE,
  kind: 'command',
  summary: 'Sends a signed test to the callback address and keeps what it answered.',
  request: z.strictObject({ merchantNo: businessNo }),
  reply: z.object({ isPassed: z.boolean(), replyStatus: z.nullable(z.number()), fault: z.nullable(z.string()) }),
});

export const eventRow = z.object({
  eventNo: z.string(),
  /** `order.acquired` */
  event: z.string(),
  subjectNo: z.string(),
  merchantNo: z.string(),
  merchantName: z.string(),
  deliveryStatus,
  queuedAt: z.string(),
  attempts: z.number(),
  /** Null once it is over. */
  nextAttemptAt: z.nullable(z.string()),
  deliveredAt: z.nullable(z.string()),
  /** What the last attempt failed by. */
  fault: z.nullable(z.string()),
  allowedActions: z.array(z.enum(['resend'])),
});
export type EventRow = z.output<typeof eventRow>;

const eventFilters = z.strictObject({
  eventNo: textFilter,
  merchantNo: z.optional(businessNo),
  deliveryStatus: z.optional(deliveryStatus),
  subjectNo: textFilter,
  queuedAt: dayRange,
});
const EVENT_SORTS = ['queuedAt', 'nextAttemptAt'] as const;
export const eventPage = defineEndpoint({
  name: 'merchantConfig.eventPage',
  method: 'POST',
  path: 'merchant/config/event/page',
  access: seen,
  kind: 'query',
  summary: 'What merchants’ systems were notified of, the newest first.',
  request: listRequest(eventFilters, EVENT_SORTS),
  reply: listReply(eventRow),
});
export const eventExport = defineEndpoint({
  name: 'merchantConfig.eventExport',
  method: 'POST',
  path: 'merchant/config/event/export',
  access: seen,
  kind: 'command',
  summary: 'The filtered or the selected events as a file, made by a job',
  request: exportRequest(eventFilters, EVENT_SORTS),
  reply: exportReply,
});
export const eventDetail = defineEndpoint({
  name: 'merchantConfig.event',
  method: 'GET',
  path: 'merchant/config/event/{eventNo}',
  access: seen,
  kind: 'query',
  summary: 'An event with its body and every attempt to deliver it.',
  request: z.object({ eventNo: businessNo }),
  reply: z.object({
    row: eventRow,
    /** JSON, as it is sent. */
    body: z.string(),
    attempts: z.array(deliveryAttempt),
  }),
});
export const resendEvent = defineEndpoint({
  name: 'merchantConfig.resendEvent',
  method: 'POST',
  path: 'merchant/config/event/resend',
  access: SAVE,
  kind: 'command',
  summary: 'Attempts an event once more, under the same number. ILLEGAL_TRANSITION, CALLBACK_CLOSED',
  request: z.strictObject({ eventNo: businessNo }),
  reply: z.object({ eventNo: z.string(), deliveryStatus }),
});

/** What a merchant's own systems call with a key. */
export const apiBalance = defineEndpoint({
  name: 'merchantApi.balance',
  method: 'POST',
  path: 'noAuth/merchant/balance',
  access: 'public',
  kind: 'query',
  summary: 'A merchant’s prepaid balance, for its own systems: by key, from an allowed address. MERCHANT_KEY_WRONG',
  request: z.strictObject({ apiKey: z.string().check(z.minLength(1), z.maxLength(100)) }),
  reply: z.object({ merchantNo: z.string(), balanceCents: z.number(), availableCents: z.number() }),
});
