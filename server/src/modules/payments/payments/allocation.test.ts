import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyAmounts, anyOrder } from '../../platform/ledger/testing/arbitraries.ts';
import { amounts, type BillPart, COMPONENTS, mapAmounts, sumCents, totalOf } from '../../platform/ledger/index.ts';
import { allocate, oldestFirst, type OpenBill } from './allocation.ts';

const anyBills: fc.Arbitrary<OpenBill[]> = fc
  .array(
    fc.record({
      order: anyOrder,
      outstanding: anyAmounts(),
      dueDate: fc.constantFrom('2026-01-15', '2026-02-15', '2026-03-15'),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((bills) => bills.map((bill, index) => ({ ...bill, billNo: `B${index}` })));
const anyPayment = fc.integer({ min: 1, max: 2_000_000_00 });

function pay(bills: readonly OpenBill[], parts: readonly BillPart[]): OpenBill[] {
  return bills.map((bill) => ({
    ...bill,
    outstanding: mapAmounts(
      (component) =>
        bill.outstanding[component] -
        sumCents(
          parts
            .filter((part) => part.billNo === bill.billNo && part.component === component)
            .map((part) => part.amountCents),
        ),
    ),
  }));
}

describe('allocate', () => {
  it('goes through the components in the order of the business', () => {
    const bill: OpenBill = {
      billNo: 'B1',
      dueDate: '2026-01-15',
      order: COMPONENTS,
      outstanding: amounts({
        LATE_FEE: 1_00,
        LIQUIDATED_DAMAGES: 2_00,
        EXTENSION_SERVICE_FEE: 3_00,
        MANAGEMENT_FEE: 4_00,
        SERVICE_FEE: 5_00,
        EXCISE: 6_00,
        INTEREST: 7_00,
        PRINCIPAL: 8_00,
      }),
    };
    const allocation = allocate(30_00, [bill]);
    expect(allocation.parts.map((part) => [part.component, part.amountCents])).toEqual([
      ['LATE_FEE', 1_00],
      ['LIQUIDATED_DAMAGES', 2_00],
      ['EXTENSION_SERVICE_FEE', 3_00],
      ['MANAGEMENT_FEE', 4_00],
      ['SERVICE_FEE', 5_00],
      ['EXCISE', 6_00],
      ['INTEREST', 7_00],
      ['PRINCIPAL', 2_00],
    ]);
    expect(allocation).toMatchObject({ appliedCents: 30_00, surplusCents: 0 });
    expect(allocate(40_00, [bill])).toMatchObject({ appliedCents: 36_00, surplusCents: 4_00 });
  });

  it('comes to the same balances however a payment is split', () => {
    fc.assert(
      fc.property(anyBills, fc.array(anyPayment, { minLength: 1, maxLength: 8 }), (bills, splits) => {
        const whole = allocate(sumCents(splits), bills);
        let state = bills;
        let surplusCents = 0;
        for (const split of splits) {
          const allocation = allocate(split, state);
          state = pay(state, allocation.parts);
          surplusCents += allocation.surplusCents;
        }
        expect(state).toEqual(pay(bills, whole.parts));
        expect(surplusCents).toBe(whole.surplusCents);
      }),
    );
  });

  it('loses no cent and takes no component below 0', () => {
    fc.assert(
      fc.property(anyBills, anyPayment, (bills, paid) => {
        const { parts, appliedCents, surplusCents } = allocate(paid, bills);
        expect(sumCents(parts.map((part) => part.amountCents))).toBe(appliedCents);
        expect(appliedCents + surplusCents).toBe(paid);
        for (const bill of pay(bills, parts)) {
          for (const component of COMPONENTS) {
            expect(bill.outstanding[component]).toBeGreaterThanOrEqual(0);
          }
        }
        const owedCents = sumCents(bills.map((bill) => totalOf(bill.outstanding)));
        expect(surplusCents).toBe(Math.max(0, paid - owedCents));
      }),
    );
  });

  it('never touches a later slot while an earlier one is above 0', () => {
    fc.assert(
      fc.property(anyBills, anyPayment, (bills, paid) => {
        const { parts } = allocate(paid, bills);
        const after = oldestFirst(pay(bills, parts));
        const slots = after.flatMap((bill) =>
          bill.order.map((component) => ({
            billNo: bill.billNo,
            component,
            left: bill.outstanding[component],
          })),
        );
        const firstOpen = slots.findIndex((slot) => slot.left > 0);
        const touched = slots.map((slot) =>
          parts.some((part) => part.billNo === slot.billNo && part.component === slot.component),
        );
        if (firstOpen >= 0) expect(touched.lastIndexOf(true)).toBeLessThanOrEqual(firstOpen);
      }),
    );
  });
});
