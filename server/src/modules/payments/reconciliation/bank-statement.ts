import { businessDateOf } from '../../../ground/business-date.ts';
import type { StatementLine } from './statement-line.ts';

/** A statement as a bank writes it, not yet held against the account that it is imported for. */
export interface BankStatement {
  /** As the bank writes it: a number, an IBAN, or one with the bank's code in front. */
  readonly accountNo: string;
  readonly currency: string;
  /** Overdrawn below 0, as all balances of a bank's statement. */
  readonly openingCents: number;
  readonly closingCents: number;
  readonly lines: readonly StatementLine[];
}

/** It is not what its format demands; `line` of the file, where that can be told. */
export class StatementRefused extends Error {
  override readonly name = 'StatementRefused';
  readonly line: number | null;

  constructor(line: number | null, message: string) {
    super(message);
    this.line = line;
  }
}

/** A day without a time, in Nairobi. Null where there is no such day. */
export function dayStart(year: string, month: string, day: string): Date | null {
  const moment = new Date(`${year}-${month}-${day}T00:00:00+03:00`);
  if (Number.isNaN(moment.getTime())) return null;
  // The calendar moves a 31st of November on; a statement has none.
  return new Date(moment.getTime() + 3 * 3_600_000).getUTCDate() === Number(day) ? moment : null;
}

/** `kind` of a line: what goes out for the account itself is a fee. */
export const kindOf = (isCredit: boolean, isCharge: boolean, details: string): StatementLine['kind'] =>
  isCredit ? 'IN' : isCharge || /\b(charge|fee)s?\b/i.test(details) ? 'FEE' : 'OUT';

/** Of an entry without a number of its own. Banks repeat a statement's reference: its day tells the days apart. */
export const datedSerial = (reference: string, happenedAt: Date): string =>
  `${reference}-${businessDateOf(happenedAt)}`;

/**
 * A serial number is taken in once an account and kind. Banks give several entries of one batch the same reference: the
 * second of a file is `…-2`, so that none is lost.
 */
export function ownSerials(): (line: StatementLine) => StatementLine {
  const met = new Map<string, number>();
  return (line) => {
    const key = `${line.kind} ${line.serial}`;
    const count = (met.get(key) ?? 0) + 1;
    met.set(key, count);
    return count === 1 ? line : { ...line, serial: `${line.serial}-${count}` };
  };
}

export function withOwnSerials(statements: readonly BankStatement[]): BankStatement[] {
  const own = ownSerials();
  return statements.map((statement) => ({ ...statement, lines: statement.lines.map(own) }));
}
