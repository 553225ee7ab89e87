import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyAmounts, anyOrder } from '../../platform/ledger/testing/arbitraries.ts';
import {
  type Amounts,
  amounts,
  type Component,
  COMPONENTS,
  NO_AMOUNTS,
  sumCents,
  totalOf,
} from '../../platform/ledger/index.ts';
import type { OpenBill } from './allocation.ts';
import {
  decideExtension,
  decideGeneric,
  decidePartial,
  decideSettle,
  payoffOf,
  type SettleRequest,
  unacknowledged,
} from './decide-application.ts';
import { refusalOfFlowUse, writableOf } from './flow-checks.ts';

const bill = (outstanding: Amounts): OpenBill => ({
  billNo: 'B1',
  dueDate: '2026-03-31',
  order: COMPONENTS,
  outstanding,
});
/** KES 5,000 principal, 300 interest, 200 service fee, 40 late fee: payoff 5,540. */
const owed = amounts({
  PRINCIPAL: 5_000_00,
  INTEREST: 300_00,
  SERVICE_FEE: 200_00,
  LATE_FEE: 40_00,
});
const settle = (amountCents: number, over: Partial<SettleRequest> = {}) =>
  decideSettle({
    amountCents,
    bill: bill(owed),
    hasEarlierOpenBill: false,
    coupon: NO_AMOUNTS,
    deduction: NO_AMOUNTS,
    ...over,
  });

describe('SETTLE', () => {
  it('takes the payoff without a question', () => {
    expect(settle(5_540_00)).toMatchObject({ surplusCents: 0, confirmations: [] });
  });

  it('is refused below the loan amount still owed', () => {
    expect(settle(4_999_99)).toEqual({ refusal: 'SETTLE_BELOW_LOAN' });
  });

  it('needs an approved deduction of exactly the gap', () => {
    const deduction = amounts({ LATE_FEE: 40_00, SERVICE_FEE: 100_00 });
    expect(settle(5_400_00)).toEqual({ refusal: 'DEDUCTION_NEEDED' });
    expect(settle(5_400_01, { deduction })).toEqual({ refusal: 'DEDUCTION_NEEDED' });
    expect(settle(5_400_00, { deduction })).toMatchObject({
      usesDeduction: true,
      appliedCents: 5_400_00,
      surplusCents: 0,
      confirmations: ['BELOW_CORE', 'BELOW_PAYOFF'],
    });
    expect(settle(5_500_00, { deduction: amounts({ LATE_FEE: 40_00 }) })).toMatchObject({
      confirmations: ['BELOW_PAYOFF'],
    });
  });

  it('does not let coupon and deduction take the same shilling', () => {
    const coupon = amounts({ LATE_FEE: 40_00 });
    const deduction = amounts({ LATE_FEE: 40_00 });
    expect(settle(5_460_00, { coupon, deduction })).toEqual({
      refusal: 'DEDUCTION_ABOVE_COMPONENT',
    });
    expect(settle(5_500_00, { coupon })).toMatchObject({ surplusCents: 0, confirmations: [] });
  });

  it('asks before a surplus becomes credit, and leaves the deduction unused', () => {
    const decision = settle(5_660_00, { deduction: amounts({ LATE_FEE: 40_00 }) });
    expect(decision).toMatchObject({
      surplusCents: 120_00,
      usesDeduction: false,
      confirmations: ['SURPLUS_TO_CREDIT'],
    });
    if ('refusal' in decision) expect.unreachable();
    else {
      expect(unacknowledged(decision, [])).toEqual(['SURPLUS_TO_CREDIT']);
      expect(unacknowledged(decision, ['SURPLUS_TO_CREDIT'])).toEqual([]);
    }
  });

  it('waits for an earlier bill', () => {
    expect(settle(5_540_00, { hasEarlierOpenBill: true })).toEqual({
      refusal: 'EARLIER_BILL_OPEN',
    });
  });

  it('with a deduction of exactly the gap ends at 0, and with any other is refused', () => {
    const share = fc.integer({ min: 0, max: 100 });
    fc.assert(
      fc.property(
        anyAmounts(1_000_00),
        anyOrder,
        share,
        fc.integer({ min: -3, max: 3 }),
        (outstanding, order, percent, off) => {
          const part = (component: Component) => Math.floor((outstanding[component] * percent) / 100);
          // As the limits allow it: never principal or excise, within each component.
          const deduction = amounts({
            LATE_FEE: part('LATE_FEE'),
            INTEREST: part('INTEREST'),
            SERVICE_FEE: part('SERVICE_FEE'),
          });
          const amountCents = totalOf(outstanding) - totalOf(deduction) + off;
          fc.pre(amountCents > outstanding.PRINCIPAL && amountCents < totalOf(outstanding));
          const decision = settle(amountCents, {
            bill: { ...bill(outstanding), order },
            deduction,
          });
          if (off !== 0) {
            expect(decision).toEqual({ refusal: 'DEDUCTION_NEEDED' });
            return;
          }
          expect(decision).toMatchObject({ appliedCents: amountCents, surplusCents: 0 });
          expect(amountCents + totalOf(deduction)).toBe(totalOf(outstanding));
        },
      ),
    );
  });
});

