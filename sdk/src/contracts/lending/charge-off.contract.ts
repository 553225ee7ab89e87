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

/** Of a payment's use, as in `payments/repayment-merge.ts`, a storey above. */
const applicationStatus = z.enum(['LIVE', 'ROLLED_BACK']);

export const chargeOffStatus = z.enum(['PENDING', 'APPROVED', 'REJECTED', 'CANCELLED']);

const row = z.object({
  chargeOffNo: z.string(),
  orderNo: z.string(),
  merchantNo: z.string(),
  billNos: z.array(z.string()),
  reason: z.string(),
  chargeOffStatus,
  /** Null until it is approved. */
  lossCents: z.nullable(z.number()),
  /** What of it came back since. */
  recoveredCents: z.nullable(z.number()),
  businessDate: z.nullable(z.string()),
  applicantName: z.string(),
  auditorName: z.nullable(z.string()),
  decisionReason: z.nullable(z.string()),
  createdAt: z.string(),
  decidedAt: z.nullable(z.string()),
  /** Who asked to take it back, while that waits. */
  cancelRequestedByName: z.nullable(z.string()),
  cancelReason: z.nullable(z.string()),
  allowedActions: z.array(z.enum(['approve', 'reject', 'cancel'])),
});

export type ChargeOffRow = z.output<typeof row>;

const recovery = z.object({
  applicationNo: z.string(),
  orderNo: z.string(),
  flowNo: z.string(),
  paymentCode: z.string(),
  paymentChannel: z.string(),
  /** Masked as the caller is. */
  customerName: z.string(),
  /** Recovery income, up to what was charged off. */
  recoveredCents: z.number(),
  /** What was more than the loss, the customer’s credit. */
  surplusCents: z.number(),
  /** Of the order’s losses, what is still claimed. */
  claimCents: z.number(),
  repayTime: z.string(),
  appliedAt: z.string(),
  applicationStatus,
});
export type RecoveryRow = z.output<typeof recovery>;

const state = z.object({
  chargeOffNo: z.string(),
  chargeOffStatus,
  lossCents: z.nullable(z.number()),
});

/** What a loan owes, by IFRS 9: gross, days past due of its oldest bill, and what is provided; null without approved rates. */
const standing = {
  grossCents: z.number(),
  dpd: z.number(),
  provisionCents: z.nullable(z.number()),
};
const provision = z.object({
  /** The first day of the rates; null where none are approved yet. */
  ratesFrom: z.nullable(z.string()),
  lossCents: z.number(),
  now: z.object(standing),
  /** With the loss recognised: what was charged off is provided for no more. */
  after: z.object(standing),
  /** Were the oldest bill paid instead. */
  oldestCured: z.nullable(z.object({ termNo: z.number(), ...standing })),
  bills: z.array(
    z.object({
      billNo: z.string(),
      termNo: z.number(),
      grossCents: z.number(),
      provisionCents: z.nullable(z.number()),
      isLost: z.boolean(),
    }),
  ),
});

const SYSTEMS = {
  ORDER: {
    area: 'collection',
    prefix: '',
    name: 'chargeOff',
    page: '/AdminContent/CollectionSystem/BadDebtManagement',
  },
  BILL: {
    area: 'collectionStage',
    prefix: 'stage/',
    name: 'chargeOffStage',
    page: '/AdminContent/CollectionSystemNew/BadDebtManagementNew',
  },
} as const;

const filters = z.strictObject({
  orderNo: textFilter,
  chargeOffStatus: z.optional(chargeOffStatus),
  /** True: only those whose cancellation waits. */
  isCancelWaiting: z.optional(z.boolean()),
});
const recoveryFilters = z.strictObject({
  orderNo: textFilter,
  flowNo: textFilter,
  appliedAt: dayRange,
  reversed: z.optional(z.boolean()),
});
const several = z
  .array(businessNo)
  .check(z.minLength(1, 'Choose at least 1'), z.maxLength(500, 'At most 500 at a time'));
const SORTS = ['createdAt'] as const;
const RECOVERY_SORTS = ['appliedAt'] as const;

