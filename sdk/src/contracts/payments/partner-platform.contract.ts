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
import { attachedImage } from '../platform/attached-image.ts';
import { historyEntry } from '../platform/history.ts';

const seen = { page: ['/AdminContent/OperationSystem/SupermarketPlatforms'] } as const;
const SAVE = { code: ['operation:supermarketPlatform:save'] } as const;
const ENABLE = { code: ['operation:supermarketPlatform:enable'] } as const;

/** SETTLEMENT_MODE. CPA: a price for each approved application. CPS: a share of what was disbursed. */
export const settlementMode = z.enum(['CPA', 'CPS']);
/** PLATFORM_STATUS */
export const platformStatus = z.enum(['ENABLED', 'DISABLED']);
export const platformAction = z.enum(['enable', 'update', 'testCallback', 'rotateSecret', 'disable']);

const platformCode = z.string().check(z.trim(), z.regex(/^[A-Za-z0-9]{1,32}$/, 'Letters and digits, at most 32'));
const text = (most: 64 | 128) =>
  z
    .string()
    .check(z.trim(), z.minLength(1, 'Content cannot be blank'), z.maxLength(most, `At most ${most} characters`));
const https = z
  .string()
  .check(
    z.trim(),
    z.regex(/^https:\/\/[^\s]+$/, 'Must start with https://'),
    z.maxLength(500, 'At most 500 characters'),
  );
const ip = z
  .string()
  .check(z.trim(), z.regex(/^(\d{1,3}\.){3}\d{1,3}(\/\d{1,2})?$/, 'An address, e.g. 196.201.214.0/24'));

const fields = {
  platformName: text(64),
  /** In whose books its income is. */
  merchantNo: businessNo,
  settlementMode,
  licenceNo: text(64),
  /** The last day (EAT) on which its products are shown. */
  licenceExpiresOn: z.iso.date('A date, e.g. 2026-11-30'),
  baseUrl: https,
  callbackUrl: https,
  /** Addresses that its systems may call from; any where empty. */
  ipAllowList: z.array(ip).check(z.maxLength(20)),
  /** An attachment of the merchant’s partners: shown beside products without one of their own. */
  logo: z._default(z.nullable(attachedImage), null),
};
export const platformForm = z.strictObject({
  ...fields,
  platformCode,
  contactEmail: z
    .string()
    .check(z.trim(), z.email('Invalid email address'), z.maxLength(128, 'At most 128 characters')),
});
export type PlatformForm = z.output<typeof platformForm>;

export const platformRow = z.object({
  ...fields,
  platformCode: z.string(),
  merchantName: z.string(),
  /** Where the logo of an enabled partner is read. */
  logoUrl: z.nullable(z.string()),
  /** Masked. */
  contactEmail: z.string(),
  isLicenceExpired: z.boolean(),
  /** Products on the shelf. */
  productCount: z.number(),
  /** Of this month's confirmed days. */
  dueThisMonthCents: z.number(),
  isCallbackPassed: z.boolean(),
  lastCallbackAt: z.nullable(z.string()),
  hasKey: z.boolean(),
  platformStatus,
  hasWaitingChange: z.boolean(),
  version: z.number(),
  allowedActions: z.array(platformAction),
});
export type PlatformRow = z.output<typeof platformRow>;

const filters = z.strictObject({
  platformCode: textFilter,
  platformName: textFilter,
  settlementMode: z.optional(settlementMode),
  platformStatus: z.optional(platformStatus),
  licenceExpiresOn: dayRange,
});
const SORTS = ['platformName', 'licenceExpiresOn', 'dueThisMonthCents', 'lastCallbackAt'] as const;

export const page = defineEndpoint({
  name: 'partnerPlatform.page',
  method: 'POST',
  path: 'supermarketPlatform/page',
  access: seen,
  kind: 'query',
  summary: 'Partners of the loan supermarket, with their licences and what they owe this month',
  request: listRequest(filters, SORTS),
  reply: listReply(platformRow),
});
export const exportList = defineEndpoint({
  name: 'partnerPlatform.export',
  method: 'POST',
  path: 'supermarketPlatform/export',
  access: seen,
  kind: 'command',
  summary: 'The filtered or the selected partners as a file, made by a job',
  request: exportRequest(filters, SORTS),
  reply: exportReply,
});

