import type { ColumnType, Generated } from 'kysely';

type Instant = ColumnType<Date, Date | undefined, Date>;
type InstantOrNull = ColumnType<Date | null, Date | null | undefined, Date | null>;

export interface PromoBatchTable {
  batchNo: Generated<string>;
  merchantNo: string;
  couponTemplateNo: string;
  ownCode: string | null;
  codeCount: number;
  maxRedemptions: number;
  budgetCents: number;
  spentCents: Generated<number>;
  /** EAT. */
  endsOn: string;
  reason: string;
  batchStatus: Generated<'PENDING' | 'ENABLED' | 'REJECTED' | 'DISABLED'>;
  makerUserNo: string;
  checkerUserNo: ColumnType<string | null, string | null | undefined, string | null>;
  decisionReason: ColumnType<string | null, string | null | undefined, string | null>;
  createdAt: Instant;
  decidedAt: InstantOrNull;
  version: Generated<number>;
}

export interface PromoCodeTable {
  promoCode: string;
  batchNo: string;
  redeemed: Generated<number>;
  disabledAt: InstantOrNull;
}

/** Append-only: who redeemed what, and the coupon it gave. */
export interface PromoRedemptionTable {
  batchNo: string;
  customerNo: string;
  promoCode: string;
  couponNo: string;
  at: Instant;
}

declare module '../../../db/schema.ts' {
  interface Schema {
    promoBatch: PromoBatchTable;
    promoCode: PromoCodeTable;
    promoRedemption: PromoRedemptionTable;
  }
}
