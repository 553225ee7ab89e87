import { sql } from 'kysely';
import pg from 'pg';
import { fromKysely, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { Database, Tx } from '../../../db/database.ts';

declare module '../../../services.ts' {
  interface Services {
    readonly jobs: JobQueue;
  }
}

const QUEUE = 'kituo-job';
const SCHEMA = 'pgboss';
/** How often a worker asks for work; it is notified of new work, so this is for what it did not hear of. */
const POLL_SECONDS = 2;
/** Jobs that a process works on at a time. */
const HANDS = 3;
/** How often a worker looks for jobs whose process died. */
const RESCUE_MS = 5_000;

/** What waits behind what: the files of a person one after another, and their batches; nobody behind somebody else's. */
export interface Lane {
  readonly userNo: string;
  readonly kind: string;
}

const groupOf = ({ userNo, kind }: Lane) => ({
  group: { id: `${userNo} ${kind.includes('.export') ? 'files' : 'items'}` },
});

async function hasOwnSchema(db: Database): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`SELECT to_regnamespace(${SCHEMA}) IS NOT NULL AS has`.execute(db);
  return rows[0]?.has ?? false;
}

/** Hands jobs to workers. Any process may queue; those that were started work. */
export interface JobQueue {
  /** Puts a job into the queue in the transaction that made it. */
  enqueue(tx: Tx, jobNo: string, lane: Lane): Promise<void>;
  /** Tells this process's worker that there is work. */
  wake(): void;
  /** Begins to work. `execute` is called with a job that no other process has. */
  start(execute: (jobNo: string, signal: AbortSignal) => Promise<void>): Promise<void>;
  /** Stops after the items in hand; what is left undone another worker, or this one's next start, takes up. */
  close(): Promise<void>;
}

export interface JobQueueOptions {
  readonly db: Database;
  readonly connectionString: string;
  readonly log: Logger;
}

/** The connection that has the locks of this process's jobs, and word of its end. */
interface Holder {
  readonly client: pg.Client;
  /** Aborted with the connection: the locks are gone, and other processes may take the jobs up. */
  readonly lost: AbortSignal;
}

/**
 * pg-boss keeps the queue; that a job is in somebody's hands is an advisory lock of the worker's own
 * connection, which PostgreSQL gives back in the moment the process dies, however it dies. A job that
 * runs by its row and is locked by nobody is queued again.
 */
class PostgresJobQueue implements JobQueue {
  readonly #options: JobQueueOptions;
  readonly #stopping = new AbortController();
  #boss: Promise<PgBoss> | undefined;
  #holder: Holder | undefined;
  #workerIds: readonly string[] = [];
  #timer: NodeJS.Timeout | undefined;
  #rescue: Promise<void> = Promise.resolve();
  readonly #running = new Set<Promise<void>>();

  constructor(options: JobQueueOptions) {
    this.#options = options;
  }

