import type { BankAccount } from '../accounts.ts';
import { type Cents, sumCents } from '../cents.ts';
import { credit, debit, mirrored, type PostingLine, receivable } from '../posting-line.ts';
import type { BillPart } from './bills.ts';

/*
 * Postings of money received. It is in the flow's suspense until it is used; whatever uses it
 * debits that suspense, so the suspense of a flow is always what is still writable of it (holds apart).
 */

/** Bank of the channel / suspense of the flow. */
export function receipt(event: {
  readonly flowNo: string;
  readonly bank: BankAccount;
  readonly amountCents: Cents;
}): PostingLine[] {
  const { flowNo } = event;
  return [debit(event.bank, event.amountCents, { flowNo }), credit('SUSPENSE', event.amountCents, { flowNo })];
}

/** Suspense of the flow / receivables, in the order in which the payment reached them. */
export function application(event: {
  readonly flowNo: string;
  readonly customerNo: string;
  readonly parts: readonly BillPart[];
}): PostingLine[] {
  const { flowNo, customerNo } = event;
  const appliedCents = sumCents(event.parts.map((part) => part.amountCents));
  return [
    debit('SUSPENSE', appliedCents, { flowNo, customerNo }),
    ...event.parts.map((part) => ({
      ...receivable(credit, part.billNo, part.component, part.amountCents, customerNo),
      flowNo,
    })),
  ];
}

/** Suspense of the flow / customer credit: what was paid beyond what was owed. */
export function overpayment(event: {
  readonly flowNo: string;
  readonly customerNo: string;
  readonly amountCents: Cents;
}): PostingLine[] {
  const { flowNo, customerNo } = event;
  return [
    debit('SUSPENSE', event.amountCents, { flowNo, customerNo }),
    credit('CUSTOMER_CREDIT', event.amountCents, { flowNo, customerNo }),
  ];
}

/** Customer credit / suspense of its flow: the overpayment mirrored; an application follows. */
export function creditReuse(event: Parameters<typeof overpayment>[0]): PostingLine[] {
  return mirrored(overpayment(event));
}

/**
 * Suspense of the flow / recovery income up to the claim, and the claim lowered by as much; the rest
 * customer credit.
 */
export function recovery(event: {
  readonly flowNo: string;
  readonly customerNo: string;
  readonly billNo: string;
  readonly amountCents: Cents;
  /** What was charged off of the bill and not recovered yet. */
  readonly claimCents: Cents;
}): PostingLine[] {
  const { flowNo, customerNo, billNo } = event;
  const recoveredCents = Math.min(event.amountCents, event.claimCents);
  const surplusCents = event.amountCents - recoveredCents;
  const lines: PostingLine[] = [];
  if (recoveredCents > 0) {
    lines.push(
      debit('SUSPENSE', recoveredCents, { flowNo, customerNo }),
      credit('INCOME_RECOVERY', recoveredCents, { billNo }),
      debit('MEMO_CLAIM_CONTRA', recoveredCents, { billNo }),
      credit('MEMO_CLAIM', recoveredCents, { billNo }),
    );
  }
  if (surplusCents > 0) {
    lines.push(...overpayment({ flowNo, customerNo, amountCents: surplusCents }));
  }
  return lines;
}

/** The statement shows more (+) or less (−) than we booked: bank of the channel / suspense, or its mirror. */
export function receiptAdjustment(event: {
  readonly flowNo: string;
  readonly bank: BankAccount;
  readonly differenceCents: Cents;
}): PostingLine[] {
  const { flowNo, bank, differenceCents } = event;
  const lines = receipt({ flowNo, bank, amountCents: Math.abs(differenceCents) });
  return differenceCents > 0 ? lines : mirrored(lines);
}

/** The receipt mirrored: the channel took the money back. */
export function channelReversal(event: Parameters<typeof receipt>[0]): PostingLine[] {
  return mirrored(receipt(event));
}

/** Channel charges / bank of the channel. */
export function channelFee(event: { readonly bank: BankAccount; readonly amountCents: Cents }): PostingLine[] {
  return [debit('CHANNEL_CHARGES', event.amountCents), credit(event.bank, event.amountCents)];
}
