import { type Selectable, sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database, Tx } from '../../../db/database.ts';
import type { DomainEventTable } from '../../../db/event-schema.ts';
import type { Services } from '../../../services.ts';

export type DomainEvent = Omit<Selectable<DomainEventTable>, 'madeIn'>;

/**
 * Somebody who follows what happens. Events come at least once, those of one subject in the order in which
 * they happened; whoever must not do a thing twice keeps the `eventId`.
 */
export interface EventSubscriber {
  /** Stands in the database beside what it has taken: never renamed. */
  readonly name: string;
  /** Takes them all, or throws and gets them again, later and one by one. */
  take(events: readonly DomainEvent[]): Promise<void>;
}

declare module '../../../define-module.ts' {
  interface Module {
    /** Who follows what commands did. */
    readonly subscribers?: readonly ((db: Database, services: Services) => EventSubscriber)[];
  }
}

interface DueEvent extends DomainEvent {
  readonly deliveredTo: string[];
  readonly attempts: number;
}

const BATCH = 500;
const LONGEST_WAIT_SECONDS = 300;

/**
 * Hands on what is due, until nothing is. One process at a time; another that tries finds nothing to do. What
 * a subscriber could not take is tried again after a while, and later events of that subject wait with it.
 * @returns how many events everybody has now.
 */
export async function dispatchEvents(options: {
  readonly db: Database;
  readonly subscribers: readonly EventSubscriber[];
  readonly log: Pick<Logger, 'warn'>;
}): Promise<number> {
  let done = 0;
  for (;;) {
    const round = await options.db.transaction().execute((tx) => dispatchRound(tx, options));
    done += round.done;
    if (round.taken < BATCH) return done;
  }
}

async function dispatchRound(
  tx: Tx,
  { subscribers, log }: Parameters<typeof dispatchEvents>[0],
): Promise<{ readonly taken: number; readonly done: number }> {
  const lock = await sql<{ isFree: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('domain events', 0)) as is_free`.execute(tx);
  if (!lock.rows[0]?.isFree) return { taken: 0, done: 0 };
  const events = await dueEvents(tx);
  if (events.length === 0) return { taken: 0, done: 0 };
  const faults = new Map<number, string>();
  const taken = new Map<number, string[]>();
  for (const subscriber of subscribers) {
    const open = events.filter(({ deliveredTo }) => !deliveredTo.includes(subscriber.name));
    const { accepted, failed } = await handTo(subscriber, open);
    for (const eventId of accepted) {
      taken.set(eventId, [...(taken.get(eventId) ?? []), subscriber.name]);
    }
    for (const [eventId, fault] of failed) {
      faults.set(eventId, fault);
      log.warn({ eventId, subscriber: subscriber.name, fault }, 'an event was not taken');
    }
  }
  const done = events.filter(({ eventId }) => !faults.has(eventId));
  await tx
    .deleteFrom('domainEventDue')
    .where('eventId', '=', sql<number>`any(${done.map(({ eventId }) => eventId)}::bigint[])`)
    .execute();
  for (const event of events) {
    const fault = faults.get(event.eventId);
    if (fault !== undefined) await postpone(tx, event, taken.get(event.eventId) ?? [], fault);
  }
  return { taken: events.length, done: done.length };
}

/** The oldest due, but for those behind one of the same subject that waits for its next try. */
async function dueEvents(tx: Tx): Promise<DueEvent[]> {
  const { rows } = await sql<DueEvent>`
    select e.event_id, e.happened_at, e.topic, e.subject_type, e.subject_no, e.merchant_no, e.user_no,
      e.request_id, e.before, e.after, due.delivered_to, due.attempts
    from domain_event_due due
    join domain_event e on e.event_id = due.event_id and e.happened_at = due.happened_at
    where due.next_attempt_at <= clock_timestamp() and not exists (select from domain_event_due earlier
      where earlier.subject_type = due.subject_type and earlier.subject_no = due.subject_no
        and earlier.event_id < due.event_id and earlier.next_attempt_at > clock_timestamp())
    order by due.event_id limit ${BATCH}`.execute(tx);
  return rows;
}

/** All at once; where that fails, one by one, and of each subject only up to its first failure. */
async function handTo(
  subscriber: EventSubscriber,
  events: readonly DueEvent[],
): Promise<{ readonly accepted: number[]; readonly failed: Map<number, string> }> {
  const failed = new Map<number, string>();
  if (events.length === 0) return { accepted: [], failed };
  try {
    await subscriber.take(events);
    return { accepted: events.map(({ eventId }) => eventId), failed };
  } catch {
    // One of them may be the reason: the others should not wait for it.
  }
  const accepted: number[] = [];
  const stuck = new Map<string, string>();
  for (const event of events) {
    const subject = `${event.subjectType} ${event.subjectNo}`;
    const earlier = stuck.get(subject);
    if (earlier !== undefined) {
      failed.set(event.eventId, earlier);
      continue;
    }
    try {
      await subscriber.take([event]);
      accepted.push(event.eventId);
    } catch (error) {
      const fault = error instanceof Error ? error.message : String(error);
      stuck.set(subject, fault);
      failed.set(event.eventId, fault);
    }
  }
  return { accepted, failed };
}

async function postpone(
  tx: Tx,
  { eventId, deliveredTo, attempts }: DueEvent,
  takenNow: readonly string[],
  fault: string,
): Promise<void> {
  const seconds = Math.min(LONGEST_WAIT_SECONDS, 2 ** attempts);
  await tx
    .updateTable('domainEventDue')
    .set({
      attempts: attempts + 1,
      deliveredTo: [...deliveredTo, ...takenNow],
      nextAttemptAt: sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`,
      fault: fault.slice(0, 500),
    })
    .where('eventId', '=', eventId)
    .execute();
}
