import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { exportReply, exportRequest, listReply, listRequest, reason, textFilter } from '../list.ts';
import { historyEntry } from './history.ts';
import { accountCode, MARKETING_SMS_ROUTER_PAGE, SMS_ROUTER_PAGE } from './sms-routes.ts';

const seen = { page: [SMS_ROUTER_PAGE, MARKETING_SMS_ROUTER_PAGE] } as const;
const SAVE = { code: ['operation:smsAccount:save'] } as const;

/** SMS_PROVIDER. SERVER: the gateway of the server's own settings, under another sender ID. */
export const smsProvider = z.enum(['SERVER', 'AFRICAS_TALKING']);
/** SMS_ACCOUNT_STATUS */
export const accountStatus = z.enum(['ENABLED', 'DISABLED']);
export const accountAction = z.enum(['update', 'enable', 'checkBalance', 'disable']);

const fields = {
  accountCode,
  provider: smsProvider,
  senderId: z.string().check(z.trim(), z.regex(/^[A-Za-z0-9]{1,11}$/, 'At most 11 letters and digits')),
  /** Null for the server's gateway. */
  endpointUrl: z.nullable(
    z
      .string()
      .check(
        z.trim(),
        z.regex(/^https:\/\/(?:[a-z0-9-]+\.)+[a-z]{2,}(?::\d{1,5})?(?:\/\S*)?$/i, 'Must start with https://'),
        z.maxLength(200, 'At most 200 characters'),
      ),
  ),
  /** Of the provider; null for the server's gateway. */
  userName: z.nullable(
    z.string().check(z.trim(), z.minLength(1, 'Content cannot be blank'), z.maxLength(64, 'At most 64 characters')),
  ),
  /** Of one part of a message, where the provider does not say. */
  unitPriceCents: z.int().check(z.minimum(0, '0 or more'), z.maximum(100_000)),
};

/** An account as somebody wants it. */
export const accountForm = z
  .strictObject({
    ...fields,
    /** Null: as it is. It is never read back. */
    apiKey: z.nullable(z.string().check(z.minLength(8, 'At least 8 characters'), z.maxLength(200))),
  })
  .check(
    z.refine(({ provider, endpointUrl }) => provider === 'SERVER' || endpointUrl !== null, {
      error: 'Content cannot be blank',
      path: ['endpointUrl'],
    }),
    z.refine(({ provider, userName }) => provider === 'SERVER' || userName !== null, {
      error: 'Content cannot be blank',
      path: ['userName'],
    }),
  );
export type AccountForm = z.output<typeof accountForm>;

export const accountRow = z.object({
  ...fields,
  endpointUrl: z.nullable(z.string()),
  hasApiKey: z.boolean(),
  /** As the provider said when it was last asked; null before. */
  balanceCents: z.nullable(z.number()),
  balanceAt: z.nullable(z.string()),
  /** Routes that use it now. */
  routes: z.number(),
  /** Since 00:00 EAT. */
  sentToday: z.number(),
  costTodayCents: z.number(),
  accountStatus,
  hasWaitingChange: z.boolean(),
  updatedAt: z.string(),
  version: z.number(),
  allowedActions: z.array(accountAction),
});
export type AccountRow = z.output<typeof accountRow>;

const filters = z.strictObject({
  accountCode: textFilter,
  senderId: textFilter,
  provider: z.optional(smsProvider),
  accountStatus: z.optional(accountStatus),
});
const SORTS = ['accountCode', 'updatedAt'] as const;

export const page = defineEndpoint({
  name: 'smsAccount.page',
  method: 'POST',
  path: 'smsAccount/page',
  access: seen,
  kind: 'query',
  summary: 'Accounts with SMS providers; keys are never read back',
  request: listRequest(filters, SORTS),
  reply: listReply(accountRow),
});

export const exportList = defineEndpoint({
  name: 'smsAccount.export',
  method: 'POST',
  path: 'smsAccount/export',
  access: seen,
  kind: 'command',
  summary: 'The filtered or the selected accounts as a file, made by a job',
  request: exportRequest(filters, SORTS),
  reply: exportReply,
});

export const options = defineEndpoint({
  name: 'smsAccount.options',
  method: 'GET',
  path: 'smsAccount/options',
  access: seen,
  kind: 'query',
  summary: 'Enabled accounts; those of verification codes are marked, as marketing may not use them',
  request: z.object({}),
  reply: z.array(z.object({ accountCode: z.string(), senderId: z.string(), servesVerification: z.boolean() })),
});

export const detail = defineEndpoint({
  name: 'smsAccount.one',
  method: 'GET',
  path: 'smsAccount/{accountCode}',
  access: seen,
  kind: 'query',
  summary: 'An account with the routes that use it, and its history. SMS_ACCOUNT_NOT_FOUND',
  request: z.object({ accountCode }),
  reply: z.object({
    row: accountRow,
    /** Where the provider reports deliveries to: for those who may save accounts, as it holds a secret. */
    callbackUrl: z.nullable(z.string()),
    routes: z.array(z.object({ routeNo: z.string(), subjectNo: z.string() })),
    history: z.array(historyEntry),
  }),
});

const requested = z.object({ changeNo: z.string() });
const one = z.strictObject({ accountCode, version: z.int(), reason });

export const save = defineEndpoint({
  name: 'smsAccount.save',
  method: 'POST',
  path: 'smsAccount/save',
  access: SAVE,
  kind: 'command',
  preview: true,
  summary: 'Submits a new account, or a change of one, for approval. SMS_ACCOUNT_EXISTS, SMS_ACCOUNT_KEYLESS, STALE',
  request: z.strictObject({
    /** Absent for a new account. */
    version: z.optional(z.int()),
    form: accountForm,
    reason,
  }),
  reply: requested,
});

export const checkBalance = defineEndpoint({
  name: 'smsAccount.checkBalance',
  method: 'POST',
  path: 'smsAccount/checkBalance',
  access: SAVE,
  kind: 'command',
  summary:
    'Asks the provider what is left on an account. SMS_ACCOUNT_NOT_FOUND, SMS_ACCOUNT_KEYLESS, SMS_BALANCE_UNKNOWN',
  request: z.strictObject({ accountCode }),
  reply: z.object({ accountCode: z.string(), balanceCents: z.number(), balanceAt: z.string() }),
});

export const enable = defineEndpoint({
  name: 'smsAccount.enable',
  method: 'POST',
  path: 'smsAccount/enable',
  access: SAVE,
  kind: 'command',
  preview: true,
  summary: 'Submits an account for enabling. SMS_ACCOUNT_KEYLESS, STALE, ILLEGAL_TRANSITION',
  request: one,
  reply: requested,
});

export const disable = defineEndpoint({
  name: 'smsAccount.disable',
  method: 'POST',
  path: 'smsAccount/disable',
  access: SAVE,
  kind: 'command',
  preview: true,
  summary: 'Routes stop using it at once. SMS_ACCOUNT_NEEDED, STALE, ILLEGAL_TRANSITION',
  request: one,
  reply: z.object({ accountCode: z.string(), accountStatus }),
});