  /** Opened with the first use: a process that never queues anything holds no connection for it. */
  #open(): Promise<PgBoss> {
    this.#boss ??= (async () => {
      const { connectionString, log } = this.#options;
      const boss = new PgBoss({
        connectionString,
        application_name: 'kituo jobs',
        max: 3,
        schema: SCHEMA,
        // A role that only serves may not make one; where it is there already, that has been done for it.
        createSchema: !(await hasOwnSchema(this.#options.db)),
        schedule: false,
      });
      boss.on('error', (error) => log.warn({ err: error }, 'the job queue failed for a moment'));
      await boss.start();
      // A worker that dies leaves the rest to the rescue below, so the queue itself does not repeat.
      await boss.createQueue(QUEUE, { retryLimit: 0, expireInSeconds: 6 * 3_600 });
      return boss;
    })();
    return this.#boss;
  }

  async enqueue(tx: Tx, jobNo: string, lane: Lane): Promise<void> {
    const boss = await this.#open();
    await boss.send(QUEUE, { jobNo }, { ...groupOf(lane), db: fromKysely(tx.withoutPlugins()) });
  }

  wake(): void {
    void this.#boss?.then((boss) => {
      for (const workerId of this.#workerIds) boss.notifyWorker(workerId);
    });
  }

  async start(execute: (jobNo: string, signal: AbortSignal) => Promise<void>): Promise<void> {
    const boss = await this.#open();
    await this.#liveHolder();
    // One by one, for a worker is woken by its own number. Lanes hold within a process: a count in the database would
    // have a lane wait hours for a process that died over it.
    const hands: string[] = [];
    for (let hand = 0; hand < HANDS; hand += 1) hands.push(await this.#hire(boss, execute));
    this.#workerIds = hands;
    await this.#queueOrphans(boss);
    this.#timer = setInterval(() => {
      this.#rescue = this.#rescue
        .then(() => this.#queueOrphans(boss))
        .catch((error: unknown) => {
          this.#options.log.warn({ err: error }, 'looking for orphaned jobs failed');
        });
    }, RESCUE_MS);
  }

  async #hire(boss: PgBoss, execute: (jobNo: string, signal: AbortSignal) => Promise<void>): Promise<string> {
    let own = '';
    own = await boss.work<{ jobNo: string }>(
      QUEUE,
      { pollingIntervalSeconds: POLL_SECONDS, batchSize: 1, localGroupConcurrency: 1 },
      async ([job]) => {
        if (!job || this.#stopping.signal.aborted) return;
        const work = this.#hold(job.data.jobNo, execute);
        this.#running.add(work);
        await work.finally(() => this.#running.delete(work));
        // What waits is next at once, not at the next asking.
        boss.notifyWorker(own);
      },
    );
    return own;
  }

  async #connectHolder(): Promise<Holder> {
    const lost = new AbortController();
    const client = new pg.Client({
      connectionString: this.#options.connectionString,
      application_name: 'kituo job locks',
      keepAlive: true,
    });
    client.on('error', () => undefined);
    client.on('end', () => lost.abort());
    await client.connect();
    return { client, lost: lost.signal };
  }

  /** The connection of the locks, made anew where it broke. */
  async #liveHolder(): Promise<Holder> {
    if (!this.#holder || this.#holder.lost.aborted) {
      if (this.#holder) this.#options.log.warn('the connection of the job locks broke; it is made anew');
      this.#holder = await this.#connectHolder();
    }
    return this.#holder;
  }

  async #hold(jobNo: string, execute: (jobNo: string, signal: AbortSignal) => Promise<void>): Promise<void> {
    const holder = this.#holder;
    // While there is none, the job stays for the rescue.
    if (!holder || holder.lost.aborted) return;
    const { client, lost } = holder;
    const lock = `hashtextextended('kituo job ' || $1, 0)`;
    const taken = await client.query<{ got: boolean }>(`select pg_try_advisory_lock(${lock}) as got`, [jobNo]);
    if (!taken.rows[0]?.got) return;
    try {
      await execute(jobNo, AbortSignal.any([this.#stopping.signal, lost]));
    } finally {
      await client.query(`select pg_advisory_unlock(${lock})`, [jobNo]).catch(() => undefined);
    }
  }

  /** Queues again what stands unfinished though nobody holds it and the queue does not know it. */
  async #queueOrphans(boss: PgBoss): Promise<void> {
    if (this.#stopping.signal.aborted) return;
    const { client } = await this.#liveHolder();
    const { rows } = await client.query<{ job_no: string; user_no: string; kind: string }>(
      `select job_no, user_no, kind from job
       where (job_status in ('QUEUED', 'RUNNING') or not is_wound_up)
         and not exists (select 1 from pgboss.job q where q.name = $1
           and q.data->>'jobNo' = job_no and q.state in ('created', 'retry'))
         and not exists (select 1 from pg_locks l, lateral (select hashtextextended('kituo job ' || job_no, 0) as key) k
           where l.locktype = 'advisory' and l.objsubid = 1
             and l.database = (select oid from pg_database where datname = current_database())
             and l.classid = ((k.key >> 32) & 4294967295)::oid and l.objid = (k.key & 4294967295)::oid)`,
      [QUEUE],
    );
    for (const { job_no: jobNo, user_no: userNo, kind } of rows) {
      this.#options.log.info({ jobNo }, 'a job without a worker is taken up again');
      await boss.send(QUEUE, { jobNo }, groupOf({ userNo, kind }));
    }
    if (rows.length > 0) this.wake();
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    clearInterval(this.#timer);
    await this.#rescue;
    await Promise.allSettled(this.#running);
    const boss = await this.#boss;
    await boss?.stop({ graceful: true, timeout: 5_000 });
    await this.#holder?.client.end();
  }
}

export function createJobQueue(options: JobQueueOptions): JobQueue {
  return new PostgresJobQueue(options);
}
