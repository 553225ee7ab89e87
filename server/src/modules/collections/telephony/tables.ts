import type { ColumnType, Generated } from 'kysely';
import type {
  Fixed,
  FixedOptional,
  Instant,
  InstantDefault,
  InstantOrNull,
  Optional,
} from '../../../db/column-types.ts';
import type { StateOf } from '../../../state-machine/index.ts';
import type { callMachine } from './call.machine.ts';

interface CallTable {
  /** All that a browser and the network in between know of whom it is for. */
  callNo: Fixed<string>;
  callDirection: Fixed<'OUT' | 'IN'>;
  merchantNo: Fixed<string>;
  phone: Fixed<string>;
  customerNo: FixedOptional<string>;
  orderNo: FixedOptional<string>;
  caseNo: FixedOptional<string>;
  /** What the contact gate let through; of a call that we make. */
  attemptId: FixedOptional<number>;
  /** The number of ours that was called. */
  hotlineValue: FixedOptional<string>;
  /** The edge's own number of a call that came in. */
  edgeCallId: FixedOptional<string>;
  /** Null of a call that came in while nobody took calls. */
  userNo: Optional<string>;
  sessionId: Optional<string>;
  callStatus: StateOf<typeof callMachine>;
  startedAt: InstantDefault;
  /** When the edge was told whom it is for; it asks once. */
  routedAt: InstantOrNull;
  ringingAt: InstantOrNull;
  answeredAt: InstantOrNull;
  endedAt: InstantOrNull;
  /** Null until it ended, and where nobody told of its end. */
  talkSeconds: ColumnType<number | null, number | null | undefined, number | null>;
  hangupCause: Optional<string>;
  /** Of the caller's VIP level as the call came in. */
  hasHotlinePriority: ColumnType<boolean, boolean | undefined, never>;
  /** When the edge asked last of a call that waits. */
  askedAt: InstantOrNull;
  /** Where the exchange keeps its recording; of a call that came in. */
  recordingUrl: Optional<string>;
  version: Generated<number>;
}

interface TelephoneLineTable {
  sessionId: string;
  userNo: string;
  sipUser: string;
  takesCalls: boolean;
  expiresAt: Instant;
}

declare module '../../../db/schema.ts' {
  interface Schema {
    call: CallTable;
    telephoneLine: TelephoneLineTable;
  }
}
