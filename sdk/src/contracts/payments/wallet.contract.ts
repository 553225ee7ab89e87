import * as z from 'zod/mini';
import { batchAsked, someOf } from '../platform/batch.ts';
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

const seen = { page: ['/AdminContent/AfterLoanSystem/WalletRecords'] } as const;

export const withdrawStatus = z.enum(['REQUESTED', 'IN_PROGRESS', 'SUCCESS', 'FAILED', 'CANCELLED']);
export const rewardType = z.enum(['INVITATION', 'FIRST_LOAN', 'ON_TIME', 'TASK']);
export const withdrawalAction = z.enum(['retry', 'cancel']);
const withdrawNo = z.string().check(z.regex(/^WW\d+$/));
const phone = z.string().check(z.trim(), z.regex(/^254\d{9}$/, '254 plus 9 digits, e.g. 254712345678'));

export const withdrawalRow = z.object({
  withdrawNo: z.string(),
  merchantNo: z.string(),
  customerNo: z.string(),
  /** Masked where the caller is. */
  customerName: z.string(),
  /** Masked. */
  phone: z.string(),
  /** The phone that is paid, masked. */
  eWalletAccount: z.string(),
  amountCents: z.number(),
  /** Nothing is charged for a withdrawal. */
  feeCents: z.number(),
  withdrawStatus,
  /** Of the newest attempt. */
  failCode: z.nullable(z.string()),
  failReason: z.nullable(z.string()),
  attemptCount: z.number(),
  cancelReason: z.nullable(z.string()),
  createTime: z.string(),
  successTime: z.nullable(z.string()),
  version: z.number(),
  allowedActions: z.array(withdrawalAction),
});
export type WithdrawalRow = z.output<typeof withdrawalRow>;

export const withdrawalFilters = z.strictObject({
  withdrawNo: textFilter,
  customerNo: z.optional(businessNo),
  /** Exact. */
  phone: z.optional(phone),
  customerName: textFilter,
  withdrawStatus: z.optional(withdrawStatus),
  failCode: textFilter,
  createTime: dayRange,
  amountCents: centsRange,
});
export type WithdrawalFilters = z.output<typeof withdrawalFilters>;

const WITHDRAWAL_SORTS = ['createTime', 'amountCents'] as const;

export const withdrawalPage = defineEndpoint({
  name: 'wallet.withdrawalPage',
  method: 'POST',
  path: 'wallet/withdrawal/page',
  access: seen,
  kind: 'query',
  summary: 'Withdrawals from customers’ wallets, the newest first.',
  request: listRequest(withdrawalFilters, WITHDRAWAL_SORTS),
  reply: listReply(withdrawalRow),
});

export const withdrawalExport = defineEndpoint({
  name: 'wallet.withdrawalExport',
  method: 'POST',
  path: 'wallet/withdrawal/export',
  access: { code: ['afterLoan:wallet:export'] },
  kind: 'command',
  summary: 'The filtered or the selected withdrawals as a file, made by a job',
  request: exportRequest(withdrawalFilters, WITHDRAWAL_SORTS),
  reply: exportReply,
});

export const withdrawal = defineEndpoint({
  name: 'wallet.withdrawal',
  method: 'GET',
  path: 'wallet/withdrawal/{withdrawNo}',
  access: { code: ['afterLoan:wallet:query'] },
  kind: 'query',
  summary: 'A withdrawal with its journals; its attempts are those of its number.',
  request: z.object({ withdrawNo }),
  reply: z.object({ row: withdrawalRow, journalIds: z.array(z.number()) }),
});

const moved = z.object({ withdrawNo: z.string(), withdrawStatus });
export const retry = defineEndpoint({
  name: 'wallet.retry',
  method: 'POST',
  path: 'wallet/withdrawal/retry',
  access: { code: ['afterLoan:walletWithdrawal:retry'] },
  kind: 'command',
  preview: true,
  summary: 'Pays a failed withdrawal again, by a new attempt.',
  request: z.strictObject({ withdrawNo }),
  reply: z.object({ withdrawNo: z.string(), withdrawStatus, attemptNo: z.string() }),
});
export const cancel = defineEndpoint({
  name: 'wallet.cancel',
  method: 'POST',
  path: 'wallet/withdrawal/cancel',
  access: { code: ['afterLoan:walletWithdrawal:cancel'] },
  kind: 'command',
  preview: true,
  summary: 'Gives a failed withdrawal up; its hold is released.',
  request: z.strictObject({ withdrawNo, reason }),
  reply: moved,
});

export const request = defineEndpoint({
  name: 'wallet.request',
  method: 'POST',
  path: 'wallet/withdrawal/request',
  access: { code: ['afterLoan:walletWithdrawal:submit'] },
  kind: 'command',
  preview: true,
  summary: 'Asks for money out of a wallet for a customer, to the phone we know; the amount is held.',
  request: z.strictObject({
    customerNo: businessNo,
    amountCents: z.int().check(z.minimum(1, 'Must be above 0')),
    reason,
  }),
  reply: moved,
});
export const grant = defineEndpoint({
  name: 'wallet.grant',
  method: 'POST',
  path: 'wallet/reward/grant',
  access: { code: ['afterLoan:wallet:grant'] },
  kind: 'command',
  preview: true,
  summary: 'Asks to put a reward into a customer’s wallet, once a cause; another person agrees.',
  request: z.strictObject({
    customerNo: businessNo,
    rewardType,
    /** What it is for: an order, a promise made by phone. */
    causeNo: businessNo,
    amountCents: z.int().check(z.minimum(1, 'Must be above 0'), z.maximum(250_000_00)),
    reason,
  }),
  reply: z.object({ changeNo: z.string() }),
});

