import type { Insertable } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { TrackingEventTable } from '../../db/schema.ts';

export type TrackingRow = Insertable<TrackingEventTable>;

/** Takes events in and writes them in batches: a page view must not cost a transaction. */
export interface TrackingIntake {
  /** Buffers events; answers how many were taken. A full buffer refuses, so memory is bounded. */
  add(rows: readonly TrackingRow[]): number;
  /** Writes what is buffered. A batch that fails is kept and tried again. */
  flush(): Promise<void>;
  /** Stops the clock and writes the rest. */
  close(): Promise<void>;
}

const BATCH = 200;
const FLUSH_EVERY_MS = 2_000;
const BUFFER_LIMIT = 20_000;

export function createTrackingIntake(
  db: Database,
  onFault: (error: unknown) => void = () => undefined,
): TrackingIntake {
  let buffer: TrackingRow[] = [];
  let writing: Promise<void> = Promise.resolve();

  const writeOnce = async (): Promise<void> => {
    while (buffer.length > 0) {
      const batch = buffer.slice(0, BATCH);
      await db.insertInto('trackingEvent').values(batch).execute();
      buffer = buffer.slice(batch.length);
    }
  };
  /** One write at a time, each after the one before, whether that succeeded or not. */
  const flush = (): Promise<void> => {
    writing = writing.then(writeOnce, writeOnce);
    return writing;
  };
  const flushQuietly = (): void => void flush().catch(onFault);

  const flushing = setInterval(flushQuietly, FLUSH_EVERY_MS).unref();
  return {
    add(rows) {
      const taken = rows.slice(0, Math.max(0, BUFFER_LIMIT - buffer.length));
      buffer.push(...taken);
      if (buffer.length >= BATCH) flushQuietly();
      return taken.length;
    },
    flush,
    async close() {
      clearInterval(flushing);
      await flush();
    },
  };
}
