import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, dayRange, exportReply, exportRequest, listReply, listRequest, reason } from '../list.ts';
import { batchAsked, someOf } from '../platform/batch.ts';
import { historyEntry } from '../platform/history.ts';
import { voucher } from '../platform/posted.ts';

const seen = { page: ['/AdminContent/MerchantSystem/ArtificialBlacklistLibrary'] } as const;

export const blacklistSubject = z.enum(['PHONE', 'ID_CARD_NO', 'DEVICE', 'BANK_ACCOUNT']);
export const blacklistSource = z.enum(['MANUAL', 'IMPORT']);
export const blacklistState = z.enum(['ACTIVE', 'EXPIRED', 'REMOVED']);
const entryNo = z.string().check(z.regex(/^BL\d+$/));

/** How a value of each subject looks. */
const FORMS: Readonly<Record<z.output<typeof blacklistSubject>, readonly [RegExp, string]>> = {
  PHONE: [/^254\d{9}$/, '254 plus 9 digits, e.g. 254712345678'],
  ID_CARD_NO: [/^\d{7,9}$/, '7 to 9 digits, e.g. 23456789'],
  DEVICE: [/^[A-Za-z0-9-]{6,40}$/, '6 to 40 letters, digits or hyphens, e.g. 358240051111110'],
  BANK_ACCOUNT: [/^\d{6,20}$/, '6 to 20 digits'],
};
interface Subject {
  readonly subjectType: z.output<typeof blacklistSubject>;
  readonly subjectValue: string;
}
const looksRight = Object.entries(FORMS).map(([type, [form, error]]) =>
  z.refine<Subject>(({ subjectType, subjectValue }) => subjectType !== type || form.test(subjectValue), {
    error,
    path: ['subjectValue'],
  }),
);
const subject = {
  subjectType: blacklistSubject,
  subjectValue: z.string().check(z.trim(), z.minLength(1, 'Content cannot be blank'), z.maxLength(64)),
};

export const blacklistRow = z.object({
  entryNo: z.string(),
  subjectType: blacklistSubject,
  /** Masked. */
  subjectValue: z.string(),
  /** Of the customer with that phone or ID number; masked where the role masks names. */
  customerName: z.nullable(z.string()),
  /** A code of the dictionary. */
  reasonCode: z.string(),
  note: z.string(),
  /** Null for all merchants. */
  merchantNo: z.nullable(z.string()),
  merchantName: z.nullable(z.string()),
  blacklistSource,
  addedByName: z.string(),
  addedAt: z.string(),
  expiresAt: z.string(),
  /** Applications refused for it. */
  hits: z.number(),
  blacklistState,
  allowedActions: z.array(z.enum(['remove'])),
});
export type BlacklistRow = z.output<typeof blacklistRow>;

export const blacklistFilters = z.strictObject({
  subjectType: z.optional(blacklistSubject),
  /** Exact. */
  subjectValue: z.optional(z.string().check(z.trim(), z.maxLength(64))),
  reasonCode: z.optional(businessNo),
  merchantNo: z.optional(businessNo),
  blacklistSource: z.optional(blacklistSource),
  blacklistState: z.optional(blacklistState),
  addedAt: dayRange,
  expiresAt: dayRange,
});
const SORTS = ['addedAt', 'expiresAt', 'hits'] as const;

export const page = defineEndpoint({
  name: 'manualBlacklist.page',
  method: 'POST',
  path: 'merchant/blacklist/page',
  access: seen,
  kind: 'query',
  summary: 'People, devices and accounts that staff blocked by hand, the newest first.',
  request: listRequest(blacklistFilters, SORTS),
  reply: listReply(blacklistRow),
});
export const exportList = defineEndpoint({
  name: 'manualBlacklist.export',
  method: 'POST',
  path: 'merchant/blacklist/export',
  access: seen,
  kind: 'command',
  summary: 'The filtered or the selected entries as a file, made by a job',
  request: exportRequest(blacklistFilters, SORTS),
  reply: exportReply,
});
export const detail = defineEndpoint({
  name: 'manualBlacklist.one',
  method: 'GET',
  path: 'merchant/blacklist/{entryNo}',
  access: seen,
  kind: 'query',
  summary: 'An entry with its evidence and its trail.',
  request: z.object({ entryNo }),
  reply: z.object({ row: blacklistRow, evidence: z.array(voucher), history: z.array(historyEntry) }),
});

export const addForm = z
  .strictObject({
    ...subject,
    reasonCode: businessNo,
    /** Null for all merchants, which takes the scope of all. */
    merchantNo: z.nullable(businessNo),
    evidenceIds: z.array(businessNo).check(z.minLength(1, 'The certificate cannot be empty'), z.maxLength(20)),
    /** The last day (EAT), at most five years from today. */
    expiresOn: z.iso.date('A date, e.g. 2026-11-30'),
    note: reason,
    /** Blocks a customer whose appeal or complaint is open: somebody read it first. */
    despiteAppeal: z.optional(z.boolean()),
  })
  .check(...looksRight);

