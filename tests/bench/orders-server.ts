import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { chmodSync, mkdirSync } from 'node:fs';
import { sql } from 'kysely';
import { ROOT } from '../../scripts/build/paths.ts';
import { migrate } from '../../server/src/db/migrate.ts';
import { startServerProcess } from '../support/server-process.ts';
import type { EngineStation } from './engine-station.ts';
import { childrenSeconds, processorSeconds } from './process-watch.ts';

export interface Served {
  readonly url: string;
  /** Processor time so far, in seconds. */
  work(): { readonly server: number; readonly database: number };
}

/** Looks at personal data that a role has a day: the most there can be. */
const ENOUGH = 999;

const REST_SAMPLES = 10;
const REST_MS = 500;
const MAX_REST_MS = 20 * 60_000;

/** A server that starts over a new book closes its days, sends what is due and so on: waits until it has nothing to do. */
async function rest({ opened: { db } }: EngineStation): Promise<void> {
  const startedAt = performance.now();
  for (let idle = 0; idle < REST_SAMPLES && performance.now() - startedAt < MAX_REST_MS;) {
    await new Promise((resolve) => setTimeout(resolve, REST_MS));
    const { rows } = await sql<{ busy: number }>`
      select count(*)::int as busy from pg_stat_activity
      where backend_type = 'client backend' and state <> 'idle' and pid <> pg_backend_pid()`.execute(db);
    idle = rows[0]?.busy === 0 ? idle + 1 : 0;
  }
  console.log(`At rest after ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
}

/** The real server over the book, with the checkout's registry. */
export async function serveOrders<Result>(
  station: EngineStation,
  measure: (served: Served) => Promise<Result>,
  env: Readonly<Record<string, string>> = {},
): Promise<Result> {
  const { db } = station.opened;
  await migrate(db);
  // Searches by phone spend the day's budget; a bench asks as often as hundreds of people.
  await db.updateTable('role').set({ dailyRevealBudget: ENOUGH }).execute();
  await db.deleteFrom('revealDay').execute();
  const dataDir = join(ROOT, '.cache/bench-orders');
  mkdirSync(dataDir, { recursive: true });
  chmodSync(dataDir, 0o755);
  const server = await startServerProcess({
    dataDir,
    env: { DATABASE_URL: station.url, KITUO_DEMO: 'on', LOG_LEVEL: 'error', ...env },
  });
  const work = () => ({
    server: processorSeconds(server.pid),
    database: childrenSeconds(station.postmaster),
  });
  try {
    await rest(station);
    return await measure({ url: server.url, work });
  } finally {
    await server.stop();
  }
}
