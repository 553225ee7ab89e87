import { amounts, type Amounts, type Cents, nonPrincipalOf, shareOf } from '../../platform/ledger/index.ts';
import { addDays, type BusinessDate } from '../../platform/policy/index.ts';
import { chargeWithin, type InDuplum } from './in-duplum.ts';

export interface RolloverTerms {
  /** Basis points of the principal a day. */
  readonly extensionRateBps: number;
  readonly extensionDays: number;
}

export interface RolloverQuote {
  /** `⌊principal × rate × days⌋`, or what in duplum leaves of it. */
  readonly extensionFeeCents: Cents;
  /** What in duplum cut off the fee. */
  readonly cutCents: Cents;
  /** What the customer pays: the fee and all that is due but the principal. */
  readonly dueCents: Cents;
  readonly successor: {
    readonly outstanding: Amounts;
    readonly dueDate: BusinessDate;
    /** Goes along: a rollover neither frees the base nor forgets what was charged. */
    readonly inDuplum: InDuplum | null;
  };
}

/** What an extension costs on that date, and the bill that would follow. */
export function quoteRollover(
  bill: {
    readonly dueDate: BusinessDate;
    readonly outstanding: Amounts;
    readonly inDuplum: InDuplum | null;
  },
  terms: RolloverTerms,
  paidOn: BusinessDate,
): RolloverQuote {
  const { outstanding } = bill;
  const fee = shareOf(outstanding.PRINCIPAL, terms.extensionRateBps, terms.extensionDays);
  const wanted = amounts({ EXTENSION_SERVICE_FEE: fee });
  const charge = chargeWithin(bill.inDuplum, outstanding, wanted);
  const extensionFeeCents = charge.accrued.EXTENSION_SERVICE_FEE;
  // The days bought begin where the paid ones end: at the due date, or late, on the day of payment.
  const from = paidOn > bill.dueDate ? paidOn : bill.dueDate;
  return {
    extensionFeeCents,
    cutCents: charge.cutCents,
    dueCents: nonPrincipalOf(outstanding) + extensionFeeCents,
    successor: {
      outstanding: amounts({ PRINCIPAL: outstanding.PRINCIPAL }),
      dueDate: addDays(from, terms.extensionDays),
      inDuplum: charge.state,
    },
  };
}
