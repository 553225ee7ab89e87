import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import {
  businessNo,
  centsRange,
  dayRange,
  exportReply,
  exportRequest,
  listReply,
  listRequest,
  reason,
  textFilter,
} from '../list.ts';
import { historyEntry } from '../platform/history.ts';
import { postedJournal, voucher } from '../platform/posted.ts';

const APPLY = '/AdminContent/ChargeToAnAccountSystem/CashTransferApplyFor';
const AUDIT = '/AdminContent/ChargeToAnAccountSystem/CashTransferAudit';

export const transferType = z.enum(['OWN_ACCOUNT', 'RETURN_TO_PAYER']);
export const transferStatus = z.enum([
  'SUBMITTED',
  'APPROVED',
  'REJECTED',
  'GIVEN_UP',
  'RELEASING',
  'SUCCESS',
  'FAILED',
]);
/** Of the newest attempt; UNKNOWN until the channel was asked. */
export const releaseStatus = z.enum(['IN_PROGRESS', 'SUCCESS', 'FAILED', 'UNKNOWN']);
export const transferAction = z.enum(['giveUp', 'approve', 'reject', 'release', 'releaseAgain', 'copy']);
const transferNo = z.string().check(z.regex(/^TR\d+$/));
/** An account of ours: `BANK.MPESA_FLOAT`. */
const accountId = z.string().check(z.regex(/^BANK\.[A-Z0-9_-]+$/, 'Please choose'));

export const transferRow = z.object({
  transferNo: z.string(),
  merchantNo: z.string(),
  merchantName: z.string(),
  transferType,
  sourceAccountId: z.string(),
  sourceAccountName: z.string(),
  targetAccountId: z.nullable(z.string()),
  flowNo: z.nullable(z.string()),
  /** Masked where the role masks names; an account’s name is not. */
  payeeName: z.string(),
  /** The payer’s phone, masked; null for an account of ours. */
  payeeAccount: z.nullable(z.string()),
  amountCents: z.number(),
  /** What the source has, less what is on its way; null where the page does not ask. */
  sourceBalanceCents: z.nullable(z.number()),
  purpose: z.string(),
  transferStatus,
  releaseStatus: z.nullable(releaseStatus),
  attemptCount: z.number(),
  failReason: z.nullable(z.string()),
  applicantName: z.string(),
  auditorName: z.nullable(z.string()),
  releaserName: z.nullable(z.string()),
  auditRemark: z.nullable(z.string()),
  applyTime: z.string(),
  auditTime: z.nullable(z.string()),
  releaseTime: z.nullable(z.string()),
  successTime: z.nullable(z.string()),
  /** Since when it waits for the next hand or the channel; null once it ended. */
  waitingSince: z.nullable(z.string()),
  version: z.number(),
  allowedActions: z.array(transferAction),
});
export type TransferRow = z.output<typeof transferRow>;

export const transferFilters = z.strictObject({
  transferNo: textFilter,
  transferType: z.optional(transferType),
  transferStatus: z.optional(transferStatus),
  releaseStatus: z.optional(releaseStatus),
  sourceAccountId: z.optional(accountId),
  targetAccountId: z.optional(accountId),
  flowNo: textFilter,
  amountCents: centsRange,
  applyTime: dayRange,
  applicantUserNo: z.optional(businessNo),
  auditorUserNo: z.optional(businessNo),
  mine: z.optional(z.boolean()),
  /** Waiting for longer than so many hours. */
  waitingOver: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(10_000))),
});
export type TransferFilters = z.output<typeof transferFilters>;

const SORTS = ['applyTime', 'amountCents'] as const;
const list = listRequest(transferFilters, SORTS);
export const page = defineEndpoint({
  name: 'transferApply.page',
  method: 'POST',
  path: 'transferApply/page',
  access: { page: [APPLY] },
  kind: 'query',
  summary: 'Transfers that were requested, the newest first.',
  request: list,
  reply: listReply(transferRow),
});
export const exportList = defineEndpoint({
  name: 'transferApply.export',
  method: 'POST',
  path: 'transferApply/export',
  access: { code: ['charge:transfer:export'] },
  kind: 'command',
  summary: 'The filtered or the selected transfers as a file, made by a job',
  request: exportRequest(transferFilters, SORTS),
  reply: exportReply,
});

