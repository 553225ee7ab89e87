import fc from 'fast-check';
import { anyCaseStep } from './model-cases.ts';
import { anyContact } from './model-customer.ts';
import { anyLenderStep } from './model-lender.ts';

/* What a history may be made of. */

/** The kinds of a loan's own steps that have to have happened, for a run to prove something. */
export const LOAN_KINDS: readonly string[] = [
  'generic',
  'partial',
  'settle',
  'settleWithWaiver',
  'extend',
  'nights',
  'undoNewest',
  'undoAll',
  'chargeOff',
  'cancelChargeOff',
  'tellAgain',
  'paySplit',
  'payAndUndo',
  'payInOrder',
  'refund',
  'useCredit',
  'applyFlows',
  'payTwiceByKey',
  'previewThenPay',
  'grantCoupon',
  'useCoupon',
  'contact',
  'distribute',
  'handOver',
  'cancelAllocation',
  'retain',
  'cancelRetention',
  'enterBadDebt',
  'leaveBadDebt',
  'promise',
];

/** Mostly little beside the KES 5,000.00 of a loan, so that it lives to be late, collected and extended. */
const little = fc.integer({ min: 1, max: 30_000 });
const cents = fc.oneof(little, little, little, fc.integer({ min: 1, max: 600_000 }));
const permille = fc.integer({ min: 1, max: 999 });
const nights = fc.record({
  kind: fc.constant('nights' as const),
  days: fc.integer({ min: 1, max: 12 }),
});
const anyLoanCommand = fc.oneof(
  fc.record({ kind: fc.constant('generic' as const), cents }),
  fc.record({ kind: fc.constant('partial' as const), cents }),
  fc.record({
    kind: fc.constant('settle' as const),
    extra: fc.integer({ min: -5_000, max: 50_000 }),
  }),
  fc.record({ kind: fc.constant('settleWithWaiver' as const), waived: fc.nat({ max: 40_000 }) }),
  fc.record({
    kind: fc.constant('extend' as const),
    extra: fc.integer({ min: -200, max: 10_000 }),
  }),
  nights,
  nights,
  fc.constant({ kind: 'undoNewest' as const }),
  fc.constant({ kind: 'undoAll' as const }),
  fc.constant({ kind: 'chargeOff' as const }),
  fc.constant({ kind: 'cancelChargeOff' as const }),
  fc.constant({ kind: 'sameAgain' as const }),
  fc.constant({ kind: 'tellAgain' as const }),
  fc.record({ kind: fc.constant('paySplit' as const), permille, cut: permille }),
  fc.record({ kind: fc.constant('payAndUndo' as const), cents }),
  fc.record({ kind: fc.constant('payInOrder' as const), cents }),
  fc.record({
    kind: fc.constant('waiveAlone' as const),
    waived: fc.integer({ min: 1, max: 1_000 }),
  }),
  fc.record({
    kind: fc.constant('refund' as const),
    shillings: fc.integer({ min: 10, max: 300 }),
    isPaid: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('useCredit' as const), cents: little }),
  fc.record({ kind: fc.constant('applyFlows' as const), cents, cut: permille }),
  fc.record({ kind: fc.constant('payTwiceByKey' as const), cents }),
  fc.record({ kind: fc.constant('previewThenPay' as const), cents }),
  fc.constant({ kind: 'grantCoupon' as const }),
  fc.record({ kind: fc.constant('useCoupon' as const), cents }),
  anyContact,
  // Often enough that a case is given, handed over and taken back before it closes.
  ...Array.from({ length: 8 }, () => anyCaseStep),
);
const anyLenderCommand = fc.oneof({ weight: 4, arbitrary: anyLenderStep }, { weight: 1, arbitrary: anyLoanCommand });

/** One in four is about the company around the loan; the rest keep to the loan, so that each comes to the ends of its ways. */
export const anyCommands = (length: number) => {
  const exactly = { minLength: length, maxLength: length };
  return fc.oneof(
    { weight: 3, arbitrary: fc.array(anyLoanCommand, exactly) },
    { weight: 1, arbitrary: fc.array(anyLenderCommand, exactly) },
  );
};

export type Command = typeof anyLenderCommand extends fc.Arbitrary<infer C> ? C : never;
