import { describe, expect, it } from 'vitest';
import { planAllotment } from './plan.ts';
import type { ReviewerFacts } from './reviewers.ts';
import type { OrderToAllot } from './rules.ts';

const reviewer = (userNo: string, facts: Partial<ReviewerFacts> = {}): ReviewerFacts => ({
  userNo,
  realName: userNo,
  groupName: null,
  isNormal: true,
  isOnShift: true,
  merchantNos: ['M1'],
  firstLoanWhitelist: true,
  joinAutoAllot: true,
  isAiEmployee: false,
  languages: [],
  dailyCap: 10,
  open: 0,
  doneToday: 0,
  places: 10,
  ...facts,
});
const order = (orderNo: string, facts: Partial<OrderToAllot> = {}): OrderToAllot => ({
  orderNo,
  merchantNo: 'M1',
  loanType: 'REPEAT',
  barred: [],
  speakingLanguage: null,
  ...facts,
});
const orders = (count: number) => Array.from({ length: count }, (_, index) => order(`O${index}`));

/** How many each got, by number. */
function counts(given: ReadonlyMap<string, string>): Record<string, number> {
  const found: Record<string, number> = {};
  for (const userNo of given.values()) found[userNo] = (found[userNo] ?? 0) + 1;
  return found;
}

describe('who gets how many', () => {
  const few = reviewer('A', { dailyCap: 10, open: 8, places: 2 });
  const many = reviewer('B', { dailyCap: 100, open: 10, places: 90 });

  it('the same for everybody, as far as their places go', () => {
    expect(counts(planAllotment(orders(4), [few, many], 'AVERAGE').given)).toEqual({ A: 2, B: 2 });
    expect(counts(planAllotment(orders(8), [few, many], 'AVERAGE').given)).toEqual({ A: 2, B: 6 });
  });

  it('by what each may still get', () => {
    expect(counts(planAllotment(orders(10), [few, many], 'BY_CAP').given)).toEqual({ B: 10 });
  });

  it('automatically to the lowest open ÷ cap, and never to who does not take part', () => {
    const third = reviewer('C', { joinAutoAllot: false, places: 50 });
    const plan = planAllotment(orders(70), [few, many, third], 'AUTO');
    expect(counts(plan.given)).toEqual({ B: 70 });
    expect(counts(planAllotment(orders(92), [few, many], 'AUTO').given)).toEqual({ A: 2, B: 90 });
  });

  it('to one person until the cap, and says so of the rest', () => {
    const { given, left } = planAllotment(orders(3), [few], 'ONE_PERSON');
    expect(given.size).toBe(2);
    expect([...left]).toEqual([['O2', { error: 'AUDITOR_FULL', facts: { places: 0 } }]]);
  });
});

describe('who may get an order', () => {
  const refusal = (facts: Partial<ReviewerFacts>, request: Partial<OrderToAllot> = {}) =>
    planAllotment([order('O', request)], [reviewer('A', facts)], 'ONE_PERSON').left.get('O')?.error;

  it('names the rule that keeps them from it', () => {
    expect(refusal({})).toBeUndefined();
    expect(refusal({ isNormal: false })).toBe('AUDITOR_FROZEN');
    expect(refusal({ isOnShift: false })).toBe('AUDITOR_OFF_SHIFT');
    expect(refusal({ places: 0 })).toBe('AUDITOR_FULL');
    expect(refusal({ merchantNos: ['M2'] })).toBe('AUDITOR_OTHER_MERCHANT');
    expect(refusal({}, { barred: ['A'] })).toBe('AUDITOR_BARRED');
    expect(refusal({ firstLoanWhitelist: false }, { loanType: 'FIRST' })).toBe('AUDITOR_NO_FIRST_LOANS');
    expect(refusal({ firstLoanWhitelist: false })).toBeUndefined();
  });

  it('among equals to who speaks the customer’s language', () => {
    const people = [reviewer('A'), reviewer('B', { languages: ['so'] })];
    const request = [order('O', { speakingLanguage: 'so' })];
    expect(planAllotment(request, people, 'AUTO').given.get('O')).toBe('B');
  });
});