export const auditPage = defineEndpoint({
  name: 'transferApply.auditPage',
  method: 'POST',
  path: 'transferApply/audit/page',
  access: { page: [AUDIT] },
  kind: 'query',
  summary: 'Transfers to decide and release, with what their sources have.',
  request: list,
  reply: listReply(transferRow),
});

export const detail = defineEndpoint({
  name: 'transferApply.one',
  method: 'GET',
  path: 'transferApply/{transferNo}',
  access: { code: ['charge:transfer:detail', 'charge:transfer:submit', 'charge:transfer:audit'] },
  kind: 'query',
  summary: 'A transfer with its attempts and journals.',
  request: z.object({ transferNo }),
  reply: z.object({
    row: transferRow,
    vouchers: z.array(voucher),
    /** Of a return: what its payment has now. */
    flow: z.nullable(
      z.object({
        paymentCode: z.string(),
        repayTime: z.string(),
        amountCents: z.number(),
        writableCents: z.number(),
        /** Held by this and other requests: it cannot be allocated. */
        heldCents: z.number(),
      }),
    ),
    journals: z.array(postedJournal),
    history: z.array(historyEntry),
  }),
});

const account = z.object({
  accountId,
  accountName: z.string(),
  /** By the books. */
  balanceCents: z.number(),
  /** Of that, what approved transfers are about to take. */
  inFlightCents: z.number(),
  availableCents: z.number(),
  /** What leaves it on an average day of the last seven. */
  dailyOutCents: z.number(),
});

export const accounts = defineEndpoint({
  name: 'transferApply.accounts',
  method: 'POST',
  path: 'transferApply/accounts',
  access: { page: [APPLY, AUDIT] },
  kind: 'query',
  summary: 'Own accounts with what they have; of one merchant, or of all that the caller sees',
  request: z.strictObject({ merchantNo: z.optional(businessNo) }),
  reply: z.array(account),
});

export const people = defineEndpoint({
  name: 'transferApply.people',
  method: 'GET',
  path: 'transferApply/people',
  access: { page: [APPLY, AUDIT] },
  kind: 'query',
  summary: 'Who requested or decided transfers of the caller’s merchants',
  request: z.object({}),
  reply: z.array(z.object({ userNo: z.string(), realName: z.string() })),
});

const after = z.extend(account, {
  afterCents: z.number(),
  /** How long what is left lasts at the pace of the last seven days; null where nothing leaves it. */
  runwayDays: z.nullable(z.number()),
});

export const preview = defineEndpoint({
  name: 'transferApply.preview',
  method: 'POST',
  path: 'transferApply/preview',
  access: { code: ['charge:transfer:submit'] },
  kind: 'query',
  summary: 'Both accounts before and after a transfer, or the payment that would go back',
  request: z.discriminatedUnion('transferType', [
    z.strictObject({
      transferType: z.literal('OWN_ACCOUNT'),
      merchantNo: businessNo,
      sourceAccountId: accountId,
      targetAccountId: accountId,
      amountCents: z.int(),
    }),
    /** The payment's number, or the channel's. */
    z.strictObject({ transferType: z.literal('RETURN_TO_PAYER'), flowNo: businessNo }),
  ]),
  reply: z.object({
    source: z.nullable(after),
    target: z.nullable(after),
    flow: z.nullable(
      z.object({
        flowNo: z.string(),
        merchantNo: z.string(),
        merchantName: z.string(),
        paymentCode: z.string(),
        repayTime: z.string(),
        flowStatus: z.string(),
        /** Masked as the caller is. */
        payeeName: z.nullable(z.string()),
        payeeAccount: z.nullable(z.string()),
        amountCents: z.number(),
        writableCents: z.number(),
        heldCents: z.number(),
        /** Orders it was allocated to: what belongs to another bill is rolled back and applied again instead. */
        orderNos: z.array(z.string()),
      }),
    ),
  }),
});

const vouchers = z.array(businessNo).check(z.minLength(1, 'The certificate cannot be empty'), z.maxLength(20));
const amountCents = z.int().check(z.minimum(1, 'Must be above 0'), z.maximum(1_000_000_000_00));

export const submitForm = z.discriminatedUnion('transferType', [
  z.strictObject({
    transferType: z.literal('OWN_ACCOUNT'),
    merchantNo: businessNo,
    sourceAccountId: accountId,
    targetAccountId: accountId,
    amountCents,
    purpose: reason,
    voucherIds: vouchers,
  }),
  z.strictObject({
    transferType: z.literal('RETURN_TO_PAYER'),
    flowNo: businessNo,
    amountCents,
    purpose: reason,
    voucherIds: vouchers,
  }),
]);

