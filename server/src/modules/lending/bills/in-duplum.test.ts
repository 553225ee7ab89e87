import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyAmounts } from '../../platform/ledger/testing/arbitraries.ts';
import { amounts, type Amounts, minus, nonPrincipalOf, totalOf } from '../../platform/ledger/index.ts';
import { allocate } from '../../payments/payments/index.ts';
import { addDays } from '../../platform/policy/index.ts';
import { chargeWithin, freezeInDuplum, roomOf } from './in-duplum.ts';
import { catchUp, lateFeeOf, type OverdueBill, overdueDay } from './late-fee.ts';
import { quoteRollover } from './rollover.ts';

const policy = { lateFeeBps: 100, graceDays: 0, nonPerformingDpd: 1 };
const chargeable = (of: Amounts): Amounts => ({ ...of, PRINCIPAL: 0 });

describe('late fees', () => {
  it('are ⌊overdue principal × bps ÷ 10,000⌋ a day, after grace', () => {
    expect(lateFeeOf(3_333_33, 1, policy)).toBe(33_33);
    expect(lateFeeOf(3_333_33, 0, policy)).toBe(0);
    expect(lateFeeOf(3_333_33, 3, { ...policy, graceDays: 3 })).toBe(0);
    expect(lateFeeOf(3_333_33, 4, { ...policy, graceDays: 3 })).toBe(33_33);
    expect(lateFeeOf(99, 5, policy)).toBe(0);
  });

  it('catch up missed days as if each had been run', () => {
    const bill: OverdueBill = {
      dueDate: '2026-03-31',
      outstanding: amounts({ PRINCIPAL: 1_000_00 }),
      inDuplum: null,
    };
    const atOnce = catchUp(bill, '2026-03-30', '2026-04-10', policy);
    let state = bill;
    for (let date = '2026-03-31'; date <= '2026-04-10'; date = addDays(date, 1)) {
      state = overdueDay(state, date, policy).after;
    }
    expect(atOnce.at(-1)?.after).toEqual(state);
    expect(state.outstanding.LATE_FEE).toBe(100_00);
    expect(catchUp(state, '2026-04-10', '2026-04-10', policy)).toEqual([]);
  });
});

describe('liquidated damages', () => {
  const bill: OverdueBill = {
    dueDate: '2026-03-31',
    outstanding: amounts({ PRINCIPAL: 1_000_00 }),
    inDuplum: null,
  };

  it('are charged once, on the first day after grace, whatever is caught up', () => {
    const terms = { ...policy, lateFeeBps: 0, graceDays: 2, liquidatedDamagesBps: 500 };
    const days = catchUp(bill, '2026-03-31', '2026-04-10', terms);
    const charged = days.map(({ date, charge }) => [date, charge.accrued.LIQUIDATED_DAMAGES] as const);
    expect(charged.filter(([, cents]) => cents > 0)).toEqual([['2026-04-03', 50_00]]);
  });

  it('are cut by in duplum after the late fee of their day', () => {
    const narrow = { ...bill, outstanding: amounts({ PRINCIPAL: 1_000_00, INTEREST: 970_00 }) };
    const [day] = catchUp(narrow, '2026-03-31', '2026-04-01', { ...policy, liquidatedDamagesBps: 500 });
    expect(day?.charge.accrued).toEqual(amounts({ LATE_FEE: 10_00, LIQUIDATED_DAMAGES: 20_00 }));
    expect(day?.charge.cutCents).toBe(30_00);
  });
});

