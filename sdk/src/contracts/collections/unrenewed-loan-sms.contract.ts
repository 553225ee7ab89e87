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
  textFilter,
} from '../list.ts';
import { historyEntry } from '../platform/history.ts';
import { recipientStatus } from './sms-marketing-task.contract.ts';
import { templateNo } from './sms-marketing-template.contract.ts';

const AT = 'marketingManage/unrenewedLoanSms';
export const UNRENEWED_PAGE = '/AdminContent/MarketingManagement/UnrenewedLoanSmsConfig';
const seen = { page: [UNRENEWED_PAGE] } as const;

/** UNRENEWED_STATUS. */
export const unrenewedStatus = z.enum(['DRAFT', 'PENDING_APPROVAL', 'ENABLED', 'DISABLED']);
/** UNRENEWED_SKIP: why a person got nothing; first what their settlement says, then the gate, then the sending. */
export const unrenewedSkip = z.enum([
  'APPLIED_AGAIN',
  'OPEN_BILL',
  'CLOSED_ACCOUNT',
  'BLOCKED',
  'BLACKLISTED',
  'NO_CONSENT',
  'CAP',
  'DEATH',
  'DISPUTE',
  'COMPLAINT',
  'OFFICIAL',
  'WRONG_NUMBER',
  'OBJECTED',
  'DO_NOT_CALL',
  'NO_PARTY',
  'NOT_AGREED',
  'HOURS',
  'DAILY_CAP',
  'ROUTE_LIMIT',
  'TEMPLATE_DISABLED',
  'STRATEGY_DISABLED',
  'NOT_SENT',
]);

const configNo = z.string().check(z.regex(/^UN\d+$/));
const whole = (least: number, most: number) =>
  z.int().check(z.minimum(least, `${least} to ${most}`), z.maximum(most, `${least} to ${most}`));

const nudgeStep = z.strictObject({
  /** Calendar days (EAT) after the day on which the loan was settled. */
  daysSinceSettled: whole(1, 180),
  /** EAT, `09:30`. */
  sendTime: z.string().check(
    z.regex(/^\d\d:[0-5]\d$/, 'A time, e.g. 08:00'),
    z.refine((time) => time >= '08:00' && time < '19:00', 'Between 08:00 and 19:00'),
  ),
  templateNo,
  /** Given with the message; null: none. */
  couponTemplateNo: z.nullable(businessNo),
});
export type NudgeStep = z.output<typeof nudgeStep>;
/** Steps that a strategy may have. */
export const MAX_STEPS = 10;

const configForm = z.strictObject({
  configNo: z.optional(configNo),
  version: z.optional(z.int()),
  configName: z
    .string()
    .check(z.trim(), z.minLength(1, 'Content cannot be blank'), z.maxLength(30, 'At most 30 characters')),
  merchantNo: businessNo,
  productNos: z.array(businessNo).check(
    z.minLength(1, 'Choose at least 1'),
    z.maxLength(50, 'At most 50'),
    z.refine((all) => new Set(all).size === all.length, 'Each product once'),
  ),
  steps: z
    .array(nudgeStep)
    .check(z.minLength(1, 'Choose at least 1'), z.maxLength(MAX_STEPS, 'At most 10'), ({ value, issues }) => {
      const at = value.findIndex((one, index) => one.daysSinceSettled <= (value[index - 1]?.daysSinceSettled ?? 0));
      if (at < 0) return;
      const message = 'Each step needs more days than the one before';
      issues.push({ code: 'custom', input: value, path: [at, 'daysSinceSettled'], message });
    }),
  /** Bills paid on time so far. */
  minOnTimeCount: whole(0, 100),
  /** Leaves out who was ever more days late; null: nobody. */
  excludeMaxDpdOver: z.nullable(whole(0, 365)),
  /** Leaves out who applied for another loan in the last days; null: nobody. */
  excludeReappliedDays: z.nullable(whole(1, 180)),
  /** Messages a day (EAT), of all steps. */
  dailyCap: whole(1, 100_000),
  holdOutPercent: whole(0, 50),
  /** A loan counts for the last message before its application, for so many days. */
  attributionDays: whole(1, 30),
  effectiveFrom: z.iso.date(),
});

export const UNRENEWED_ACTIONS = ['update', 'submit', 'approve', 'return', 'enable', 'disable'] as const;

