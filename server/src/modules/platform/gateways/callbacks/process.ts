import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database, Queryable, Tx } from '../../../../db/database.ts';
import type { CallbackTopics, StoredCallback } from './topics.ts';
import { faultOf, noteFault, QUIET_ATTEMPTS, workOff } from './work-off.ts';

declare module '../../../../engine.ts' {
  interface Engine {
    readonly callbacks: CallbackProcessor;
  }
}

export interface CallbackProcessor {
  /** Looks automatically, too, now and then: for what another process left. */
  start(): void;
  /** Takes up what waits, now. */
  wake(): void;
  /** Resolves when nothing is due: for tests and for the drain. */
  settled(): Promise<void>;
  /** How many stand in the list of those that had no effect, up to a bound. */
  withoutEffect(): Promise<readonly { readonly status: string; readonly count: number }[]>;
  close(): Promise<void>;
}

const SWEEP_MS = 5_000;

/** Callbacks that are worked off at once, of different loans: most of their time they wait for the database. */
const AT_ONCE = 6;

/**
 * Works off stored callbacks, each in one transaction with what it leads to, so that it counts once however
 * often it came and whenever the process dies. Those of different loans go side by side, those of one in the order in
 * which they came. Several processes share the work by row locks.
 */
export function createCallbackProcessor(options: {
  readonly db: Database;
  readonly log: Logger;
  readonly topics: CallbackTopics;
}): CallbackProcessor {
  const { db, log, topics } = options;
  const workers = new Set<Promise<void>>();
  let isAskedAgain = false;
  let isClosed = false;

  const drain = async (): Promise<void> => {
    do {
      isAskedAgain = false;
      // Whoever finds something calls another to look as well.
      while (!isClosed && (await processOne(db, topics, log, addWorker)));
    } while (isAskedAgain && !isClosed);
  };
  function addWorker(): void {
    if (isClosed || workers.size >= AT_ONCE) return;
    const worker = drain()
      .catch((error: unknown) => log.warn({ err: error }, 'callbacks wait'))
      .finally(() => workers.delete(worker));
    workers.add(worker);
  }
  const wake = (): void => {
    isAskedAgain = true;
    addWorker();
  };
  let timer: NodeJS.Timeout | undefined;
  return {
    start() {
      timer = setInterval(wake, SWEEP_MS);
      wake();
    },
    wake,
    async settled() {
      while (workers.size > 0) await Promise.all(workers);
    },
    withoutEffect: async () => await countWithoutEffect(db),
    async close() {
      isClosed = true;
      clearInterval(timer);
      await Promise.all(workers);
    },
  };
}

/** @returns whether there was one to take up. */
async function processOne(db: Database, topics: CallbackTopics, log: Logger, onTaken: () => void): Promise<boolean> {
  const tasks: (() => void | Promise<void>)[] = [];
  let callback: StoredCallback | undefined;
  const noteAndTell = async (at: Queryable, failed: StoredCallback, error: unknown) => {
    await noteFault(at, failed, error);
    const { callbackId, topic } = failed;
    const { callbackStatus } = faultOf(error);
    log.warn({ err: error, callbackId, topic, callbackStatus }, 'a callback could not be processed');
  };
  try {
    const isFound = await db.transaction().execute(async (tx) => {
      callback = await takeOne(tx);
      if (!callback) return false;
      onTaken();
      await sql`savepoint worked_off`.execute(tx);
      try {
        await workOff(tx, topics, callback, (task) => tasks.push(task));
      } catch (error) {
        tasks.length = 0;
        // Under the same lock, or another would take it up before its fault is written.
        await sql`rollback to savepoint worked_off`.execute(tx);
        await noteAndTell(tx, callback, error);
      }
      return true;
    });
    for (const task of tasks) await task();
    return isFound;
  } catch (error) {
    if (!callback) throw error;
    // Of the commit itself: what holds for a transaction as a whole is looked at there.
    await noteAndTell(db, callback, error);
    return true;
  }
}

/** The oldest that is due, but none that comes after another of its lane: that one is under way, or tried again soon. */
async function takeOne(tx: Tx): Promise<StoredCallback | undefined> {
  const { rows } = await sql<Pick<StoredCallback, 'callbackId' | 'receivedAt'>>`
    select s.callback_id, s.received_at from gateway_callback_state s
    where s.callback_status = 'RECEIVED' and s.next_attempt_at <= now()
      and not exists (select from gateway_callback_state e
        where e.lane = s.lane and e.callback_status = 'RECEIVED' and e.callback_id < s.callback_id
          and e.attempts <= ${sql.lit(QUIET_ATTEMPTS)})
    order by s.next_attempt_at, s.callback_id limit 1
    for no key update of s skip locked`.execute(tx);
  const [due] = rows;
  return due && (await readCallback(tx, due));
}

/** A callback as it came. */
export async function readCallback(
  tx: Tx,
  { callbackId, receivedAt }: Pick<StoredCallback, 'callbackId' | 'receivedAt'>,
): Promise<StoredCallback> {
  return await tx
    .selectFrom('gatewayCallback')
    .select(['callbackId', 'receivedAt', 'topic', 'content'])
    .where('callbackId', '=', callbackId)
    .where('receivedAt', '=', receivedAt)
    .executeTakeFirstOrThrow();
}

const COUNTED = 10_000;

async function countWithoutEffect(db: Database) {
  const { rows } = await sql<{ status: string; count: number }>`
    with statuses (status, callback_status) as (
      values ('refused', 'REFUSED'), ('held', 'HELD'), ('retrying', 'RECEIVED'))
    select status, (select count(*) from (select from gateway_callback_state s
      where s.callback_status = t.callback_status and (t.status <> 'retrying' or s.attempts > ${sql.lit(QUIET_ATTEMPTS)})
        and (s.callback_status in ('REFUSED', 'HELD', 'SET_ASIDE')
          or (s.callback_status = 'RECEIVED' and s.attempts > 3)) limit ${COUNTED}) as found)::int as count
    from statuses t`.execute(db);
  return rows;
}
