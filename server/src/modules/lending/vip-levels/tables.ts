import type { Generated } from 'kysely';
import type { Instant, InstantDefault } from '../../../db/column-types.ts';

interface VipMemberTable {
  customerNo: string;
  merchantNo: string;
  levelNo: number;
  vipSource: 'RULE' | 'MANUAL';
  /** Of the level's version: what is added to the credit limit. */
  stepUpBps: Generated<number>;
  /** Of the level's version. */
  hasHotlinePriority: Generated<boolean>;
  settledOrders: Generated<number>;
  onTimePercent: Generated<number>;
  maxDpd: Generated<number>;
  changedAt: InstantDefault;
  expiresAt: Instant;
  version: Generated<number>;
}

interface VipRunTable {
  merchantNo: string;
  /** EAT. */
  bizDate: string;
}

declare module '../../../db/schema.ts' {
  interface Schema {
    vipMember: VipMemberTable;
    vipRun: VipRunTable;
  }
}
