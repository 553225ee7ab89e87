import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database, Tx } from '../../../../db/database.ts';
import { jsonOf } from '../json.ts';
import { type CallbackTopics, CallbackUnreadable, type StoredCallback, topicAt } from './topics.ts';

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
  close(): Promise<void>;
}

const SWEEP_MS = 5_000;
/** 1 s, 2 s, 4 s … up to this. */
const LONGEST_PAUSE_SECONDS = 300;

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
      const topic = topicAt(topics, callback.topic);
      const status = topic
        ? await topic.handle(tx, fieldsOf(callback), {
            callback,
            afterCommit: (task) => tasks.push(task),
          })
        : 'ignored';
      await finish(tx, callback, status === 'processed' ? 'PROCESSED' : 'IGNORED');
      return true;
    });
    for (const task of tasks) await task();
    return isFound;
  } catch (error) {
    if (!callback) throw error;
    await noteFault(db, callback, error);
    const { callbackId, topic } = callback;
    log.warn({ err: error, callbackId, topic }, 'a callback could not be processed');
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
  if (!due) return undefined;
  return await tx
    .selectFrom('gatewayCallback')
    .select(['callbackId', 'receivedAt', 'topic', 'content'])
    .where('callbackId', '=', due.callbackId)
    .where('receivedAt', '=', due.receivedAt)
    .executeTakeFirstOrThrow();
}

/** JSON, else the fields of a form. */
function fieldsOf({ content }: StoredCallback): unknown {
  const text = content.toString('utf8');
  return jsonOf(text) ?? Object.fromEntries(new URLSearchParams(text));
}

async function finish(tx: Tx, { callbackId }: StoredCallback, callbackStatus: 'PROCESSED' | 'IGNORED'): Promise<void> {
  await tx
    .updateTable('gatewayCallbackState')
    .set({ callbackStatus, finishedAt: sql`now()`, fault: null })
    .where('callbackId', '=', callbackId)
    .execute();
}

async function noteFault(db: Database, { callbackId }: StoredCallback, error: unknown) {
  const fault = error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 500) : 'failed';
  const isFinal = error instanceof CallbackUnreadable;
  await db
    .updateTable('gatewayCallbackState')
    .set((eb) => ({
      fault,
      attempts: eb('attempts', '+', 1),
      nextAttemptAt: sql<Date>`now() + make_interval(secs =>
        least(${LONGEST_PAUSE_SECONDS}, power(2, least(attempts, 16))))`,
      ...(isFinal && { callbackStatus: 'REFUSED' as const, finishedAt: sql<Date>`now()` }),
    }))
    .where('callbackId', '=', callbackId)
    .where('callbackStatus', '=', 'RECEIVED')
    .execute();
}
