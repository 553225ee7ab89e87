import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, dayRange, exportReply, exportRequest, listReply, listRequest, reason } from '../list.ts';
import { batchAsked, someOf } from '../platform/batch.ts';
import { historyEntry } from '../platform/history.ts';
import { blockKind } from './contact-right.contract.ts';

const PAGE = '/AdminContent/MerchantSystem/ContactBlacklist';
const seen = { page: [PAGE] } as const;

/** Why a number is blocked by hand; disputes and opt-outs come from their own sections. */
export const blockReason = z.enum(['OBJECTED', 'WRONG_NUMBER', 'DEATH', 'OFFICIAL', 'COMPLAINT']);
/** NOT_A_CONTACT: of nobody but itself, and accepted as nobody's emergency contact. */
export const blockScope = z.enum(['NO_CALL', 'NO_SMS', 'ALL', 'NOT_A_CONTACT']);
export type BlockScope = z.output<typeof blockScope>;
export const blockSource = z.enum(['MANUAL', 'IMPORT']);
export const blacklistStatus = z.enum(['ACTIVE', 'EXPIRED', 'REMOVED']);
const blockId = z.string().check(z.regex(/^\d{1,15}$/));
const phone = z.string().check(z.trim(), z.regex(/^254\d{9}$/, '254 plus 9 digits, e.g. 254712345678'));

export const contactBlacklistRow = z.object({
  blockId: z.string(),
  /** Masked; null where a customer is blocked with every number they have. */
  phone: z.nullable(z.string()),
  customerNo: z.nullable(z.string()),
  merchantNo: z.nullable(z.string()),
  merchantName: z.nullable(z.string()),
  blockKind,
  blockScopes: z.array(blockScope),
  /** Customers with this number, and those who named it as their guarantor's. */
  linkedCustomers: z.number(),
  /** Calls and messages that the block refused since it was added. */
  attemptsBlocked: z.number(),
  note: z.nullable(z.string()),
  feedbackNo: z.nullable(z.string()),
  blockSource,
  addedByName: z.nullable(z.string()),
  addedAt: z.string(),
  expiresAt: z.nullable(z.string()),
  removedByName: z.nullable(z.string()),
  blacklistStatus,
  allowedActions: z.array(z.enum(['remove'])),
});
export type ContactBlacklistRow = z.output<typeof contactBlacklistRow>;

export const contactBlacklistFilters = z.strictObject({
  /** Exact. */
  phone: z.optional(phone),
  blockKind: z.optional(blockKind),
  blockScope: z.optional(blockScope),
  merchantNo: z.optional(businessNo),
  blacklistStatus: z.optional(blacklistStatus),
  blockSource: z.optional(blockSource),
  addedAt: dayRange,
});
const SORTS = ['addedAt', 'expiresAt'] as const;

export const page = defineEndpoint({
  name: 'contactBlacklist.page',
  method: 'POST',
  path: 'merchant/contactBlacklist/page',
  access: seen,
  kind: 'query',
  summary: 'Numbers that must not be contacted, the newest first.',
  request: listRequest(contactBlacklistFilters, SORTS),
  reply: listReply(contactBlacklistRow),
});
export const exportList = defineEndpoint({
  name: 'contactBlacklist.export',
  method: 'POST',
  path: 'merchant/contactBlacklist/export',
  access: seen,
  kind: 'command',
  summary: 'The filtered or the selected numbers as a file, made by a job',
  request: exportRequest(contactBlacklistFilters, SORTS),
  reply: exportReply,
});

export const detail = defineEndpoint({
  name: 'contactBlacklist.one',
  method: 'GET',
  path: 'merchant/contactBlacklist/{blockId}',
  access: seen,
  kind: 'query',
  summary: 'A blocked number with the attempts that it refused, the newest 50.',
  request: z.object({ blockId }),
  reply: z.object({
    row: contactBlacklistRow,
    attempts: z.array(
      z.object({
        attemptId: z.number(),
        attemptedAt: z.string(),
        purpose: z.string(),
        channel: z.string(),
        byName: z.nullable(z.string()),
      }),
    ),
    history: z.array(historyEntry),
  }),
});

/** A number that somebody blocks, for every purpose. */
export const addForm = z
  .strictObject({
    merchantNo: businessNo,
    phone,
    blockReason,
    blockScopes: z.array(blockScope).check(z.minLength(1, 'Please choose'), z.maxLength(4)),
    note: reason,
    /** Required of a complaint. */
    feedbackNo: z.nullable(businessNo),
    /** The last day (EAT) that it applies; null for good. */
    expiresOn: z.nullable(z.iso.date('A date, e.g. 2026-11-30')),
  })
  .check(
    z.refine(({ blockReason: why, feedbackNo }) => why !== 'COMPLAINT' || feedbackNo !== null, {
      error: 'Content cannot be blank',
      path: ['feedbackNo'],
    }),
  );

