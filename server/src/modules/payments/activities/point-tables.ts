import type { Generated, GeneratedAlways } from 'kysely';
import type { Optional } from '../../../db/column-types.ts';

interface PointEarningTable {
  earningId: GeneratedAlways<number>;
  merchantNo: string;
  customerNo: string;
  /** An award of an activity (`award/AW…`) or a loan paid on time (`order/LO…`). */
  causeNo: string;
  points: number;
  pointsLeft: number;
  earnedAt: Date;
  expiresAt: Date;
}

interface PointUseTable {
  useNo: Generated<string>;
  merchantNo: string;
  customerNo: string;
  points: number;
  /** The reward in the wallet that they became. */
  rewardNo: Optional<string>;
  usedAt: Date;
}

declare module '../../../db/schema.ts' {
  interface Schema {
    pointEarning: PointEarningTable;
    pointUse: PointUseTable;
  }
}
