import fc from 'fast-check';
import { expect, it } from 'vitest';
import { planBalance } from './allot-balance.ts';
import type { PlannedCase } from './allot-plan.ts';

const cases = (holders: readonly string[], change: (index: number) => Partial<PlannedCase> = () => ({})) =>
  holders.map((collectorUserNo, index): PlannedCase => ({
    caseNo: `CS${String(index).padStart(10, '0')}`,
    version: 1,
    merchantNo: 'M1',
    orderNo: `LO${index}`,
    customerNo: `C${index}`,
    caseLevel: 'S1',
    dueCents: 1_000,
    loadPoints: 1,
    collectorUserNo,
    ...change(index),
  }));
const anyone = () => true;
const moved = (plan: ReturnType<typeof planBalance>) =>
  plan.given.map(({ one, userNo }) => [one.caseNo.slice(-1), userNo]);

it('moves the fewest that even out the load, and nothing where it is even', () => {
  const held = cases(['A', 'A', 'A', 'A', 'A', 'B']);
  const loads = new Map([
    ['A', 5],
    ['B', 1],
  ]);
  const plan = planBalance({ userNos: ['A', 'B'], cases: held, loads, mayTake: anyone });
  expect(plan.given).toHaveLength(2);
  expect(plan.shares.get('A')).toMatchObject({ cases: -2, points: -2, amountCents: -2_000 });
  expect(plan.shares.get('B')).toMatchObject({ cases: 2, points: 2 });
  const even = planBalance({
    userNos: ['A', 'B'],
    cases: held,
    loads: new Map([
      ['A', 3],
      ['B', 3],
    ]),
    mayTake: anyone,
  });
  expect(even.given).toEqual([]);
});

it('takes one heavy order before several light ones, and an order’s bills together', () => {
  const held = cases(['A', 'A', 'A', 'A'], (index) => ({
    loadPoints: 0.5,
    orderNo: index < 2 ? 'LO-both' : `LO${index}`,
  }));
  const loads = new Map([
    ['A', 2],
    ['B', 0],
  ]);
  const plan = planBalance({ userNos: ['A', 'B'], cases: held, loads, mayTake: anyone });
  expect(moved(plan)).toEqual([
    ['0', 'B'],
    ['1', 'B'],
  ]);
});

it('gives nobody what they may not take', () => {
  const held = cases(['A', 'A', 'A', 'A']);
  const loads = new Map([
    ['A', 4],
    ['B', 0],
    ['C', 0],
  ]);
  const mayTake = (_: PlannedCase, userNo: string, more: number) => userNo === 'C' && more <= 1;
  const plan = planBalance({ userNos: ['A', 'B', 'C'], cases: held, loads, mayTake });
  expect(plan.given.map(({ userNo }) => userNo)).toEqual(['C']);
});

it('never loses or doubles a case, and never makes the load less even', () => {
  const people = ['A', 'B', 'C', 'D'];
  fc.assert(
    fc.property(
      fc.array(fc.record({ who: fc.constantFrom(...people), bill: fc.boolean(), order: fc.nat(9) }), { maxLength: 40 }),
      (drawn) => {
        const held = cases(
          drawn.map(({ who }) => who),
          (index) => ({
            orderNo: `LO${drawn[index]?.order ?? 0}`,
            loadPoints: drawn[index]?.bill === true ? 0.5 : 1,
          }),
        );
        const loads = new Map(
          people.map((who) => [
            who,
            held.reduce((sum, one) => (one.collectorUserNo === who ? sum + (one.loadPoints ?? 1) : sum), 0),
          ]),
        );
        const { given, shares } = planBalance({ userNos: people, cases: held, loads, mayTake: anyone });
        expect(new Set(given.map(({ one }) => one.caseNo)).size).toBe(given.length);
        for (const { one, userNo } of given) expect(userNo).not.toBe(one.collectorUserNo);
        const then = people.map((who) => (loads.get(who) ?? 0) + (shares.get(who)?.points ?? 0));
        const spread = (all: readonly number[]) => Math.max(...all) - Math.min(...all);
        expect(spread(then)).toBeLessThanOrEqual(spread([...loads.values()]));
        expect(then.reduce((sum, one) => sum + one, 0)).toBe([...loads.values()].reduce((sum, one) => sum + one, 0));
      },
    ),
  );
});