export const unrenewedRow = z.object({
  configNo: z.string(),
  configName: z.string(),
  merchantNo: z.string(),
  merchantName: z.string(),
  productNos: z.array(z.string()),
  productNames: z.array(z.string()),
  steps: z.array(z.object({ ...nudgeStep.shape, templateName: z.string(), couponContent: z.nullable(z.string()) })),
  minOnTimeCount: z.number(),
  excludeMaxDpdOver: z.nullable(z.number()),
  excludeReappliedDays: z.nullable(z.number()),
  dailyCap: z.number(),
  holdOutPercent: z.number(),
  attributionDays: z.number(),
  sentYesterday: z.number(),
  /** Settled loans of which somebody got a message. */
  nudgedCount: z.number(),
  /** Of them, those who applied within the window and were paid out. */
  renewedCount: z.number(),
  /** Percent, one place; null before the first message. */
  renewalRate: z.nullable(z.number()),
  costCents: z.number(),
  status: unrenewedStatus,
  effectiveFrom: z.string(),
  updatedByName: z.string(),
  approvedByName: z.nullable(z.string()),
  updatedAt: z.string(),
  version: z.number(),
  allowedActions: z.array(z.enum(UNRENEWED_ACTIONS)),
});
export type UnrenewedRow = z.output<typeof unrenewedRow>;

const filters = z.strictObject({
  configName: textFilter,
  merchantNo: z.optional(businessNo),
  productNo: z.optional(businessNo),
  status: z.optional(unrenewedStatus),
  updatedAt: dayRange,
});
const SORTS = ['updatedAt', 'configName'] as const;

/** What came of one step, counted in the window, beside what came of the people held out of it. */
export const stepResult = z.object({
  stepNo: z.number(),
  people: z.number(),
  sent: z.number(),
  delivered: z.number(),
  renewed: z.number(),
  heldOut: z.number(),
  heldOutRenewed: z.number(),
  costCents: z.number(),
  /** Two-sided; null: too few to say. */
  pValue: z.nullable(z.number()),
});
export type StepResult = z.output<typeof stepResult>;

/** One run of a step: a job, with what it was to send and what came of it. */
export const nudgeRun = z.object({
  businessDate: z.string(),
  stepNo: z.number(),
  /** Null where nobody was due. */
  jobNo: z.nullable(z.string()),
  status: z.enum(['NOBODY_DUE', 'QUEUED', 'RUNNING', 'SUCCESS', 'PARTIAL_SUCCESS', 'FAILURE', 'CANCELLED']),
  due: z.number(),
  sent: z.number(),
  skipped: z.number(),
  heldOut: z.number(),
  /** Why the whole run failed. */
  reason: z.nullable(z.string()),
  startedAt: z.string(),
});
export type NudgeRun = z.output<typeof nudgeRun>;

export const page = defineEndpoint({
  name: 'unrenewedLoanSms.page',
  method: 'POST',
  path: `${AT}/page`,
  access: seen,
  kind: 'query',
  summary: 'Strategies for customers who settled and did not borrow again, with what came of them',
  request: listRequest(filters, SORTS),
  reply: listReply(unrenewedRow),
});

/** What a strategy may name, of the merchants that the caller sees. */
export const options = defineEndpoint({
  name: 'unrenewedLoanSms.options',
  method: 'GET',
  path: `${AT}/options`,
  access: seen,
  kind: 'query',
  summary: 'Products, enabled texts and coupons that a strategy may name',
  request: z.object({}),
  reply: z.object({
    products: z.array(z.object({ value: z.string(), label: z.string() })),
    templates: z.array(z.object({ value: z.string(), label: z.string() })),
    coupons: z.array(z.object({ value: z.string(), label: z.string() })),
  }),
});

/** Errors: UNRENEWED_NOT_FOUND. */
export const detail = defineEndpoint({
  name: 'unrenewedLoanSms.detail',
  method: 'GET',
  path: `${AT}/{configNo}`,
  access: seen,
  kind: 'query',
  summary: 'A strategy with its steps against the hold-out, its runs and what was done to it',
  request: z.object({ configNo }),
  reply: z.object({
    row: unrenewedRow,
    steps: z.array(stepResult),
    runs: z.array(nudgeRun),
    skips: z.array(z.object({ reason: unrenewedSkip, people: z.number() })),
    history: z.array(historyEntry),
  }),
});

