import type { Insertable } from 'kysely';
import type { Database } from '../../../db/database.ts';
import type { TrackingEventTable } from '../../../db/schema.ts';
import { isDatabaseAway } from '../../../http/error-handler.ts';

declare module '../../../services.ts' {
  interface Services {
    readonly tracking: TrackingIntake;
  }
}

export type TrackingRow = Insertable<TrackingEventTable>;

/** Takes events in and writes them in batches: a page view must not cost a transaction. */
export interface TrackingIntake {
  /** Buffers events; answers how many were taken. A full buffer refuses, so memory is bounded. */
  add(rows: readonly TrackingRow[]): number;
  /**
   * Writes what is buffered. A batch that fails is kept and tried again: as long as the database is
   * away, else five times, and then dropped so that those behind it are written.
   */
  flush(): Promise<void>;
  /** Events given up so far. */
  dropped(): number;
  /** Stops the clock and writes the rest. */
  close(): Promise<void>;
}

/** A batch that was given up: for the log, without what its events say. */
export interface DeadLetter {
  readonly events: number;
  readonly eventIds: readonly string[];
  readonly error: unknown;
}

export interface IntakeListener {
  onFault?(error: unknown): void;
  onDeadLetter?(letter: DeadLetter): void;
}

const BATCH = 200;
const FLUSH_EVERY_MS = 2_000;
const BUFFER_LIMIT = 20_000;
const TRIES = 5;

const seenKey = ({ userNo, eventId }: Pick<TrackingRow, 'userNo' | 'eventId'>): string => `${userNo ?? ''} ${eventId}`;

/**
 * Writes the events that did not come in before on the same day (EAT) from the same person. Nobody
 * can keep a colleague's event out by sending its id first.
 */
async function writeBatch(db: Database, batch: readonly TrackingRow[]): Promise<void> {
  const first = new Map(batch.toReversed().map((row) => [seenKey(row), row]));
  // In one order everywhere: two processes with the same events never wait in a circle.
  const keys = [...first.values()]
    .map(({ userNo, eventId }) => ({ userNo: userNo ?? '', eventId }))
    .sort((a, b) => (seenKey(a) < seenKey(b) ? -1 : 1));
  await db.transaction().execute(async (tx) => {
    const fresh = await tx
      .insertInto('trackingSeen')
      .values(keys)
      .onConflict((conflict) => conflict.doNothing())
      .returning(['userNo', 'eventId'])
      .execute();
    const isFresh = new Set(fresh.map(seenKey));
    const rows = batch.filter((row) => isFresh.has(seenKey(row)) && first.get(seenKey(row)) === row);
    if (rows.length > 0) await tx.insertInto('trackingEvent').values(rows).execute();
  });
}

export function createTrackingIntake(db: Database, listener: IntakeListener = {}): TrackingIntake {
  let buffer: TrackingRow[] = [];
  let writing: Promise<void> = Promise.resolve();
  let failures = 0;
  let dropped = 0;

  const giveUp = (batch: readonly TrackingRow[], error: unknown): void => {
    dropped += batch.length;
    failures = 0;
    buffer = buffer.slice(batch.length);
    const eventIds = batch.map(({ eventId }) => eventId);
    listener.onDeadLetter?.({ events: batch.length, eventIds, error });
  };
  const writeOnce = async (): Promise<void> => {
    while (buffer.length > 0) {
      const batch = buffer.slice(0, BATCH);
      try {
        await writeBatch(db, batch);
        failures = 0;
        buffer = buffer.slice(batch.length);
      } catch (error) {
        if (!isDatabaseAway(error)) failures += 1;
        if (failures < TRIES) throw error;
        giveUp(batch, error);
      }
    }
  };
  /** One write at a time, each after the one before, whether that succeeded or not. */
  const flush = (): Promise<void> => {
    writing = writing.then(writeOnce, writeOnce);
    return writing;
  };
  const flushQuietly = (): void => void flush().catch((error) => listener.onFault?.(error));

  const flushing = setInterval(flushQuietly, FLUSH_EVERY_MS).unref();
  return {
    add(rows) {
      const taken = rows.slice(0, Math.max(0, BUFFER_LIMIT - buffer.length));
      buffer.push(...taken);
      if (buffer.length >= BATCH) flushQuietly();
      return taken.length;
    },
    flush,
    dropped: () => dropped,
    async close() {
      clearInterval(flushing);
      await flush().catch((error: unknown) => giveUp(buffer, error));
    },
  };
}
