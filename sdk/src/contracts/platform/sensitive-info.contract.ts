import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, exportReply, exportRequest, listReply, listRequest, peopleFilter, peopleReply } from '../list.ts';
import { revealField } from '../reveal-field.ts';
import { revealPurpose, revealRow } from './reveal.contract.ts';

export const SENSITIVE_INFO_PAGE = '/AdminContent/OperationSystem/SensitiveInfoConfig';
/** The configuration's key; SENSITIVE_INFO for `business/getConfigByKey`. */
export const SENSITIVE_INFO_KEY = 'platform.sensitiveInfo';
const seen = { page: [SENSITIVE_INFO_PAGE] } as const;

/** MASK_RULE: what stays of a value. ENDS, PHONE and EMAIL are the floor; nothing weaker is offered. */
export const maskRule = z.enum(['ENDS', 'PHONE', 'EMAIL', 'TAIL', 'NOTHING']);
/** MASK_STRENGTH: the floor, only the end of a value, or asterisks alone. */
export const maskStrength = z.enum(['FLOOR', 'TAIL', 'NOTHING']);

/** Pages by their paths. Where several share a list, it hides what any of those that its reader may open hides. */
const screens = z.array(z.string().check(z.regex(/^\/AdminContent\/[\w/]{1,120}$/, 'A page'))).check(z.maxLength(200));

/** What hides one kind of value, who sees it in full, what for, and how often a day. */
export const sensitiveRule = z
  .strictObject({
    fieldKey: revealField,
    /** What stays of it wherever it is masked. */
    maskRule: z._default(maskStrength, 'FLOOR'),
    /** Whether files show it as screens do; in others it is asterisks alone. */
    exportAllowed: z._default(z.boolean(), true),
    /** Screens that show only the end of it, nothing of it, and whose files show asterisks: beside the rule itself. */
    tailScreens: z._default(screens, []),
    hiddenScreens: z._default(screens, []),
    noFileScreens: z._default(screens, []),
    /** Roles that may; empty: each whose own field list has it. */
    revealRoles: z.array(businessNo).check(z.maxLength(50)),
    /** Purposes that may be given; empty: any. */
    purposes: z.array(revealPurpose).check(z.maxLength(20)),
    /** Values a person and day; the role's own budget holds too. */
    dailyRevealBudget: z.int().check(z.minimum(0, '0 to 500'), z.maximum(500, '0 to 500')),
  })
  .check(
    z.refine(({ revealRoles, purposes }) => revealRoles.length === 0 || purposes.length > 0, {
      error: 'Content cannot be blank',
      path: ['purposes'],
    }),
    z.refine(({ revealRoles, dailyRevealBudget }) => revealRoles.length === 0 || dailyRevealBudget > 0, {
      error: 'Must be above 0 where roles may reveal',
      path: ['dailyRevealBudget'],
    }),
  );
export type SensitiveRule = z.output<typeof sensitiveRule>;

export const sensitiveInfo = z.strictObject({
  /** Fields without one follow the roles alone. */
  rules: z
    .array(sensitiveRule)
    .check(
      z.refine((rules) => new Set(rules.map(({ fieldKey }) => fieldKey)).size === rules.length, 'Each field once'),
    ),
});
export type SensitiveInfo = z.output<typeof sensitiveInfo>;

export const fieldRow = z.object({
  fieldKey: revealField,
  maskRule,
  /** Null where the roles alone decide. */
  rule: z.nullable(sensitiveRule),
  roleNames: z.array(z.string()),
  /** Titles of the screens on which it is hidden more, in the caller’s language. */
  screenTitles: z.array(z.string()),
  /** People who may reveal it now. */
  users: z.number(),
  revealsToday: z.number(),
  /** People who saw at least 80 % of the rule’s budget today; 0 without a rule. */
  nearBudget: z.number(),
  allowedActions: z.array(z.enum(['save'])),
});
export type FieldRow = z.output<typeof fieldRow>;

const filters = z.strictObject({
  fieldKey: z.optional(revealField),
  roleNo: z.optional(businessNo),
  /** Path of a page that a rule names. */
  screen: z.optional(z.string().check(z.maxLength(200))),
});
const SORTS = ['fieldKey'] as const;

export const page = defineEndpoint({
  name: 'sensitiveInfo.page',
  method: 'POST',
  path: 'business/sensitiveInfo/page',
  access: seen,
  kind: 'query',
  summary: 'Each kind of personal data: its mask, who may reveal it, what for and how often',
  request: listRequest(filters, SORTS),
  reply: listReply(fieldRow),
});

export const exportList = defineEndpoint({
  name: 'sensitiveInfo.export',
  method: 'POST',
  path: 'business/sensitiveInfo/export',
  access: seen,
  kind: 'command',
  summary: 'The filtered or the selected fields as a file, made by a job',
  request: exportRequest(filters, SORTS),
  reply: exportReply,
});

export const roles = defineEndpoint({
  name: 'sensitiveInfo.roles',
  method: 'GET',
  path: 'business/sensitiveInfo/roles',
  access: seen,
  kind: 'query',
  summary: 'Roles with the fields that their members may reveal at all',
  request: z.object({}),
  reply: z.array(z.object({ roleNo: z.string(), roleName: z.string(), revealFields: z.array(z.string()) })),
});

export const screenOptions = defineEndpoint({
  name: 'sensitiveInfo.screens',
  method: 'GET',
  path: 'business/sensitiveInfo/screens',
  access: seen,
  kind: 'query',
  summary: 'Screens that a rule may name, by section',
  request: z.object({}),
  reply: z.array(z.object({ path: z.string(), title: z.string(), section: z.string() })),
});