/** Losses of one system: whole orders, or bills. */
function chargeOffEndpoints(system: keyof typeof SYSTEMS) {
  const { area, prefix, name, page } = SYSTEMS[system];
  return {
    page: defineEndpoint({
      name: `${name}.page`,
      method: 'POST',
      path: `badDebt/${prefix}chargeOff/page`,
      access: { page: [page] },
      kind: 'query',
      summary: 'Losses that were requested, and what was recovered of them',
      request: listRequest(filters, SORTS),
      reply: listReply(row),
    }),
    exportList: defineEndpoint({
      name: `${name}.export`,
      method: 'POST',
      path: `badDebt/${prefix}chargeOff/export`,
      access: { page: [page] },
      kind: 'command',
      summary: 'The filtered or the selected losses as a file, made by a job',
      request: exportRequest(filters, SORTS),
      reply: exportReply,
    }),
    recoveries: defineEndpoint({
      name: `${name}.recoveryPage`,
      method: 'POST',
      path: `badDebt/${prefix}recovery/page`,
      access: { page: [page] },
      kind: 'query',
      summary: 'Payments that recovered losses, live and rolled back; the newest first',
      request: listRequest(recoveryFilters, RECOVERY_SORTS),
      reply: listReply(recovery),
    }),
    recoveryExport: defineEndpoint({
      name: `${name}.recoveryExport`,
      method: 'POST',
      path: `badDebt/${prefix}recovery/export`,
      access: { page: [page] },
      kind: 'command',
      summary: 'The filtered or the selected payments that recovered losses as a file, made by a job',
      request: exportRequest(recoveryFilters, RECOVERY_SORTS),
      reply: exportReply,
    }),
    apply: defineEndpoint({
      name: `${name}.apply`,
      method: 'POST',
      path: `badDebt/${prefix}chargeOff/apply`,
      access: { code: [`${area}:chargeOff:apply`] },
      kind: 'command',
      preview: true,
      summary: 'Asks to recognise bills in the bad-debt pool as a loss; somebody else decides it',
      request: z.strictObject({
        orderNo: businessNo,
        /** None: every active bill of the order; by bill, those whose case is in the pool. */
        billNos: z.optional(z.array(businessNo).check(z.minLength(1), z.maxLength(60))),
        /** Older bills of the order that are owed stay in collection, knowingly. */
        leavesOlder: z.optional(z.boolean()),
        reason,
      }),
      reply: state,
    }),
    provision: defineEndpoint({
      name: `${name}.provision`,
      method: 'POST',
      path: `badDebt/${prefix}chargeOff/provision`,
      access: { page: [page] },
      kind: 'query',
      summary:
        'The provision of an order now, after a loss on these bills, and were its oldest bill paid. ORDER_NOT_FOUND',
      request: z.strictObject({
        orderNo: businessNo,
        /** None: every active bill of the order. */
        billNos: z.optional(z.array(businessNo).check(z.minLength(1), z.maxLength(60))),
        /** In the place of bills: those whose case is in the pool. */
        isPool: z.optional(z.boolean()),
      }),
      reply: provision,
    }),
    check: defineEndpoint({
      name: `${name}.check`,
      method: 'POST',
      path: `badDebt/${prefix}chargeOff/check`,
      access: { code: [`${area}:chargeOff:audit`] },
      kind: 'command',
      preview: true,
      summary: 'Decides a loss, or its cancellation where one was asked for',
      request: z.strictObject({
        chargeOffNo: businessNo,
        isApproved: z.boolean(),
        /** A rejection gives one. */
        reason: z.optional(reason),
      }),
      reply: state,
    }),
    applyMany: defineEndpoint({
      name: `${name}.applyMany`,
      method: 'POST',
      path: `badDebt/${prefix}chargeOff/applyMany`,
      access: { code: [`${area}:chargeOff:apply`] },
      kind: 'command',
      summary: 'Asks to recognise the losses of cases in the bad-debt pool, by a job, one request an order',
      request: z.strictObject({ caseIds: several, leavesOlder: z.optional(z.boolean()), reason }),
      reply: exportReply,
    }),
    checkMany: defineEndpoint({
      name: `${name}.checkMany`,
      method: 'POST',
      path: `badDebt/${prefix}chargeOff/checkMany`,
      access: { code: [`${area}:chargeOff:audit`] },
      kind: 'command',
      summary: 'Decides many losses and cancellations by a job, each in a transaction; one’s own fail',
      request: z.strictObject({ chargeOffNos: several, isApproved: z.boolean(), reason: z.optional(reason) }).check(
        z.refine(({ isApproved, reason: why }) => isApproved || why !== undefined, {
          path: ['reason'],
          message: 'Content cannot be blank',
        }),
      ),
      reply: exportReply,
    }),
    cancel: defineEndpoint({
      name: `${name}.cancel`,
      method: 'POST',
      path: `badDebt/${prefix}chargeOff/cancel`,
      access: { code: [`${area}:chargeOff:apply`] },
      kind: 'command',
      preview: true,
      summary: 'Asks to take a loss back in the month it was recognised in; somebody else decides it',
      request: z.strictObject({ chargeOffNo: businessNo, reason }),
      reply: state,
    }),
  };
}

export const byOrder = chargeOffEndpoints('ORDER');
export const byBill = chargeOffEndpoints('BILL');
