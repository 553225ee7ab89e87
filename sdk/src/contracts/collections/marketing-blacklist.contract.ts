import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, dayRange, exportReply, exportRequest, listReply, listRequest, reason, selected } from '../list.ts';
import { historyEntry } from '../platform/history.ts';
import { callPhone } from './call-parts.ts';

const PREFIX = 'telemarketing/blackList';
export const MARKETING_BLACKLIST_PAGE = '/AdminContent/TelemarketingSystem/TeleMarketingBlackList';
const seen = { page: [MARKETING_BLACKLIST_PAGE] } as const;
const code = (action: string) => ({ code: [`telemarketing:blacklist:${action}`] }) as const;

export const blacklistReason = z.enum(['OPT_OUT', 'COMPLAINT', 'WRONG_PERSON', 'DECEASED', 'LEGAL', 'STAFF']);
export const blacklistChannel = z.enum(['CALL', 'SMS', 'ROBOT']);
export const blacklistSource = z.enum(['STOP_REPLY', 'AGENT', 'IMPORT', 'FEEDBACK']);
export const rowStatus = z.enum(['ACTIVE', 'DELETE_PENDING']);
export type BlacklistReason = z.output<typeof blacklistReason>;
export type BlacklistChannel = z.output<typeof blacklistChannel>;
export type BlacklistSource = z.output<typeof blacklistSource>;
const blacklistNo = z.string().check(z.regex(/^MB\d+$/));

export const blacklistRow = z.object({
  blacklistNo: z.string(),
  /** Masked. */
  phone: z.string(),
  /** Masked where the caller is; null for nobody's customer. */
  customerName: z.nullable(z.string()),
  blacklistReason,
  channels: z.array(blacklistChannel),
  blacklistSource,
  rowStatus,
  /** Null for good. */
  expireAt: z.nullable(z.string()),
  remark: z.nullable(z.string()),
  /** Null: a reply of the customer's. */
  createdByName: z.nullable(z.string()),
  createdAt: z.string(),
  deleteRequestedByName: z.nullable(z.string()),
  deleteReason: z.nullable(z.string()),
  allowedActions: z.array(z.enum(['delete', 'approve', 'keep'])),
});
export type BlacklistRow = z.output<typeof blacklistRow>;

const filters = z.strictObject({
  /** Exact. */
  phone: z.optional(callPhone),
  blacklistReason: z.optional(blacklistReason),
  blacklistSource: z.optional(blacklistSource),
  channel: z.optional(blacklistChannel),
  rowStatus: z.optional(rowStatus),
  createdBy: z.optional(businessNo),
  createdAt: dayRange,
  expired: z.optional(z.boolean()),
});
const SORTS = ['createdAt', 'expireAt'] as const;

export const page = defineEndpoint({
  name: 'marketingBlacklist.page',
  method: 'POST',
  path: `${PREFIX}/page`,
  access: seen,
  kind: 'query',
  summary: 'Numbers that nobody calls or writes to about offers.',
  request: listRequest(filters, SORTS),
  reply: listReply(blacklistRow),
});

export const exportList = defineEndpoint({
  name: 'marketingBlacklist.export',
  method: 'POST',
  path: `${PREFIX}/export`,
  access: code('export'),
  kind: 'command',
  summary: 'The filtered or the selected numbers as a file, made by a job',
  request: exportRequest(filters, SORTS),
  reply: exportReply,
});

export const authors = defineEndpoint({
  name: 'marketingBlacklist.authors',
  method: 'GET',
  path: `${PREFIX}/authors`,
  access: seen,
  kind: 'query',
  summary: 'Who added numbers that are listed',
  request: z.object({}),
  reply: z.array(z.object({ value: z.string(), label: z.string() })),
});

export const detail = defineEndpoint({
  name: 'marketingBlacklist.detail',
  method: 'GET',
  path: `${PREFIX}/{blacklistNo}`,
  access: seen,
  kind: 'query',
  summary: 'A number with its proofs and what was changed of it. BLACKLIST_NOT_FOUND',
  request: z.object({ blacklistNo }),
  reply: z.object({
    row: blacklistRow,
    vouchers: z.array(z.object({ attachId: z.string(), fileName: z.string() })),
    history: z.array(historyEntry),
  }),
});

export const check = defineEndpoint({
  name: 'marketingBlacklist.check',
  method: 'POST',
  path: `${PREFIX}/check`,
  access: code('save'),
  kind: 'query',
  summary: 'Whose number it is, and which entries would be abandoned; recorded as a search is',
  request: z.strictObject({ phone: callPhone }),
  reply: z.object({
    customerName: z.nullable(z.string()),
    isListed: z.boolean(),
    /** Live entries of the number. */
    entries: z.number(),
  }),
});

export const form = z.strictObject({
  phone: callPhone,
  blacklistReason,
  channels: z.array(blacklistChannel).check(z.minLength(1, 'Choose at least 1'), z.maxLength(3)),
  /** The last day; null for good. */
  expireOn: z.nullable(z.iso.date('A date, e.g. 2026-11-30')),
  remark: z.nullable(z.string().check(z.trim(), z.maxLength(200, 'At most 200 characters'))),
});

export const save = defineEndpoint({
  name: 'marketingBlacklist.save',
  method: 'POST',
  path: `${PREFIX}/save`,
  access: code('save'),
  kind: 'command',
  preview: true,
  summary: 'Stops marketing to a number at once; its live entries are abandoned. BLACKLIST_EXISTS',
  request: form,
  reply: z.object({ blacklistNo: z.string(), abandoned: z.number() }),
});

const vouchers = z.array(businessNo).check(z.maxLength(20));
export const remove = defineEndpoint({
  name: 'marketingBlacklist.delete',
  method: 'POST',
  path: `${PREFIX}/delete`,
  access: code('delete'),
  kind: 'command',
  preview: true,
  summary:
    'Requests to delete a number; it stays blocked until another person approves. OPT_OUT takes the new consent as a voucher. BLACKLIST_KEPT',
  request: z.strictObject({ blacklistNo, reason, voucherIds: vouchers }),
  reply: z.object({ blacklistNo: z.string(), rowStatus: z.string() }),
});

export const removeMany = defineEndpoint({
  name: 'marketingBlacklist.deleteMany',
  method: 'POST',
  path: `${PREFIX}/deleteMany`,
  access: code('delete'),
  kind: 'command',
  summary: 'The same for several, one transaction each, by a job.',
  request: z.strictObject({ blacklistNos: selected, reason }),
  reply: exportReply,
});

export const approve = defineEndpoint({
  name: 'marketingBlacklist.approve',
  method: 'POST',
  path: `${PREFIX}/approve`,
  access: code('approve'),
  kind: 'command',
  preview: true,
  summary: 'Deletes a number, or keeps it; never by who asked. MAKER_IS_CHECKER, BLACKLIST_NOT_FOUND',
  request: z.strictObject({ blacklistNo, isApproved: z.boolean(), reason: z.optional(reason) }),
  reply: z.object({ blacklistNo: z.string(), rowStatus: z.string() }),
});