export const viewAs = defineEndpoint({
  name: 'sensitiveInfo.viewAs',
  method: 'POST',
  path: 'business/sensitiveInfo/viewAs',
  access: { code: ['operation:sensitiveInfo:save'] },
  kind: 'command',
  summary:
    'Notes that the caller looks at screens with a role’s masks, also as an unapproved version would have them; calls then name it in `kituo-view-as`. It never shows more than the caller sees. REFERENCE_UNKNOWN',
  request: z.strictObject({
    roleNo: businessNo,
    /** A version of the rules; null for those in force. */
    versionId: z._default(z.nullable(businessNo), null),
  }),
  reply: z.object({
    roleNo: z.string(),
    roleName: z.string(),
    versionId: z.nullable(z.string()),
    versionNo: z.nullable(z.number()),
  }),
});

/** UNUSUAL_REVEAL. HOUR: between 21:00 and 06:00 EAT. VOLUME: at least 10 and three times the person's own usual day. NO_FOLLOW_UP: at least 5 of which most led to nothing within a day. */
export const unusualReason = z.enum(['HOUR', 'VOLUME', 'NO_FOLLOW_UP']);
export const unusualRow = z.object({
  /** Person and day. */
  dayId: z.string(),
  eatDay: z.string(),
  userNo: z.string(),
  realName: z.string(),
  reasons: z.array(unusualReason),
  reveals: z.number(),
  /** Median of the person's days with reveals in the 30 days before. */
  usual: z.number(),
  atNight: z.number(),
  /** Nothing was done with the subject by the person within a day: no contact, no record, no decision. */
  withoutFollowUp: z.number(),
});
export type UnusualRow = z.output<typeof unusualRow>;
const unusualFilters = z.strictObject({
  eatDay: z.optional(z.strictObject({ from: z.optional(z.iso.date()), to: z.optional(z.iso.date()) })),
  userNos: peopleFilter,
  reason: z.optional(unusualReason),
});
const UNUSUAL_SORTS = ['eatDay', 'reveals'] as const;

export const unusual = defineEndpoint({
  name: 'sensitiveInfo.unusual',
  method: 'POST',
  path: 'business/sensitiveInfo/unusual/page',
  access: seen,
  kind: 'query',
  summary: 'Days on which somebody’s reveals were unusual: by hour, volume, or without anything that followed',
  request: listRequest(unusualFilters, UNUSUAL_SORTS),
  reply: listReply(unusualRow),
});

export const people = defineEndpoint({
  name: 'sensitiveInfo.people',
  method: 'GET',
  path: 'business/sensitiveInfo/people',
  access: seen,
  kind: 'query',
  summary: 'Who revealed anything, of colleagues within the caller’s merchants',
  request: z.object({}),
  reply: peopleReply,
});

export const unusualExport = defineEndpoint({
  name: 'sensitiveInfo.unusualExport',
  method: 'POST',
  path: 'business/sensitiveInfo/unusual/export',
  access: seen,
  kind: 'command',
  summary: 'The filtered or the selected unusual days as a file, made by a job',
  request: exportRequest(unusualFilters, UNUSUAL_SORTS),
  reply: exportReply,
});

const standing = z.object({
  /** An example as lists show it to the person. */
  shown: z.string(),
  /** The same in a file. */
  inFiles: z.string(),
  mayReveal: z.boolean(),
  /** Values a day, of the rule's and the role's budget the smaller. */
  aDay: z.number(),
  /** Null if every purpose is allowed. */
  purposes: z.nullable(z.array(z.string())),
});
export const simulate = defineEndpoint({
  name: 'sensitiveInfo.simulate',
  method: 'POST',
  path: 'business/sensitiveInfo/simulate',
  access: { code: ['operation:sensitiveInfo:save'] },
  kind: 'query',
  summary: 'Who could reveal a field under a rule, who gains and who loses, and what it means for one person',
  request: z.strictObject({
    rule: sensitiveRule,
    /** A person's sign-in name; null for none. */
    userName: z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(64))),
  }),
  reply: z.object({
    users: z.number(),
    gaining: z.number(),
    losing: z.number(),
    /** An example where it is masked, now and under the rule. */
    masked: z.object({ now: z.string(), then: z.string() }),
    /** Null where nobody is called so. */
    person: z.nullable(z.object({ realName: z.string(), now: standing, then: standing })),
  }),
});

export const log = defineEndpoint({
  name: 'sensitiveInfo.log',
  method: 'POST',
  path: 'loans/audit/viewingSensitiveInfoRecord/page',
  access: seen,
  kind: 'query',
  summary: 'Who revealed what for which purpose, newest first; the values never',
  request: listRequest(
    z.strictObject({
      userNos: peopleFilter,
      fieldKey: z.optional(revealField),
      purpose: z.optional(revealPurpose),
      subjectNo: z.optional(businessNo),
      happenedAt: z.optional(z.strictObject({ from: z.optional(z.iso.date()), to: z.optional(z.iso.date()) })),
    }),
    ['happenedAt'],
  ),
  reply: listReply(revealRow),
});

export const logExport = defineEndpoint({
  name: 'sensitiveInfo.logExport',
  method: 'POST',
  path: 'loans/audit/viewingSensitiveInfoRecord/export',
  access: seen,
  kind: 'command',
  summary: 'The filtered or the selected reveals as a file, made by a job',
  request: exportRequest(log.request.def.shape.filters, ['happenedAt']),
  reply: exportReply,
});
