import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { mkdir } from 'node:fs/promises';
import { sql } from 'kysely';
import { ROOT } from '../../scripts/build/paths.ts';
import { startEmbedded } from '../../server/src/db/embedded.ts';
import { findPostmaster } from '../../server/src/db/embedded/postmaster.ts';
import { migrate } from '../../server/src/db/migrate.ts';
import { openDatabase, type OpenDatabase } from '../../server/src/db/pool.ts';
import { seedDemo } from '../../server/src/seed/index.ts';
import { fillBook } from '../../server/src/seed/lending/fill-book.ts';
import { childrenSeconds } from './process-watch.ts';

/** A PostgreSQL of the bench's own with a book in it, and the engine in this process. */
export interface EngineStation extends AsyncDisposable {
  readonly url: string;
  /** Process of the database, whose children do its work. */
  readonly postmaster: number;
  /** As large a pool as a server's. */
  readonly opened: OpenDatabase;
  /** Processor time so far, in seconds. */
  work(): { readonly engine: number; readonly database: number };
}

const POOL = 10;
const silent = { info: () => undefined, warn: console.warn };

/** The book is kept between runs, as filling it takes minutes; remove `.cache/bench-engine*` to begin again. */
export async function openEngineStation(orders: number): Promise<EngineStation> {
  const folder = join(ROOT, '.cache', orders === 1_000_000 ? 'bench-engine' : `bench-engine-${orders}`);
  await mkdir(folder, { recursive: true });
  const embedded = await startEmbedded({ dataDir: join(folder, 'postgres'), log: silent });
  await fill(embedded.url, orders);
  const opened = openDatabase(embedded.url, { maxConnections: POOL });
  const postmaster = findPostmaster(join(folder, 'postgres/cluster'))?.pid ?? 0;
  return {
    url: embedded.url,
    opened,
    postmaster,
    work: () => {
      const { user, system } = process.cpuUsage();
      return { engine: (user + system) / 1_000_000, database: childrenSeconds(postmaster) };
    },
    async [Symbol.asyncDispose]() {
      await opened.close();
      await embedded.stop();
    },
  };
}

async function fill(url: string, orders: number): Promise<void> {
  const { db, close } = openDatabase(url, { maxConnections: 2, preparesAll: true });
  try {
    await migrate(db);
    await seedDemo(db);
    const someone = await db.selectFrom('loanOrder').select('orderNo').limit(1).executeTakeFirst();
    if (someone) return;
    const startedAt = performance.now();
    await fillBook(db, { orders, merchants: 3, seed: 1, now: new Date() });
    // As the database does by itself, some time after so much was written.
    await sql`vacuum analyze`.execute(db);
    const seconds = (performance.now() - startedAt) / 1000;
    console.log(`${orders} orders made in ${seconds.toFixed(0)} s`);
  } finally {
    await close();
  }
}
