import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo } from '../list.ts';
import { component } from '../money.ts';

/** Where bills are looked at: whoever may see one of these may ask why a bill owes what it owes. */
const BILL_PAGES = [
  '/AdminContent/OrderDetailAudit/OrderDetail',
  '/AdminContent/AfterLoanSystem/RepaymentManagement',
  '/AdminContent/AfterLoanSystem/RepaymentManagementNew',
  '/AdminContent/AfterLoanSystem/RepaymentManagementMerge',
  '/AdminContent/AuditSystem/OrderManagement',
  '/AdminContent/AuditSystem/MyAudit',
  '/AdminContent/CollectionSystem/MyCollection',
  '/AdminContent/CollectionSystem/OutCollectionList',
  '/AdminContent/CollectionSystem/DeductionAmountManagement',
  '/AdminContent/CollectionSystem/BadDebtManagement',
  '/AdminContent/CollectionSystem/CaseAllocation',
  '/AdminContent/CollectionSystem/CollectionPersonnelMonitoring',
  '/AdminContent/CollectionSystemNew/MyCollectionNew',
  '/AdminContent/CollectionSystemNew/CaseAllocationNew',
  '/AdminContent/CollectionSystemNew/OutCollectionListNew',
  '/AdminContent/CollectionSystemNew/DeductionAmountManagementNew',
  '/AdminContent/CollectionSystemNew/BadDebtManagementNew',
  '/AdminContent/CollectionSystemNew/collectionMerge',
  '/AdminContent/CollectionSystemNew/CaseAllocationMerge',
];

/** One journal's change of one component. */
const line = z.object({
  /** A day that the end of day has not come to yet is charged for this answer alone, under a passing number. */
  journalId: z.number(),
  /** Which row of the posting matrix: LATE_FEE, APPLICATION … */
  journalKind: z.string(),
  /** EAT. */
  businessDate: z.string(),
  postedAt: z.string(),
  /** + is owed more, − less. */
  amountCents: z.number(),
  /** After this line. */
  runningCents: z.number(),
  /** The journal that this one mirrors. */
  reversesId: z.nullable(z.number()),
  /** The journal that mirrors this one. */
  reversedById: z.nullable(z.number()),
  causeType: z.string(),
  causeNo: z.string(),
  flowNo: z.nullable(z.string()),
  /** Null where the system did it. */
  makerName: z.nullable(z.string()),
  checkerName: z.nullable(z.string()),
  /** The version of the rule that made the amount: `PR0001@1`, `inDuplum@2020-01-01`. */
  ruleVersion: z.nullable(z.string()),
  /** The figures the rule was fed: rates, days, what in duplum cut off. */
  formula: z.nullable(z.record(z.string(), z.unknown())),
});

const account = z.object({
  balanceCents: z.number(),
  /** Oldest first; they sum to the balance. */
  lines: z.array(line),
});

export const whyThisBalance = defineEndpoint({
  name: 'ledger.whyThisBalance',
  method: 'GET',
  path: 'rePayManage/whyThisBalance/{billNo}',
  access: { page: BILL_PAGES },
  kind: 'query',
  summary: 'Every posting that makes a bill owe what it owes, a component each, with who and by which rule',
  request: z.object({ billNo: businessNo }),
  reply: z.object({
    billNo: z.string(),
    orderNo: z.string(),
    billStatus: z.string(),
    dueDate: z.string(),
    /** The last day whose charges are in. */
    chargedThrough: z.string(),
    outstandingCents: z.number(),
    components: z.array(z.extend(account, { component })),
    /** What was charged off and is still claimed. */
    claim: account,
    /** Null before the bill is non-performing. */
    inDuplum: z.nullable(z.object({ baseCents: z.number(), chargedCents: z.number() })),
  }),
});

export const trialBalance = defineEndpoint({
  name: 'ledger.trialBalance',
  method: 'POST',
  path: 'report/financial/trialBalance',
  access: { code: ['report:financial:trialBalance'] },
  kind: 'query',
  summary: 'Every account with its debits, credits and balance, of the caller’s merchants',
  request: z.strictObject({
    merchantNo: z.optional(businessNo),
    /** EAT; the books as they were at the end of that day. */
    asOf: z.optional(z.iso.date('Invalid date')),
  }),
  reply: z.object({
    asOf: z.nullable(z.string()),
    accounts: z.array(
      z.object({
        accountCode: z.string(),
        accountKind: z.enum(['ASSET', 'LIABILITY', 'EQUITY', 'INCOME', 'EXPENSE', 'MEMO']),
        accountName: z.string(),
        debitCents: z.number(),
        creditCents: z.number(),
        /** + debit. */
        balanceCents: z.number(),
      }),
    ),
    /** 0, always. */
    differenceCents: z.number(),
    /** Bills whose cached balance is not the sum of their postings: none, always. */
    driftedBillNos: z.array(z.string()),
  }),
});
