import type { Queryable } from '../../db/database.ts';

export { readHistory } from './history.ts';

/** What a record of the audit log says. Never a password, a token or a whole phone number. */
export interface AuditEntry {
  /** What was done: the endpoint's name, or a code such as `user:user:freeze`. */
  readonly action: string;
  readonly subjectType: string;
  readonly subjectNo: string;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly reason?: string;
  /** Whose books the thing is in; its people are told of the change. */
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
    .expression((eb) =>
      eb.selectFrom('event').select(['eventId', 'happenedAt', 'subjectType', 'subjectNo']),
    )
    .execute();
}

/** What happened without a person: a payout that arrived, a loan that closed. */
export type SystemEvent = Omit<AuditEntry, 'reason' | 'action'> & {
  /** `payout.succeed` */
  readonly topic: string;
};

/** Tells subscribers and open browsers of what the system did; a person's commands are told by `writeAudit`. */
export async function tellEvent(
  tx: Queryable,
  events: SystemEvent | readonly SystemEvent[],
): Promise<void> {
  const list: readonly SystemEvent[] = 'topic' in events ? [events] : events;
  if (list.length === 0) return;
  await tx
    .with('event', (db) =>
      db
        .insertInto('domainEvent')
        .values(
          list.map(({ topic, subjectType, subjectNo, merchantNo = null, before, after }) => ({
            topic,
            subjectType,
            subjectNo,
            merchantNo,
            before: before === undefined ? null : JSON.stringify(before),
            after: after === undefined ? null : JSON.stringify(after),
          })),
        )
        .returning(['eventId', 'happenedAt', 'subjectType', 'subjectNo']),
    )
    .insertInto('domainEventDue')
    .columns(['eventId', 'happenedAt', 'subjectType', 'subjectNo'])
    .expression((eb) =>
      eb.selectFrom('event').select(['eventId', 'happenedAt', 'subjectType', 'subjectNo']),
    )
    .execute();
}
