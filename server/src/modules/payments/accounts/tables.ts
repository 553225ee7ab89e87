import type { ColumnType, Generated } from 'kysely';

type InstantDefault = ColumnType<Date, Date | string | undefined, Date | string>;
type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;

interface AccountColumns {
  accountId: string;
  /** `BANK.` and the number: its account in the ledger. */
  accountCode: string;
  /** Empty: of all merchants. */
  merchantNos: Generated<string[]>;
  bankCode: string;
  branch: string;
  accountName: string;
  accountNo: Optional<string>;
  shortCode: Optional<string>;
  enabled: Generated<boolean>;
  createdAt: InstantDefault;
  version: Generated<number>;
}

/** An account that loans are paid out from. */
export interface LoanerAccountTable extends AccountColumns {
  loanerName: string;
  lendingChannel: string;
  dailyLimitCents: number;
}

/** An account that customers pay in to. */
export interface RepayAccountTable extends AccountColumns {
  paymentChannel: string;
  codeRule: 'ORDER_NO' | 'PHONE' | 'VIRTUAL';
  minCents: number;
  maxCents: number;
  rangeFrom: Optional<string>;
  rangeTo: Optional<string>;
}

/** An account number that stands for one loan, its check digit last. */
export interface VirtualAccountTable {
  virtualNo: string;
  orderNo: string;
  merchantNo: string;
  /** The account whose range it is from. */
  accountId: string;
  madeBy: string;
  createdAt: InstantDefault;
}

/** A view: every account of ours with money in it. */
export interface MoneyAccountView {
  accountCode: string;
  accountId: string;
  paymentCompany: 'MPESA' | 'BANK';
  accountName: string;
  bankCode: string | null;
  /** Null: described by nobody yet, so seen by who sees all merchants. */
  merchantNos: string[] | null;
}

declare module '../../../db/schema.ts' {
  interface Schema {
    loanerAccount: LoanerAccountTable;
    repayAccount: RepayAccountTable;
    moneyAccount: MoneyAccountView;
    virtualAccount: VirtualAccountTable;
  }
}
