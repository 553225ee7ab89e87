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
  selected,
  textFilter,
} from '../list.ts';
import { customerStatus } from './call-list.contract.ts';
import { callLine, callPhone, entryId } from './call-parts.ts';
import { tieBreak } from './inbound-config.contract.ts';

const PREFIX = 'telemarketing/followApproval';
export const APPROVAL_PAGE = '/AdminContent/TelemarketingSystem/Approval';
const seen = { page: [APPROVAL_PAGE] } as const;
const APPLY = { code: ['telemarketing:followApproval:apply'] } as const;
const APPROVE = { code: ['telemarketing:followApproval:approve'] } as const;

export const applyType = z.enum(['KEEP', 'CLAIM_CUSTOMER', 'CLAIM_ORDER', 'RELEASE']);
export const followApprovalStatus = z.enum(['PENDING', 'APPROVED', 'REJECTED', 'WITHDRAWN']);
const applyNo = z.string().check(z.regex(/^FA\d+$/));

export const applyRow = z.object({
  applyNo: z.string(),
  applyType,
  merchantNo: z.string(),
  /** Masked. */
  phone: z.string(),
  entryId: z.nullable(z.string()),
  orderNo: z.nullable(z.string()),
  currentOwnerName: z.nullable(z.string()),
  applicantName: z.string(),
  reason: z.string(),
  /** Of the applicant with the number. */
  callCount: z.number(),
  talkSeconds: z.number(),
  approvalStatus: followApprovalStatus,
  customerStatus,
  /** Whose turn it is; null: everybody's who may decide, or nobody's any more. */
  awaitsName: z.nullable(z.string()),
  approverName: z.nullable(z.string()),
  decisionRemark: z.nullable(z.string()),
  appliedAt: z.string(),
  decidedAt: z.nullable(z.string()),
  allowedActions: z.array(z.enum(['approve', 'reject', 'withdraw', 'read'])),
});
export type ApplyRow = z.output<typeof applyRow>;

const filters = z.strictObject({
  applyNo: textFilter,
  applyType: z.optional(applyType),
  approvalStatus: z.optional(followApprovalStatus),
  /** Exact. */
  phone: z.optional(callPhone),
  applicantUserNo: z.optional(businessNo),
  orderNo: textFilter,
  appliedAt: dayRange,
  /** Pending, and the caller's turn or everybody's. */
  awaitsMe: z.optional(z.boolean()),
  /** Decided against the caller, who has not read it yet. */
  isUnread: z.optional(z.boolean()),
});

export const page = defineEndpoint({
  name: 'followApproval.page',
  method: 'POST',
  path: `${PREFIX}/page`,
  access: seen,
  kind: 'query',
  summary: 'Who asked to keep, claim or release a customer; without the right to approve, one’s own and what one lost.',
  request: listRequest(filters, ['appliedAt']),
  reply: listReply(applyRow),
});

export const exportList = defineEndpoint({
  name: 'followApproval.export',
  method: 'POST',
  path: `${PREFIX}/export`,
  access: { code: ['telemarketing:approval:export'] },
  kind: 'command',
  summary: 'The filtered or the selected applications as a file, made by a job',
  request: exportRequest(filters, ['appliedAt']),
  reply: exportReply,
});

export const detail = defineEndpoint({
  name: 'followApproval.detail',
  method: 'GET',
  path: `${PREFIX}/{applyNo}`,
  access: seen,
  kind: 'query',
  summary: 'An application with everybody’s calls to the number and what the rule says. FOLLOW_APPLY_NOT_FOUND',
  request: z.object({ applyNo }),
  reply: z.object({
    row: applyRow,
    calls: z.array(callLine),
    /** Whose order it is by the rule in force when it came; null for an entry, or nobody’s. */
    ruleSaysName: z.nullable(z.string()),
    /** In force when the order came, or when an entry was asked for; null where none was. */
    rule: z.nullable(
      z.object({
        ruleNo: z.string(),
        attributionDays: z.number(),
        minTalkSeconds: z.number(),
        tieBreak,
        protectionDays: z.number(),
      }),
    ),
    /** Of an entry: until when its owner keeps it. */
    protectedUntil: z.nullable(z.string()),
  }),
});

const moved = z.object({ applyNo: z.string(), approvalStatus: followApprovalStatus });
export const apply = defineEndpoint({
  name: 'followApproval.apply',
  method: 'POST',
  path: `${PREFIX}/apply`,
  access: APPLY,
  kind: 'command',
  preview: true,
  summary:
    'Asks to keep, claim or release an entry, by itself or by its number, or an order. FOLLOW_APPLY_EXISTS, FOLLOW_APPLY_UNFIT, CALL_ENTRY_NOT_FOUND, ORDER_NOT_FOUND, CLAIM_WINDOW, CLAIM_OWN, CLAIM_DECIDED, REVEAL_BUDGET',
  request: z
    .strictObject({
      applyType,
      entryId: z.optional(entryId),
      /** Of whoever is kept, claimed or released; the number counts as a search. */
      phone: z.optional(callPhone),
      orderNo: z.optional(businessNo),
      reason,
    })
    .check(
      z.refine(
        ({ entryId: entry, phone, orderNo }) => [entry, phone, orderNo].filter((one) => one !== undefined).length === 1,
        { error: 'Choose at least 1', path: ['orderNo'] },
      ),
    ),
  reply: moved,
});

export const approve = defineEndpoint({
  name: 'followApproval.approve',
  method: 'POST',
  path: `${PREFIX}/approve`,
  access: APPROVE,
  kind: 'command',
  preview: true,
  summary: 'Grants an application; never one’s own. MAKER_IS_CHECKER, FOLLOW_APPLY_NOT_FOUND, FOLLOW_KEEP_TOO_LONG',
  request: z.strictObject({
    applyNo,
    /** How long a kept customer is protected; 7 unless said. */
    keepDays: z.optional(z.int().check(z.minimum(1, '1 to 30'), z.maximum(30, '1 to 30'))),
    remark: z.nullable(z.string().check(z.trim(), z.maxLength(200, 'At most 200 characters'))),
  }),
  reply: moved,
});

export const reject = defineEndpoint({
  name: 'followApproval.reject',
  method: 'POST',
  path: `${PREFIX}/reject`,
  access: APPROVE,
  kind: 'command',
  preview: true,
  summary: 'Refuses an application with a reason; never one’s own. MAKER_IS_CHECKER',
  request: z.strictObject({ applyNo, reason }),
  reply: moved,
});

export const decideMany = defineEndpoint({
  name: 'followApproval.decideMany',
  method: 'POST',
  path: `${PREFIX}/decideMany`,
  access: APPROVE,
  kind: 'command',
  summary: 'The same for several with one reason, one transaction each, by a job.',
  request: z.strictObject({ applyNos: selected, isApproved: z.boolean(), reason }),
  reply: exportReply,
});

export const withdraw = defineEndpoint({
  name: 'followApproval.withdraw',
  method: 'POST',
  path: `${PREFIX}/withdraw`,
  access: APPLY,
  kind: 'command',
  preview: true,
  summary: 'Takes back one’s own application.',
  request: z.strictObject({ applyNo }),
  reply: moved,
});

export const read = defineEndpoint({
  name: 'followApproval.read',
  method: 'POST',
  path: `${PREFIX}/read`,
  access: seen,
  kind: 'command',
  preview: true,
  summary: 'Takes off Home what was decided against oneself. FOLLOW_APPLY_NOT_FOUND, NOTHING_CHANGES',
  request: z.strictObject({ applyNo }),
  reply: moved,
});
