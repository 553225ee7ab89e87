import type { riskList } from '@kituo/sdk/contracts';
import type { ColumnType, Generated } from 'kysely';

type Instant = ColumnType<Date, Date | undefined, Date>;
type InstantOrNull = ColumnType<Date | null, Date | null | undefined, Date | null>;

interface RiskListEntryTable {
  entryNo: Generated<string>;
  listType: riskList.RiskListRow['listType'];
  subjectType: riskList.RiskListRow['subjectType'];
  subjectValue: string;
  /** For whose applications it counts; none: for all. */
  merchantNos: ColumnType<string[], string[] | undefined, string[]>;
  note: string;
  listSource: riskList.RiskListRow['listSource'];
  addedBy: string;
  addedAt: Instant;
  expiresAt: Instant;
  removedAt: InstantOrNull;
  removedBy: ColumnType<string | null, string | null | undefined, string | null>;
  hits: Generated<number>;
  lastHitAt: InstantOrNull;
  version: Generated<number>;
}

interface RiskListHitTable {
  hitId: Generated<number>;
  entryNo: string;
  orderNo: string;
  happenedAt: Instant;
}

declare module '../../../db/schema.ts' {
  interface Schema {
    riskListEntry: RiskListEntryTable;
    riskListHit: RiskListHitTable;
  }
}
