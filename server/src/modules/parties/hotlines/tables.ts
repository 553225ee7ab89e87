import type { hotline } from '@kituo/sdk/contracts';
import type { ColumnType, Generated } from 'kysely';
import type { InstantDefault } from '../../../db/column-types.ts';

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
}

declare module '../../../db/schema.ts' {
  interface Schema {
    hotline: HotlineTable;
  }
}
