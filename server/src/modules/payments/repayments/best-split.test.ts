import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bestSplit, type LoanShare, type SplitFlow, type SplitLoan } from './best-split.ts';

const at = (day: number) => new Date(Date.UTC(2026, 0, 1 + day));
const loan = (orderNo: string, day: number, ...owed: readonly number[]): SplitLoan => ({
  orderNo,
  lentAt: at(day),
  bills: owed.map((owedCents, index) => ({ billNo: `${orderNo}-${index}`, owedCents })),
});
const flow = (flowNo: string, day: number, writableCents: number): SplitFlow => ({
  flowNo,
  paidAt: at(day),
  writableCents,
});
const paidOn = (shares: readonly LoanShare[], orderNo: string) =>
  shares.find((one) => one.orderNo === orderNo)?.uses.reduce((sum, { amountCents }) => sum + amountCents, 0) ?? 0;
/** How many bills a sum pays in full, oldest first. */
function settledOf({ bills }: SplitLoan, paidCents: number): number {
  let neededCents = 0;
  return bills.filter(({ owedCents }) => {
    neededCents += owedCents;
    return neededCents <= paidCents;
  }).length;
}

it('passes a dear bill over for two cheap ones, and puts what is left on the bill due first', () => {
  const loans = [loan('DEAR', 0, 900), loan('CHEAP', 1, 200, 300)];
  const shares = bestSplit(loans, [flow('F1', 5, 350), flow('F2', 6, 250)]);
  expect(shares).toEqual([
    { orderNo: 'DEAR', uses: [{ flowNo: 'F2', amountCents: 100 }] },
    {
      orderNo: 'CHEAP',
      uses: [
        { flowNo: 'F1', amountCents: 350 },
        { flowNo: 'F2', amountCents: 150 },
      ],
    },
  ]);
});

it('leaves a payment alone for a loan that began after it', () => {
  const loans = [loan('OLD', 0, 500), loan('NEW', 10, 100)];
  expect(bestSplit(loans, [flow('EARLY', 5, 300)])).toEqual([
    { orderNo: 'OLD', uses: [{ flowNo: 'EARLY', amountCents: 300 }] },
  ]);
  expect(bestSplit([loan('NEW', 10, 100)], [flow('EARLY', 5, 300)])).toEqual([]);
});

it('leaves over what no bill owes', () => {
  expect(bestSplit([loan('ONE', 0, 100)], [flow('F', 1, 300)])).toEqual([
    { orderNo: 'ONE', uses: [{ flowNo: 'F', amountCents: 100 }] },
  ]);
});

const cents = fc.integer({ min: 1, max: 20 });
const days = fc.integer({ min: 0, max: 5 });
const loansOf = fc
  .array(fc.tuple(days, fc.array(cents, { minLength: 1, maxLength: 3 })), { minLength: 1, maxLength: 3 })
  .map((all) => all.map(([day, owed], index) => loan(`L${index}`, day, ...owed)));
const flowsOf = fc
  .array(fc.tuple(days, cents), { minLength: 1, maxLength: 4 })
  .map((all) => all.map(([day, writable], index) => flow(`F${index}`, day, writable)));

/** Every choice of so many bills a loan that the payments can pay for. */
function mostByTrying(loans: readonly SplitLoan[], flows: readonly SplitFlow[]): number {
  const newestFirst = loans.toSorted((one, two) => two.lentAt.getTime() - one.lentAt.getTime());
  const trying = (index: number, neededCents: number, settled: number): number => {
    const next = newestFirst[index];
    if (!next) return settled;
    const reach = flows.filter(({ paidAt }) => paidAt >= next.lentAt).reduce((sum, one) => sum + one.writableCents, 0);
    return Math.max(
      ...[0, ...next.bills.map((_, at) => at + 1)].map((count) => {
        const cost = neededCents + next.bills.slice(0, count).reduce((sum, { owedCents }) => sum + owedCents, 0);
        return count > 0 && cost > reach ? 0 : trying(index + 1, cost, settled + count);
      }),
    );
  };
  return trying(0, 0, 0);
}

it('settles the most bills possible, spends no more than a payment has and none of it on a later loan', () => {
  fc.assert(
    fc.property(loansOf, flowsOf, (loans, flows) => {
      const shares = bestSplit(loans, flows);
      const settled = loans.reduce((sum, one) => sum + settledOf(one, paidOn(shares, one.orderNo)), 0);
      expect(settled).toBeGreaterThanOrEqual(mostByTrying(loans, flows));
      for (const { flowNo, writableCents, paidAt } of flows) {
        const used = shares.flatMap(({ orderNo, uses }) =>
          uses.filter((use) => use.flowNo === flowNo).map(({ amountCents }) => ({ orderNo, amountCents })),
        );
        expect(used.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBeLessThanOrEqual(writableCents);
        for (const { orderNo, amountCents } of used) {
          expect(amountCents).toBeGreaterThan(0);
          const lent = loans.find((one) => one.orderNo === orderNo);
          expect(lent && lent.lentAt <= paidAt).toBe(true);
        }
      }
      for (const one of loans) {
        const owed = one.bills.reduce((sum, { owedCents }) => sum + owedCents, 0);
        expect(paidOn(shares, one.orderNo)).toBeLessThanOrEqual(owed);
      }
    }),
    { numRuns: 500 },
  );
});
