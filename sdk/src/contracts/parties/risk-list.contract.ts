import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, dayRange, exportReply, exportRequest, listReply, listRequest, reason } from '../list.ts';
import { batchAsked, someOf } from '../platform/batch.ts';
import { historyEntry } from '../platform/history.ts';

const seen = { page: ['/AdminContent/RiskControlSystem/ListManagement'] } as const;

/** RISK_LIST_TYPE. BLACK: refused by the machine. GREY: looked at with care. WHITE: a known good customer. */
export const riskListType = z.enum(['WHITE', 'GREY', 'BLACK']);
/** RISK_LIST_SUBJECT. */
export const riskListSubject = z.enum(['PHONE', 'ID_CARD_NO']);
/** LIST_SOURCE. */
export const riskListSource = z.enum(['MANUAL', 'IMPORT', 'FRAUD_CASE', 'BUREAU', 'CHARGE_OFF']);
/** LIST_STATUS. */
export const riskListStatus = z.enum(['ACTIVE', 'EXPIRED', 'REMOVED']);
/** White entries end after so many days at the latest. */
export const WHITE_DAYS = 180;
const entryNo = z.string().check(z.regex(/^RL\d+$/));
/** A key that staff choose. BLACK, GREY and WHITE are the standard lists. */
export const listCode = z.string().check(z.regex(/^[A-Z][A-Z0-9_]{1,31}$/, '2 to 32 capital letters, digits and _'));

/** How a value of each subject looks. */
const FORMS: Readonly<Record<z.output<typeof riskListSubject>, readonly [RegExp, string]>> = {
  PHONE: [/^254\d{9}$/, '254 plus 9 digits, e.g. 254712345678'],
  ID_CARD_NO: [/^\d{7,9}$/, '7 to 9 digits, e.g. 23456789'],
};
interface Subject {
  readonly subjectType: z.output<typeof riskListSubject>;
  readonly subjectValue: string;
}
const looksRight = Object.entries(FORMS).map(([type, [form, error]]) =>
  z.refine<Subject>(({ subjectType, subjectValue }) => subjectType !== type || form.test(subjectValue), {
    error,
    path: ['subjectValue'],
  }),
);
const subject = {
  subjectType: riskListSubject,
  subjectValue: z.string().check(z.trim(), z.minLength(1, 'Content cannot be blank'), z.maxLength(64)),
};

export const riskListRow = z.object({
  entryNo: z.string(),
  listType: riskListType,
  listCode: z.string(),
  listName: z.string(),
  subjectType: riskListSubject,
  /** Masked. */
  subjectValue: z.string(),
  /** Of the customer with that phone or ID number; masked where the role masks names. */
  customerName: z.nullable(z.string()),
  note: z.string(),
  /** For whose applications it counts; none: for all. */
  merchantNames: z.array(z.string()),
  listSource: riskListSource,
  addedByName: z.string(),
  addedAt: z.string(),
  expiresAt: z.string(),
  /** Applications that it decided or marked. */
  hits: z.number(),
  lastHitAt: z.nullable(z.string()),
  listStatus: riskListStatus,
  allowedActions: z.array(z.enum(['remove'])),
});
export type RiskListRow = z.output<typeof riskListRow>;

const filters = z.strictObject({
  listType: z.optional(riskListType),
  listCode: z.optional(listCode),
  subjectType: z.optional(riskListSubject),
  /** Exact. */
  subjectValue: z.optional(z.string().check(z.trim(), z.maxLength(64))),
  listSource: z.optional(riskListSource),
  /** Entries that count for this merchant. */
  merchantNo: z.optional(businessNo),
  listStatus: z.optional(riskListStatus),
  addedAt: dayRange,
  expiresAt: dayRange,
  entryNo: z.optional(entryNo),
  /** True: active entries added over a year ago that met no application since; what may be left to expire. */
  isIdle: z.optional(z.boolean()),
});
const SORTS = ['addedAt', 'expiresAt', 'hits'] as const;

export const page = defineEndpoint({
  name: 'riskList.page',
  method: 'POST',
  path: 'riskRule/list/entry/page',
  access: seen,
  kind: 'query',
  summary: 'The lender-wide white, grey and black lists, newest entry first',
  request: listRequest(filters, SORTS),
  reply: listReply(riskListRow),
});
export const exportList = defineEndpoint({
  name: 'riskList.export',
  method: 'POST',
  path: 'riskRule/list/entry/export',
  access: seen,
  kind: 'command',
  summary: 'The filtered or the selected entries as a file, made by a job',
  request: exportRequest(filters, SORTS),
  reply: exportReply,
});
export const detail = defineEndpoint({
  name: 'riskList.one',
  method: 'GET',
  path: 'riskRule/list/entry/{entryNo}',
  access: seen,
  kind: 'query',
  summary: 'An entry, the same person’s other entries, the last applications that any of them met, and its history',
  request: z.object({ entryNo }),
  reply: z.object({
    row: riskListRow,
    /** Applications that met this or another entry of the same person. */
    orders: z.array(
      z.object({ orderNo: z.string(), entryNo: z.string(), listName: z.string(), happenedAt: z.string() }),
    ),
    /** Every other entry of the same person, removed and expired ones too, the newest first. */
    others: z.array(
      z.object({
        entryNo: z.string(),
        listType: riskListType,
        listName: z.string(),
        listSource: riskListSource,
        listStatus: riskListStatus,
        note: z.string(),
        addedAt: z.string(),
        expiresAt: z.string(),
        hits: z.number(),
      }),
    ),
    history: z.array(historyEntry),
  }),
});

