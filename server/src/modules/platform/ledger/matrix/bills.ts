import { earnedAt } from '../accounts.ts';
import { type Cents, sumCents } from '../cents.ts';
import { type Amounts, type Component, partsOf, totalOf } from '../components.ts';
import { credit, debit, type PostingLine, receivable } from '../posting-line.ts';

/*
 * Postings that change what a bill owes without a payment. A bill's receivables are debited by lending
 * and accruing and credited by everything that lowers the debt; the other side says why: income, tax
 * payable, an expense of ours, or the successor's principal.
 */

export interface BillPart {
  readonly billNo: string;
  readonly component: Component;
  readonly amountCents: Cents;
}

/** Principal receivable / payout clearing, and fee income where fees are taken upfront. */
export function disbursementSent(event: {
  readonly customerNo: string;
  /** The principal of each bill of the loan. */
  readonly principals: readonly { readonly billNo: string; readonly amountCents: Cents }[];
  /** Kept back from what is paid out; PRINCIPAL is 0. */
  readonly upfront: Amounts;
}): PostingLine[] {
  const principalCents = sumCents(event.principals.map((bill) => bill.amountCents));
  const { customerNo } = event;
  const lines = event.principals.map((bill) =>
    receivable(debit, bill.billNo, 'PRINCIPAL', bill.amountCents, customerNo),
  );
  lines.push(credit('PAYOUT_CLEARING', principalCents - totalOf(event.upfront), { customerNo }));
  for (const { component, amountCents } of partsOf(event.upfront)) {
    if (component === 'PRINCIPAL') throw new RangeError('principal is never taken upfront');
    lines.push(credit(earnedAt(component), amountCents, { customerNo }));
  }
  return lines;
}

/** Receivable of the component / income; excise: tax payable. Late fees and extension fees, too. */
export function accrual(event: { readonly billNo: string; readonly accrued: Amounts }): PostingLine[] {
  return partsOf(event.accrued).flatMap(({ component, amountCents }) => {
    if (component === 'PRINCIPAL') throw new RangeError('principal does not accrue');
    const { billNo } = event;
    return [receivable(debit, billNo, component, amountCents), credit(earnedAt(component), amountCents, { billNo })];
  });
}

/** Waiver expense / receivable of the component. */
export function deduction(event: { readonly parts: readonly BillPart[] }): PostingLine[] {
  return expensed('WAIVER_EXPENSE', event.parts);
}

/** Marketing expense / receivable. */
export function coupon(event: { readonly parts: readonly BillPart[] }): PostingLine[] {
  return expensed('MARKETING_EXPENSE', event.parts);
}

/** Principal of the successor / principal of the old bill. */
export function rollover(event: {
  readonly billNo: string;
  readonly successorBillNo: string;
  readonly principalCents: Cents;
}): PostingLine[] {
  return [
    receivable(debit, event.successorBillNo, 'PRINCIPAL', event.principalCents),
    receivable(credit, event.billNo, 'PRINCIPAL', event.principalCents),
  ];
}

/** Bad-debt expense / receivables; a pair of memo lines keeps the claim. */
export function chargeOff(event: { readonly billNo: string; readonly outstanding: Amounts }): PostingLine[] {
  const { billNo } = event;
  const lossCents = totalOf(event.outstanding);
  return [
    debit('BAD_DEBT_EXPENSE', lossCents, { billNo }),
    ...partsOf(event.outstanding).map(({ component, amountCents }) =>
      receivable(credit, billNo, component, amountCents),
    ),
    debit('MEMO_CLAIM', lossCents, { billNo }),
    credit('MEMO_CLAIM_CONTRA', lossCents, { billNo }),
  ];
}

function expensed(expense: 'WAIVER_EXPENSE' | 'MARKETING_EXPENSE', parts: readonly BillPart[]): PostingLine[] {
  return parts.flatMap(({ billNo, component, amountCents }) => {
    if (component === 'PRINCIPAL' || component === 'EXCISE') {
      throw new RangeError(`${component} is never waived`);
    }
    return [debit(expense, amountCents, { billNo }), receivable(credit, billNo, component, amountCents)];
  });
}
