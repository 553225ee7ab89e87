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
  selected,
  textFilter,
} from '../list.ts';
import { creditLimit } from '../lending/customer-credit.contract.ts';
import { historyEntry } from '../platform/history.ts';

const PREFIX = 'customerServiceCenter/customer';
export const CUSTOMER_PAGE = '/AdminContent/CustomerServiceSystem/CustomerManage';
const seen = { page: [CUSTOMER_PAGE] } as const;
const SECTION = '/AdminContent/CustomerServiceSystem/';
/** Pages that open the customer card: of whoever is looked up, rings, or is named by a UID of the chat tool. */
export const CARD_PAGES = [CUSTOMER_PAGE, `${SECTION}CustomerInCallRecord`, `${SECTION}AiHelpUidDecrypt`] as const;
const EXPIRE = { code: ['customerService:customer:expire'] } as const;
const LOGOUT = { code: ['customerService:customer:logout'] } as const;

/** CUSTOMER_DATA_STATUS */
export const dataStatus = z.enum(['VALID', 'EXPIRED']);
/** CUSTOMER_DATA_KIND: what the app collects. */
export const dataKind = z.enum(['IDENTITY', 'CONTACTS', 'EMPLOYMENT', 'BANK', 'DEVICE']);
/** CUSTOMER_ACCOUNT_STATUS */
export const accountStatus = z.enum(['OPEN', 'CLOSE_PENDING', 'CLOSED']);
const { creditType, creditStatus } = creditLimit.shape;

export const customerRow = z.object({
  customerNo: z.string(),
  merchantNo: z.string(),
  /** Masked where the caller is. */
  customerName: z.string(),
  /** Masked. */
  phone: z.string(),
  /** Masked. */
  idCardNo: z.string(),
  /** The merchant's name: it has one app. */
  appName: z.string(),
  registeredAt: z.string(),
  /** Code of the traffic channel; null: organic. */
  registerChannel: z.nullable(z.string()),
  /** As the app told it; null: never since it tells. */
  lastLoginAt: z.nullable(z.string()),
  creditType: z.nullable(creditType),
  creditLimitCents: z.nullable(z.number()),
  /** Of the limit, less open principal; 0 unless it is granted. */
  creditRemainingCents: z.nullable(z.number()),
  creditExpireAt: z.nullable(z.string()),
  isAdjustable: z.nullable(z.boolean()),
  creditStatus: z.nullable(creditStatus),
  /** VIP level while it lasts; null without one. */
  vipLevelNo: z.nullable(z.number()),
  /** Served first on the hotline. */
  hasHotlinePriority: z.boolean(),
  /** On the manual blacklist now. */
  isBlacklisted: z.boolean(),
  liveOrderCount: z.number(),
  dataStatus,
  /** When the app was told to collect data afresh. */
  dataExpireAt: z.nullable(z.string()),
  accountStatus,
  allowedActions: z.array(z.enum(['dataExpire', 'logout', 'contact', 'optIn', 'close', 'dataRequest'])),
});
export type CustomerRow = z.output<typeof customerRow>;

const filters = z.strictObject({
  /** Exact. */
  phone: z.optional(z.string().check(z.trim(), z.regex(/^254\d{9}$/, '254 plus 9 digits, e.g. 254712345678'))),
  /** Exact. */
  idCardNo: z.optional(z.string().check(z.trim(), z.regex(/^\d{7,9}$/, '7 to 9 digits'))),
  customerNo: z.optional(businessNo),
  customerName: textFilter,
  merchantNo: z.optional(businessNo),
  creditStatus: z.optional(creditStatus),
  dataStatus: z.optional(dataStatus),
  accountStatus: z.optional(accountStatus),
  /** Code of the channel that brought them; exact. */
  registerChannel: z.optional(z.string().check(z.regex(/^[A-Z0-9_]{2,32}$/))),
  registeredAt: dayRange,
});
const SORTS = ['registeredAt'] as const;

export const page = defineEndpoint({
  name: 'customerManage.page',
  method: 'POST',
  path: `${PREFIX}/page`,
  access: seen,
  kind: 'query',
  summary: 'Customers, the newest first',
  request: listRequest(filters, SORTS),
  reply: listReply(customerRow),
});
export const channels = defineEndpoint({
  name: 'customerManage.channels',
  method: 'GET',
  path: `${PREFIX}/channels`,
  access: { page: [...CARD_PAGES] },
  kind: 'query',
  summary: 'Channels that customers register by: of the dictionary, and those bought for the caller’s merchants',
  request: z.object({}),
  reply: z.array(z.object({ code: z.string(), label: z.string() })),
});
export const exportList = defineEndpoint({
  name: 'customerManage.export',
  method: 'POST',
  path: `${PREFIX}/export`,
  access: { code: ['customerService:customer:export'] },
  kind: 'command',
  summary: 'The filtered or the selected customers as a file, made by a job',
  request: exportRequest(filters, SORTS),
  reply: exportReply,
});
export const one = defineEndpoint({
  name: 'customerManage.one',
  method: 'GET',
  path: `${PREFIX}/{customerNo}`,
  access: { page: [...CARD_PAGES] },
  kind: 'query',
  summary: 'The customer card: person, limit, orders, coupons, feedback, calls, and what stands against contact',
  request: z.object({ customerNo: businessNo }),
  reply: z.object({
    row: customerRow,
    sex: z.nullable(z.enum(['FEMALE', 'MALE'])),
    age: z.nullable(z.number()),
    county: z.nullable(z.string()),
    employer: z.nullable(z.string()),
    monthlyIncomeCents: z.nullable(z.number()),
    payDay: z.nullable(z.number()),
    speakingLanguage: z.nullable(z.string()),
    limit: z.nullable(creditLimit),
    /** False where the caller’s roles hide what applications told. */
    showsProfile: z.boolean(),
    expiredKinds: z.array(dataKind),
    orders: z.array(z.object({ orderNo: z.string(), orderStatus: z.string(), applyTime: z.string() })),
    coupons: z.array(z.object({ couponNo: z.string(), couponContent: z.string(), couponStatus: z.string() })),
    feedback: z.array(z.object({ feedbackNo: z.string(), content: z.string(), feedbackStatus: z.string() })),
    calls: z.array(z.object({ recordNo: z.string(), callAt: z.string(), content: z.nullable(z.string()) })),
    /** To offers of the merchant; null: never, or withdrawn. */
    offersAgreedAt: z.nullable(z.string()),
    blocks: z.array(z.object({ blockId: z.number(), blockKind: z.string(), note: z.nullable(z.string()) })),
    history: z.array(historyEntry),
  }),
});

