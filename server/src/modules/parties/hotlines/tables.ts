import type { hotline } from '@kituo/sdk/contracts';
import type { ColumnType, Generated } from 'kysely';
import type { InstantDefault, InstantOrNull, Optional } from '../../../db/column-types.ts';

interface HotlineTable {
  hotlineNo: Generated<string>;
  merchantNo: string;
  contactType: hotline.HotlineRow['contactType'];
  contactValue: string;
  /** jsonb: write it with JSON.stringify. */
  serviceHours: ColumnType<hotline.ServiceHours[], string | undefined, string>;
  languages: string[];
  sort: number;
  isEnabled: Generated<boolean>;
  updatedBy: string;
  updatedAt: InstantDefault;
  version: Generated<number>;
  /** Of the last weekly check; null before the first. */
  lastCheckedAt: InstantOrNull;
  checkResult: Optional<hotline.CheckResult>;
}

interface HotlineCheckTable {
  checkNo: Generated<string>;
  hotlineNo: string;
  /** As it was called. */
  contactValue: string;
  beganAt: InstantDefault;
  /** Null while the call is on. */
  outcome: Optional<string>;
  endedAt: InstantOrNull;
}

declare module '../../../db/schema.ts' {
  interface Schema {
    hotline: HotlineTable;
    hotlineCheck: HotlineCheckTable;
  }
}
