import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { historyEntry } from '../platform/history.ts';
import { employeeCategory, employeeStatus, extension, merchantMode } from './user-fields.ts';
import {
  businessNo,
  exportReply,
  exportRequest,
  listReply,
  listRequest,
  reason,
  selected,
  textFilter,
} from '../list.ts';

/** The pages of people's records by kind of work share one form; each section has its own paths. */

export const personnelStatus = z.enum(['NORMAL', 'FROZEN']);
export const personnelAction = z.enum(['update', 'freeze', 'unfreeze']);
export type PersonnelAction = z.output<typeof personnelAction>;

export const personnelFilters = z.strictObject({
  userNo: textFilter,
  userName: textFilter,
  realName: textFilter,
  /** The department and all below it. */
  deptNo: z.optional(businessNo),
  groupName: textFilter,
  jobNumber: textFilter,
  principalUserNo: z.optional(businessNo),
  merchantNo: z.optional(businessNo),
  personnelStatus: z.optional(personnelStatus),
  /** Of the account. */
  employeeStatus: z.optional(employeeStatus),
  employeeCategory: z.optional(employeeCategory),
  joinAutoAllot: z.optional(z.boolean()),
  firstLoanWhitelist: z.optional(z.boolean()),
  isAiEmployee: z.optional(z.boolean()),
  /** Of a traffic channel that they own. */
  channelCode: textFilter,
  /** A code such as `sw`. */
  language: z.optional(z.string().check(z.regex(/^[a-z]{2,3}$/))),
  handlesComplaints: z.optional(z.boolean()),
  /** On shift at this moment; a day that nobody planned counts as there. */
  isOnShift: z.optional(z.boolean()),
});
export type PersonnelFilters = z.output<typeof personnelFilters>;

export const PERSONNEL_SORT_FIELDS = [
  'userNo',
  'userName',
  'realName',
  'groupName',
  'dailyCap',
  'personnelStatus',
  'joinedAt',
] as const;

export const personnelRow = z.object({
  userNo: z.string(),
  userName: z.string(),
  realName: z.string(),
  /** Of the account, like the four below; the phone is masked. */
  jobNumber: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  extension: z.nullable(z.string()),
  employeeStatus,
  employeeCategory,
  deptName: z.nullable(z.string()),
  groupName: z.nullable(z.string()),
  principalUserNo: z.nullable(z.string()),
  principalName: z.nullable(z.string()),
  /** Of the record; as far as the caller sees them. */
  merchants: z.array(z.object({ merchantNo: z.string(), merchantName: z.string() })),
  dailyCap: z.number(),
  /** What they have now, and finished today (EAT). */
  open: z.number(),
  doneToday: z.number(),
  /** Of `open`, where the work has two kinds: feedback, and people to call. */
  openFeedback: z.nullable(z.number()),
  openEntries: z.nullable(z.number()),
  /** Codes of the traffic channels that they own; empty in other work. */
  channels: z.array(z.string()),
  /** What those channels cost since the 1st of the month (EAT), and per loan that they brought. Null in other work. */
  spendThisMonthCents: z.nullable(z.number()),
  costPerDisbursedCents: z.nullable(z.number()),
  joinAutoAllot: z.boolean(),
  firstLoanWhitelist: z.boolean(),
  /** Codes such as `sw`, `en`, `ki`. */
  languages: z.array(z.string()),
  /** Of customer service: complaints are routed to them. */
  handlesComplaints: z.boolean(),
  isAiEmployee: z.boolean(),
  /** Of the account: not one of our own staff. */
  isExternal: z.boolean(),
  isOnShift: z.boolean(),
  /** Of their newest session. */
  lastActiveAt: z.nullable(z.string()),
  personnelStatus,
  /** Of the account: a frozen one cannot sign in. */
  userStatus: personnelStatus,
  joinedAt: z.string(),
  version: z.number(),
  allowedActions: z.array(personnelAction),
});
export type PersonnelRow = z.output<typeof personnelRow>;

