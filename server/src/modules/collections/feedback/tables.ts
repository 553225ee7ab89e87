import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type {
  Fixed,
  FixedOptional,
  Instant,
  InstantDefault,
  InstantOrNull,
  Optional,
} from '../../../db/column-types.ts';

export type FeedbackStatus = 'UNPROCESSED' | 'PROCESSING' | 'PROCESSED';

export interface FeedbackTable {
  feedbackNo: Generated<string>;
  merchantNo: string;
  customerNo: string;
  orderNo: Optional<string>;
  /** The earlier one that the customer comes back about. */
  linkedFeedbackNo: Optional<string>;
  source: 'CALL' | 'APP' | 'EMAIL' | 'WHATSAPP' | 'SOCIAL' | 'REGULATOR';
  category:
    | 'APPLICATION'
    | 'DISBURSEMENT'
    | 'REPAYMENT'
    | 'CHARGES'
    | 'COLLECTION'
    | 'PRIVACY'
    | 'FRAUD'
    | 'APP'
    | 'OTHER';
  severity: 'LOW' | 'MEDIUM' | 'HIGH';
  title: Optional<string>;
  content: string;
  voucherIds: Generated<string[]>;
  feedbackStatus: Generated<FeedbackStatus>;
  handlerUserNo: Optional<string>;
  createdBy: string;
  createdAt: InstantDefault;
  dueAt: Instant;
  /** The block that its dispute set on the customer; whether it stands, the block says. */
  disputeBlockId: Optional<number>;
  result: Optional<'SOLVED' | 'EXPLAINED' | 'COMPENSATED' | 'UNFOUNDED' | 'FORWARDED'>;
  replyContent: Optional<string>;
  processedAt: InstantOrNull;
  /** The one that this was a duplicate of. */
  mergedInto: Optional<string>;
  version: Generated<number>;
}

export interface FeedbackEventTable {
  eventId: GeneratedAlways<number>;
  feedbackNo: Fixed<string>;
  command: Fixed<string>;
  fromStatus: FixedOptional<FeedbackStatus>;
  toStatus: Fixed<FeedbackStatus>;
  userNo: Fixed<string>;
  note: FixedOptional<string>;
  at: ColumnType<Date, Date | undefined, never>;
}

declare module '../../../db/schema.ts' {
  interface Schema {
    feedback: FeedbackTable;
    feedbackEvent: FeedbackEventTable;
  }
}
