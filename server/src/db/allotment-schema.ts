import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;
type InstantOrNull = ColumnType<Date | null, Date | null | undefined, Date | null>;

/** Why an order left its auditor: decided, or taken or gone back undecided. */
export type AllotmentEnding =
  | 'PASSED'
  | 'REFUSED'
  | 'RETURNED'
  | 'RECALLED'
  | 'RELEASED'
  | 'LAPSED'
  | 'UNDONE'
  | 'FROZEN'
  | 'RETRIEVED';

/** One time that an order was under review by somebody; the live one has no end. */
export interface OrderAllotmentTable {
  allotmentId: GeneratedAlways<number>;
  orderNo: string;
  auditorUserNo: string;
  /** Null where no person chose the auditor. */
  allottedBy: Optional<string>;
  allottedAt: Date;
  /** When the auditor looked at it first; known once it ended. */
  openedAt: InstantOrNull;
  endedAt: InstantOrNull;
  ending: Optional<AllotmentEnding>;
  endedBy: Optional<string>;
}

/** What somebody noted about an order under review. */
export interface OrderFollowUpTable {
  followNo: Generated<string>;
  orderNo: string;
  userNo: string;
  content: string;
  remindAt: InstantOrNull;
  createdAt: ColumnType<Date, Date | undefined, never>;
}

export interface AllotmentSchema {
  orderAllotment: OrderAllotmentTable;
  orderFollowUp: OrderFollowUpTable;
}
