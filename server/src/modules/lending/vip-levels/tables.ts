import type { Generated, GeneratedAlways } from 'kysely';
import type { Fixed, FixedOptional, Instant, InstantDefault } from '../../../db/column-types.ts';

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

/** A change of a customer's level. Append-only. */
interface VipMoveTable {
  moveId: GeneratedAlways<number>;
  customerNo: Fixed<string>;
  /** Null: without a level. */
  levelBefore: FixedOptional<number>;
  levelNo: FixedOptional<number>;
  vipSource: Fixed<'RULE' | 'MANUAL'>;
  movedAt: Fixed<Date>;
}

interface VipRunTable {
  merchantNo: string;
  /** EAT. */
  bizDate: string;
}

declare module '../../../db/schema.ts' {
  interface Schema {
    vipMember: VipMemberTable;
    vipMove: VipMoveTable;
    vipRun: VipRunTable;
  }
}
