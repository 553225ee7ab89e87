import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestDatabase } from './database.ts';
import { startServerProcess, type ServerProcess } from './server-process.ts';

const URL_FILE = 'database-url';

/**
 * The real server, as `startServerProcess` starts it, with demo data and a small book of loans: on a copy of
 * the tests' template, for making, migrating and filling a cluster takes longer than most files. How a
 * station comes by its own cluster is for the tests of that.
 */
export async function startStation(
  env: Readonly<Record<string, string>> = {},
  registryFile?: string,
): Promise<ServerProcess> {
  const database = await createTestDatabase('lending');
  try {
    const server = await startServerProcess({
      ...(registryFile !== undefined && { registryFile }),
      env: { DATABASE_URL: database.url, KITUO_DEMO: 'on', KITUO_SANDBOX: 'on', ...env },
    });
    writeFileSync(join(server.dataDir, URL_FILE), database.url);
    const ended = server.ended.finally(() => database.drop());
    const endBy = (signal: () => Promise<number | string>) => async () => {
      await signal();
      return ended;
    };
    return { ...server, ended, stop: endBy(server.stop), kill: endBy(server.kill) };
  } catch (error) {
    await database.drop();
    throw error;
  }
}

/** The connection string of the station whose data folder this is. */
export const databaseOfStation = (dataDir: string): string => readFileSync(join(dataDir, URL_FILE), 'utf8');
