import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, exportReply, exportRequest, listReply, listRequest, reason, textFilter } from '../list.ts';
import { historyEntry } from './history.ts';
import { messageChannel } from './message-nodes.ts';
import { accountCode, timeOfDay } from './sms-routes.ts';

export const MESSAGE_ACCOUNT_PAGE = '/AdminContent/OperationSystem/MessageCenterAppManagement';
const seen = { page: [MESSAGE_ACCOUNT_PAGE] } as const;
const SAVE = { code: ['operation:messageAccount:save'] } as const;

/** MESSAGE_ACCOUNT_STATUS */
export const messageAccountStatus = z.enum(['ENABLED', 'DISABLED']);
/** MESSAGE_ACCOUNT_HEALTH: EXPIRING within 30 days; FAILING: most of the last hour's messages were not taken. */
export const messageAccountHealth = z.enum(['GOOD', 'FAILING', 'EXPIRING', 'EXPIRED', 'KEYLESS']);
/** MESSAGE_DOMAIN_STATE: what the name server of a sender's domain said at the last check. */
export const domainState = z.enum(['VERIFIED', 'NO_RECORD', 'OTHER_RECORD', 'UNCHECKED']);
export type DomainState = z.output<typeof domainState>;
export const messageAccountAction = z.enum(['update', 'enable', 'disable', 'test']);

/** The app of the console itself, which writes to staff. Each merchant's app goes by the merchant's number. */
export const CONSOLE_APP = 'CONSOLE';

const BLANK = 'Content cannot be blank';

const fields = {
  accountCode,
  appId: businessNo,
  channelType: messageChannel,
  /** EMAIL: the address. Else a name that people know the app by. */
  sender: z.string().check(z.trim(), z.minLength(1, BLANK), z.maxLength(64, 'At most 64 characters')),
  /** The first that its app tries on its channel; the others stand in for it. */
  isDefault: z.boolean(),
  /** -1: without a limit; 0: none. */
  dailyCap: z.int().check(z.minimum(-1, '-1, 0 or more'), z.maximum(10_000_000, 'At most 10,000,000')),
  /** EAT. Between them messages wait, but for codes; both or neither. */
  quietFrom: z.nullable(timeOfDay),
  quietTo: z.nullable(timeOfDay),
  /** SMS: by which account it sends. */
  smsAccountCode: z.nullable(accountCode),
  /** EMAIL: `smtps://smtp.example.com:465`; null: the server's own. */
  endpointUrl: z.nullable(
    z
      .string()
      .check(
        z.trim(),
        z.regex(/^smtps:\/\/(?:[a-z0-9-]+\.)+[a-z]{2,}(?::\d{1,5})?$/i, 'Must start with smtps://'),
        z.maxLength(200, 'At most 200 characters'),
      ),
  ),
  userName: z.nullable(z.string().check(z.trim(), z.minLength(1, BLANK), z.maxLength(128, 'At most 128 characters'))),
  /** WHATSAPP: the number's ID with Meta. */
  phoneNumberId: z.nullable(z.string().check(z.trim(), z.regex(/^\d{5,20}$/, '5 to 20 digits'))),
  /** WHATSAPP: an approved template whose body is one variable. */
  whatsAppTemplate: z.nullable(
    z.string().check(z.trim(), z.regex(/^[a-z0-9_]{1,128}$/, 'Lower-case letters, digits and _')),
  ),
  /** The last day on which the key is good. */
  certificateExpiresOn: z.nullable(z.iso.date()),
} as const;

/** What each channel cannot do without. */
const NEEDED = {
  SMS: ['smsAccountCode'],
  EMAIL: [],
  PUSH: [],
  WHATSAPP: ['phoneNumberId', 'whatsAppTemplate'],
  IN_APP: [],
} as const;
const OF_ONE_CHANNEL = {
  smsAccountCode: 'SMS',
  endpointUrl: 'EMAIL',
  userName: 'EMAIL',
  phoneNumberId: 'WHATSAPP',
  whatsAppTemplate: 'WHATSAPP',
} as const;

