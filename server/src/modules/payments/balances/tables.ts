import type { ColumnType, Generated } from 'kysely';

type InstantDefault = ColumnType<Date, Date | string | undefined, Date | string>;
type InstantOrNull = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;

/** What the keeper of an account states of it. */
export interface BalanceEntryTable {
  entryNo: Generated<string>;
  accountCode: string;
  /** EAT: at the end of this day, or as of now where it is today. */
  entryDate: string;
  balanceCents: number;
  source: 'MANUAL' | 'CHANNEL';
  remark: Optional<string>;
  enteredBy: Optional<string>;
  enteredAt: InstantDefault;
  /** The entry that it corrects. */
  replacesNo: Optional<string>;
  reason: Optional<string>;
  voucherIds: Generated<string[]>;
  checkerUserNo: Optional<string>;
}

export interface BalanceMarkTable {
  accountCode: string;
  lowWaterCents: number;
}

/** A question to the channel about an account's balance; its answer comes to an address that names it. */
export interface BalanceQueryTable {
  queryNo: Generated<string>;
  accountCode: string;
  askedBy: string;
  askedAt: InstantDefault;
  answeredAt: InstantOrNull;
  resultCode: Optional<string>;
  resultText: Optional<string>;
}

declare module '../../../db/schema.ts' {
  interface Schema {
    balanceEntry: BalanceEntryTable;
    balanceMark: BalanceMarkTable;
    balanceQuery: BalanceQueryTable;
  }
}