export const addForm = z
  .strictObject({
    ...subject,
    listType: riskListType,
    /** A list of that type; absent: the standard one. */
    listCode: z.optional(listCode),
    listSource: riskListSource,
    /** The last day (EAT): at most five years from today, 180 days for a white entry. */
    expiresOn: z.iso.date('A date, e.g. 2026-11-30'),
    note: reason,
    /** For whose applications it counts; absent: for all. */
    merchantNos: z.optional(z.array(businessNo).check(z.maxLength(50))),
  })
  .check(...looksRight);
export type RiskListForm = z.output<typeof addForm>;

export const add = defineEndpoint({
  name: 'riskList.add',
  method: 'POST',
  path: 'riskRule/list/entry/add',
  access: { code: ['risk:list:add'] },
  kind: 'command',
  preview: true,
  summary:
    'Lists a person at once; a white entry is submitted for approval. BLACKLIST_EXISTS, LISTED_ELSEWHERE, REFERENCE_UNKNOWN',
  request: addForm,
  reply: z.object({
    /** Null while a white entry awaits approval. */
    entryNo: z.nullable(z.string()),
    changeNo: z.optional(z.string()),
  }),
});
export const remove = defineEndpoint({
  name: 'riskList.remove',
  method: 'POST',
  path: 'riskRule/list/entry/remove',
  access: { code: ['risk:list:remove'] },
  kind: 'command',
  preview: true,
  summary: 'Submits an entry for removal. BLACKLIST_NOT_FOUND, ILLEGAL_TRANSITION',
  request: z.strictObject({ entryNo, reason }),
  reply: z.object({ changeNo: z.string() }),
});
export const removeMany = defineEndpoint({
  name: 'riskList.removeMany',
  method: 'POST',
  path: 'riskRule/list/entry/removeMany',
  access: { code: ['risk:list:remove'] },
  kind: 'command',
  preview: true,
  summary: 'Submits entries for removal; once approved they are a job. BLACKLIST_NOT_FOUND, ILLEGAL_TRANSITION',
  request: z.strictObject({ entryNos: someOf(entryNo), reason }),
  reply: batchAsked,
});
export const extendMany = defineEndpoint({
  name: 'riskList.extendMany',
  method: 'POST',
  path: 'riskRule/list/entry/extendMany',
  access: { code: ['risk:list:import'] },
  kind: 'command',
  preview: true,
  summary:
    'Submits a later last day of active entries; once approved they are a job. BLACKLIST_NOT_FOUND, ILLEGAL_TRANSITION',
  request: z.strictObject({
    entryNos: someOf(entryNo),
    /** After the present one; at most five years from today, 180 days for a white entry. */
    expiresOn: z.iso.date('A date, e.g. 2026-11-30'),
    reason,
  }),
  reply: batchAsked,
});
export const check = defineEndpoint({
  name: 'riskList.check',
  method: 'POST',
  path: 'riskRule/list/check',
  access: { code: ['risk:list:check'] },
  kind: 'query',
  summary: 'The list that holds a value. Kept in the reveal log, and counted against its budget. REVEAL_BUDGET',
  request: z.strictObject(subject).check(...looksRight),
  reply: z.object({
    entries: z.array(
      z.object({ entryNo: z.string(), listType: riskListType, listName: z.string(), expiresAt: z.string() }),
    ),
  }),
});

export const namedListRow = z.object({
  listCode: z.string(),
  listName: z.string(),
  listType: riskListType,
  activeEntries: z.number(),
  /** Of its entries, removed and expired ones too. */
  hits: z.number(),
  /** Null: a standard list. */
  createdByName: z.nullable(z.string()),
  createdAt: z.string(),
  version: z.number(),
});
export type NamedListRow = z.output<typeof namedListRow>;

export const lists = defineEndpoint({
  name: 'riskList.lists',
  method: 'POST',
  path: 'riskRule/list/page',
  access: seen,
  kind: 'query',
  summary: 'The lists by name, with how many entries are active',
  request: z.strictObject({}),
  reply: z.array(namedListRow),
});
export const saveList = defineEndpoint({
  name: 'riskList.saveList',
  method: 'POST',
  path: 'riskRule/list/save',
  access: { code: ['risk:list:add'] },
  kind: 'command',
  preview: true,
  summary: 'Adds a list or renames it; its code and type stay. LIST_EXISTS, STALE, BLACKLIST_NOT_FOUND',
  request: z.strictObject({
    listCode,
    listName: z
      .string()
      .check(z.trim(), z.minLength(1, 'Content cannot be blank'), z.maxLength(64, 'At most 64 characters')),
    listType: riskListType,
    /** Absent for a new one. */
    version: z.optional(z.int()),
  }),
  reply: z.object({ listCode: z.string(), version: z.number() }),
});
