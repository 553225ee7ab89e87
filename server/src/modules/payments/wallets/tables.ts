import type { ColumnType, Generated } from 'kysely';

type InstantDefault = ColumnType<Date, Date | string | undefined, Date | string>;
type InstantOrNull = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;
type Fixed<T> = ColumnType<T, T, never>;
type FixedOptional<T> = ColumnType<T | null, T | null | undefined, never>;

export interface WalletTable {
  customerNo: string;
  merchantNo: string;
  /** Always what the wallet's liability postings sum to. */
  balanceCents: Generated<number>;
  /** Of it: kept for withdrawals that are REQUESTED or FAILED. */
  heldCents: Generated<number>;
  version: Generated<number>;
}

/** Append-only. */
export interface WalletRewardTable {
  rewardNo: ColumnType<string, never, never>;
  customerNo: Fixed<string>;
  merchantNo: Fixed<string>;
  rewardType: Fixed<'INVITATION' | 'FIRST_LOAN' | 'ON_TIME' | 'TASK'>;
  /** What it is for; the same cause is rewarded once. */
  causeNo: Fixed<string>;
  inviteePhone: FixedOptional<string>;
  sourceOrderNo: FixedOptional<string>;
  amountCents: Fixed<number>;
  /** The wallet's balance with it. */
  walletBalanceCents: Fixed<number>;
  grantTime: ColumnType<Date, Date | undefined, never>;
}

export interface WalletWithdrawalTable {
  withdrawNo: Generated<string>;
  customerNo: string;
  merchantNo: string;
  amountCents: number;
  /** The phone that M-Pesa pays. */
  eWalletAccount: string;
  payeeName: string;
  withdrawStatus: Generated<'REQUESTED' | 'IN_PROGRESS' | 'SUCCESS' | 'FAILED' | 'CANCELLED'>;
  cancelReason: Optional<string>;
  /** Null of those that were cancelled before this was kept. */
  cancelledAt: InstantOrNull;
  createTime: InstantDefault;
  successTime: InstantOrNull;
  version: Generated<number>;
}

declare module '../../../db/schema.ts' {
  interface Schema {
    wallet: WalletTable;
    walletReward: WalletRewardTable;
    walletWithdrawal: WalletWithdrawalTable;
  }
}