const moved = z.object({ transferNo: z.string(), transferStatus });
export const submit = defineEndpoint({
  name: 'transferApply.submit',
  method: 'POST',
  path: 'transferApply/submit',
  access: { code: ['charge:transfer:submit'] },
  kind: 'command',
  preview: true,
  summary: 'Asks for cash to move; nothing is posted, a flow’s amount is held.',
  request: submitForm,
  reply: moved,
});
export const giveUp = defineEndpoint({
  name: 'transferApply.giveUp',
  method: 'POST',
  path: 'transferApply/giveUp',
  access: { code: ['charge:transfer:giveUp'] },
  kind: 'command',
  preview: true,
  summary: 'Takes one’s own application back before it is decided.',
  request: z.strictObject({ transferNo }),
  reply: moved,
});
export const approve = defineEndpoint({
  name: 'transferApply.approve',
  method: 'POST',
  path: 'transferApply/approve',
  access: { code: ['charge:transfer:audit'] },
  kind: 'command',
  preview: true,
  summary: 'Agrees to a transfer; never its applicant.',
  request: z.strictObject({ transferNo, auditRemark: z.optional(reason) }),
  reply: moved,
});
export const reject = defineEndpoint({
  name: 'transferApply.reject',
  method: 'POST',
  path: 'transferApply/reject',
  access: { code: ['charge:transfer:audit'] },
  kind: 'command',
  preview: true,
  summary: 'Refuses a transfer, with why; its hold is released.',
  request: z.strictObject({ transferNo, auditRemark: reason }),
  reply: moved,
});
export const release = defineEndpoint({
  name: 'transferApply.release',
  method: 'POST',
  path: 'transferApply/release',
  access: { code: ['charge:transfer:payout'] },
  kind: 'command',
  preview: true,
  summary: 'Sends the money of an approved or failed transfer; never its applicant.',
  request: z.strictObject({ transferNo }),
  reply: z.object({ transferNo: z.string(), transferStatus, attemptNo: z.string() }),
});

const some = z.array(transferNo).check(z.minLength(1, 'Choose at least 1'), z.maxLength(200, 'At most 200 at a time'));
export const oneKeyPreview = defineEndpoint({
  name: 'transferApply.oneKeyPreview',
  method: 'POST',
  path: 'transferApply/oneKeyPayout/preview',
  access: { code: ['charge:transfer:payout'] },
  kind: 'query',
  summary: 'All approved transfers that match, at most 200: their total by source, and what is left out.',
  /** All approved that match, or of them those named. */
  request: z.strictObject({ filters: transferFilters, transferNos: z.optional(some) }),
  reply: z.object({
    transferNos: z.array(z.string()),
    totalCents: z.number(),
    sources: z.array(
      z.object({
        sourceAccountId: z.string(),
        sourceAccountName: z.string(),
        transfers: z.number(),
        totalCents: z.number(),
        lowWaterCents: z.number(),
        afterCents: z.number(),
      }),
    ),
    payees: z.array(z.object({ payeeName: z.string(), transfers: z.number(), totalCents: z.number() })),
    /** In the proposed order: those that leave their source above its low-water mark first, the oldest first. */
    items: z.array(
      z.object({
        transferNo: z.string(),
        payeeName: z.string(),
        sourceAccountName: z.string(),
        amountCents: z.number(),
        /** What its source has after it. */
        afterCents: z.number(),
        isBelowLowWater: z.boolean(),
      }),
    ),
    /** Own applications, and those whose source is short. */
    leftOut: z.array(z.object({ transferNo: z.string(), error: z.string(), text: z.string() })),
  }),
});
export const oneKeyPayout = defineEndpoint({
  name: 'transferApply.oneKeyPayout',
  method: 'POST',
  path: 'transferApply/oneKeyPayout',
  access: { code: ['charge:transfer:payout'] },
  kind: 'command',
  preview: true,
  summary: 'Releases approved transfers as a job; the total is typed to confirm.',
  request: z.strictObject({ transferNos: some, totalCents: z.int() }),
  reply: z.object({ jobNo: z.string() }),
});
