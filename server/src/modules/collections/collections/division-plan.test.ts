import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Collector } from './collectors.ts';
import { DivisionPlanner, type Waiting } from './division-plan.ts';
import type { Division } from './division-rule.ts';

const person = (userNo: string, change: Partial<Collector> = {}): Collector => ({
  userNo,
  personnelStatus: 'NORMAL',
  employeeStatus: 'ON_THE_JOB',
  employeeCategory: 'OLD',
  isOnShift: true,
  worksForMerchant: true,
  joinAutoAllot: true,
  firstLoanWhitelist: true,
  languages: ['en'],
  dailyCap: 100,
  givenToday: 0,
  openCases: 0,
  openCents: 0,
  ...change,
});
let cases = 0;
const waiting = (change: Partial<Waiting> = {}): Waiting => {
  cases += 1;
  return {
    caseNo: `CS${cases}`,
    caseScope: 'ORDER',
    merchantNo: 'M1',
    orderNo: `LO${cases}`,
    loanType: 'REPEAT',
    caseLevel: 'S1',
    dueAtEntryCents: 100_000,
    oldestDueOn: '2026-11-20',
    productNo: 'P1',
    speakingLanguage: null,
    siblingUserNo: null,
    ...change,
  };
};
const RULE = {
  isDivided: true,
  divisionMode: 'COUNT' as const,
  newStaffWeight: 50,
  oldStaffWeight: 100,
  newStaffMaxAmountCents: null,
  keepCollector: true,
};
const division = (change: object = {}): Division => {
  const rule = { ...RULE, ...change };
  return { levels: [], reminders: [], otherwise: { S0: rule, S1: rule, S2: rule, S3: rule, S4: rule, S5: rule } };
};
const plan = (people: readonly Collector[], all: readonly Waiting[], change: object = {}) =>
  new DivisionPlanner({
    division: division(change),
    day: '2026-11-29',
    people,
    aiRules: [],
    givenToAi: new Map(),
  }).plan(all);
const said = ({ given, left }: ReturnType<typeof plan>) => [
  ...given.map(({ userNo, why }) => [userNo, why]),
  ...left.map(({ why }) => [null, why]),
];

it('goes by the borrower’s language while somebody who speaks it is free, and says where nobody is', () => {
  const people = () => [person('A'), person('B', { languages: ['so'], openCases: 9, dailyCap: 100, givenToday: 98 })];
  const somali = () => waiting({ speakingLanguage: 'so' });
  expect(said(plan(people(), [somali(), somali(), somali(), waiting({ speakingLanguage: 'sw' })]))).toEqual([
    ['B', 'LANGUAGE'],
    ['B', 'LANGUAGE'],
    ['A', 'NO_SPEAKER'],
    ['A', 'NO_SPEAKER'],
  ]);
  // What all speak, or nobody says, decides nothing.
  expect(said(plan([person('A'), person('B')], [waiting({ speakingLanguage: 'en' })]))).toEqual([
    ['A', 'LEAST_LOADED'],
  ]);
  const silent = [person('A', { languages: [] }), person('B', { languages: [] })];
  expect(said(plan(silent, [waiting({ speakingLanguage: 'so' })]))).toEqual([['A', 'LEAST_LOADED']]);
});

it('keeps the bills of an order with one person, those that others have and those that wait', () => {
  const bill = (orderNo: string, siblingUserNo: string | null = null) =>
    waiting({ caseScope: 'BILL', orderNo, siblingUserNo });
  const people = [person('A', { openCases: 5 }), person('B')];
  expect(said(plan(people, [bill('LO-1', 'A'), bill('LO-2'), bill('LO-2'), bill('LO-3', 'Z')]))).toEqual([
    ['A', 'TOGETHER'],
    ['B', 'LEAST_LOADED'],
    ['B', 'TOGETHER'],
    ['B', 'LEAST_LOADED'],
  ]);
  const apart = { keepOrderTogether: false };
  expect(said(plan([person('A', { openCases: 5 }), person('B')], [bill('LO-5', 'A')], apart))).toEqual([
    ['B', 'LEAST_LOADED'],
  ]);
  const away = [person('A', { isOnShift: false }), person('B')];
  expect(said(plan(away, [bill('LO-4', 'A')]))).toEqual([['B', 'LEAST_LOADED']]);
});

it('says why nobody gets a case', () => {
  const left = (people: readonly Collector[], one: Partial<Waiting> = {}, change: object = {}) =>
    plan(people, [waiting(one)], change).left.map(({ why }) => why)[0];
  expect(left([person('A')], {}, { isDivided: false })).toBe('NOT_DIVIDED');
  expect(left([person('A', { joinAutoAllot: false })])).toBe('NOBODY_TAKES_PART');
  expect(left([person('A', { isOnShift: false })])).toBe('NOBODY_ON_SHIFT');
  expect(left([person('A', { givenToday: 100 })])).toBe('ALL_AT_CAP');
  expect(left([person('A', { employeeCategory: 'NEW' })], {}, { newStaffWeight: 0 })).toBe('NO_WEIGHT');
  expect(left([person('A', { openCases: 3 })], {}, { oldStaffCap: 3 })).toBe('GROUP_CAP');
  expect(left([person('A', { firstLoanWhitelist: false })], { loanType: 'FIRST' })).toBe('FIRST_LOAN');
  const newHand = [person('A', { employeeCategory: 'NEW' })];
  expect(left(newHand, { dueAtEntryCents: 11 }, { newStaffMaxAmountCents: 10 })).toBe('TOO_LARGE');
  expect(left(newHand, { dueAtEntryCents: 10 }, { newStaffMaxAmountCents: 10 })).toBeUndefined();
});

it('loses and doubles no case, and passes no cap, whoever works and whatever they speak', () => {
  const language = fc.constantFrom('en', 'sw', 'so');
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          languages: fc.uniqueArray(language),
          isOnShift: fc.boolean(),
          dailyCap: fc.integer({ min: 0, max: 5 }),
          givenToday: fc.integer({ min: 0, max: 5 }),
          openCases: fc.integer({ min: 0, max: 20 }),
        }),
        { maxLength: 5 },
      ),
      fc.array(fc.record({ speakingLanguage: fc.option(language), caseScope: fc.constantFrom('ORDER', 'BILL') }), {
        maxLength: 25,
      }),
      (staff, owed) => {
        const people = staff.map((one, place) => person(`U${place}`, one));
        const all = owed.map((one, place) => waiting({ ...one, orderNo: `LO-${place % 4}` }));
        const room = people.map((one) => (one.isOnShift ? Math.max(0, one.dailyCap - one.givenToday) : 0));
        const { given, left } = plan(people, all);
        expect([...given, ...left].map(({ one }) => one.caseNo).toSorted()).toEqual(
          all.map(({ caseNo }) => caseNo).toSorted(),
        );
        for (const [place, most] of room.entries()) {
          expect(given.filter(({ userNo }) => userNo === `U${place}`).length).toBeLessThanOrEqual(most);
        }
        // Cases stay only where nobody has room.
        if (left.length > 0) expect(given).toHaveLength(room.reduce((sum, one) => sum + one, 0));
      },
    ),
  );
});
