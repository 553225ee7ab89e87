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

/** The real server over the book, with the checkout's registry. */
export async function serveOrders<Result>(
  station: EngineStation,
  measure: (served: Served) => Promise<Result>,
  env: Readonly<Record<string, string>> = {},
): Promise<Result> {
  await migrate(station.opened.db);
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
