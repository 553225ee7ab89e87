import type { riskPricing } from '@kituo/sdk/contracts';
import type { ColumnType, Generated } from 'kysely';
import type * as z from 'zod/mini';

type Fixed<T> = ColumnType<T, T, never>;
type FixedOrNull<T> = ColumnType<T | null, T | null | undefined, never>;

/** An import of prices, once its last row was read. */
interface RiskPriceBatchTable {
  batchNo: Generated<string>;
  merchantNo: Fixed<string>;
  jobNo: Fixed<string>;
  versionId: FixedOrNull<string>;
  rows: Fixed<number>;
  failedRows: Fixed<number>;
  importResult: Fixed<z.output<typeof riskPricing.importResult>>;
  /** Name and facts of the refusal. */
  fault: FixedOrNull<string>;
  faultFacts: ColumnType<unknown, string | null, never>;
  makerUserNo: Fixed<string>;
  createdAt: ColumnType<Date, Date | undefined, never>;
}

/** A row of an import until it is part of a batch, and of which after. */
interface RiskPriceRowTable {
  jobNo: Fixed<string>;
  cellKey: Fixed<string>;
  merchantNo: Fixed<string>;
  cell: ColumnType<unknown, string, string>;
  batchNo: ColumnType<string | null, string | null | undefined, string>;
}

interface RiskPriceBacktestTable {
  jobNo: Fixed<string>;
  versionId: Fixed<string>;
  fromDay: Fixed<string>;
  toDay: Fixed<string>;
  valueHash: Fixed<string>;
  againstVersionNo: FixedOrNull<number>;
  startedBy: Fixed<string>;
  createdAt: ColumnType<Date, Date | undefined, never>;
}

interface RiskPriceBacktestDayTable {
  jobNo: Fixed<string>;
  day: Fixed<string>;
  considered: Fixed<number>;
  cells: ColumnType<unknown, string, never>;
}

interface RiskPriceBacktestPayerTable {
  jobNo: Fixed<string>;
  cellKey: Fixed<string>;
  customerNo: Fixed<string>;
}

declare module '../../../db/schema.ts' {
  interface Schema {
    riskPriceBatch: RiskPriceBatchTable;
    riskPriceRow: RiskPriceRowTable;
    riskPriceBacktest: RiskPriceBacktestTable;
    riskPriceBacktestDay: RiskPriceBacktestDayTable;
    riskPriceBacktestPayer: RiskPriceBacktestPayerTable;
  }
}
