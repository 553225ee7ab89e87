import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import {
  businessNo,
  dayRange,
  exportReply,
  exportRequest,
  listReply,
  listRequest,
  peopleFilter,
  reason,
  textFilter,
} from '../list.ts';
import { billPart } from '../money.ts';
import { flowRow } from './payment-reads.ts';
import { billStatus, repayType } from './payment-words.ts';
import { applicationStatus } from './repayment-merge.ts';
import { phoneFilter, repayChannel } from './repayment-words.ts';
import { postedJournal } from '../platform/posted.ts';
import { caseLevel, type CaseScope } from '../collections/collection.ts';
import { systemOf } from '../collections/systems.ts';

export const repayAction = z.enum(['correctAttribution', 'goToRollback', 'settleRollback', 'fullRollback']);
export const rollbackType = z.enum(['SETTLE', 'FULL']);

/** By order a row an application; by bill a row an application and bill. */
export const repayRow = z.object({
  /** The application, or `AP…-B…` for what it paid of one bill. */
  lineNo: z.string(),
  applicationNo: z.string(),
  orderNo: z.string(),
  /** By order, null where it went over all bills. */
  billNo: z.nullable(z.string()),
  termNo: z.nullable(z.number()),
  merchantNo: z.string(),
  /** Masked where the caller is, as is the phone. */
  customerName: z.string(),
  phone: z.string(),
  flowNo: z.string(),
  paymentCode: z.string(),
  paymentChannel: repayChannel,
  /** The payment link, the request on the phone or the order’s account number that it came through; null for none. */
  cameThroughNo: z.nullable(z.string()),
  /** The newest follow-up on the case before the customer paid; the name is null where the robot noted it. */
  contactBeforeAt: z.nullable(z.string()),
  contactBeforeName: z.nullable(z.string()),
  repayTime: z.string(),
  appliedAt: z.string(),
  caseNo: z.nullable(z.string()),
  collectorUserNo: z.nullable(z.string()),
  collectorName: z.nullable(z.string()),
  /** Of the oldest bill that it reached; below 0 before the due date. */
  dpdAtRepay: z.nullable(z.number()),
  appliedCents: z.number(),
  principalCents: z.number(),
  interestCents: z.number(),
  /** All that is neither principal nor interest, the late fee included, and what recovered a loss. */
  feesCents: z.number(),
  lateFeeCents: z.number(),
  /** Waived with it. */
  deductedCents: z.number(),
  couponCents: z.number(),
  /** Of the whole payment, credited to the customer; on the first of its bills. */
  surplusCents: z.number(),
  flowAmountCents: z.number(),
  /** What the bill, or by order all bills that it reached, still owe today. */
  leftOnBillCents: z.number(),
  /** `2 of 3`: which of the bills that the payment reached this one is; null where it is the only one. */
  shareOfFlow: z.nullable(z.string()),
  repayType,
  levelAtRepay: z.nullable(caseLevel),
  billStatus: z.nullable(billStatus),
  applicationStatus,
  rolledBackAt: z.nullable(z.string()),
  rollbackType: z.nullable(rollbackType),
  operatorName: z.nullable(z.string()),
  /** Why it was rolled back. */
  reason: z.nullable(z.string()),
  /** Other bills that the application reached. */
  siblingBillNos: z.array(z.string()),
  appliedToSiblingsCents: z.number(),
  allowedActions: z.array(repayAction),
});
export type RepayRow = z.output<typeof repayRow>;

export const repayFilters = z.strictObject({
  orderNo: textFilter,
  flowNo: textFilter,
  phone: phoneFilter,
  repayTime: dayRange,
  paymentChannel: z.optional(repayChannel),
  repayType: z.optional(repayType),
  collectorUserNos: peopleFilter,
  levelAtRepay: z.optional(caseLevel),
  /** True: those that were rolled back. */
  reversed: z.optional(z.boolean()),
  billNo: textFilter,
  termNo: z.optional(z.string().check(z.trim(), z.regex(/^\d{1,2}$/, 'A number, e.g. 2'))),
  /** True: payments that reached several bills. */
  splitPayments: z.optional(z.boolean()),
  /** True: one line a payment, on the first of its bills. */
  onePerPayment: z.optional(z.boolean()),
  appliedAt: dayRange,
  rolledBackAt: dayRange,
  rollbackType: z.optional(rollbackType),
  /** Who rolled it back. */
  operatorUserNos: peopleFilter,
  /** The payment link, the request on the phone or the order’s account number that it came through. */
  cameThroughNo: z.optional(z.string().check(z.trim(), z.maxLength(64))),
  /** True: paid before the due date. */
  early: z.optional(z.boolean()),
});
export const REPAY_SORTS = ['appliedAt', 'rolledBackAt'] as const;

/** What is credited: named in one of three ways. */
const credited = {
  /** Repayments as the list names them. */
  lineNos: z.optional(
    z.array(businessNo).check(z.minLength(1, 'Choose at least 1'), z.maxLength(500, 'At most 500 at a time')),
  ),
  /** All live repayments of these cases. */
  caseIds: z.optional(
    z.array(businessNo).check(z.minLength(1, 'Choose at least 1'), z.maxLength(100, 'At most 100 at a time')),
  ),
  /** All that these applications paid in this collection system. */
  applicationNos: z.optional(
    z.array(businessNo).check(z.minLength(1, 'Choose at least 1'), z.maxLength(100, 'At most 100 at a time')),
  ),
};

const attributionForm = z
  .strictObject({
    ...credited,
    /** Who had the case, if only for a while. */
    collectionUserNo: businessNo,
    reason,
  })
  .check(
    z.refine(
      ({ lineNos, caseIds, applicationNos }) => [lineNos, caseIds, applicationNos].filter(Boolean).length === 1,
      {
        path: ['lineNos'],
        message: 'Please choose',
      },
    ),
  );

