import * as z from 'zod/mini';
import { configAction, versionStatus } from '../platform/config.contract.ts';
import { defineEndpoint } from '../endpoint.ts';
import { historyEntry } from '../platform/history.ts';
import { businessNo, exportReply, exportRequest, listReply, listRequest, reason, treeExportRequest } from '../list.ts';

export const AUDIT_CONFIG_PAGE = '/AdminContent/AuditSystem/AuditConfiguration';
const seen = { page: [AUDIT_CONFIG_PAGE] } as const;
const saves = { code: ['audit:config:update'] } as const;
const section = '/AdminContent/AuditSystem/';
/** Pages that show why orders were refused. */
const seenWithCodes = {
  page: [
    AUDIT_CONFIG_PAGE,
    ...['MyAudit', 'OrderManagement', 'RejectOrderReview', 'RejectOrderReviewConfig'].map((page) => section + page),
  ],
};

/** The five groups of rules, each a tab. */
export const rulesTab = z.enum(['ALLOCATION', 'STEPS', 'REJECT', 'FACE', 'AI']);
export type RulesTab = z.output<typeof rulesTab>;

/** Whom review steps are for; null is any. A product names its merchant. */
export const stepsScope = z.strictObject({
  merchantNo: z.nullable(businessNo),
  productNo: z.nullable(businessNo),
  loanType: z.nullable(z.enum(['FIRST', 'REPEAT'])),
});
export type StepsScope = z.output<typeof stepsScope>;

export const configRow = z.object({
  configNo: z.string(),
  tab: rulesTab,
  /** Null for what there is one of. */
  scope: z.nullable(
    z.object({
      ...stepsScope.shape,
      merchantName: z.nullable(z.string()),
      productName: z.nullable(z.string()),
    }),
  ),
  versionNo: z.number(),
  value: z.unknown(),
  effectiveFrom: z.string(),
  versionStatus,
  makerName: z.string(),
  checkerName: z.nullable(z.string()),
  reason: z.string(),
  decisionReason: z.nullable(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
  version: z.number(),
  allowedActions: z.array(configAction),
});
export type ConfigRow = z.output<typeof configRow>;

const base = 'loans/audit/peopleAuditConfig';
const one = { configNo: businessNo, version: z.int() };

const filters = z.strictObject({
  tab: z.optional(rulesTab),
  merchantNo: z.optional(businessNo),
  loanType: z.optional(z.enum(['FIRST', 'REPEAT'])),
  versionStatus: z.optional(versionStatus),
});
const SORTS = ['updatedAt', 'effectiveFrom', 'versionNo'] as const;

export const page = defineEndpoint({
  name: 'reviewConfig.page',
  method: 'POST',
  path: `${base}/page`,
  access: seen,
  kind: 'query',
  summary: 'Versions of the rules reviewers work by, newest first',
  request: listRequest(filters, SORTS),
  reply: listReply(configRow),
});

export const exportList = defineEndpoint({
  name: 'reviewConfig.exportList',
  method: 'POST',
  path: `${base}/export`,
  access: seen,
  kind: 'command',
  summary: 'The filtered or the selected versions as a file, made by a job',
  request: exportRequest(filters, SORTS),
  reply: exportReply,
});

/** One field that differs between two versions; values as JSON texts would show them. */
const difference = z.object({ field: z.string(), before: z.unknown(), after: z.unknown() });

export const detail = defineEndpoint({
  name: 'reviewConfig.detail',
  method: 'GET',
  path: `${base}/{configNo}`,
  access: seen,
  kind: 'query',
  summary: 'One version, what differs from the one before it, and who did what',
  request: z.object({ configNo: businessNo }),
  reply: z.object({
    ...configRow.shape,
    /** The version it is compared with; null for the first. */
    comparedWith: z.nullable(z.number()),
    differences: z.array(difference),
    history: z.array(historyEntry),
  }),
});

export const simulate = defineEndpoint({
  name: 'reviewConfig.simulate',
  method: 'POST',
  path: `${base}/simulate`,
  access: seen,
  kind: 'query',
  summary: 'What a version would have meant for the orders applied for yesterday (EAT)',
  request: z.strictObject({ configNo: businessNo }),
  reply: z.object({
    date: z.string(),
    orders: z.number(),
    /** Orders for which something would have been otherwise. */
    affected: z.number(),
    /** Up to 20 of them. */
    sample: z.array(z.object({ orderNo: z.string(), was: z.string(), wouldBe: z.string() })),
  }),
});

const command = {
  method: 'POST',
  kind: 'command',
  preview: true,
  access: saves,
  reply: configRow,
} as const;

export const save = defineEndpoint({
  ...command,
  name: 'reviewConfig.save',
  path: `${base}/save`,
  summary: 'Adds a draft or changes it. CONFIG_OPEN, CONFIG_DATE_PAST, CONFIG_DATE_TAKEN, STALE',
  request: z.strictObject({
    /** Absent for a new draft. */
    configNo: z.optional(businessNo),
    version: z.optional(z.int()),
    tab: rulesTab,
    /** With STEPS alone. */
    scope: z.optional(stepsScope),
    /** As the tab's own rules have it; faults stand at `value` and below. */
    value: z.unknown(),
    effectiveFrom: z.iso.date('A date, e.g. 2026-11-30'),
    reason,
  }),
});

export const submit = defineEndpoint({
  ...command,
  name: 'reviewConfig.submit',
  path: `${base}/submit`,
  summary: 'Hands a draft to an approver',
  request: z.strictObject(one),
});

export const audit = defineEndpoint({
  ...command,
  name: 'reviewConfig.audit',
  path: `${base}/audit`,
  summary: 'Agrees to a version somebody else made, or refuses it with a reason. CHANGE_OWN',
  request: z.strictObject({ ...one, isApproved: z.boolean(), reason: z.optional(reason) }).check(
    z.refine(({ isApproved, reason }) => isApproved || reason !== undefined, {
      path: ['reason'],
      message: 'Content cannot be blank',
    }),
  ),
});

export const withdraw = defineEndpoint({
  ...command,
  name: 'reviewConfig.withdraw',
  path: `${base}/withdraw`,
  summary: 'Takes back a draft, or a version whose day has not come',
  request: z.strictObject({ ...one, reason: z.optional(reason) }),
});

export const restore = defineEndpoint({
  ...command,
  name: 'reviewConfig.restore',
  path: `${base}/restore`,
  summary: 'Makes a new draft of an old version, for tomorrow',
  request: z.strictObject({ configNo: businessNo }),
});

const codeText = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'Content cannot be blank'),
    z.maxLength(64, 'At most 64 characters'),
    z.regex(/^[A-Za-z0-9_-]*$/, 'Only letters, digits, hyphens and underscores'),
  );
