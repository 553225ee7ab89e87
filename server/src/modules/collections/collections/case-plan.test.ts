import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '../../platform/policy/index.ts';
import { CASE_LEVELS } from './case-level.ts';
import {
  type CaseChange,
  type LoanInCollection,
  planCases,
  type PlannedBillState,
  type PlannedCaseState,
} from './case-plan.ts';

const TODAY = '2026-06-10';
const night = { today: TODAY, levels: CASE_LEVELS, isEndOfDay: true };
const payment = { ...night, isEndOfDay: false };

const bill = (
  billNo: string,
  dpd: number,
  billStatus: PlannedBillState['billStatus'] = 'ACTIVE',
): PlannedBillState => ({ billNo, billStatus, dueDate: addDays(TODAY, -dpd) });

const held = (billNos: string[], facts: Partial<PlannedCaseState> = {}): PlannedCaseState => ({
  caseNo: 'CS1',
  caseStatus: 'COLLECTING',
  caseLevel: 'S1',
  statusBeforeBadDebt: null,
  oldestDueOn: addDays(TODAY, -5),
  billNos,
  ...facts,
});

describe('the cases of a loan by order', () => {
  it('open three days before the first bill is due, with that bill alone', () => {
    const bills = [bill('B1', -3), bill('B2', -30)];
    expect(planCases({ caseScope: 'ORDER', bills, cases: [] }, night)).toMatchObject([
      { caseNo: null, command: 'open', toStatus: 'POOL', caseLevel: 'S0', addedBillNos: ['B1'] },
    ]);
    const early = { caseScope: 'ORDER', bills: [bill('B1', -4)], cases: [] } as const;
    expect(planCases(early, night)).toEqual([]);
    expect(planCases({ caseScope: 'ORDER', bills, cases: [] }, payment)).toEqual([]);
  });

  it('open on the first reminder day of the loan’s due-date rule, earlier or later', () => {
    const on = (dpd: number, startsAtDpd: number | null) =>
      planCases({ caseScope: 'ORDER', startsAtDpd, bills: [bill('B1', dpd)], cases: [] }, night).length;
    expect([on(-5, -5), on(-6, -5), on(-5, null)]).toEqual([1, 0, 0]);
    expect([on(-3, -1), on(-1, -1), on(-3, null)]).toEqual([0, 1, 1]);
  });

  it('take each further bill, and carry the level of the oldest that is owing', () => {
    const bills = [bill('B1', 40), bill('B2', 9), bill('B3', -25)];
    const plan = planCases({ caseScope: 'ORDER', bills, cases: [held(['B1'])] }, night);
    expect(plan).toMatchObject([{ caseNo: 'CS1', command: null, caseLevel: 'S4', addedBillNos: ['B2'] }]);
    const paid = [bill('B1', 40, 'SETTLED'), bill('B2', 9)];
    const after = planCases({ caseScope: 'ORDER', bills: paid, cases: [held(['B1', 'B2'])] }, night);
    expect(after).toMatchObject([{ command: null, caseLevel: 'S2' }]);
  });

  it('close when all their bills are final, and open again by a rollback alone', () => {
    const cases = [held(['B1'])];
    const paid = { caseScope: 'ORDER', bills: [bill('B1', 5, 'SETTLED')], cases } as const;
    expect(planCases(paid, payment)).toMatchObject([{ command: 'close', toStatus: 'CLOSED', outReason: 'SETTLED' }]);
    const closed = [held(['B1'], { caseStatus: 'CLOSED' })];
    const back = { caseScope: 'ORDER', bills: [bill('B1', 20)], cases: closed } as const;
    expect(planCases(back, payment)).toMatchObject([
      { caseNo: 'CS1', command: 'reopen', toStatus: 'POOL', caseLevel: 'S3' },
    ]);
    const lost = { ...back, bills: [bill('B1', 120, 'CHARGED_OFF')] } as const;
    expect(planCases(lost, payment)).toMatchObject([{ command: 'reopenToBadDebt' }]);
    const done = { ...back, bills: [bill('B1', 20, 'SETTLED')] } as const;
    expect(planCases(done, night)).toEqual([]);
  });

  it('never have two open ones: one that opens again takes what begins', () => {
    const cases = [held(['B2'], { caseStatus: 'CLOSED' })];
    const bills = [bill('B1', 9), bill('B2', 3)];
    expect(planCases({ caseScope: 'ORDER', bills, cases }, night)).toMatchObject([
      { caseNo: 'CS1', command: 'reopen', addedBillNos: ['B2', 'B1'] },
    ]);
  });

  it('never have two open ones: a bill that is owed again joins the one there is', () => {
    const cases = [held(['B1'], { caseStatus: 'CLOSED' }), held(['B2'], { caseNo: 'CS2' })];
    const bills = [bill('B1', 40), bill('B2', 9)];
    expect(planCases({ caseScope: 'ORDER', bills, cases }, payment)).toMatchObject([
      { caseNo: 'CS2', command: null, addedBillNos: ['B1'] },
    ]);
  });
});