const batch = (action: 'batchRetry' | 'batchCancel', summary: string) =>
  defineEndpoint({
    name: `wallet.${action}`,
    method: 'POST',
    path: `wallet/withdrawal/${action}`,
    access: { code: ['afterLoan:walletBatch:run'] },
    kind: 'command',
    preview: true,
    summary,
    request: z.strictObject({ withdrawNos: someOf(withdrawNo), reason }),
    reply: batchAsked,
  });
export const batchRetry = batch(
  'batchRetry',
  'Asks to pay failed withdrawals again; once another person agrees they are a job.',
);
export const batchCancel = batch(
  'batchCancel',
  'Asks to give failed withdrawals up; once another person agrees they are a job.',
);

export const rewardRow = z.object({
  rewardNo: z.string(),
  merchantNo: z.string(),
  customerNo: z.string(),
  /** Masked where the caller is. */
  customerName: z.string(),
  rewardType,
  /** Masked. */
  inviteePhone: z.nullable(z.string()),
  sourceOrderNo: z.nullable(z.string()),
  amountCents: z.number(),
  /** The wallet's balance with it. */
  walletBalanceCents: z.number(),
  grantTime: z.string(),
  /** The loan that it was for is open again, and the wallet still had it. */
  isTakenBack: z.boolean(),
});

const rewardFilters = z.strictObject({
  rewardNo: textFilter,
  rewardType: z.optional(rewardType),
  customerNo: z.optional(businessNo),
  /** Of the wallet's owner, exact. */
  phone: z.optional(phone),
  customerName: textFilter,
  amountCents: centsRange,
  grantTime: dayRange,
});
const REWARD_SORTS = ['grantTime', 'amountCents'] as const;

export const rewardPage = defineEndpoint({
  name: 'wallet.rewardPage',
  method: 'POST',
  path: 'wallet/reward/page',
  access: seen,
  kind: 'query',
  summary: 'Rewards that fed wallets, the newest first.',
  request: listRequest(rewardFilters, REWARD_SORTS),
  reply: listReply(rewardRow),
});
export type RewardRow = z.output<typeof rewardRow>;

export const rewardExport = defineEndpoint({
  name: 'wallet.rewardExport',
  method: 'POST',
  path: 'wallet/reward/export',
  access: { code: ['afterLoan:wallet:export'] },
  kind: 'command',
  summary: 'The filtered or the selected rewards as a file, made by a job',
  request: exportRequest(rewardFilters, REWARD_SORTS),
  reply: exportReply,
});

export const statement = defineEndpoint({
  name: 'wallet.statement',
  method: 'GET',
  path: 'wallet/{customerNo}',
  access: { code: ['afterLoan:wallet:query'] },
  kind: 'query',
  summary: 'A wallet: what it has, what is held, and each posting with the running balance.',
  request: z.object({ customerNo: businessNo }),
  reply: z.object({
    customerNo: z.string(),
    balanceCents: z.number(),
    heldCents: z.number(),
    /** The newest 500, oldest first. */
    lines: z.array(
      z.object({
        journalId: z.number(),
        businessDate: z.string(),
        /** `WALLET_REWARD`, `PAYOUT_SENT` …; a mirror has its original's. */
        kind: z.string(),
        reversesId: z.nullable(z.number()),
        causeNo: z.string(),
        /** + into the wallet, − out of it. */
        amountCents: z.number(),
        balanceCents: z.number(),
      }),
    ),
  }),
});

/** Why wallets hang together: one device, one payee, or an invitation. */
export const ringReason = z.enum(['DEVICE', 'PAYEE', 'INVITEE']);

export const rings = defineEndpoint({
  name: 'wallet.rings',
  method: 'GET',
  path: 'wallet/rings',
  access: seen,
  kind: 'query',
  summary: 'Wallets rewarded in the last 90 days that share a device, a payee or an invitation, most money first',
  request: z.strictObject({
    /** Those that this wallet is in. */
    customerNo: z.optional(businessNo),
  }),
  reply: z.object({
    /** At most 50. */
    rings: z.array(
      z.object({
        because: z.array(ringReason),
        memberCount: z.number(),
        /** Of the last 90 days. */
        rewardCents: z.number(),
        balanceCents: z.number(),
        /** Of the balance: what is on its way out. */
        heldCents: z.number(),
        /** At most 50. */
        members: z.array(
          z.object({
            customerNo: z.string(),
            /** Masked where the caller is. */
            customerName: z.string(),
            /** Masked. */
            phone: z.string(),
            rewardCents: z.number(),
            balanceCents: z.number(),
            heldCents: z.number(),
          }),
        ),
      }),
    ),
  }),
});
