import fc from 'fast-check';
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
  languages: [],
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

/** Whom a plan may choose, as a person would say it: nothing of it is the program's. */
const anyPerson = fc.record({
  personnelStatus: fc.constantFrom('NORMAL', 'NORMAL', 'FROZEN'),
  employeeStatus: fc.constantFrom('ON_THE_JOB', 'ON_THE_JOB', 'LEFT'),
  employeeCategory: fc.constantFrom('NEW', 'OLD'),
  isOnShift: fc.boolean(),
  worksForMerchant: fc.boolean(),
  dailyCap: fc.integer({ min: 0, max: 6 }),
  givenToday: fc.integer({ min: 0, max: 6 }),
  openCases: fc.integer({ min: 0, max: 50 }),
});

it('never loses or doubles a case, passes a cap, or gives one to whom it may not, whoever works', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('EVEN_COUNT', 'EVEN_AMOUNT', 'WEIGHTED', 'EVEN_BORROWERS'),
      fc.array(anyPerson, { maxLength: 5 }),
      fc.array(fc.record({ dueCents: fc.integer({ min: 1, max: 900_000 }), unit: fc.integer({ min: 0, max: 4 }) }), {
        maxLength: 20,
      }),
      (mode, staff, owed) => {
        const people = staff.map((one, index) => person(`U${index}`, one));
        const all = cases(owed.map(({ dueCents }) => dueCents));
        const unitOf = ({ caseNo }: PlannedCase) => `unit ${owed[Number(caseNo.slice(2))]?.unit}`;
        const made = plan(mode, people, all, unitOf);
        const seen = [...made.given.map(({ one }) => one.caseNo), ...made.left.map(({ one }) => one.caseNo)];
        expect(seen.toSorted()).toEqual(all.map(({ caseNo }) => caseNo));
        for (const [index, one] of staff.entries()) {
          const got = made.given.filter(({ userNo }) => userNo === `U${index}`);
          const mayWork =
            one.personnelStatus === 'NORMAL' &&
            one.employeeStatus === 'ON_THE_JOB' &&
            one.isOnShift &&
            one.worksForMerchant;
          expect(got.length).toBeLessThanOrEqual(mayWork ? Math.max(0, one.dailyCap - one.givenToday) : 0);
          expect(made.shares.get(`U${index}`)?.amountCents).toBe(
            got.reduce((sum, { one: { dueCents } }) => sum + dueCents, 0),
          );
        }
        const holders = Map.groupBy(made.given, ({ one }) => unitOf(one));
        for (const parts of holders.values()) expect(new Set(parts.map(({ userNo }) => userNo)).size).toBe(1);
      },
    ),
    { numRuns: 300 },
  );
});

it('gives whose language few of the chosen speak to those, and evens out the rest', () => {
  const people = new Map([
    ['U1', person('U1', { languages: ['en', 'so'] })],
    ['U2', person('U2', { languages: ['en'] })],
  ]);
  const languages = ['so', 'so', 'en', 'en', null, 'sw'];
  const all = cases(languages.map(() => 1000)).map((one, place) => ({
    ...one,
    speakingLanguage: languages[place] ?? null,
  }));
  const made = planAllotment({
    mode: 'EVEN_COUNT',
    userNos: ['U1', 'U2'],
    cases: all,
    collectorsOf: () => people,
    weightOf: () => 100,
    unitOf: ({ caseNo }) => caseNo,
  });
  const holderOf = (place: number) => made.given.find(({ one }) => one.caseNo === all[place]?.caseNo)?.userNo;
  expect([holderOf(0), holderOf(1)]).toEqual(['U1', 'U1']);
  const [first, second] = [made.shares.get('U1'), made.shares.get('U2')];
  expect([first?.cases, second?.cases]).toEqual([3, 3]);
  expect([first?.spoken, second?.spoken]).toEqual([2, 0]);
  expect((first?.unspoken ?? 0) + (second?.unspoken ?? 0)).toBe(1);
});
