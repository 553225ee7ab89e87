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
import { cents } from '../money.ts';
import { ANY_TELEMARKETING_PAGE, optionCode } from './call-parts.ts';
import { INBOUND_CONFIG_PAGE, inboundRuleState } from './inbound-config.contract.ts';

const PREFIX = 'telemarketing/activityConfig';
const seen = { page: [INBOUND_CONFIG_PAGE] } as const;
const SAVE = { code: ['telemarketing:activity:save'] } as const;
const activityNo = z.string().check(z.regex(/^CA\d+$/));
const date = z.iso.date('A date, e.g. 2026-11-30');

/** How many steps an activity may have. */
export const MAX_STEPS = 5;
/** From so many applications of a month on, a person earns so much more. */
const monthStep = z.object({
  applications: z.int().check(z.minimum(1, '1 to 10,000'), z.maximum(10_000, '1 to 10,000')),
  bonusCents: cents,
});
export type MonthStep = z.output<typeof monthStep>;
const monthSteps = z.array(monthStep).check(z.maxLength(MAX_STEPS), ({ value, issues }) => {
  const at = value.findIndex((one, index) => one.applications <= (value[index - 1]?.applications ?? 0));
  if (at === -1) return;
  const message = 'Each step needs more than the one before';
  issues.push({ code: 'custom', input: value, path: [at, 'applications'], message });
});

const terms = {
  merchantNo: businessNo,
  activityName: z.string().check(z.trim(), z.minLength(1), z.maxLength(30)),
  /** Codes of MARKETING_TARGET: what the entry was called for. */
  marketingTargets: z.array(optionCode).check(z.minLength(1), z.maxLength(20)),
  /** EAT, both days included. An application counts by the day on which it was made. */
  periodFrom: date,
  periodTo: date,
  /** Of an application, in cents; an estimate, nothing is posted. */
  incomingBonusCents: cents,
  /** Of a disbursed loan, beside that of its application. */
  loanBonusCents: cents,
  /** Given to the customer with an application that counts for it; null: none. */
  couponTemplateNo: z.nullable(businessNo),
  /** What a person’s applications of a calendar month (EAT) come to, rising; none: no steps. An estimate as well. */
  monthSteps: z._default(monthSteps, []),
};

export const activityRow = z.object({
  activityNo: z.string(),
  merchantNo: z.string(),
  merchantName: z.string(),
  activityName: z.string(),
  marketingTargets: z.array(z.string()),
  /** In the reader’s language. */
  marketingTargetNames: z.string(),
  periodFrom: z.string(),
  periodTo: z.string(),
  incomingBonusCents: z.number(),
  loanBonusCents: z.number(),
  couponTemplateNo: z.nullable(z.string()),
  couponContent: z.nullable(z.string()),
  monthSteps: z.array(monthStep),
  activityState: inboundRuleState,
  /** Applications attributed under it, and how many of them became loans. */
  orderCount: z.number(),
  loanCount: z.number(),
  makerName: z.string(),
  checkerName: z.nullable(z.string()),
  decisionReason: z.nullable(z.string()),
  updatedAt: z.string(),
  version: z.number(),
  allowedActions: z.array(z.enum(['approve', 'reject', 'update', 'enable', 'disable'])),
});
export type ActivityRow = z.output<typeof activityRow>;

const filters = z.strictObject({
  merchantNo: z.optional(businessNo),
  activityState: z.optional(inboundRuleState),
  activityName: textFilter,
  periodFrom: dayRange,
});
const SORTS = ['periodFrom', 'updatedAt'] as const;

export const page = defineEndpoint({
  name: 'activityConfig.page',
  method: 'POST',
  path: `${PREFIX}/page`,
  access: seen,
  kind: 'query',
  summary:
    'Activities of telemarketing: for which calls, from when to when, and what an application or a loan counts for.',
  request: listRequest(filters, SORTS),
  reply: listReply(activityRow),
});

export const exportList = defineEndpoint({
  name: 'activityConfig.export',
  method: 'POST',
  path: `${PREFIX}/export`,
  access: seen,
  kind: 'command',
  summary: 'The filtered or the selected activities as a file, made by a job',
  request: exportRequest(filters, SORTS),
  reply: exportReply,
});

/** What a list of orders is filtered by. */
export const options = defineEndpoint({
  name: 'activityConfig.options',
  method: 'GET',
  path: `${PREFIX}/options`,
  access: ANY_TELEMARKETING_PAGE,
  kind: 'query',
  summary: 'The approved activities of the caller’s merchants, latest first',
  request: z.object({}),
  reply: z.array(z.object({ value: z.string(), label: z.string() })),
});

/** What customers may be given for an activity. */
export const coupons = defineEndpoint({
  name: 'activityConfig.coupons',
  method: 'GET',
  path: `${PREFIX}/coupons`,
  access: seen,
  kind: 'query',
  summary: 'Enabled coupon templates of the caller’s merchants',
  request: z.object({}),
  reply: z.array(z.object({ value: z.string(), label: z.string() })),
});

const moved = z.object({ activityNo: z.string(), activityState: inboundRuleState });
export const save = defineEndpoint({
  name: 'activityConfig.save',
  method: 'POST',
  path: `${PREFIX}/save`,
  access: SAVE,
  kind: 'command',
  preview: true,
  summary:
    'Sends an activity for approval; a rejected one is saved again. CALL_ACTIVITY_EXISTS, COUPON_TEMPLATE_OFF, REFERENCE_UNKNOWN, STALE',
  request: z.strictObject({ activityNo: z.optional(activityNo), version: z.optional(z.int()), ...terms }),
  reply: moved,
});

export const approve = defineEndpoint({
  name: 'activityConfig.approve',
  method: 'POST',
  path: `${PREFIX}/approve`,
  access: { code: ['telemarketing:activity:approve'] },
  kind: 'command',
  preview: true,
  summary: 'Approves an activity, or returns it as a draft; never its maker. MAKER_IS_CHECKER',
  request: z.strictObject({ activityNo, isApproved: z.boolean(), reason: z.optional(reason) }),
  reply: moved,
});

const switched = {
  method: 'POST',
  access: SAVE,
  kind: 'command',
  preview: true,
  request: z.strictObject({ activityNo }),
  reply: moved,
} as const;
export const enable = defineEndpoint({
  ...switched,
  name: 'activityConfig.enable',
  path: `${PREFIX}/enable`,
  summary: 'Applies a disabled activity again. CALL_ACTIVITY_EXISTS',
});
export const disable = defineEndpoint({
  ...switched,
  name: 'activityConfig.disable',
  path: `${PREFIX}/disable`,
  summary: 'Counts no further application for it; what counted stays.',
});
