import type { BankAccount } from '../accounts.ts';
import type { Cents } from '../cents.ts';
import { credit, debit, type PostingLine } from '../posting-line.ts';

/*
 * Postings with merchants, partners and the lender's owners. The journal names the merchant, so the lines need not.
 */

interface Paid {
  readonly bank: BankAccount;
  readonly amountCents: Cents;
}

/** Bank / merchant prepaid. */
export function merchantRecharge(event: Paid): PostingLine[] {
  return [debit(event.bank, event.amountCents), credit('MERCHANT_PREPAID', event.amountCents)];
}

/** Merchant prepaid / service income. */
export function merchantConsumption(event: { readonly amountCents: Cents }): PostingLine[] {
  return [debit('MERCHANT_PREPAID', event.amountCents), credit('SERVICE_INCOME', event.amountCents)];
}

/** Partner receivable / service income. */
export function partnerDayConfirmed(event: { readonly amountCents: Cents }): PostingLine[] {
  return [debit('PARTNER_RECEIVABLE', event.amountCents), credit('SERVICE_INCOME', event.amountCents)];
}

/** Bank / partner receivable. */
export function partnerDayPaid(event: Paid): PostingLine[] {
  return [debit(event.bank, event.amountCents), credit('PARTNER_RECEIVABLE', event.amountCents)];
}

/** Bank / capital. */
export function capitalPaidIn(event: Paid): PostingLine[] {
  return [debit(event.bank, event.amountCents), credit('CAPITAL', event.amountCents)];
}