const groupName = z.nullable(
  z.string().check(z.trim(), z.minLength(1, 'Content cannot be blank'), z.maxLength(64, 'At most 64 characters')),
);
const dailyCap = z.int('Whole numbers only').check(z.minimum(0, 'Cannot be below 0'), z.maximum(999, 'At most 999'));
const merchantNos = z.array(businessNo).check(z.minLength(1, 'Choose at least 1'), z.maxLength(200));
const languages = z.array(z.string().check(z.regex(/^[a-z]{2,3}$/))).check(z.maxLength(20, 'At most 20 languages'));

/** A patch: what is left out stays as it is. */
export const personnelForm = z.strictObject({
  userNo: businessNo,
  version: z.int(),
  groupName: z.optional(groupName),
  principalUserNo: z.optional(z.nullable(businessNo)),
  merchantNos: z.optional(merchantNos),
  dailyCap: z.optional(dailyCap),
  joinAutoAllot: z.optional(z.boolean()),
  firstLoanWhitelist: z.optional(z.boolean()),
  languages: z.optional(languages),
  handlesComplaints: z.optional(z.boolean()),
  isAiEmployee: z.optional(z.boolean()),
  /** Of the account, like the next: sections that say so take them. */
  extension: z.optional(z.nullable(extension)),
  employeeCategory: z.optional(employeeCategory),
  /** Said once the person knows that the cap lies below what is open today. */
  acceptsCapBelowOpen: z.optional(z.boolean()),
});
export type PersonnelForm = z.output<typeof personnelForm>;

export const personnelBatch = z.strictObject({
  userNos: selected,
  groupName: z.optional(groupName),
  dailyCap: z.optional(dailyCap),
  merchantMode: z.optional(merchantMode),
  merchantNos: z.optional(z.array(businessNo).check(z.maxLength(200))),
  joinAutoAllot: z.optional(z.boolean()),
  firstLoanWhitelist: z.optional(z.boolean()),
});

const person = z.object({ userNo: z.string(), realName: z.string() });
/** What taking over the holders of the role does, or would do. */
export const personnelSync = z.object({
  added: z.array(person),
  /** Merchants of the record that the person lost; they go. */
  changed: z.array(z.object({ ...person.shape, merchantsLost: z.array(z.string()) })),
  /** No longer in the role, or unable to sign in: frozen, their work goes back. */
  left: z.array(z.object({ ...person.shape, open: z.number() })),
});
export type PersonnelSync = z.output<typeof personnelSync>;

interface Section {
  /** Endpoint names begin with it: `auditPersonnel`. */
  readonly family: string;
  /** `loans/audit/personnel` */
  readonly path: string;
  readonly page: string;
  /** Other pages that show the same records. */
  readonly alsoOn?: readonly string[];
  /** `audit:personnel`; its actions are sync, update, freeze. */
  readonly codes: string;
}

