import type { messageNodes } from '@kituo/sdk/contracts';
import type { GeneratedAlways } from 'kysely';
import type {
  Fixed,
  FixedOptional,
  Instant,
  InstantDefault,
  InstantOrNull,
  Optional,
} from '../../../db/column-types.ts';

/** A moment of a customer that a business node writes about: once, whoever finds it. */
export interface NodeNoticeTable {
  noticeId: GeneratedAlways<number>;
  nodeCode: Fixed<messageNodes.NodeCode>;
  /** The order, bill, refund, coupon, limit, feedback or reply. */
  subjectNo: Fixed<string>;
  merchantNo: Fixed<string>;
  customerNo: Fixed<string>;
  orderNo: FixedOptional<string>;
  /** What the moment itself wants to be written: by it the node speaks even where it is off. */
  templateCode: FixedOptional<string>;
  happenedAt: Fixed<Date>;
  /** Earlier it is not sent. */
  dueAt: Instant;
  /** SKIPPED: the node was off, or speaks to others. DROPPED: nothing to say any more, or nobody may be written to. */
  noticeStatus: 'QUEUED' | 'SENT' | 'SKIPPED' | 'DROPPED';
  /** Why it was dropped. */
  fault: Optional<string>;
  /** The contact it left as, and its message where an app carries it. */
  attemptId: Optional<number>;
  messageNo: Optional<string>;
  createdAt: InstantDefault;
  endedAt: InstantOrNull;
}

declare module '../../../db/schema.ts' {
  interface Schema {
    nodeNotice: NodeNoticeTable;
  }
}
