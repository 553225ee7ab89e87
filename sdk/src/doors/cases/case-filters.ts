import { lastDays } from '@kituo/sdk';
import type { Filters } from '@kituo/sdk/page';
import {
  anyOf,
  containing,
  dateRange,
  dictionaryOptions,
  LOAN_TYPE,
  merchantOptions,
  moneyRange,
  oneOf,
  peopleOptions,
  yesNo,
} from '@kituo/sdk/page';
import { deskOf } from './case-system.ts';
import type { DeskScope } from './case-system.ts';
import {
  CASE_BILL_STATUS,
  CASE_LEVEL,
  CASE_SCOPE,
  CASE_STATUS,
  COLLECTION_LEVEL,
  OUT_REASON,
  PROMISE_STATUS,
} from './case-words.ts';

const orderNo = containing({ example: 'LO0000012345' });
const customer = {
  phone: containing({ isPersonal: true, example: '254712345678' }),
  idCardNo: containing({ isPersonal: true, example: '12345678' }),
  customerName: containing({ isPersonal: true }),
};
const place = {
  merchantNo: anyOf(merchantOptions),
  productName: containing(),
  loanType: oneOf(LOAN_TYPE),
  dueCents: moneyRange(),
  payoffCents: moneyRange(),
  entryTime: dateRange(),
};
const work = {
  actionCode: oneOf(dictionaryOptions('ACTION_CODE', { withRetired: true })),
  overdueReason: oneOf(dictionaryOptions('OVERDUE_REASON', { withRetired: true })),
  promiseStatus: oneOf(PROMISE_STATUS),
  promisedRepaymentTime: dateRange(),
  lastFollowUpAt: dateRange(),
  followUpCount: containing({ example: '0 or 1-3' }),
  collectionLevel: oneOf(COLLECTION_LEVEL),
  billStatus: oneOf(CASE_BILL_STATUS),
};
const bill = { billNo: containing({ example: 'B00000012345' }), termNo: containing({ example: '3' }) };
const ofBill = (scope: DeskScope, filters: Filters): Filters => (scope === 'ORDER' ? {} : filters);

const ofBoth = (scope: DeskScope): Filters =>
  scope === 'BOTH' ? { caseScope: oneOf(CASE_SCOPE), hasBothScopes: yesNo() } : {};

const collectors = (scope: DeskScope) =>
  peopleOptions(deskOf(scope).userTree, (groups) =>
    groups.map(({ deptName, collectionUsers }) => ({ deptName, people: collectionUsers })),
  );

/** Of one's own cases. */
export const caseFilters = (scope: DeskScope): Filters => ({
  caseLevel: oneOf(CASE_LEVEL),
  promiseDueToday: yesNo(),
  callableNow: yesNo(),
  ...ofBoth(scope),
  untouchedToday: yesNo(),
  brokenPromise: yesNo(),
  caseNo: containing({ example: 'CS0000000001' }),
  orderNo,
  ...ofBill(scope, { ...bill, hasOlderDue: yesNo(), siblingWithOther: yesNo() }),
  caseStatus: oneOf(CASE_STATUS),
  dpd: containing({ example: '1-30' }),
  ...customer,
  ...place,
  ...work,
});

/** Of the allocation desk. */
export const allotFilters = (scope: DeskScope): Filters => ({
  caseStatus: oneOf(CASE_STATUS),
  caseLevel: oneOf(CASE_LEVEL),
  collectorUserNo: anyOf(collectors(scope)),
  unassigned: yesNo(),
  ...ofBoth(scope),
  ...(scope === 'BOTH' ? { borrowerWithTwoCollectors: yesNo() } : {}),
  levelChangedToday: yesNo(),
  assigneeLeft: yesNo(),
  assignedAt: dateRange(),
  untouchedSinceAssigned: yesNo(),
  caseNo: containing({ example: 'CS0000000001' }),
  orderNo,
  ...ofBill(scope, { ...bill, siblingWithOther: yesNo(), siblingCountFrom: containing({ example: '2' }) }),
  dpd: containing({ example: '1-30' }),
  ...customer,
  ...place,
  ...work,
});

/** Of cases that left collection. */
export const outFilters = (scope: DeskScope): Filters => ({
  outTime: dateRange(),
  outReason: oneOf(OUT_REASON),
  caseLevel: oneOf(CASE_LEVEL),
  caseNo: containing({ example: 'CS0000000001' }),
  orderNo,
  ...ofBill(scope, { ...bill, siblingsOpen: yesNo(), nextDueWithinDays: containing({ example: '7' }) }),
  withDeduction: yesNo(),
  lastCollectorUserNo: anyOf(collectors(scope)),
  dpd: containing({ example: '1-30' }),
  ...customer,
  ...place,
  ...work,
});

const daysUntilNow = (days: number): string => {
  const { from, to } = lastDays(days);
  return `${from}..${to}`;
};
/** What entered collection in the last 30 days. */
export const lastMonthIn = (): Record<string, string> => ({ entryTime: daysUntilNow(30) });
/** What left collection in the last 7 days. */
export const lastWeekOut = (): Record<string, string> => ({ outTime: daysUntilNow(7) });
