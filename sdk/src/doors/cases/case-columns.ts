import type { Column } from '@kituo/sdk/page';
import { clock, count, day, LOAN_TYPE, money, number, several, status, text, time } from '@kituo/sdk/page';
import type { CaseRow, DeskScope } from './case-system.ts';
import {
  ATTRIBUTION_STATUS,
  CASE_CAME_BACK,
  CASE_BILL_STATUS,
  CASE_LEVEL,
  CASE_SCOPE,
  CASE_STATUS,
  COLLECTION_LEVEL,
  OTHER_DESK,
  OUT_REASON,
  PROMISE_STATUS,
} from './case-words.ts';

type Columns = readonly Column<CaseRow>[];

/** Amber where the case came to another level since its desk got it. */
const deskLevel: Column<CaseRow> = {
  ...status<CaseRow>('collectionLevel', COLLECTION_LEVEL, { width: 110 }),
  valueOf: ({ collectionLevel: code, caseLevel }) => ({
    kind: 'status',
    code,
    dictionary: code === caseLevel ? COLLECTION_LEVEL : OTHER_DESK,
  }),
};

/** Whom a case is about and where it stands, in both systems. */
const start: Columns = [
  number('caseNo', { width: 140 }),
  text('customerName', { width: 150, mask: 'text' }),
  status('caseLevel', CASE_LEVEL, { sortable: true, width: 190 }),
  count('dpd', { sortable: true, width: 80 }),
];
const billNumbers: Columns = [
  number('billNo', { width: 140 }),
  count('termNo', { width: 80, as: (term, { installments }) => `${term}/${installments}` }),
  day('dueDate', { width: 110 }),
];
const byOrderMoney: Columns = [money('dueCents', { width: 140 }), money('payoffCents', { width: 140 })];
const byBillMoney: Columns = [
  money('dueCents', { width: 140 }),
  money('olderDueCents', { width: 140 }),
  money('payoffCents', { width: 140 }),
];
const work: Columns = [
  status('caseStatus', CASE_STATUS, { width: 130 }),
  time('lastFollowUpAt', { sortable: true, width: 165 }),
  count('followUpCount', { width: 90 }),
  text('actionCode', { width: 140 }),
  day('promisedRepaymentTime', { width: 120 }),
  status('promiseStatus', PROMISE_STATUS, { width: 110 }),
  clock('nextAllowedAt', () => ({ way: 'until' }), { width: 120 }),
  text('overdueReason', { width: 140 }),
];
const about: Columns = [
  number('orderNo', { width: 140 }),
  text('merchantName', { width: 140 }),
  text('productName', { width: 130 }),
  status('loanType', LOAN_TYPE, { width: 105 }),
  time('entryTime', { sortable: true, width: 165 }),
  text('phone', { mask: 'phone', width: 130 }),
  text('idCardNo', { mask: 'text', width: 110 }),
  deskLevel,
  status('billStatus', CASE_BILL_STATUS, { width: 120 }),
];

/** In a list of both systems, which of them a case is of. */
const ofBoth = (scope: DeskScope): Columns =>
  scope === 'BOTH' ? [status<CaseRow>('caseScope', CASE_SCOPE, { width: 100 })] : [];
const numbersOf = (scope: DeskScope): Columns => (scope === 'ORDER' ? [] : billNumbers);
const moneyOf = (scope: DeskScope): Columns => (scope === 'ORDER' ? byOrderMoney : byBillMoney);
const siblings: Columns = [count('siblingCount', { width: 100 })];
/** What a borrower owes in both systems together. */
const ofBorrower = (scope: DeskScope): Columns =>
  scope === 'BOTH'
    ? [count<CaseRow>('casesOfBorrower', { width: 100 }), money<CaseRow>('borrowerDueCents', { width: 150 })]
    : [];
const ofBill = (scope: DeskScope, columns: Columns): Columns => (scope === 'ORDER' ? [] : columns);

/** What lists of one's own cases show. */
export const caseColumns = (scope: DeskScope): Columns => [
  ...start,
  ...ofBoth(scope),
  ...moneyOf(scope),
  ...ofBorrower(scope),
  ...work,
  ...numbersOf(scope),
  ...ofBill(scope, siblings),
  ...about,
];

/** Whole days since an instant, for how long somebody has a case. */
const daysSince = (iso: string | null): number | null =>
  iso === null ? null : Math.floor((Date.now() - Date.parse(iso)) / 86_400_000);

/** What a case weighs where people work both kinds. */
const loadPoints: Column<CaseRow> = {
  ...count<CaseRow>('followUpCount', { width: 90 }),
  key: 'loadPoints',
  valueOf: ({ loadPoints: points }) => ({ kind: 'count', count: points, text: String(points) }),
};

/** What the allocation desk sees: who has it, since when, from whom. */
export const allotColumns = (scope: DeskScope): Columns => [
  ...start,
  ...ofBoth(scope),
  ...(scope === 'BOTH' ? [loadPoints] : []),
  ...moneyOf(scope),
  text('collectorName', { width: 150 }),
  status('caseStatus', CASE_STATUS, { width: 130 }),
  time('assignedAt', { width: 165 }),
  {
    ...count<CaseRow>('followUpCount', { width: 90 }),
    key: 'daysHeld',
    valueOf: ({ assignedAt }) => ({ kind: 'count', count: daysSince(assignedAt) }),
  },
  text('previousCollectorName', { width: 150 }),
  text('assignedByName', { width: 150 }),
  text('policyName', { width: 160 }),
  ...ofBill(scope, [several('siblingsWith', ({ siblingsWith }) => siblingsWith, { width: 160 })]),
  ...numbersOf(scope),
  ...work.slice(1),
  ...about,
];

/** Whole days; null where it did not leave, or left before it entered. */
function daysBetween(entryTime: string, outTime: string | null): number | null {
  const days = Math.floor((Date.parse(outTime ?? '') - Date.parse(entryTime)) / 86_400_000);
  return days >= 0 ? days : null;
}

/** Cases that left collection. */
export const outColumns = (scope: DeskScope): Columns => [
  number('caseNo', { width: 140 }),
  text('customerName', { width: 150, mask: 'text' }),
  status('outReason', OUT_REASON, { width: 120 }),
  money('collectedCents', { width: 140 }),
  time('outTime', { sortable: true, width: 165 }),
  text('lastCollectorName', { width: 150 }),
  {
    ...count<CaseRow>('followUpCount', { width: 110 }),
    key: 'daysInCollection',
    valueOf: ({ entryTime, outTime }) => ({ kind: 'count', count: daysBetween(entryTime, outTime) }),
  },
  count('dpdAtOut', { width: 100 }),
  { ...status<CaseRow>('caseLevel', CASE_LEVEL, { width: 190 }), key: 'levelAtOut' },
  status('attributionStatus', ATTRIBUTION_STATUS, { width: 130 }),
  status('cameBack', CASE_CAME_BACK, { width: 150 }),
  number('orderNo', { width: 140 }),
  ...numbersOf(scope).slice(0, 2),
  money('deductedCents', { width: 130 }),
  ...(scope === 'BILL'
    ? [
        count<CaseRow>('siblingCount', { width: 100 }),
        day<CaseRow>('nextBillDueDate', { width: 130 }),
        money<CaseRow>('nextBillCents', { width: 140 }),
      ]
    : [money<CaseRow>('dueAtEntryCents', { width: 140 })]),
  count('followUpCount', { width: 90 }),
  text('productName', { width: 130 }),
  time('entryTime', { sortable: true, width: 165 }),
  text('phone', { mask: 'phone', width: 130 }),
];