const done = z.object({ customerNo: z.string() });
const kinds = z.array(dataKind).check(z.minLength(1, 'All options must be filled'));

export const dataExpire = defineEndpoint({
  name: 'customerManage.dataExpire',
  method: 'POST',
  path: `${PREFIX}/dataExpire`,
  access: EXPIRE,
  kind: 'command',
  summary:
    'The app collects these data afresh before the next application. CUSTOMER_NOT_FOUND, NOTHING_CHANGES, CUSTOMER_BUSY',
  request: z.strictObject({ customerNo: businessNo, kinds, reason }),
  reply: done,
});
export const dataExpireMany = defineEndpoint({
  name: 'customerManage.dataExpireMany',
  method: 'POST',
  path: `${PREFIX}/dataExpireMany`,
  access: EXPIRE,
  kind: 'command',
  summary: 'The same of several customers, one transaction each, by a job',
  request: z.strictObject({ customerNos: selected, kinds, reason }),
  reply: exportReply,
});
export const logout = defineEndpoint({
  name: 'customerManage.logout',
  method: 'POST',
  path: `${PREFIX}/logout`,
  access: LOGOUT,
  kind: 'command',
  summary: 'The app’s sessions that began before now end. CUSTOMER_NOT_FOUND',
  request: z.strictObject({ customerNo: businessNo, reason }),
  reply: done,
});
export const logoutMany = defineEndpoint({
  name: 'customerManage.logoutMany',
  method: 'POST',
  path: `${PREFIX}/logoutMany`,
  access: LOGOUT,
  kind: 'command',
  summary: 'The same of several customers, one transaction each, by a job',
  request: z.strictObject({ customerNos: selected, reason }),
  reply: exportReply,
});
export const close = defineEndpoint({
  name: 'customerManage.close',
  method: 'POST',
  path: `${PREFIX}/close`,
  access: { code: ['customerService:customer:close'] },
  kind: 'command',
  summary: 'Requests the end of an account; another person approves. CUSTOMER_BUSY names what is open',
  request: z.strictObject({
    customerNo: businessNo,
    reason,
    voucherIds: z
      .array(businessNo)
      .check(z.minLength(1, 'Certificate (voucher) cannot be empty'), z.maxLength(20, 'At most 20 at a time')),
  }),
  reply: z.object({ changeNo: z.string() }),
});
export const optIn = defineEndpoint({
  name: 'customerManage.contactPreference',
  method: 'POST',
  path: `${PREFIX}/contactPreference`,
  access: { code: ['customerService:customer:contact'] },
  kind: 'command',
  summary:
    'Records that a customer agreed to offers of their merchant; stops stay until they are lifted. CUSTOMER_NOT_FOUND, NOTHING_CHANGES',
  request: z.strictObject({
    customerNo: businessNo,
    voucherIds: z
      .array(businessNo)
      .check(z.minLength(1, 'Certificate (voucher) cannot be empty'), z.maxLength(20, 'At most 20 at a time')),
  }),
  reply: done,
});
export const standing = defineEndpoint({
  name: 'customerManage.standing',
  method: 'GET',
  path: 'loans/intake/customerStanding/{customerNo}',
  access: { code: ['audit:order:intake'] },
  kind: 'query',
  summary:
    'For the app’s server: whether the account is open, what to collect afresh, since when sessions count, and from when they may apply again',
  request: z.object({ customerNo: businessNo }),
  reply: z.object({
    accountStatus,
    expiredKinds: z.array(dataKind),
    /** Sessions that began earlier are over; null for none. */
    sessionsEndedAt: z.nullable(z.string()),
    /** After a declined application: the day (EAT) from which the customer may apply again. Null: now. */
    applyFrom: z.nullable(z.string()),
  }),
});
export const signedIn = defineEndpoint({
  name: 'customerManage.signedIn',
  method: 'POST',
  path: 'loans/intake/customerSignedIn',
  access: { code: ['audit:order:intake'] },
  kind: 'command',
  summary:
    'From the app’s server: a customer signed in, or came back to the app: a session. Nobody calls them any more because they did not. CUSTOMER_NOT_FOUND',
  request: z.strictObject({
    customerNo: businessNo,
    appVersion: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(32))),
  }),
  reply: z.object({
    customerNo: z.string(),
    /** Entries of the not-logged list that are over. */
    returned: z.number(),
  }),
});