const denial = z
  .string()
  .check(z.trim(), z.minLength(1, 'Content cannot be blank'), z.maxLength(200, 'At most 200 characters'));
const optionalDenial = z._default(z.string().check(z.trim(), z.maxLength(200, 'At most 200 characters')), '');

export const refuseCodeForm = z.strictObject({
  refuseCode: codeText,
  /** Null for a group; only what is in a group can be chosen. */
  parentCode: z.nullable(codeText),
  /** What the customer may be told. */
  denialReasonEn: denial,
  denialReasonZh: optionalDenial,
  denialReasonSw: optionalDenial,
  coolOffDays: z.int('Whole days only').check(z.minimum(0, 'Cannot be below 0'), z.maximum(365, 'At most 365 days')),
  reReviewAllowed: z.boolean(),
  /** True for a code that does not exist yet. */
  isNew: z.boolean(),
  version: z.optional(z.int()),
});
export type RefuseCodeForm = z.output<typeof refuseCodeForm>;

export const refuseCode = z.object({
  refuseCode: z.string(),
  parentCode: z.nullable(z.string()),
  denialReason: z.record(z.string(), z.string()),
  /** In the caller's language, English where there is none. */
  text: z.string(),
  coolOffDays: z.number(),
  reReviewAllowed: z.boolean(),
  isEnabled: z.boolean(),
  /** True where an order was refused by it: it can be disabled, never deleted. */
  isUsed: z.boolean(),
  version: z.number(),
  /** The change of it that awaits approval. */
  waitingChangeNo: z.nullable(z.string()),
  allowedActions: z.array(z.enum(['update', 'enable', 'disable'])),
});
export type RefuseCode = z.output<typeof refuseCode>;

export const refuseCodes = defineEndpoint({
  name: 'reviewConfig.refuseCodes',
  method: 'GET',
  path: 'loans/audit/refuseCodes',
  access: seenWithCodes,
  kind: 'query',
  summary: 'The tree of refusal codes as a flat list, groups before what is in them',
  request: z.object({}),
  reply: z.array(refuseCode),
});

export const codesExport = defineEndpoint({
  name: 'reviewConfig.codesExport',
  method: 'POST',
  path: 'loans/audit/refuseCodes/export',
  access: seen,
  kind: 'command',
  summary: 'All or the selected refusal codes as a file, made by a job',
  request: treeExportRequest(z.strictObject({})),
  reply: exportReply,
});

const asked = z.object({
  refuseCode: z.string(),
  /** It awaits approval under this number. */
  changeNo: z.string(),
});
const codeCommand = { ...command, reply: asked } as const;

export const saveRefuseCode = defineEndpoint({
  ...codeCommand,
  name: 'reviewConfig.saveRefuseCode',
  path: 'loans/audit/refuseCodes/save',
  summary: 'Asks for a new code or a change of one. REFUSE_CODE_TAKEN, STALE, CHANGE_WAITING',
  request: refuseCodeForm,
});

export const enableRefuseCode = defineEndpoint({
  ...codeCommand,
  name: 'reviewConfig.enableRefuseCode',
  path: 'loans/audit/refuseCodes/enable',
  summary: 'Asks that a code may be chosen again',
  request: z.strictObject({ refuseCode: codeText, reason: z.optional(reason) }),
});

export const disableRefuseCode = defineEndpoint({
  ...codeCommand,
  name: 'reviewConfig.disableRefuseCode',
  path: 'loans/audit/refuseCodes/disable',
  summary: 'Asks that a code can no longer be chosen; orders refused by it keep it',
  request: z.strictObject({ refuseCode: codeText, reason: z.optional(reason) }),
});