/** Repayments of one system: by order, or bill by bill. */
function caseRepayEndpoints(scope: CaseScope) {
  const { page, code, name, prefix } = systemOf(scope);
  const screen = scope === 'ORDER' ? '/AdminContent/CollectionSystem/repaymentDetails' : page('RepaymentDetails');
  const seen = { page: [screen] };
  return {
    page: defineEndpoint({
      name: name('caseRepay', 'page'),
      method: 'POST',
      path: `caseRepay/${prefix}page`,
      access: seen,
      kind: 'query',
      summary: 'Repayments on what is in collection, with the collector they are credited to; the newest first',
      request: listRequest(repayFilters, REPAY_SORTS),
      reply: listReply(repayRow),
    }),
    summary: defineEndpoint({
      name: name('caseRepay', 'summary'),
      method: 'POST',
      path: `caseRepay/${prefix}summary`,
      access: seen,
      kind: 'query',
      summary: 'Sums of the filtered repayments that are live, those rolled back counted apart',
      request: z.strictObject({ filters: repayFilters }),
      reply: z.object({
        count: z.number(),
        reversed: z.number(),
        appliedCents: z.number(),
        /** Of it, credited to nobody. */
        uncreditedCents: z.number(),
      }),
    }),
    detail: defineEndpoint({
      name: name('caseRepay', 'detail'),
      method: 'GET',
      path: `caseRepay/${prefix}{lineNo}`,
      access: seen,
      kind: 'query',
      summary: 'A repayment: its payment over bills and components, journals, promise, contact and assignments',
      request: z.strictObject({ lineNo: businessNo }),
      reply: z.object({
        row: repayRow,
        /** In the order in which they were paid: the oldest bill first, each bill as its terms say. */
        parts: z.array(billPart),
        /** What of it recovered bills that were charged off. */
        recoveredCents: z.number(),
        flow: flowRow,
        /** How the customer was led to pay: a payment link, a request on the phone, the order’s account number. */
        cameThrough: z.object({
          linkNo: z.nullable(z.string()),
          promptNo: z.nullable(z.string()),
          virtualNo: z.nullable(z.string()),
        }),
        /** What closed the rest of its bills: waivers and coupons. */
        closers: z.array(z.object({ kind: z.enum(['DEDUCTION', 'COUPON']), no: z.string(), amountCents: z.number() })),
        /** The promise it kept or broke; null where none was open. */
        promise: z.nullable(
          z.object({
            promiseNo: z.string(),
            amountCents: z.number(),
            promisedRepaymentTime: z.string(),
            promiseStatus: z.string(),
          }),
        ),
        /** The last contact before the payment. */
        contact: z.nullable(z.object({ at: z.string(), realName: z.string(), actionCode: z.string() })),
        assignments: z.array(
          z.object({
            userNo: z.string(),
            collectorName: z.string(),
            caseLevel,
            assignedAt: z.string(),
            endedAt: z.nullable(z.string()),
          }),
        ),
        journals: z.array(postedJournal),
      }),
    }),
    exportList: defineEndpoint({
      name: name('caseRepay', 'export'),
      method: 'POST',
      path: `caseRepay/${prefix}export`,
      access: seen,
      kind: 'command',
      summary: 'The filtered or the selected repayments as a file, made by a job',
      request: exportRequest(repayFilters, REPAY_SORTS),
      reply: exportReply,
    }),
    correct: defineEndpoint({
      name: name('caseRepay', 'attributionApply'),
      method: 'POST',
      path: `caseRepay/${prefix}attribution/apply`,
      access: code('attribution:update'),
      kind: 'command',
      preview: true,
      summary: 'Asks to credit repayments to another collector who had the case; somebody else decides it',
      request: attributionForm,
      reply: z.object({ changeNo: z.string(), jobNo: z.optional(z.null()) }),
    }),
    /** People a repayment may be credited to. */
    collectors: defineEndpoint({
      name: name('caseRepay', 'collectors'),
      method: 'POST',
      path: `caseRepay/${prefix}collectors`,
      access: code('attribution:update'),
      kind: 'query',
      summary: 'Who had the cases of these repayments, if only for a while',
      request: z.strictObject(credited),
      reply: z.array(z.object({ userNo: z.string(), realName: z.string(), cases: z.number() })),
    }),
  };
}

export const byOrder = caseRepayEndpoints('ORDER');
export const byBill = caseRepayEndpoints('BILL');

/** Errors: NOT_FOUND, FORBIDDEN without the code of a system that is named, CREDIT_OTHER_SYSTEM, CHANGE_WAITING, and of `correct`. */
export const correctBoth = defineEndpoint({
  name: 'caseRepay.attributionApplyBoth',
  method: 'POST',
  path: 'caseRepay/attribution/applyBoth',
  access: { code: ['collection:attribution:update', 'collectionStage:attribution:update'] },
  kind: 'command',
  preview: true,
  summary:
    'As attribution/apply over both collection systems: applications of each are credited to a collector of its own',
  request: z.strictObject({
    applicationNos: z
      .array(businessNo)
      .check(z.minLength(1, 'Choose at least 1'), z.maxLength(100, 'At most 100 at a time')),
    /** Of what was worked by order; needed where any of it was. */
    orderCollectorUserNo: z.optional(z.nullable(businessNo)),
    /** Of what was worked bill by bill. */
    billCollectorUserNo: z.optional(z.nullable(businessNo)),
    reason,
  }),
  reply: z.object({
    /** The first request; each system has one of its own. */
    changeNo: z.string(),
    changeNos: z.array(z.string()),
    jobNo: z.optional(z.null()),
  }),
});
