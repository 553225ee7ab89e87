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
  selected,
  textFilter,
} from '../list.ts';
import { ruleId } from '../platform/rule-family.ts';
import { approvalMode } from './waiver-strategy.contract.ts';
import { billPart, cents, component, componentAmounts } from '../money.ts';

/** As in `collections/collection.ts`, a storey above. */
const caseLevel = z.enum(['S0', 'S1', 'S2', 'S3', 'S4', 'S5']);

export const deductionStatus = z.enum(['PENDING', 'APPROVED', 'REJECTED', 'APPLIED', 'LAPSED', 'REVERSED']);

/** So much of one component; 0 and what is never waived are let through to be refused by name. */
const item = z.strictObject({ billNo: businessNo, component, amountCents: cents });
const items = z.array(item).check(z.minLength(1), z.maxLength(60));

const applyForm = z.strictObject({
  orderNo: businessNo,
  items,
  /** A code of DEDUCTION_REASON. */
  reason: z.string().check(z.trim(), z.minLength(1, 'All options must be filled'), z.maxLength(64)),
  /** What the customer says they will pay. */
  expectedPayCents: z.optional(cents),
  remark: reason,
});
export type DeductionForm = z.output<typeof applyForm>;

const deductionAction = z.enum(['approve', 'reject']);

const row = z.object({
  deductionNo: z.string(),
  orderNo: z.string(),
  billNo: z.string(),
  termNo: z.number(),
  merchantNo: z.string(),
  /** The newest case of the bill; null where nobody worked it yet. */
  caseNo: z.nullable(z.string()),
  caseLevel: z.nullable(caseLevel),
  /** Masked as the caller is. */
  customerName: z.string(),
  /** What settles the bill, and what earlier bills of the order owe, as charged last. */
  payoffCents: z.number(),
  olderDueCents: z.number(),
  reason: z.string(),
  /** The strategy that it is within, its cap on a bill and how it approves; null: outside any. */
  strategyNo: z.nullable(z.string()),
  strategyName: z.nullable(z.string()),
  strategyCapCents: z.nullable(z.number()),
  approvalMode: z.nullable(approvalMode),
  remark: z.nullable(z.string()),
  requestedCents: z.number(),
  /** Null until it is approved. */
  approvedCents: z.nullable(z.number()),
  expectedPayCents: z.nullable(z.number()),
  amounts: componentAmounts,
  deductionStatus,
  applicantUserNo: z.string(),
  applicantName: z.string(),
  auditorName: z.nullable(z.string()),
  appliedAt: z.string(),
  decidedAt: z.nullable(z.string()),
  decisionReason: z.nullable(z.string()),
  /** 23:59 EAT of the day it was approved on. */
  lapsesAt: z.nullable(z.string()),
  applicationNo: z.nullable(z.string()),
  allowedActions: z.array(deductionAction),
});

export type DeductionRow = z.output<typeof row>;

const decided = z.object({
  deductionNo: z.string(),
  deductionStatus,
  approvedCents: z.nullable(z.number()),
  lapsesAt: z.nullable(z.string()),
});

const filters = z.strictObject({
  deductionNo: textFilter,
  orderNo: textFilter,
  billNo: textFilter,
  deductionStatus: z.optional(deductionStatus),
  reason: textFilter,
  applicantUserNos: peopleFilter,
  appliedAt: dayRange,
  caseLevel: z.optional(caseLevel),
  lapsesToday: z.optional(z.boolean()),
  strategyNo: z.optional(ruleId),
  outsideStrategy: z.optional(z.boolean()),
});
const SORTS = ['appliedAt', 'lapsesAt'] as const;

const SYSTEMS = {
  ORDER: {
    area: 'collection',
    prefix: '',
    name: 'deduction',
    page: '/AdminContent/CollectionSystem/DeductionAmountManagement',
  },
  BILL: {
    area: 'collectionStage',
    prefix: 'stage/',
    name: 'deductionStage',
    page: '/AdminContent/CollectionSystemNew/DeductionAmountManagementNew',
  },
} as const;

