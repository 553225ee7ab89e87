import type { CaseDetailFacts, CaseRow, CaseScope } from '../case-system.ts';

/** A case for tests of pages: by order, or by bill. */
export function aCase(scope: CaseScope, change: Partial<CaseRow> = {}): CaseRow {
  return {
    caseId: 'CS0000000001',
    caseNo: 'CS0000000001',
    caseScope: scope,
    orderNo: 'LO0000000001',
    billNo: scope === 'BILL' ? 'B00000000003' : null,
    termNo: scope === 'BILL' ? 3 : null,
    installments: 6,
    merchantNo: 'M0001',
    merchantName: 'Kituo Credit',
    productName: 'Haraka 14',
    loanType: 'REPEAT',
    customerNo: 'C0000000001',
    customerName: 'Achieng Ouma',
    phone: '25*******001',
    idCardNo: '11****44',
    dpd: 5,
    caseLevel: 'S1',
    collectionLevel: 'S1',
    caseStatus: 'POOL',
    billStatus: 'ACTIVE',
    dueCents: 120_000,
    olderDueCents: 0,
    payoffCents: 300_000,
    collectorUserNo: null,
    collectorName: null,
    previousCollectorName: null,
    assignedAt: null,
    assignedByName: null,
    lastCollectorName: null,
    dueDate: '2026-11-19',
    siblingCount: 0,
    siblingsWith: [],
    collectedCents: 0,
    deductedCents: 0,
    nextBillDueDate: null,
    nextBillCents: null,
    entryTime: '2026-11-16T05:00:00Z',
    followUpCount: 0,
    lastFollowUpAt: null,
    actionCode: null,
    overdueReason: null,
    nextFollowUpAt: null,
    promisedRepaymentTime: null,
    promiseAmountCents: null,
    promiseStatus: null,
    promiseNo: null,
    nextAllowedAt: null,
    badDebtReason: null,
    badDebtEnteredAt: null,
    outTime: null,
    outReason: null,
    dpdAtOut: null,
    dueAtEntryCents: 120_000,
    version: 1,
    allowedActions: ['distribute'],
    ...change,
  };
}

/** The case as its drawer reads it. */
export function detailOf(row: CaseRow): CaseDetailFacts {
  return {
    row,
    bills: [
      {
        billNo: row.billNo ?? 'B00000000003',
        termNo: 3,
        dueDate: row.dueDate,
        dpd: row.dpd,
        billStatus: 'ACTIVE',
        outstandingCents: row.dueCents,
        principalCents: 100_000,
        isOfCase: true,
      },
    ],
    assignments: [],
    promises: [],
    followUps: [],
    events: [],
    contacts: [],
  };
}

/** Rows as a list answers them. */
export const listed = <Row>(...rows: Row[]) => ({ rows, total: rows.length, totalIsExact: true });
