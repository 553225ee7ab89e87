import type { ColumnType, Generated } from 'kysely';

/** What a merchant's customers see of the ways to pay. */
interface PaymentVisualTable {
  merchantNo: string;
  /** jsonb: write it with JSON.stringify. */
  methods: ColumnType<unknown, string, string>;
  updatedBy: string;
  updatedAt: ColumnType<Date, Date | undefined, Date>;
  version: Generated<number>;
}

declare module '../../../db/schema.ts' {
  interface Schema {
    paymentVisual: PaymentVisualTable;
  }
}