/** An account as somebody wants it. */
export const messageAccountForm = z
  .strictObject({
    ...fields,
    /** PUSH: the key file's text; EMAIL: the password; WHATSAPP: the access token. Null: as it is. Never read back. */
    secret: z.nullable(z.string().check(z.minLength(8, 'At least 8 characters'), z.maxLength(10_000))),
  })
  .check((context) => {
    const { value } = context;
    const fault = (field: string, message: string) =>
      context.issues.push({ code: 'custom', input: value, path: [field], message });
    for (const field of NEEDED[value.channelType]) if (value[field] === null) fault(field, BLANK);
    for (const [field, channel] of Object.entries(OF_ONE_CHANNEL)) {
      const isSet = Object.entries(value).some(([name, held]) => name === field && held !== null);
      if (isSet && value.channelType !== channel) fault(field, 'Not a setting of this channel');
    }
    if (value.channelType === 'EMAIL' && !/^[^\s@<>]+@[^\s@<>]+\.[a-z]{2,}$/i.test(value.sender)) {
      fault('sender', 'Must be an e-mail address');
    }
    if ((value.endpointUrl === null) !== (value.userName === null)) {
      fault(value.userName === null ? 'userName' : 'endpointUrl', BLANK);
    }
    if ((value.quietFrom === null) !== (value.quietTo === null)) {
      fault(value.quietFrom === null ? 'quietFrom' : 'quietTo', BLANK);
    } else if (value.quietFrom !== null && value.quietFrom === value.quietTo) {
      fault('quietTo', 'Must differ from the start');
    }
  });
export type MessageAccountForm = z.output<typeof messageAccountForm>;

export const messageAccountRow = z.object({
  ...fields,
  endpointUrl: z.nullable(z.string()),
  appName: z.string(),
  merchantNo: z.nullable(z.string()),
  merchantName: z.nullable(z.string()),
  hasSecret: z.boolean(),
  /** `21:00–07:00`; null without. */
  quietHours: z.nullable(z.string()),
  /** Since 00:00 EAT, tests left out. */
  sentToday: z.number(),
  /** Of today's that ended; null where none did. */
  failedPercent: z.nullable(z.number()),
  health: messageAccountHealth,
  /** Of the address that e-mail is sent from; null of other channels. */
  domainState: z.nullable(domainState),
  status: messageAccountStatus,
  hasWaitingChange: z.boolean(),
  updatedAt: z.string(),
  version: z.number(),
  allowedActions: z.array(messageAccountAction),
});
export type MessageAccountRow = z.output<typeof messageAccountRow>;

const filters = z.strictObject({
  appId: textFilter,
  merchantNo: z.optional(businessNo),
  channelType: z.optional(messageChannel),
  status: z.optional(messageAccountStatus),
});
const SORTS = ['appId', 'accountCode', 'certificateExpiresOn', 'updatedAt'] as const;

export const page = defineEndpoint({
  name: 'messageAccount.page',
  method: 'POST',
  path: 'message/account/page',
  access: seen,
  kind: 'query',
  summary: 'Accounts that apps send messages from; those of the console for whoever sees every merchant',
  request: listRequest(filters, SORTS),
  reply: listReply(messageAccountRow),
});

export const exportList = defineEndpoint({
  name: 'messageAccount.export',
  method: 'POST',
  path: 'message/account/export',
  access: seen,
  kind: 'command',
  summary: 'The filtered or the selected accounts as a file, made by a job',
  request: exportRequest(filters, SORTS),
  reply: exportReply,
});

/** MESSAGE_CHANNEL_STATE: what an app can send by now. SERVER: by the server's own gateway. */
export const channelState = z.enum(['READY', 'SERVER', 'DISABLED', 'NONE']);

