import { join } from 'node:path';
import { chmodSync, mkdirSync } from 'node:fs';
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
    return await measure({ url: server.url, work });
  } finally {
    await server.stop();
  }
}
