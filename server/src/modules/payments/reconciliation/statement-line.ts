/** A line of a statement: money in, money out, or what the channel charged for one of them. */
export interface StatementLine {
  readonly serial: string;
  readonly kind: 'IN' | 'OUT' | 'FEE';
  readonly amountCents: number;
  readonly happenedAt: Date;
  readonly details: string;
  /** Our own number, where the statement repeats it: of a payout, its attempt. */
  readonly ownReference?: string | null;
}

/** An amount as refusals name it. */
export const kes = (cents: number): string => `KES ${(cents / 100).toFixed(2)}`;