export const supportChannels = defineEndpoint({
  name: 'messageAccount.supportChannels',
  method: 'GET',
  path: 'message/supportChannels',
  access: seen,
  kind: 'query',
  summary: 'Which channels each app may have, which of them lead somewhere, and the SMS accounts to choose from',
  request: z.object({}),
  reply: z.object({
    apps: z.array(
      z.object({
        appId: z.string(),
        appName: z.string(),
        channels: z.array(z.object({ channelType: messageChannel, state: channelState })),
      }),
    ),
    smsAccounts: z.array(z.object({ accountCode: z.string(), sender: z.string() })),
  }),
});

/** MESSAGE_SENDING_OUTCOME. INVALID: no account could send to it. */
export const sendingOutcome = z.enum(['SENT', 'UNAVAILABLE', 'REFUSED', 'INVALID', 'UNKNOWN']);
/** MESSAGE_DELIVERY */
export const messageDelivery = z.enum(['SENT', 'DELIVERED', 'FAILED']);

export const detail = defineEndpoint({
  name: 'messageAccount.detail',
  method: 'GET',
  path: 'message/account/{accountCode}',
  access: seen,
  kind: 'query',
  summary: 'An account, the nodes that send by it, its newest messages from node to phone. MESSAGE_ACCOUNT_NOT_FOUND',
  request: z.object({ accountCode }),
  reply: z.object({
    row: messageAccountRow,
    /** Where the provider reports deliveries to: for those who may save accounts, as it holds a secret. */
    callbackUrl: z.nullable(z.string()),
    /** Business nodes that have no other account on this channel. */
    nodes: z.array(z.string()),
    sendings: z.array(
      z.object({
        at: z.string(),
        source: z.enum(['MESSAGE', 'CONTACT', 'TEST']),
        nodeCode: z.nullable(z.string()),
        templateCode: z.nullable(z.string()),
        /** Masked. */
        destination: z.nullable(z.string()),
        outcome: sendingOutcome,
        delivery: z.nullable(messageDelivery),
        fault: z.nullable(z.string()),
      }),
    ),
    history: z.array(historyEntry),
  }),
});

const requested = z.object({ changeNo: z.string() });
const one = z.strictObject({ accountCode, version: z.int(), reason });

export const save = defineEndpoint({
  name: 'messageAccount.save',
  method: 'POST',
  path: 'message/account/save',
  access: SAVE,
  kind: 'command',
  preview: true,
  summary:
    'Submits a new account, or a change of one, for approval. MESSAGE_ACCOUNT_EXISTS, MESSAGE_ACCOUNT_KEYLESS, MESSAGE_ACCOUNT_KEY_FORMAT, MESSAGE_ACCOUNT_DEFAULT_TAKEN, MESSAGE_ACCOUNT_CHANNEL, MESSAGE_SENDER_UNVERIFIED, STALE',
  request: z.strictObject({
    /** Absent for a new account. */
    version: z.optional(z.int()),
    form: messageAccountForm,
    reason,
  }),
  reply: requested,
});

export const enable = defineEndpoint({
  name: 'messageAccount.enable',
  method: 'POST',
  path: 'message/account/enable',
  access: SAVE,
  kind: 'command',
  preview: true,
  summary:
    'Submits an account for enabling. MESSAGE_ACCOUNT_KEYLESS, MESSAGE_ACCOUNT_EXPIRED, MESSAGE_SENDER_UNVERIFIED, STALE, ILLEGAL_TRANSITION',
  request: one,
  reply: requested,
});

export const disable = defineEndpoint({
  name: 'messageAccount.disable',
  method: 'POST',
  path: 'message/account/disable',
  access: SAVE,
  kind: 'command',
  preview: true,
  summary: 'Nothing is sent by it from now on; nodes take their next channel. STALE, ILLEGAL_TRANSITION',
  request: one,
  reply: z.object({ accountCode: z.string(), status: messageAccountStatus }),
});

