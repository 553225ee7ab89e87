import type { BankAccount } from '../accounts.ts';
import type { Cents } from '../cents.ts';
import { credit, debit, type PostingLine } from '../posting-line.ts';

/*
 * Postings of money going out. Sending moves what we owe into a clearing account; only the channel's
 * success moves it from there to the bank. A failed attempt posts the mirror of its sending.
 */

interface Paid {
  readonly bank: BankAccount;
  readonly amountCents: Cents;
}

interface OfFlow {
  readonly flowNo: string;
  readonly amountCents: Cents;
}

/** Payout clearing / bank: a loan or a wallet withdrawal arrived. */
export function payoutSucceeded(event: Paid): PostingLine[] {
  return [debit('PAYOUT_CLEARING', event.amountCents), credit(event.bank, event.amountCents)];
}

/** Customer credit / refund clearing. */
export function refundSent(event: OfFlow & { readonly customerNo: string }): PostingLine[] {
  const { flowNo, customerNo } = event;
  return [
    debit('CUSTOMER_CREDIT', event.amountCents, { flowNo, customerNo }),
    credit('REFUND_CLEARING', event.amountCents, { flowNo, customerNo }),
  ];
}

/** Refund clearing / bank. */
export function refundSucceeded(event: Paid): PostingLine[] {
  return [debit('REFUND_CLEARING', event.amountCents), credit(event.bank, event.amountCents)];
}

/** Cash in transit / transfer clearing: an own account is to be filled. */
export function transferSent(event: { readonly amountCents: Cents }): PostingLine[] {
  return [debit('CASH_IN_TRANSIT', event.amountCents), credit('TRANSFER_CLEARING', event.amountCents)];
}

/** Transfer clearing / bank of the source; also a return to a payer that was paid. */
export function transferPaid(event: Paid): PostingLine[] {
  return [debit('TRANSFER_CLEARING', event.amountCents), credit(event.bank, event.amountCents)];
}

/** Bank of the target / cash in transit: the target's statement shows it. */
export function transferArrived(event: Paid): PostingLine[] {
  return [debit(event.bank, event.amountCents), credit('CASH_IN_TRANSIT', event.amountCents)];
}

/** Suspense of the flow / transfer clearing: money that belongs to nobody goes back. */
export function returnSent(event: OfFlow): PostingLine[] {
  const { flowNo } = event;
  return [debit('SUSPENSE', event.amountCents, { flowNo }), credit('TRANSFER_CLEARING', event.amountCents, { flowNo })];
}

/** Payee receivable / bank: a payout left the bank a second time, and the lender claims it back. */
export function paidTwice(event: Paid): PostingLine[] {
  return [debit('PAYEE_RECEIVABLE', event.amountCents), credit(event.bank, event.amountCents)];
}

/** Suspense of the flow / payee receivable: whoever was paid twice paid it back. */
export function claimCleared(event: OfFlow): PostingLine[] {
  const { flowNo } = event;
  return [debit('SUSPENSE', event.amountCents, { flowNo }), credit('PAYEE_RECEIVABLE', event.amountCents, { flowNo })];
}

interface OfCustomer {
  readonly customerNo: string;
  readonly amountCents: Cents;
}

/** Marketing expense / wallet liability. */
export function walletReward(event: OfCustomer): PostingLine[] {
  const { customerNo } = event;
  return [
    debit('MARKETING_EXPENSE', event.amountCents, { customerNo }),
    credit('WALLET_LIABILITY', event.amountCents, { customerNo }),
  ];
}

/** Wallet liability / payout clearing; paid, it ends like a loan's payout. */
export function walletWithdrawalSent(event: OfCustomer): PostingLine[] {
  const { customerNo } = event;
  return [
    debit('WALLET_LIABILITY', event.amountCents, { customerNo }),
    credit('PAYOUT_CLEARING', event.amountCents, { customerNo }),
  ];
}