/** Errors: UNRENEWED_NOT_FOUND. */
export const preview = defineEndpoint({
  name: 'unrenewedLoanSms.preview',
  method: 'POST',
  path: `${AT}/preview`,
  access: seen,
  kind: 'query',
  summary: 'Whom each step of a strategy would reach today, and their cost',
  request: z.strictObject({ configNo }),
  reply: z.object({
    steps: z.array(
      z.object({
        stepNo: z.number(),
        daysSinceSettled: z.number(),
        due: z.number(),
        heldOut: z.number(),
        skipped: z.number(),
        messages: z.number(),
        costCents: z.number(),
      }),
    ),
    /** At most ten, masked. */
    sample: z.array(
      z.object({ stepNo: z.number(), customerName: z.string(), phone: z.string(), settledOn: z.string() }),
    ),
    messages: z.number(),
    costCents: z.number(),
  }),
});

const sendFilters = z.strictObject({
  configNo: textFilter,
  recipientStatus: z.optional(recipientStatus),
  skippedFor: z.optional(unrenewedSkip),
  dueOn: dayRange,
});
const SEND_SORTS = ['dueOn'] as const;
export const sendRow = z.object({
  sendNo: z.string(),
  configNo: z.string(),
  configName: z.string(),
  stepNo: z.number(),
  customerNo: z.string(),
  /** Masked. */
  customerName: z.string(),
  /** Masked. */
  phone: z.string(),
  /** The loan that was settled. */
  orderNo: z.string(),
  settledOn: z.string(),
  dueOn: z.string(),
  recipientStatus,
  skippedFor: z.nullable(unrenewedSkip),
  sentAt: z.nullable(z.string()),
  couponNo: z.nullable(z.string()),
  /** The loan counted for this message. */
  renewedOrderNo: z.nullable(z.string()),
  costCents: z.number(),
});
export type SendRow = z.output<typeof sendRow>;

export const sends = defineEndpoint({
  name: 'unrenewedLoanSms.sends',
  method: 'POST',
  path: `${AT}/sends/page`,
  access: seen,
  kind: 'query',
  summary: 'The people of strategies, with what came of each message',
  request: listRequest(sendFilters, SEND_SORTS),
  reply: listReply(sendRow),
});

/**
 * Errors: REFERENCE_UNKNOWN, MARKETING_TEMPLATE_NOT_ENABLED, UNRENEWED_COUPON_OFF, UNRENEWED_EXISTS; of a change also
 * UNRENEWED_NOT_FOUND, STALE, ILLEGAL_TRANSITION.
 */
export const save = defineEndpoint({
  name: 'unrenewedLoanSms.save',
  method: 'POST',
  path: `${AT}/save`,
  access: { code: ['marketing:unrenewed:save'] },
  kind: 'command',
  preview: true,
  summary: 'Drafts a strategy or changes its draft',
  request: configForm,
  reply: z.object({ configNo: z.string(), version: z.number() }),
});

const step = <const Name extends string>(does: Name, code: string, summary: string) =>
  defineEndpoint({
    name: `unrenewedLoanSms.${does}`,
    method: 'POST',
    path: `${AT}/${does}`,
    access: { code: [code] },
    kind: 'command',
    preview: true,
    summary,
    request: z.strictObject({ configNo, reason: z.optional(reason) }),
    reply: z.object({ configNo: z.string(), status: unrenewedStatus, version: z.number() }),
  });
const SAVE = 'marketing:unrenewed:save';
const APPROVE = 'marketing:unrenewed:approve';

export const submit = step('submit', SAVE, 'Sends a draft for approval');
export const approve = step('approve', APPROVE, 'Enables a strategy that another person wrote');
export const sendBack = step('return', APPROVE, 'Returns a strategy to its draft');
export const enable = step('enable', APPROVE, 'Enables a disabled strategy again');
export const disable = step('disable', SAVE, 'Sends nothing more; what was not sent today drops out');

export const exportList = defineEndpoint({
  name: 'unrenewedLoanSms.export',
  method: 'POST',
  path: `${AT}/export`,
  access: { code: ['marketing:unrenewed:export'] },
  kind: 'command',
  summary: 'The filtered or the selected strategies as a file, made by a job',
  request: exportRequest(filters, SORTS),
  reply: exportReply,
});

export const sendsExport = defineEndpoint({
  name: 'unrenewedLoanSms.sendsExport',
  method: 'POST',
  path: `${AT}/sends/export`,
  access: { code: ['marketing:unrenewed:export'] },
  kind: 'command',
  summary: 'The filtered or the selected people of strategies as a file, made by a job',
  request: exportRequest(sendFilters, SEND_SORTS),
  reply: exportReply,
});
