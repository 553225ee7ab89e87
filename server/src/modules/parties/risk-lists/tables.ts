import type { riskList } from '@kituo/sdk/contracts';
import type { ColumnType, Generated } from 'kysely';

type Instant = ColumnType<Date, Date | undefined, Date>;
type InstantOrNull = ColumnType<Date | null, Date | null | undefined, Date | null>;

interface RiskListEntryTable {
  entryNo: Generated<string>;
  listType: riskList.RiskListRow['listType'];
  listCode: string;
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

interface RiskListTable {
  listCode: string;
  listName: string;
  listType: riskList.RiskListRow['listType'];
  /** Null: a standard list. */
  createdBy: ColumnType<string | null, string | null | undefined, string | null>;
  createdAt: Instant;
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
    riskList: RiskListTable;
    riskListEntry: RiskListEntryTable;
    riskListHit: RiskListHitTable;
  }
}
