import type { taskAward } from '@kituo/sdk/contracts';
import type { Generated } from 'kysely';
import type { InstantDefault, Optional } from '../../../db/column-types.ts';

interface ActivityActTable {
  customerNo: string;
  merchantNo: string;
  actKind: 'PROFILE' | 'CHECK_IN' | 'INVITE';
  /** A day (EAT) of a check-in, the invited customer, or empty. */
  about: Generated<string>;
  at: InstantDefault;
}

interface ActivityAwardTable {
  awardNo: Generated<string>;
  ruleId: string;
  merchantNo: string;
  customerNo: string;
  causeNo: string;
  awardType: taskAward.AwardRow['awardType'];
  awardOutcome: taskAward.AwardRow['awardOutcome'];
  amountCents: number;
  couponNo: Optional<string>;
  rewardNo: Optional<string>;
  /** POINTS alone. */
  points: Optional<number>;
  awardedAt: InstantDefault;
}

declare module '../../../db/schema.ts' {
  interface Schema {
    activityAct: ActivityActTable;
    activityAward: ActivityAwardTable;
  }
}