/** MESSAGE_TEST_HOP */
export const testHop = z.enum(['RECIPIENT', 'CREDENTIALS', 'PROVIDER']);

export const test = defineEndpoint({
  name: 'messageAccount.test',
  method: 'POST',
  path: 'message/account/test',
  access: SAVE,
  kind: 'command',
  summary:
    'Sends a sample, whatever its cap and quiet hours: e-mail to the caller’s own address, else to the caller’s own phone or a test user’s. MESSAGE_TEST_NOBODY, MESSAGE_TEST_NO_DEVICE, MESSAGE_TEST_NO_EMAIL, MESSAGE_ACCOUNT_KEYLESS',
  request: z.strictObject({
    accountCode,
    /** Null for e-mail. */
    phone: z.nullable(z.string().check(z.trim(), z.regex(/^254\d{9}$/, '254 plus 9 digits, e.g. 254712345678'))),
  }),
  reply: z.object({
    isSent: z.boolean(),
    hops: z.array(z.object({ hop: testHop, isDone: z.boolean(), text: z.string() })),
  }),
});

const domainName = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(200, 'At most 200 characters'),
    z.regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,}$/, 'A domain, e.g. example.com'),
  );
const domainTold = z.object({
  domain: z.string(),
  /** The TXT record that its owner publishes. */
  recordName: z.string(),
  recordText: z.string(),
  domainState,
  checkedAt: z.nullable(z.string()),
});

export const domain = defineEndpoint({
  name: 'messageAccount.domain',
  method: 'GET',
  path: 'message/account/domain/{domain}',
  access: seen,
  kind: 'query',
  summary: 'The TXT record that a domain publishes before e-mail is sent from it, and what the last check found',
  request: z.object({ domain: domainName }),
  reply: domainTold,
});

export const checkDomain = defineEndpoint({
  name: 'messageAccount.checkDomain',
  method: 'POST',
  path: 'message/account/checkDomain',
  access: SAVE,
  kind: 'command',
  summary: 'Asks the name server of a domain for its record now. MESSAGE_DOMAIN_SILENT where none answers',
  request: z.strictObject({ domain: domainName }),
  reply: domainTold,
});

const app = { code: ['audit:order:intake'] } as const;
const phone = z.string().check(z.trim(), z.regex(/^254\d{9}$/, '254 plus 9 digits, e.g. 254712345678'));

export const registerDevice = defineEndpoint({
  name: 'messageAccount.registerDevice',
  method: 'POST',
  path: 'loans/intake/appDevice',
  access: app,
  kind: 'command',
  preview: true,
  summary: 'For the app’s server: the phone on which a customer signed in, where push goes from now on. NOT_FOUND',
  request: z.strictObject({
    merchantNo: businessNo,
    phone,
    os: z.enum(['ANDROID', 'IOS']),
    token: z.string().check(z.minLength(8), z.maxLength(4_096)),
  }),
  reply: z.object({ isNew: z.boolean() }),
});

export const inbox = defineEndpoint({
  name: 'messageAccount.inbox',
  method: 'POST',
  path: 'loans/intake/inbox',
  access: app,
  kind: 'query',
  summary: 'For the app’s server: a customer’s in-app messages, the newest 50 first. NOT_FOUND',
  request: z.strictObject({ merchantNo: businessNo, phone }),
  reply: z.array(
    z.object({
      messageNo: z.string(),
      sender: z.string(),
      title: z.string(),
      body: z.string(),
      arrivedAt: z.string(),
      readAt: z.nullable(z.string()),
    }),
  ),
});

export const markRead = defineEndpoint({
  name: 'messageAccount.markRead',
  method: 'POST',
  path: 'loans/intake/inbox/read',
  access: app,
  kind: 'command',
  preview: true,
  summary: 'For the app’s server: the customer opened a message. NOT_FOUND',
  request: z.strictObject({ merchantNo: businessNo, messageNo: businessNo }),
  reply: z.object({ messageNo: z.string(), readAt: z.string() }),
});
