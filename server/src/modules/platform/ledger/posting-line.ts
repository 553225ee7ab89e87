import type { Account } from './accounts.ts';
import { type Cents, sumCents } from './cents.ts';
import type { Component } from './components.ts';

/** One line of a journal: + debit, − credit. */
export interface PostingLine {
  readonly account: Account;
  readonly amountCents: Cents;
  readonly customerNo?: string;
  readonly billNo?: string;
  readonly flowNo?: string;
  readonly component?: Component;
}

/** Whom and what a line is about. */
export type Dimensions = Omit<PostingLine, 'account' | 'amountCents'>;

export function debit(account: Account, amountCents: Cents, about: Dimensions = {}): PostingLine {
  return { account, amountCents: positive(amountCents), ...about };
}

export function credit(account: Account, amountCents: Cents, about: Dimensions = {}): PostingLine {
  return { account, amountCents: -positive(amountCents), ...about };
}

/** The receivable of one component of a bill. */
export function receivable(
  side: typeof debit,
  billNo: string,
  component: Component,
  amountCents: Cents,
  customerNo?: string,
): PostingLine {
  const about = customerNo === undefined ? {} : { customerNo };
  return side(`RECEIVABLE_${component}`, amountCents, { billNo, component, ...about });
}

/** The same lines with every side turned: what a rollback or a failed attempt posts. */
export function mirrored(lines: readonly PostingLine[]): PostingLine[] {
  return lines.map((line) => ({ ...line, amountCents: -line.amountCents }));
}

/** The sum of all lines: 0 for whatever may be posted. */
export function imbalanceOf(lines: readonly PostingLine[]): Cents {
  return sumCents(lines.map((line) => line.amountCents));
}

function positive(amountCents: Cents): Cents {
  if (!Number.isSafeInteger(amountCents) || amountCents <= 0) {
    throw new RangeError(`a posting of ${amountCents} cents`);
  }
  return amountCents;
}
