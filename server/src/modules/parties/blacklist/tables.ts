import type { ColumnType, Generated } from 'kysely';

type Instant = ColumnType<Date, Date | undefined, Date>;
type InstantOrNull = ColumnType<Date | null, Date | null | undefined, Date | null>;

export interface ManualBlacklistTable {
  entryNo: Generated<string>;
  subjectType: 'PHONE' | 'ID_CARD_NO' | 'DEVICE' | 'BANK_ACCOUNT';
  subjectValue: string;
  reasonCode: string;
  note: string;
  /** Null for all merchants. */
  merchantNo: string | null;
  evidenceIds: string[];
  blacklistSource: Generated<'MANUAL' | 'IMPORT'>;
  addedBy: string;
  addedAt: Instant;
  expiresAt: Instant;
  removedAt: InstantOrNull;
  removedBy: ColumnType<string | null, string | null | undefined, string | null>;
  /** Applications refused for it. */
  hits: Generated<number>;
  lastHitAt: InstantOrNull;
  version: Generated<number>;
}

declare module '../../../db/schema.ts' {
  interface Schema {
    manualBlacklist: ManualBlacklistTable;
  }
}