export const add = defineEndpoint({
  name: 'manualBlacklist.add',
  method: 'POST',
  path: 'merchant/blacklist/add',
  access: { code: ['merchant:blacklist:add'] },
  kind: 'command',
  preview: true,
  summary:
    'Blocks a person, a device or an account: no loan is made to it from now on. BLACKLIST_EXISTS, BLACKLIST_APPEAL_OPEN',
  request: addForm,
  reply: z.object({ entryNo: z.string() }),
});
/** BLACKLIST_LINK: what two people share. */
export const blacklistLink = z.enum(['DEVICE', 'ACCOUNT']);
export const links = defineEndpoint({
  name: 'manualBlacklist.links',
  method: 'GET',
  path: 'merchant/blacklist/links/{entryNo}',
  access: seen,
  kind: 'query',
  summary: 'Customers who are not blocked and share a device or a payout account with whom an entry blocks; at most 20',
  request: z.object({ entryNo }),
  reply: z.array(
    z.object({
      customerNo: z.string(),
      /** Masked where the role masks names. */
      customerName: z.string(),
      merchantName: z.string(),
      sharedBy: z.array(blacklistLink),
      /** Loans of theirs that are not settled. */
      openLoans: z.number(),
    }),
  ),
});
export const addLinked = defineEndpoint({
  name: 'manualBlacklist.addLinked',
  method: 'POST',
  path: 'merchant/blacklist/addLinked',
  access: { code: ['merchant:blacklist:add'] },
  kind: 'command',
  preview: true,
  summary:
    'Blocks one suggested customer by ID number, with the reason, evidence and last day of the entry that led there. BLACKLIST_NOT_FOUND, BLACKLIST_UNLINKED, BLACKLIST_EXISTS, BLACKLIST_APPEAL_OPEN',
  request: z.strictObject({ entryNo, customerNo: businessNo, note: reason, despiteAppeal: z.optional(z.boolean()) }),
  reply: z.object({ entryNo: z.string() }),
});
export const letter = defineEndpoint({
  name: 'manualBlacklist.letter',
  method: 'GET',
  path: 'merchant/blacklist/letter/{entryNo}',
  access: seen,
  kind: 'query',
  summary: 'A draft of the answer to an appeal, of the reason and the evidence of an entry',
  request: z.object({ entryNo }),
  reply: z.object({ text: z.string() }),
});
export const remove = defineEndpoint({
  name: 'manualBlacklist.remove',
  method: 'POST',
  path: 'merchant/blacklist/remove',
  access: { code: ['merchant:blacklist:remove'] },
  kind: 'command',
  preview: true,
  summary: 'Asks to take an entry off; another person agrees.',
  request: z.strictObject({ entryNo, reason }),
  reply: z.object({ changeNo: z.string() }),
});
export const removeMany = defineEndpoint({
  name: 'manualBlacklist.removeMany',
  method: 'POST',
  path: 'merchant/blacklist/removeMany',
  access: { code: ['merchant:blacklist:remove'] },
  kind: 'command',
  preview: true,
  summary: 'Submits entries for removal; once approved they are a job. BLACKLIST_NOT_FOUND, ILLEGAL_TRANSITION',
  request: z.strictObject({ entryNos: someOf(entryNo), reason }),
  reply: batchAsked,
});
export const extendMany = defineEndpoint({
  name: 'manualBlacklist.extendMany',
  method: 'POST',
  path: 'merchant/blacklist/extendMany',
  access: { code: ['merchant:blacklist:import'] },
  kind: 'command',
  preview: true,
  summary:
    'Submits a later last day of active entries; once approved they are a job. BLACKLIST_NOT_FOUND, ILLEGAL_TRANSITION',
  request: z.strictObject({
    entryNos: someOf(entryNo),
    /** After the present one; at most five years from today. */
    expiresOn: z.iso.date('A date, e.g. 2026-11-30'),
    reason,
  }),
  reply: batchAsked,
});
export const check = defineEndpoint({
  name: 'manualBlacklist.check',
  method: 'POST',
  path: 'merchant/blacklist/check',
  access: { code: ['merchant:blacklist:check'] },
  kind: 'query',
  summary: 'Whether a value is blocked, and why. Kept in the reveal log, and counted against its budget. REVEAL_BUDGET',
  request: z.strictObject(subject).check(...looksRight),
  reply: z.object({
    entries: z.array(z.object({ entryNo: z.string(), reasonCode: z.string(), expiresAt: z.string() })),
  }),
});
