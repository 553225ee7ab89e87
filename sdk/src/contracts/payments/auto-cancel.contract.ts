import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo } from '../list.ts';
import { defineSimulatedRuleFamily, productNos, ruleName } from '../platform/rule-family.ts';

/** Of which orders a rule speaks. */
export const cancelledStatus = z.enum(['PENDING_DISBURSEMENT', 'DISBURSE_FAILED']);

const fields = {
  ruleName,
  productNos,
  orderStatus: cancelledStatus,
  /** Hours in that status. */
  waitHours: z.int().check(z.minimum(1, '1 to 720'), z.maximum(720, '1 to 720')),
  /** For failed orders only: the channel's codes. An empty list matches any code. */
  failCodes: z.array(z.string().check(z.trim(), z.minLength(1), z.maxLength(32))).check(z.maxLength(50)),
  /** Failed orders alone: cancelled once disbursement was attempted so often. */
  maxAttempts: z.nullable(z.int().check(z.minimum(1, '1 to 10'), z.maximum(10, '1 to 10'))),
  /** What its customers are written: a template of the node ORDER_CANCELLED. Null: what the node says, where it is on. */
  notifyTemplateNo: z._default(z.nullable(businessNo), null),
};
/** When unpaid orders are cancelled without a person. */
export const autoCancelRule = z.strictObject(fields).check(
  z.refine(({ orderStatus, maxAttempts }) => (orderStatus === 'DISBURSE_FAILED') === (maxAttempts !== null), {
    error: 'All options must be filled',
    path: ['maxAttempts'],
  }),
  z.refine(({ orderStatus, failCodes }) => orderStatus === 'DISBURSE_FAILED' || failCodes.length === 0, {
    error: 'For failed disbursements only',
    path: ['failCodes'],
  }),
);
export type AutoCancelRule = z.output<typeof autoCancelRule>;

const family = defineSimulatedRuleFamily({
  name: 'autoCancel',
  path: 'payManage/autoCancel',
  page: '/AdminContent/AfterLoanSystem/AutomaticLoanCancelConfig',
  codes: { save: 'afterLoan:autoCancel:save', state: 'afterLoan:autoCancel:save', audit: 'afterLoan:autoCancel:audit' },
  fields: { ...fields, productNames: z.array(z.string()) },
  filters: { orderStatus: z.optional(cancelledStatus) },
  value: autoCancelRule,
});
export type AutoCancelRow = z.output<typeof family.row>;
export const { page, exportList, detail, save, state, dryRun, runPage } = family;

const PAGES = [
  '/AdminContent/AfterLoanSystem/AutomaticLoanCancelConfig',
  '/AdminContent/AfterLoanSystem/AutoSettlementConfig',
  '/AdminContent/AfterLoanSystem/LoanRouting',
] as const;
export const products = defineEndpoint({
  name: 'autoCancel.products',
  method: 'GET',
  path: 'payManage/rule/products',
  access: { page: PAGES },
  kind: 'query',
  summary: 'The products that rules of the caller’s merchants may name',
  request: z.object({}),
  reply: z.array(z.object({ productNo: z.string(), productName: z.string(), merchantName: z.string() })),
});

export const templates = defineEndpoint({
  name: 'autoCancel.templates',
  method: 'GET',
  path: 'payManage/autoCancel/templates',
  access: { page: ['/AdminContent/AfterLoanSystem/AutomaticLoanCancelConfig'] },
  kind: 'query',
  summary: 'The enabled templates that rules may name to tell customers of a cancellation',
  request: z.object({}),
  reply: z.array(z.object({ templateCode: z.string(), templateName: z.string() })),
});

export const patience = defineEndpoint({
  name: 'autoCancel.patience',
  method: 'POST',
  path: 'payManage/autoCancel/patience',
  access: { page: ['/AdminContent/AfterLoanSystem/AutomaticLoanCancelConfig'] },
  kind: 'query',
  summary: 'What became of orders that waited in a status in the last 90 days, by how long they waited',
  request: z.strictObject({
    merchantNo: businessNo,
    orderStatus: cancelledStatus,
    productNos,
    /** The rule’s: what was paid later than that is what it would have cost. */
    waitHours: fields.waitHours,
  }),
  reply: z.object({
    waits: z.array(
      z.object({
        /** Waited less than so many hours, and at least those of the one before; null: longer than all. */
        untilHours: z.nullable(z.number()),
        paidCount: z.number(),
        voidedCount: z.number(),
      }),
    ),
    /** Paid after they had waited longer than the rule’s hours. */
    beyond: z.object({ paidCount: z.number(), paidCents: z.number() }),
  }),
});
