import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

type Fixed<T> = ColumnType<T, T, never>;
type FixedOptional<T> = ColumnType<T | null, T | null | undefined, never>;
/** jsonb: written with JSON.stringify. */
type FixedJson = ColumnType<unknown, string | null | undefined, never>;

/** What happened, written with the change. Append-only. */
export interface DomainEventTable {
  eventId: GeneratedAlways<number>;
  happenedAt: ColumnType<Date, undefined, never>;
  /** The transaction that made it. */
  madeIn: ColumnType<string, undefined, never>;
  /** What was done: the audit record's action. */
  topic: Fixed<string>;
  subjectType: Fixed<string>;
  subjectNo: Fixed<string>;
  merchantNo: FixedOptional<string>;
  userNo: FixedOptional<string>;
  requestId: FixedOptional<string>;
  before: FixedJson;
  after: FixedJson;
}

/** An event that is still to be handed on; gone once every subscriber has it. */
interface DomainEventDueTable {
  eventId: number;
  happenedAt: Date;
  subjectType: string;
  subjectNo: string;
  /** Subscribers that took it. */
  deliveredTo: Generated<string[]>;
  attempts: Generated<number>;
  nextAttemptAt: ColumnType<Date, Date | undefined, Date>;
  fault: ColumnType<string | null, string | null | undefined, string | null>;
}

/** What happened and is told; `Schema` extends this. */
export interface EventSchema {
  domainEvent: DomainEventTable;
  domainEventDue: DomainEventDueTable;
}