export const add = defineEndpoint({
  name: 'contactBlacklist.add',
  method: 'POST',
  path: 'merchant/contactBlacklist/add',
  access: { code: ['merchant:contactBlacklist:add'] },
  kind: 'command',
  preview: true,
  summary: 'Keeps everybody from contacting a number, at once and whoever’s books it is in.',
  request: addForm,
  reply: z.object({ blockId: z.string() }),
});

/** People of whom a number must have been reported before it is proposed, and how far back. */
export const PROPOSED_FROM = 3;
export const PROPOSED_DAYS = 180;

export const proposals = defineEndpoint({
  name: 'contactBlacklist.proposals',
  method: 'GET',
  path: 'merchant/contactBlacklist/proposals',
  access: seen,
  kind: 'query',
  summary:
    'Numbers that calls for three customers or more reported as wrong within 180 days and nothing blocks, with these calls; at most 50',
  request: z.object({}),
  reply: z.array(
    z.object({
      /** Of its newest call. */
      proposalId: z.string(),
      /** Masked. */
      phone: z.string(),
      merchantNo: z.string(),
      merchantName: z.string(),
      /** Whose calls reported it. */
      customers: z.number(),
      /** The newest 20. */
      calls: z.array(
        z.object({
          attemptId: z.string(),
          attemptedAt: z.string(),
          customerNo: z.string(),
          purpose: z.string(),
          channel: z.string(),
          byName: z.nullable(z.string()),
        }),
      ),
    }),
  ),
});

export const addProposed = defineEndpoint({
  name: 'contactBlacklist.addProposed',
  method: 'POST',
  path: 'merchant/contactBlacklist/addProposed',
  access: { code: ['merchant:contactBlacklist:add'] },
  kind: 'command',
  preview: true,
  summary: 'Blocks a proposed number as a wrong one. NOT_FOUND where it is not proposed any more',
  request: z.strictObject({
    proposalId: z.string().check(z.regex(/^\d{1,15}$/)),
    blockScopes: z.array(blockScope).check(z.minLength(1, 'Please choose'), z.maxLength(4)),
    note: reason,
  }),
  reply: z.object({ blockId: z.string() }),
});

export const remove = defineEndpoint({
  name: 'contactBlacklist.remove',
  method: 'POST',
  path: 'merchant/contactBlacklist/remove',
  access: { code: ['merchant:contactBlacklist:remove'] },
  kind: 'command',
  preview: true,
  summary:
    'Asks to allow contact again, with the consent; another person agrees. Deaths and complaints take the code of who decides. ATTACHMENT_NOT_FOUND',
  request: z.strictObject({
    blockId,
    reason,
    voucherIds: z.array(businessNo).check(z.minLength(1, 'The certificate cannot be empty'), z.maxLength(20)),
  }),
  reply: z.object({ changeNo: z.string() }),
});

export const removeMany = defineEndpoint({
  name: 'contactBlacklist.removeMany',
  method: 'POST',
  path: 'merchant/contactBlacklist/removeMany',
  access: { code: ['merchant:contactBlacklist:remove'] },
  kind: 'command',
  preview: true,
  summary:
    'Asks to allow contact to numbers of one merchant again, with the consents; once approved they are a job. ATTACHMENT_NOT_FOUND, CONTACT_BLOCK_NOT_FOUND, CONTACT_BLOCK_MERCHANTS, FORBIDDEN, ILLEGAL_TRANSITION',
  request: z.strictObject({
    blockIds: someOf(blockId),
    reason,
    voucherIds: z.array(businessNo).check(z.minLength(1, 'The certificate cannot be empty'), z.maxLength(20)),
  }),
  reply: batchAsked,
});

export const check = defineEndpoint({
  name: 'contactBlacklist.check',
  method: 'POST',
  path: 'merchant/contactBlacklist/check',
  access: { code: ['merchant:contactBlacklist:check'] },
  kind: 'query',
  summary:
    'Whether a number is blocked, and why. Kept in the reveal log, and counted against its budget. REVEAL_BUDGET',
  request: z.strictObject({ phone }),
  reply: z.object({
    blocks: z.array(
      z.object({ blockKind, blockScopes: z.array(blockScope), addedAt: z.string(), expiresAt: z.nullable(z.string()) }),
    ),
  }),
});