/** The endpoints of one section's personnel page. */
export function personnelEndpoints({ family, path, page, alsoOn = [], codes }: Section) {
  const seen = { page: [page, ...alsoOn] };
  const one = z.object({ userNo: businessNo });
  return {
    page: defineEndpoint({
      name: `${family}.page`,
      method: 'POST',
      path: `${path}/page`,
      access: seen,
      kind: 'query',
      summary: 'People of this kind of work, with what they have to do',
      request: listRequest(personnelFilters, PERSONNEL_SORT_FIELDS),
      reply: listReply(personnelRow),
    }),
    exportList: defineEndpoint({
      name: `${family}.exportList`,
      method: 'POST',
      path: `${path}/export`,
      access: seen,
      kind: 'command',
      summary: 'The filtered or the selected people as a file, made by a job',
      request: exportRequest(personnelFilters, PERSONNEL_SORT_FIELDS),
      reply: exportReply,
    }),
    detail: defineEndpoint({
      name: `${family}.detail`,
      method: 'GET',
      path: `${path}/{userNo}`,
      access: seen,
      kind: 'query',
      summary: 'One record with its shifts of the week and its history',
      request: one,
      reply: z.object({
        ...personnelRow.shape,
        /** The account's own: what the record may have. */
        userMerchants: z.array(z.object({ merchantNo: z.string(), merchantName: z.string() })),
        shifts: z.array(z.object({ startsAt: z.string(), endsAt: z.string() })),
        history: z.array(historyEntry),
      }),
    }),
    away: defineEndpoint({
      name: `${family}.away`,
      method: 'GET',
      path: `${path}/away/{userNo}`,
      access: seen,
      kind: 'query',
      summary: 'What if this person were away: open work that goes back, and who has room for it',
      request: one,
      reply: z.object({
        realName: z.string(),
        open: z.number(),
        merchants: z.array(
          z.object({
            merchantName: z.string(),
            open: z.number(),
            /** People on shift now who take this merchant's work, the emptiest first. */
            others: z.array(z.object({ ...person.shape, open: z.number(), places: z.number() })),
            /** What nobody has room for today. */
            unplaced: z.number(),
          }),
        ),
      }),
    }),
    hours: defineEndpoint({
      name: `${family}.hours`,
      method: 'POST',
      path: `${path}/hours`,
      access: seen,
      kind: 'query',
      summary: 'Work handed to each person by hour of the day (EAT), summed over the days asked for',
      request: z.strictObject({ days: z.int().check(z.minimum(1), z.maximum(30)) }),
      reply: z.array(z.object({ ...person.shape, hours: z.array(z.number()) })),
    }),
    syncPreview: defineEndpoint({
      name: `${family}.syncPreview`,
      method: 'POST',
      path: `${path}/sync/preview`,
      access: { code: [`${codes}:sync`] },
      kind: 'query',
      summary: 'Whom sync would add, change and freeze; writes nothing',
      request: z.strictObject({}),
      reply: personnelSync,
    }),
    sync: defineEndpoint({
      name: `${family}.sync`,
      method: 'POST',
      path: `${path}/sync`,
      access: { code: [`${codes}:sync`] },
      kind: 'command',
      preview: true,
      summary: 'Takes over the people who hold the role, and lets those go who left it',
      request: z.strictObject({}),
      reply: personnelSync,
    }),
    update: defineEndpoint({
      name: `${family}.update`,
      method: 'POST',
      path: `${path}/update`,
      access: { code: [`${codes}:update`] },
      kind: 'command',
      preview: true,
      summary:
        'Changes a record; a cap below what is open today has to be accepted. PERSONNEL_NOT_FOUND, STALE, PERSONNEL_PRINCIPAL, PERSONNEL_MERCHANT, PERSONNEL_CAP, PERSONNEL_EXTENSION',
      request: personnelForm,
      reply: personnelRow,
    }),
    batchUpdate: defineEndpoint({
      name: `${family}.batchUpdate`,
      method: 'POST',
      path: `${path}/batchUpdate`,
      access: { code: [`${codes}:update`] },
      kind: 'command',
      preview: true,
      summary: 'Cap, group, merchants and participation of many, by a job',
      request: personnelBatch,
      reply: z.object({ jobNo: z.string() }),
    }),
    freeze: defineEndpoint({
      name: `${family}.freeze`,
      method: 'POST',
      path: `${path}/freeze`,
      access: { code: [`${codes}:freeze`] },
      kind: 'command',
      preview: true,
      summary: 'Stops new work and sends open work back; sign-in stays unless it is asked for',
      request: z.strictObject({
        userNo: businessNo,
        reason: z.optional(reason),
        /** Takes `user:user:freeze`. */
        alsoSignIn: z._default(z.boolean(), false),
      }),
      reply: z.object({ sentBack: z.number(), sessionsEnded: z.nullable(z.number()) }),
    }),
    unfreeze: defineEndpoint({
      name: `${family}.unfreeze`,
      method: 'POST',
      path: `${path}/unfreeze`,
      access: { code: [`${codes}:freeze`] },
      kind: 'command',
      preview: true,
      summary: 'Lets a person have new work again; the account stays as it is',
      request: z.strictObject({ userNo: businessNo, reason: z.optional(reason) }),
      reply: personnelRow,
    }),
  };
}
export type PersonnelEndpoints = ReturnType<typeof personnelEndpoints>;
