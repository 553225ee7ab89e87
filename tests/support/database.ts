import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { Database } from '../../server/src/db/database.ts';
import { isAlive } from '../../server/src/db/embedded/postmaster.ts';
import { migrate } from '../../server/src/db/migrate.ts';
import { openDatabase } from '../../server/src/db/pool.ts';
import { seed } from '../../server/src/seed/index.ts';
import { seedLending } from '../../server/src/seed/lending/index.ts';
import { copyOptions } from './memory-space.ts';
import { ensureTemplate, type Fill } from './template.ts';
import { acquireTestCluster, releaseTestCluster, TEST_CLUSTER, testRun } from './test-cluster.ts';

/** A database of its own for one test file or one test. */
export interface TestDatabase extends AsyncDisposable {
  /** Connection string; hand it to what the server opens databases with. */
  readonly url: string;
  /** The same database through Kysely, as the server sees it; closed by `drop`. */
  readonly db: Database;
  /** Drops it, whoever is still connected. */
  drop(): Promise<void>;
}

/**
 * What a test database holds: nothing, the tables, the tables and the demo data, or these and a book of 40
 * loans in every state (`LENDING_ORDERS`).
 */
export type TestDatabaseContent = 'empty' | 'migrated' | 'seeded' | 'lending';

const LENDING_ORDERS = 40;

interface Admin {
  readonly url: string;
  /** How copies are made here, as `create database` takes it. */
  readonly copy: string;
}

let cluster: Promise<Admin> | undefined;
let count = 0;

function adminOf(): Promise<Admin> {
  if (!cluster) {
    cluster = acquireTestCluster().then(async (url) => {
      let copy = '';
      await withAdmin(url, async (client) => {
        await dropLeftovers(client);
        copy = await copyOptions(client, TEST_CLUSTER);
      });
      return { url, copy };
    });
    // Without a leading test process (a script, the REPL) the lease is ours to end.
    if (testRun() === process.pid) process.on('exit', releaseTestCluster);
  }
  return cluster;
}

async function withAdmin<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Databases of runs that were killed before they could drop them. */
async function dropLeftovers(client: pg.Client): Promise<void> {
  const found = await client.query<{ datname: string }>(
    "select datname from pg_database where datname like 'test\\_%'",
  );
  for (const { datname } of found.rows) {
    if (!isAlive(Number(datname.split('_')[1]))) {
      await client.query(`drop database if exists ${datname} with (force)`);
    }
  }
}

function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

/** How each kind of template is filled, beginning with a copy of the one before. */
const FILLS: readonly (readonly [TestDatabaseContent, Fill])[] = [
  ['migrated', filledBy(migrate)],
  ['seeded', filledBy(seed)],
  ['lending', filledBy((db) => seedLending(db, { orders: LENDING_ORDERS, merchants: 3, seed: 1, now: new Date() }))],
];

function filledBy(work: (db: Database) => Promise<unknown>): Fill {
  return async (url) => {
    const database = openDatabase(url, { maxConnections: 2 });
    try {
      await work(database.db);
    } finally {
      await database.close();
    }
  };
}

async function templateOf(client: pg.Client, admin: string, content: TestDatabaseContent): Promise<string> {
  const place = FILLS.findIndex(([kind]) => kind === content);
  const [kind, fill] = FILLS[place] ?? [];
  if (kind === undefined || fill === undefined) return 'template1';
  const before = FILLS[place - 1]?.[0] ?? 'empty';
  return ensureTemplate(client, {
    kind,
    fill,
    base: () => templateOf(client, admin, before),
    urlOf: (database) => withDatabase(admin, database),
  });
}

/**
 * Creates a database for a test, in tens of milliseconds, as a copy of a template that is rebuilt
 * whenever a migration or the seed changes.
 *
 * @example
 * const database = await createTestDatabase();
 * afterAll(() => database.drop());
 */
export async function createTestDatabase(content: TestDatabaseContent = 'seeded'): Promise<TestDatabase> {
  const { url: admin, copy } = await adminOf();
  count += 1;
  const name = `test_${testRun()}_${process.pid}_${count}_${randomBytes(3).toString('hex')}`;
  await withAdmin(admin, async (client) => {
    const template = await templateOf(client, admin, content);
    await client.query(`create database ${name} template ${template} ${copy}`);
  });
  const url = withDatabase(admin, name);
  // Fifty may queue for the four: on a slow machine the last waits long, and is no less served.
  const opened = openDatabase(url, { maxConnections: 4, connectWithinMs: 60_000 });
  let dropped: Promise<void> | undefined;
  const dropNow = async () => {
    await opened.close();
    await withAdmin(admin, async (client) => {
      await client.query(`drop database if exists ${name} with (force)`);
    });
  };
  const drop = () => (dropped ??= dropNow());
  return { url, db: opened.db, drop, [Symbol.asyncDispose]: drop };
}
