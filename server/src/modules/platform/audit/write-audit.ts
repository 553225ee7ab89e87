import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';

/** What a record of the audit log says. Never a password, a token or a whole phone number. */
export interface AuditEntry {
  /** What was done: the endpoint's name, or a code such as `user:user:freeze`. */
  readonly action: string;
  readonly subjectType: string;
  readonly subjectNo: string;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly reason?: string;
  /** Whose books the thing is in; its people are notified of the change. */
  readonly merchantNo?: string;
}

/** Who did it and in which call; a `CommandCall` is one. */
export interface AuditActor {
  readonly caller?: { readonly userNo: string; readonly sessionId: string };
  readonly requestId: string;
  readonly address: string;
}

/**
 * Writes to the append-only log, in the transaction of the change it tells of. Each entry is an event, too,
 * which subscribers and open browsers get after the commit.
 */
export async function writeAudit(
  tx: Queryable,
  actor: AuditActor,
  entries: AuditEntry | readonly AuditEntry[],
): Promise<void> {
  const list: readonly AuditEntry[] = 'action' in entries ? [entries] : entries;
  if (list.length === 0) return;
  const who = { userNo: actor.caller?.userNo ?? null, requestId: actor.requestId };
  const facts = list.map((entry) => ({
    entry,
    row: {
      ...who,
      subjectType: entry.subjectType,
      subjectNo: entry.subjectNo,
      before: entry.before === undefined ? null : JSON.stringify(entry.before),
      after: entry.after === undefined ? null : JSON.stringify(entry.after),
    },
  }));
  await tx
    .with('audit', (db) =>
      db.insertInto('auditLog').values(
        facts.map(({ entry, row }) => ({
          ...row,
          action: entry.action,
          sessionId: actor.caller?.sessionId ?? null,
          address: actor.address,
          reason: entry.reason ?? null,
        })),
      ),
    )
    .with('event', (db) =>
      db
        .insertInto('domainEvent')
        .values(
          facts.map(({ entry, row }) => ({
            ...row,
            topic: entry.action,
            merchantNo: entry.merchantNo ?? null,
          })),
        )
        .returning(['eventId', 'happenedAt', 'subjectType', 'subjectNo']),
    )
    .insertInto('domainEventDue')
    .columns(['eventId', 'happenedAt', 'subjectType', 'subjectNo'])
    .expression((eb) => eb.selectFrom('event').select(['eventId', 'happenedAt', 'subjectType', 'subjectNo']))
    .execute();
}

/** What happened without a person: a payout that arrived, a loan that closed. */
export type SystemEvent = Omit<AuditEntry, 'reason' | 'action'> & {
  /** `payout.succeed` */
  readonly topic: string;
};

/** Tells subscribers and open browsers of what the system did; a person's commands are told by `writeAudit`. */
export async function publishEvent(tx: Queryable, events: SystemEvent | readonly SystemEvent[]): Promise<void> {
  const list: readonly SystemEvent[] = 'topic' in events ? [events] : events;
  if (list.length === 0) return;
  const column = (of: (event: SystemEvent) => string | null): (string | null)[] => list.map(of);
  const json = (state: unknown) => (state === undefined ? null : JSON.stringify(state));
  // One statement of one shape, however many: a night tells of every case that it moves.
  await sql`with event as (
      insert into domain_event (topic, subject_type, subject_no, merchant_no, before, after)
      select topic, subject_type, subject_no, merchant_no, before::jsonb, after::jsonb
      from unnest(${column(({ topic }) => topic)}::text[], ${column(({ subjectType }) => subjectType)}::text[],
        ${column(({ subjectNo }) => subjectNo)}::text[], ${column(({ merchantNo }) => merchantNo ?? null)}::text[],
        ${column(({ before }) => json(before))}::text[], ${column(({ after }) => json(after))}::text[])
        with ordinality as told (topic, subject_type, subject_no, merchant_no, before, after, position)
      order by position
      returning event_id, happened_at, subject_type, subject_no)
    insert into domain_event_due (event_id, happened_at, subject_type, subject_no)
    select event_id, happened_at, subject_type, subject_no from event`.execute(tx);
}