/** Waivers of one system: of orders that are collected whole, or bill by bill. */
function deductionEndpoints(system: keyof typeof SYSTEMS) {
  const { area, prefix, name, page } = SYSTEMS[system];
  const applies = { code: [`${area}:deduction:apply`] };
  const decides = { code: [`${area}:deduction:audit`] };
  return {
    page: defineEndpoint({
      name: `${name}.page`,
      method: 'POST',
      path: `caseExemption/${prefix}page`,
      access: { page: [page] },
      kind: 'query',
      summary: 'Waivers that were requested, those that expire first on top',
      request: listRequest(filters, SORTS),
      reply: listReply(row),
    }),
    detail: defineEndpoint({
      name: `${name}.detail`,
      method: 'GET',
      path: `caseExemption/${prefix}{deductionNo}`,
      access: { page: [page] },
      kind: 'query',
      summary: 'One waiver: each component asked for beside what it owes, and the order’s other waivers',
      request: z.object({ deductionNo: businessNo }),
      reply: z.extend(row, {
        /** What the bill owes, component by component, and what is asked of each. */
        parts: z.array(
          z.object({
            component,
            requestedCents: z.number(),
            /** What the bill owes of it today. */
            outstandingCents: z.number(),
            /** What its strategy lets be waived of it; null outside of one. */
            strategyCents: z.nullable(z.number()),
          }),
        ),
        /** All bills of the order. */
        orderBills: z.array(
          z.object({
            billNo: z.string(),
            termNo: z.number(),
            dueDate: z.string(),
            billStatus: z.enum(['ACTIVE', 'SETTLED', 'ROLLED_OVER', 'CHARGED_OFF', 'VOID']),
            outstandingCents: z.number(),
          }),
        ),
        /** What was waived on bills of the same product and level in 90 days, and whether it was paid. */
        like: z.object({
          approved: z.number(),
          applied: z.number(),
          lapsed: z.number(),
          /** Of a waiver that was approved; null where none was. */
          averageCents: z.nullable(z.number()),
        }),
        /** The most that the caller may waive on a bill; null: nothing. */
        capCents: z.nullable(z.number()),
        /** Of its strategy: what may be waived by it in a day, and what is left of that today; null outside of one. */
        budget: z.nullable(z.object({ dailyCents: z.number(), leftCents: z.number() })),
        /** Other waivers of the same customer, the newest first. */
        others: z.array(
          z.object({
            deductionNo: z.string(),
            orderNo: z.string(),
            billNo: z.string(),
            requestedCents: z.number(),
            deductionStatus,
            appliedAt: z.string(),
          }),
        ),
        /** What was paid on the order, the newest first. */
        payments: z.array(
          z.object({
            applicationNo: z.string(),
            appliedAt: z.string(),
            appliedCents: z.number(),
            repayType: z.string(),
            isRolledBack: z.boolean(),
          }),
        ),
        /** What the customer promised on the case. */
        promises: z.array(
          z.object({
            promiseNo: z.string(),
            amountCents: z.number(),
            promisedRepaymentTime: z.string(),
            promiseStatus: z.string(),
          }),
        ),
      }),
    }),
    exportList: defineEndpoint({
      name: `${name}.export`,
      method: 'POST',
      path: `caseExemption/${prefix}export`,
      access: { page: [page] },
      kind: 'command',
      summary: 'The filtered or the selected waivers as a file, made by a job',
      request: exportRequest(filters, SORTS),
      reply: exportReply,
    }),
    decideMany: defineEndpoint({
      name: `${name}.decideMany`,
      method: 'POST',
      path: `caseExemption/${prefix}decideMany`,
      access: decides,
      kind: 'command',
      summary: 'Decides many waivers by a job, each in a transaction; one’s own fail',
      request: z.strictObject({ deductionNos: selected, isApproved: z.boolean(), reason: z.optional(reason) }).check(
        z.refine(({ isApproved, reason: why }) => isApproved || why !== undefined, {
          path: ['reason'],
          message: 'Content cannot be blank',
        }),
      ),
      reply: z.object({ jobNo: z.string() }),
    }),
    quote: defineEndpoint({
      name: `${name}.quote`,
      method: 'POST',
      path: `caseExemption/${prefix}quote`,
      access: { code: [`${area}:deduction:apply`, `${area}:deduction:audit`] },
      kind: 'query',
      summary: 'What may be waived of an order, a component each, and by whom: the role’s cap',
      request: z.strictObject({ orderNo: businessNo }),
      reply: z.object({
        /** The most this person may waive on a bill; null: nothing. */
        capCents: z.nullable(z.number()),
        bills: z.array(
          z.object({
            billNo: z.string(),
            payoffCents: z.number(),
            outstanding: componentAmounts,
            /** Without principal and excise. */
            waivable: z.array(billPart),
            /** A waiver that waits or holds already. */
            openDeductionNo: z.nullable(z.string()),
          }),
        ),
      }),
    }),
    apply: defineEndpoint({
      name: `${name}.apply`,
      method: 'POST',
      path: `caseExemption/${prefix}apply`,
      access: applies,
      kind: 'command',
      preview: true,
      summary: 'Asks for a waiver, one a bill; somebody else decides it',
      request: applyForm,
      reply: z.object({ deductionNos: z.array(z.string()) }),
    }),
    approve: defineEndpoint({
      name: `${name}.approve`,
      method: 'POST',
      path: `caseExemption/${prefix}approve`,
      access: decides,
      kind: 'command',
      preview: true,
      summary: 'Agrees to a waiver, or to less of it, until 23:59 EAT; nothing is posted yet',
      request: z.strictObject({
        deductionNo: businessNo,
        /** Where it is less than what was requested: all of it, a component each. */
        items: z.optional(z.array(z.strictObject({ component, amountCents: cents })).check(z.minLength(1))),
        reason: z.optional(reason),
      }),
      reply: decided,
    }),
    reject: defineEndpoint({
      name: `${name}.reject`,
      method: 'POST',
      path: `caseExemption/${prefix}reject`,
      access: decides,
      kind: 'command',
      preview: true,
      summary: 'Refuses a waiver',
      request: z.strictObject({ deductionNo: businessNo, reason }),
      reply: decided,
    }),
  };
}

export const byOrder = deductionEndpoints('ORDER');
export const byBill = deductionEndpoints('BILL');
