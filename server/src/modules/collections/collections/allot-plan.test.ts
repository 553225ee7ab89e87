import { describe, expect, it } from 'vitest';
import { planAllotment, type PlannedCase } from './allot-plan.ts';
import type { Collector } from './collectors.ts';

const person = (userNo: string, change: Partial<Collector> = {}): Collector => ({
  userNo,
  personnelStatus: 'NORMAL',
  employeeStatus: 'ON_THE_JOB',
  employeeCategory: 'OLD',
  isOnShift: true,
  worksForMerchant: true,
  joinAutoAllot: true,
  firstLoanWhitelist: true,
  dailyCap: 100,
  givenToday: 0,
  openCases: 0,
  openCents: 0,
  ...change,
});
const cases = (amounts: readonly number[], change: (index: number) => Partial<PlannedCase> = () => ({})) =>
  amounts.map((dueCents, index): PlannedCase => ({
    caseNo: `CS${String(index).padStart(10, '0')}`,
    version: 1,
    merchantNo: 'M1',
    orderNo: `LO${index}`,
    customerNo: `C${index}`,
    caseLevel: 'S1',
    dueCents,
    collectorUserNo: null,
    ...change(index),
  }));
const plan = (
  mode: Parameters<typeof planAllotment>[0]['mode'],
  people: readonly Collector[],
  given: readonly PlannedCase[],
  unitOf: (one: PlannedCase) => string = ({ caseNo }) => caseNo,
) =>
  planAllotment({
    mode,
    userNos: people.map(({ userNo }) => userNo),
    cases: given,
    collectorsOf: () => new Map(people.map((one) => [one.userNo, one])),
    weightOf: ({ employeeCategory }) => (employeeCategory === 'NEW' ? 50 : 100),
    unitOf,
  });
const shareOf = (made: ReturnType<typeof planAllotment>, userNo: string) => made.shares.get(userNo);

describe('a plan of who gets which case', () => {
  it('loses and doubles none, whatever the mode', () => {
    for (const mode of ['EVEN_COUNT', 'EVEN_AMOUNT', 'WEIGHTED', 'EVEN_BORROWERS'] as const) {
      const all = cases([900, 100, 500, 300, 700]);
      const made = plan(mode, [person('U1'), person('U2', { dailyCap: 2 })], all);
      const seen = [...made.given.map(({ one }) => one.caseNo), ...made.left.map(({ one }) => one.caseNo)];
      expect(seen.toSorted()).toEqual(all.map(({ caseNo }) => caseNo));
      expect(shareOf(made, 'U2')?.cases).toBeLessThanOrEqual(2);
    }
  });

  it('evens out cases, amounts, and by weight what new staff take', () => {
    const people = [person('U1'), person('U2')];
    expect(shareOf(plan('EVEN_COUNT', people, cases([1, 1, 1, 1])), 'U2')?.cases).toBe(2);
    const byAmount = plan('EVEN_AMOUNT', people, cases([600, 200, 200, 200]));
    expect([shareOf(byAmount, 'U1')?.amountCents, shareOf(byAmount, 'U2')?.amountCents]).toEqual([600, 600]);
    const weighted = plan(
      'WEIGHTED',
      [person('U1'), person('U2', { employeeCategory: 'NEW' })],
      cases(Array(9).fill(1)),
    );
    expect([shareOf(weighted, 'U1')?.cases, shareOf(weighted, 'U2')?.cases]).toEqual([6, 3]);
  });

  it('keeps what belongs together with one person, and says why nobody gets a case', () => {
    const all = cases([5, 5, 5, 5], (index) => ({ orderNo: index < 3 ? 'LO1' : 'LO2' }));
    const made = plan('EVEN_COUNT', [person('U1'), person('U2')], all, ({ orderNo }) => orderNo);
    expect(shareOf(made, 'U1')?.cases).toBe(3);
    const off = plan('EVEN_COUNT', [person('U1', { isOnShift: false })], cases([5]));
    expect(off.left).toMatchObject([{ refusal: 'COLLECTOR_OFF_SHIFT' }]);
    const own = plan(
      'EVEN_COUNT',
      [person('U1')],
      cases([5], () => ({ collectorUserNo: 'U1' })),
    );
    expect(own.left).toMatchObject([{ refusal: 'CASE_SAME_COLLECTOR' }]);
  });
});
