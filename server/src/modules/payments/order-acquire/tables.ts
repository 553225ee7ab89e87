import type { ColumnType, Generated } from 'kysely';

type InstantOrNull = ColumnType<Date | null, Date | null | undefined, Date | null>;
type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;

export interface AcquiredOrderTable {
  orderNo: string;
  merchantNo: string;
  ruleId: string;
  ruleName: string;
  deliveryStatus: Generated<'QUEUED' | 'DELIVERED' | 'REJECTED' | 'FAILED'>;
  acquiredAt: ColumnType<Date, Date | undefined, Date>;
  replyAt: InstantOrNull;
  attempts: Generated<number>;
  fault: Optional<string>;
  chargedCents: Optional<number>;
  version: Generated<number>;
}

declare module '../../../db/schema.ts' {
  interface Schema {
    acquiredOrder: AcquiredOrderTable;
  }
}