describe('the cases of a loan by bill', () => {
  it('are one a bill, each at its own level', () => {
    const bills = [bill('B1', 40), bill('B2', 9), bill('B3', -25)];
    const plan = planCases({ caseScope: 'BILL', bills, cases: [] }, night);
    expect(plan.map(({ caseLevel, addedBillNos }) => [caseLevel, ...addedBillNos])).toEqual([
      ['S4', 'B1'],
      ['S2', 'B2'],
    ]);
  });
});

it('a recognised loss is worked in the pool of bad debt', () => {
  const bills = [bill('B1', 100, 'CHARGED_OFF')];
  const plan = (caseStatus: PlannedCaseState['caseStatus']) =>
    planCases({ caseScope: 'ORDER', bills, cases: [held(['B1'], { caseStatus })] }, payment);
  expect(plan('COLLECTING')[0]?.toStatus).toBe('BAD_DEBT_POOL');
  expect(plan('RETAINED')[0]?.toStatus).toBe('BAD_DEBT_POOL');
  expect(plan('BAD_DEBT_POOL')[0]?.command).toBeNull();
});

/** Carries a plan out on the facts it was made of. */
function carryOut(loan: LoanInCollection, changes: readonly CaseChange[]): LoanInCollection {
  const cases = loan.cases.map((one) => {
    const change = changes.find(({ caseNo }) => caseNo === one.caseNo);
    if (!change) return one;
    const billNos = [...new Set([...one.billNos, ...change.addedBillNos])];
    const { toStatus: caseStatus, caseLevel, oldestDueOn } = change;
    return { ...one, caseStatus, caseLevel, oldestDueOn, billNos };
  });
  const begun = changes
    .filter(({ caseNo }) => caseNo === null)
    .map(({ caseLevel, oldestDueOn, addedBillNos }, index) =>
      held([...addedBillNos], {
        caseNo: `N${loan.cases.length + index}`,
        caseStatus: 'POOL',
        caseLevel,
        oldestDueOn,
      }),
    );
  return { ...loan, cases: [...cases, ...begun] };
}

describe('any loan', () => {
  const anyStatus = fc.constantFrom('ACTIVE', 'SETTLED', 'ROLLED_OVER', 'CHARGED_OFF', 'VOID');
  const anyHistory = fc.record({
    caseScope: fc.constantFrom('ORDER', 'BILL'),
    days: fc.array(
      fc.array(fc.record({ dpd: fc.integer({ min: -40, max: 100 }), billStatus: anyStatus }), {
        minLength: 3,
        maxLength: 3,
      }),
      { minLength: 1, maxLength: 5 },
    ),
  });

  it('has each bill in at most one open case, a plan that is done once, and retained levels that stay', () => {
    fc.assert(
      fc.property(anyHistory, ({ caseScope, days }) => {
        let loan: LoanInCollection = { caseScope, bills: [], cases: [] };
        for (const day of days) {
          const bills = day.map(({ dpd, billStatus }, at) => bill(`B${at}`, dpd, billStatus));
          const before = { ...loan, bills };
          loan = carryOut(before, planCases(before, night));
          expect(planCases(loan, night)).toEqual([]);
          const open = loan.cases.filter(({ caseStatus }) => caseStatus !== 'CLOSED');
          const inOpen = open.flatMap(({ billNos }) => billNos);
          expect(new Set(inOpen).size).toBe(inOpen.length);
          if (caseScope === 'ORDER') expect(open.length).toBeLessThanOrEqual(1);
          const level = (dpd: number) =>
            planCases({ ...loan, bills: [bill('B0', dpd)], cases: [held(['B0'], { caseStatus: 'RETAINED' })] }, night);
          expect(level(80).every(({ caseLevel }) => caseLevel === 'S1')).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });
});
