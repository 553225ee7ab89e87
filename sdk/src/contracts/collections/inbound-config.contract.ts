import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, dayRange, exportReply, exportRequest, listReply, listRequest, reason } from '../list.ts';
import { customerStatus } from './call-list.contract.ts';

const PREFIX = 'telemarketing/inboundConfig';
export const INBOUND_CONFIG_PAGE = '/AdminContent/TelemarketingSystem/InboundOrderConfig';
const seen = { page: [INBOUND_CONFIG_PAGE] } as const;
const SAVE = { code: ['telemarketing:inbound:save'] } as const;

export const tieBreak = z.enum(['LAST_TALK', 'FIRST_TALK']);
export const inboundRuleState = z.enum(['DRAFT', 'PENDING_APPROVAL', 'ENABLED', 'DISABLED']);
const ruleNo = z.string().check(z.regex(/^IR\d+$/));
const whole = (least: number, most: number) =>
  z.int().check(z.minimum(least, `${least} to ${most}`), z.maximum(most, `${least} to ${most}`));

const terms = {
  merchantNo: businessNo,
  /** How long before the application a call counts. */
  attributionDays: whole(1, 90),
  /** How long a talk has to be. */
  minTalkSeconds: whole(0, 600),
  tieBreak,
  /** How long who earned a customer keeps them. */
  protectionDays: whole(1, 30),
  /** Whether entries that may be called are assigned without anybody distributing them. */
  autoDistribute: z.boolean(),
  /** Of those: which customers. */
  customerStatuses: z.array(customerStatus).check(z.minLength(1, 'Choose at least 1'), z.maxLength(5)),
  /** Entries that a person may have open by it; null: as many as the daily limit says. */
  maxEntriesPerPerson: z.nullable(whole(1, 1000)),
  /** EAT; not before today. */
  effectiveFrom: z.iso.date('A date, e.g. 2026-11-30'),
};

export const ruleRow = z.object({
  ruleNo: z.string(),
  /** Which of the merchant’s rules it is, from 1. */
  versionNo: z.number(),
  merchantNo: z.string(),
  merchantName: z.string(),
  attributionDays: z.number(),
  minTalkSeconds: z.number(),
  tieBreak,
  protectionDays: z.number(),
  autoDistribute: z.boolean(),
  customerStatuses: z.array(customerStatus),
  maxEntriesPerPerson: z.nullable(z.number()),
  effectiveFrom: z.string(),
  ruleState: inboundRuleState,
  makerName: z.string(),
  checkerName: z.nullable(z.string()),
  decisionReason: z.nullable(z.string()),
  updatedAt: z.string(),
  version: z.number(),
  allowedActions: z.array(z.enum(['approve', 'reject', 'update', 'enable', 'disable', 'simulate'])),
});
export type RuleRow = z.output<typeof ruleRow>;

const filters = z.strictObject({
  merchantNo: z.optional(businessNo),
  ruleState: z.optional(inboundRuleState),
  effectiveFrom: dayRange,
});

export const page = defineEndpoint({
  name: 'inboundConfig.page',
  method: 'POST',
  path: `${PREFIX}/page`,
  access: seen,
  kind: 'query',
  summary: 'By which rule an application is credited to a telemarketer, from which day on.',
  request: listRequest(filters, ['effectiveFrom', 'updatedAt']),
  reply: listReply(ruleRow),
});

export const exportList = defineEndpoint({
  name: 'inboundConfig.export',
  method: 'POST',
  path: `${PREFIX}/export`,
  access: seen,
  kind: 'command',
  summary: 'The filtered or the selected rules as a file, made by a job',
  request: exportRequest(filters, ['effectiveFrom', 'updatedAt']),
  reply: exportReply,
});

const moved = z.object({ ruleNo: z.string(), ruleState: inboundRuleState });
export const save = defineEndpoint({
  name: 'inboundConfig.save',
  method: 'POST',
  path: `${PREFIX}/save`,
  access: SAVE,
  kind: 'command',
  preview: true,
  summary: 'Sends a rule for approval; a rejected one is saved again. INBOUND_RULE_EXISTS, REFERENCE_UNKNOWN, STALE',
  request: z.strictObject({ ruleNo: z.optional(ruleNo), version: z.optional(z.int()), ...terms }),
  reply: moved,
});

export const approve = defineEndpoint({
  name: 'inboundConfig.approve',
  method: 'POST',
  path: `${PREFIX}/approve`,
  access: { code: ['telemarketing:inbound:approve'] },
  kind: 'command',
  preview: true,
  summary: 'Agrees to a rule, or returns it as a draft; never its maker. MAKER_IS_CHECKER',
  request: z.strictObject({ ruleNo, isApproved: z.boolean(), reason: z.optional(reason) }),
  reply: moved,
});

const switched = {
  method: 'POST',
  access: SAVE,
  kind: 'command',
  preview: true,
  request: z.strictObject({ ruleNo }),
  reply: moved,
} as const;
export const enable = defineEndpoint({
  ...switched,
  name: 'inboundConfig.enable',
  path: `${PREFIX}/enable`,
  summary: 'Applies a disabled rule again. INBOUND_RULE_EXISTS',
});
export const disable = defineEndpoint({
  ...switched,
  name: 'inboundConfig.disable',
  path: `${PREFIX}/disable`,
  summary: 'Applies a rule no more; what it attributed stays.',
});

export const simulate = defineEndpoint({
  name: 'inboundConfig.simulate',
  method: 'POST',
  path: `${PREFIX}/simulate`,
  access: SAVE,
  kind: 'query',
  summary: 'The applications of the last 30 days under a rule, person by person, beside how they are attributed now',
  request: z.strictObject({ ruleNo }),
  reply: z.object({
    orders: z.number(),
    changed: z.number(),
    people: z.array(z.object({ userName: z.string(), now: z.number(), then: z.number() })),
  }),
});