describe('in duplum', () => {
  it('stops charging at the principal owing when the bill became non-performing', () => {
    const bill: OverdueBill = {
      dueDate: '2026-03-31',
      outstanding: amounts({ PRINCIPAL: 1_000_00, INTEREST: 950_00 }),
      inDuplum: null,
    };
    const days = catchUp(bill, '2026-03-31', '2026-04-30', policy);
    expect(days.at(-1)?.after.outstanding.LATE_FEE).toBe(50_00);
    expect(days.map((day) => day.charge.cutCents).slice(0, 7)).toEqual([0, 0, 0, 0, 0, 10_00, 10_00]);
  });

  it('takes an excess off at the freeze, excise last', () => {
    const outstanding = amounts({ PRINCIPAL: 100, INTEREST: 80, SERVICE_FEE: 30, EXCISE: 6 });
    const { state, excess } = freezeInDuplum(outstanding);
    expect(excess).toEqual(amounts({ SERVICE_FEE: 16 }));
    expect(state).toEqual({ baseCents: 100, chargedCents: 100 });
    const mostlyTax = freezeInDuplum(amounts({ PRINCIPAL: 10, INTEREST: 5, EXCISE: 20 }));
    expect(mostlyTax.excess).toEqual(amounts({ INTEREST: 5, EXCISE: 10 }));
  });

  it('makes no new room by a payment or a waiver', () => {
    const state = { baseCents: 100, chargedCents: 100 };
    expect(roomOf(state, amounts({ PRINCIPAL: 100 }))).toBe(0);
    expect(chargeWithin(state, amounts({}), amounts({ LATE_FEE: 5 })).cutCents).toBe(5);
  });

  type Step =
    | { readonly kind: 'days'; readonly days: number }
    | { readonly kind: 'pay'; readonly cents: number }
    | { readonly kind: 'rollOver' };
  const anyStep: fc.Arbitrary<Step> = fc.oneof(
    fc.record({ kind: fc.constant('days' as const), days: fc.integer({ min: 1, max: 40 }) }),
    fc.record({ kind: fc.constant('pay' as const), cents: fc.integer({ min: 1, max: 3_000_00 }) }),
    fc.constant({ kind: 'rollOver' as const }),
  );

  it('is never passed, whatever is paid, charged and rolled over', () => {
    fc.assert(
      fc.property(
        anyAmounts(2_000_00),
        fc.integer({ min: 0, max: 900 }),
        fc.integer({ min: 0, max: 5 }),
        fc.array(anyStep, { maxLength: 25 }),
        (outstanding, bps, grace, steps) => {
          let bill: OverdueBill = { dueDate: '2026-03-31', outstanding, inDuplum: null };
          let date = '2026-03-25';
          let base: number | null = null;
          let countedCents = 0;
          for (const step of steps) {
            if (step.kind === 'days') {
              const through = addDays(date, step.days);
              const terms = { lateFeeBps: bps, graceDays: grace, nonPerformingDpd: 1 };
              for (const day of catchUp(bill, date, through, terms)) {
                if (bill.inDuplum === null && day.after.inDuplum !== null) {
                  base = bill.outstanding.PRINCIPAL;
                  countedCents = nonPrincipalOf(minus(bill.outstanding, day.excess));
                }
                countedCents += base === null ? 0 : totalOf(day.charge.accrued);
                bill = day.after;
              }
              date = through;
            } else if (step.kind === 'pay') {
              const order = ['PRINCIPAL', 'LATE_FEE', 'INTEREST'] as const;
              const open = {
                billNo: 'B',
                dueDate: bill.dueDate,
                order,
                outstanding: bill.outstanding,
              };
              const paid = { ...bill.outstanding };
              for (const part of allocate(step.cents, [open]).parts) {
                paid[part.component] -= part.amountCents;
              }
              bill = { ...bill, outstanding: paid };
            } else {
              const quote = quoteRollover(bill, { extensionRateBps: bps, extensionDays: 7 }, date);
              countedCents += base === null ? 0 : quote.extensionFeeCents;
              bill = quote.successor;
            }
            if (base !== null) {
              expect(countedCents).toBeLessThanOrEqual(base);
              expect(nonPrincipalOf(bill.outstanding)).toBeLessThanOrEqual(base);
              expect(bill.inDuplum).toEqual({ baseCents: base, chargedCents: countedCents });
            }
            for (const cents of Object.values(bill.outstanding)) {
              expect(cents).toBeGreaterThanOrEqual(0);
            }
          }
        },
      ),
    );
  });

  it('charges what is wanted where there is room, and cuts only the rest', () => {
    fc.assert(
      fc.property(anyAmounts(), anyAmounts(), (outstanding, wanted) => {
        const { state } = freezeInDuplum(outstanding);
        const charge = chargeWithin(state, outstanding, chargeable(wanted));
        expect(totalOf(charge.accrued) + charge.cutCents).toBe(totalOf(chargeable(wanted)));
        if (charge.cutCents > 0) expect(charge.state?.chargedCents).toBe(state.baseCents);
      }),
    );
  });
});

describe('a rollover', () => {
  const terms = { extensionRateBps: 50, extensionDays: 14 };
  const bill = {
    dueDate: '2026-03-31',
    outstanding: amounts({ PRINCIPAL: 5_000_00, INTEREST: 300_00 }),
    inDuplum: null,
  };

  it('costs principal × rate × days and all that is due but the principal', () => {
    expect(quoteRollover(bill, terms, '2026-03-31')).toMatchObject({
      extensionFeeCents: 350_00,
      cutCents: 0,
      dueCents: 650_00,
      successor: { dueDate: '2026-04-14', outstanding: amounts({ PRINCIPAL: 5_000_00 }) },
    });
  });

  it('counts its days from the due date, or late from the payment', () => {
    expect(quoteRollover(bill, terms, '2026-03-29').successor.dueDate).toBe('2026-04-14');
    expect(quoteRollover(bill, terms, '2026-04-05').successor.dueDate).toBe('2026-04-19');
  });

  it('moves the whole principal and nothing else', () => {
    fc.assert(
      fc.property(anyAmounts(), (outstanding) => {
        const { successor } = quoteRollover({ ...bill, outstanding }, terms, '2026-04-02');
        expect(successor.outstanding).toEqual(amounts({ PRINCIPAL: outstanding.PRINCIPAL }));
      }),
    );
  });
});
