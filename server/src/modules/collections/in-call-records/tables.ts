import type { inCallRecord } from '@kituo/sdk/contracts';
import type { Generated } from 'kysely';
import type { InstantDefault, InstantOrNull, Optional } from '../../../db/column-types.ts';

interface InCallRecordTable {
  recordNo: Generated<string>;
  merchantNo: string;
  hotlineValue: Optional<string>;
  phone: string;
  customerNo: Optional<string>;
  email: Optional<string>;
  orderNo: Optional<string>;
  callAt: InstantDefault;
  isMissed: Generated<boolean>;
  waitSeconds: Generated<number>;
  talkSeconds: Generated<number>;
  reasonType: Optional<NonNullable<inCallRecord.InCallRow['reasonType']>>;
  content: Optional<string>;
  resolveStatus: Generated<inCallRecord.InCallRow['resolveStatus']>;
  nextFollowAt: InstantOrNull;
  agentUserNo: Optional<string>;
  calledBackAt: InstantOrNull;
  /** The call in the browser that it is about. */
  callNo: Optional<string>;
  /** What was made of it. */
  feedbackNo: Optional<string>;
  version: Generated<number>;
}

declare module '../../../db/schema.ts' {
  interface Schema {
    inCallRecord: InCallRecordTable;
  }
}