const statementMonth = z.object({
  /** 2026-11 */
  month: z.string(),
  days: z.number(),
  approved: z.number(),
  disbursedCents: z.number(),
  dueCents: z.number(),
  paidCents: z.number(),
});
/** How well a partner works, of the last 90 days. */
export const partnerHealth = z.object({
  /**
   * 0 to 100: less 0.6 for each percent of callbacks that failed, 1 for each 100 ms that they took (20 at most), and 2 for
   * each late day (20 at most). Null before the first callback.
   */
  score: z.nullable(z.number()),
  callbacks: z.number(),
  failedPercent: z.nullable(z.number()),
  medianMs: z.nullable(z.number()),
  /** Confirmed days that are unpaid after a week. */
  lateDays: z.number(),
});
export type PartnerHealth = z.output<typeof partnerHealth>;

export const detail = defineEndpoint({
  name: 'partnerPlatform.one',
  method: 'GET',
  path: 'supermarketPlatform/{platformCode}',
  access: seen,
  kind: 'query',
  summary: 'A partner with its products, keys, callbacks, monthly statements and history',
  request: z.object({ platformCode: businessNo }),
  reply: z.object({
    row: platformRow,
    products: z.array(z.object({ marketProductNo: z.string(), productName: z.string(), productStatus: z.string() })),
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
        /** As it was sent and signed; null for what was sent before bodies were kept. */
        body: z.nullable(z.string()),
        signature: z.nullable(z.string()),
        /** The callback that it sent again. */
        replayOf: z.nullable(z.number()),
      }),
    ),
    statement: z.array(statementMonth),
    health: partnerHealth,
    history: z.array(historyEntry),
  }),
});

const requested = z.object({ changeNo: z.string() });
const stated = z.strictObject({ platformCode: businessNo, reason });
export const save = defineEndpoint({
  name: 'partnerPlatform.save',
  method: 'POST',
  path: 'supermarketPlatform/save',
  access: SAVE,
  kind: 'command',
  preview: true,
  summary: 'Submits a new partner, or a change of one. PARTNER_EXISTS, REFERENCE_UNKNOWN, STALE',
  request: z.strictObject({
    /** Absent for a new partner. */
    version: z.optional(z.int()),
    form: platformForm,
    reason,
  }),
  reply: requested,
});
export const enable = defineEndpoint({
  name: 'partnerPlatform.enable',
  method: 'POST',
  path: 'supermarketPlatform/enable',
  access: ENABLE,
  kind: 'command',
  preview: true,
  summary: 'Submits a partner for enabling. PARTNER_LICENCE, CALLBACK_UNTESTED, ILLEGAL_TRANSITION',
  request: stated,
  reply: requested,
});
export const disable = defineEndpoint({
  name: 'partnerPlatform.disable',
  method: 'POST',
  path: 'supermarketPlatform/disable',
  access: ENABLE,
  kind: 'command',
  preview: true,
  summary: 'Disables a partner and takes its products off the shelf at once. ILLEGAL_TRANSITION',
  request: stated,
  reply: z.object({ platformCode: z.string(), takenOff: z.number() }),
});
export const rotateSecret = defineEndpoint({
  name: 'partnerPlatform.rotateSecret',
  method: 'POST',
  path: 'supermarketPlatform/rotateSecret',
  access: SAVE,
  kind: 'command',
  summary: 'Makes a new secret, shown once; the former is valid for 24 more hours',
  request: stated,
  /** The secret is null in the answer to a repeat. */
  reply: z.object({ keyId: z.string(), secret: z.nullable(z.string()) }),
});
export const testCallback = defineEndpoint({
  name: 'partnerPlatform.testCallback',
  method: 'POST',
  path: 'supermarketPlatform/testCallback',
  access: SAVE,
  kind: 'command',
  summary: 'Sends a signed test to the callback address and keeps what it answered',
  request: z.strictObject({ platformCode: businessNo }),
  reply: z.object({ isPassed: z.boolean(), replyStatus: z.nullable(z.number()), fault: z.nullable(z.string()) }),
});

export const replayCallback = defineEndpoint({
  name: 'partnerPlatform.replayCallback',
  method: 'POST',
  path: 'supermarketPlatform/callback/replay',
  access: SAVE,
  kind: 'command',
  summary: 'Sends a callback again: the same event and body, signed now. NOT_FOUND',
  request: z.strictObject({ platformCode: businessNo, callbackId: z.int().check(z.minimum(1)) }),
  reply: testCallback.reply,
});

/** What a partner's own systems call with a key. */
export const apiStatement = defineEndpoint({
  name: 'partnerApi.statement',
  method: 'POST',
  path: 'noAuth/partner/statement',
  access: 'public',
  kind: 'query',
  summary: 'A partner’s monthly statements, for its own systems: by key, from an allowed address. MERCHANT_KEY_WRONG',
  request: z.strictObject({ apiKey: z.string().check(z.minLength(1), z.maxLength(100)) }),
  reply: z.object({ platformCode: z.string(), statement: z.array(statementMonth) }),
});