describe('PARTIAL, GENERIC and EXTENSION', () => {
  const partial = (amountCents: number) =>
    decidePartial({ amountCents, bill: bill(owed), hasEarlierOpenBill: false, coupon: NO_AMOUNTS });

  it('PARTIAL at or above the payoff is told to choose settle', () => {
    expect(partial(5_540_00)).toEqual({ refusal: 'CHOOSE_SETTLE' });
    expect(partial(5_539_99)).toMatchObject({ appliedCents: 5_539_99, surplusCents: 0 });
  });

  it('GENERIC goes on to the next bill and turns the rest into credit', () => {
    const second = { ...bill(amounts({ PRINCIPAL: 100_00 })), billNo: 'B2', dueDate: '2026-04-30' };
    expect(decideGeneric(5_700_00, [second, bill(owed)])).toMatchObject({
      appliedCents: 5_640_00,
      surplusCents: 60_00,
      confirmations: ['SURPLUS_TO_CREDIT'],
    });
  });

  it('EXTENSION pays the fee and what is due, never principal', () => {
    const request = {
      amountCents: 890_00,
      bill: bill(owed),
      hasEarlierOpenBill: false,
      extensionFeeCents: 350_00,
      rolloverCount: 0,
      maxRollovers: 2,
      isTooEarly: false,
    };
    const decision = decideExtension(request);
    expect(decision).toMatchObject({ appliedCents: 890_00, surplusCents: 0, confirmations: [] });
    if ('refusal' in decision) expect.unreachable();
    else expect(decision.parts.map((part) => part.component)).not.toContain('PRINCIPAL');
    expect(decideExtension({ ...request, amountCents: 889_99 })).toEqual({
      refusal: 'EXTENSION_SHORT',
    });
    expect(decideExtension({ ...request, bill: bill({ ...owed, PRINCIPAL: 0 }) })).toEqual({
      refusal: 'CHOOSE_SETTLE',
    });
    expect(decideExtension({ ...request, rolloverCount: 2 })).toEqual({ refusal: 'ROLLOVER_MAX' });
    expect(decideExtension({ ...request, isTooEarly: true })).toEqual({
      refusal: 'BEFORE_DUE_DATE',
    });
    expect(decideExtension({ ...request, amountCents: 900_00 })).toMatchObject({
      surplusCents: 10_00,
      confirmations: ['SURPLUS_TO_CREDIT'],
    });
  });

  it('PARTIAL never settles and SETTLE never leaves anything: they divide all amounts between them', () => {
    fc.assert(
      fc.property(anyAmounts(1_000_00), fc.integer({ min: 1, max: 9_000_00 }), (outstanding, paid) => {
        const request = {
          amountCents: paid,
          bill: bill(outstanding),
          hasEarlierOpenBill: false,
          coupon: NO_AMOUNTS,
        };
        const isEnough = paid >= payoffOf(outstanding);
        expect('refusal' in decidePartial(request)).toBe(isEnough);
        expect('refusal' in decideSettle({ ...request, deduction: NO_AMOUNTS })).toBe(!isEnough);
      }),
    );
  });
});

describe('the use of a flow', () => {
  const loan = {
    now: new Date('2026-03-31T09:00:00Z'),
    lentAt: new Date('2026-03-01T09:00:00Z'),
    orderNos: ['O2026', 'TP-77'],
  };
  const use = {
    amountCents: 100,
    paymentCode: 'SGR7ABC',
    paidAt: new Date('2026-03-30T09:00:00Z'),
    flow: { status: 'UNMATCHED', writableCents: 100 },
  };

  it.each([
    ['nothing', {}, null],
    ['0', { amountCents: 0 }, 'ZERO_AMOUNT_FIELD'],
    ['a fraction', { amountCents: 0.5 }, 'AMOUNT_INVALID'],
    ['the order number', { paymentCode: 'TP-77' }, 'SERIAL_EQUALS_ORDER_NO'],
    ['an unknown serial', { flow: null }, 'SERIAL_NOT_FOUND'],
    ['a used flow', { flow: { status: 'APPLIED', writableCents: 0 } }, 'SERIAL_WRITTEN_OFF'],
    ['0 writable', { flow: { status: 'PART_APPLIED', writableCents: 0 } }, 'WRITABLE_ZERO'],
    ['more than writable', { amountCents: 101 }, 'ABOVE_WRITABLE'],
    ['before the loan', { paidAt: new Date('2026-02-28') }, 'BEFORE_LOAN_DATE'],
    ['in the future', { paidAt: new Date('2026-04-01') }, 'PAID_IN_FUTURE'],
  ] as const)('with %s', (_, over, refusal) => {
    expect(refusalOfFlowUse({ ...use, ...over }, loan)).toBe(refusal);
  });

  it('leaves what is not applied, credited, returned or held', () => {
    const flow = {
      amountCents: 100,
      appliedCents: 40,
      creditedCents: 10,
      returnedCents: 5,
      heldCents: 5,
    };
    expect(writableOf(flow)).toBe(40);
    expect(() => writableOf({ ...flow, heldCents: 46 })).toThrow(RangeError);
    expect(sumCents(Object.values(flow))).toBe(160);
  });
});
