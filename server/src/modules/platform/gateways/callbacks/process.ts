import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database, Tx } from '../../../../db/database.ts';
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

/**
 * Works off stored callbacks, each in one transaction with what it leads to, so that it counts once however
 * often it came and whenever the process dies. Several processes share the work by row locks.
 */
export function createCallbackProcessor(options: {
  readonly db: Database;
  readonly log: Logger;
  readonly topics: CallbackTopics;
}): CallbackProcessor {
  const { db, log, topics } = options;
  let running: Promise<void> | undefined;
  let isAskedAgain = false;
  let isClosed = false;

  const drain = async (): Promise<void> => {
    do {
      isAskedAgain = false;
      while (!isClosed && (await processOne(db, topics, log)));
    } while (isAskedAgain && !isClosed);
  };
  const wake = (): void => {
    if (isClosed) return;
    isAskedAgain = true;
    running ??= drain()
      .catch((error: unknown) => log.warn({ err: error }, 'callbacks wait'))
      .finally(() => {
        running = undefined;
      });
  };
  let timer: NodeJS.Timeout | undefined;
  return {
    start() {
      timer = setInterval(wake, SWEEP_MS);
      wake();
    },
    wake,
    async settled() {
      while (running) await running;
    },
    withoutEffect: async () => await countWithoutEffect(db),
    async close() {
      isClosed = true;
      clearInterval(timer);
      await running;
    },
  };
}

/** @returns whether there was one to take up. */
async function processOne(db: Database, topics: CallbackTopics, log: Logger): Promise<boolean> {
  const tasks: (() => void | Promise<void>)[] = [];
  let callback: StoredCallback | undefined;
  try {
    const isFound = await db.transaction().execute(async (tx) => {
      callback = await takeOne(tx);
      if (!callback) return false;
      await workOff(tx, topics, callback, (task) => tasks.push(task));
      return true;
    });
    for (const task of tasks) await task();
    return isFound;
  } catch (error) {
    if (!callback) throw error;
    await noteFault(db, callback, error);
    const { callbackId, topic } = callback;
    const { callbackStatus } = faultOf(error);
    log.warn({ err: error, callbackId, topic, callbackStatus }, 'a callback could not be processed');
    return true;
  }
}

async function takeOne(tx: Tx): Promise<StoredCallback | undefined> {
  const due = await tx
    .selectFrom('gatewayCallbackState')
    .select(['callbackId', 'receivedAt'])
    .where('callbackStatus', '=', 'RECEIVED')
    .where('nextAttemptAt', '<=', sql<Date>`now()`)
    .orderBy('nextAttemptAt')
    .limit(1)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst();
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
