import { randomUUID } from 'node:crypto';
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { isReachable, serviceAccount, type ServiceAccount } from './embedded/account.ts';
import { resolveBinaries, type EmbeddedLog } from './embedded/binaries.ts';
import { clusterUrl, initialiseCluster, launchPostmaster } from './embedded/cluster.ts';
import { pgData, type Cluster, type Postmaster } from './embedded/cluster.ts';
import { takeFolder } from './embedded/holder.ts';
import { findPostmaster, stopPostmaster } from './embedded/postmaster.ts';

export { FolderHeldError } from './embedded/holder.ts';
export type { EmbeddedLog } from './embedded/binaries.ts';

export interface EmbeddedOptions {
  /** Where everything of the database is kept; made when missing. */
  readonly dataDir: string;
  readonly log: EmbeddedLog;
}

/** The PostgreSQL that belongs to this process. */
export interface EmbeddedDatabase {
  /** Connection string of the database `kituo`. */
  readonly url: string;
  /** Stops PostgreSQL and gives the folder back. May be called more than once. */
  stop(): Promise<void>;
}

/** Where the database is below the data folder of a start. */
export const databaseFolder = (dataDir: string): string => join(dataDir, 'postgres');

const DATABASE_NAME = 'kituo';
const REACHABLE_DATA = '/var/lib/kituo';
/** Between its end and its next start; twice as long with each that did not last. */
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 5_000;
const STEADY_AFTER_MS = 10_000;

/**
 * The folder PostgreSQL itself works in. It is the data folder, except where we are root and the
 * account `postgres` cannot get there (a checkout below /root): then a folder below /var/lib/kituo,
 * whose name is kept in the data folder.
 */
function clusterFolder(dataDir: string, account: ServiceAccount | undefined, log: EmbeddedLog): string {
  // The folder itself will belong to the account; those above it are what may be in the way.
  if (isReachable(dirname(dataDir), account)) return dataDir;
  const pointer = join(dataDir, 'location');
  if (!existsSync(pointer)) writeFileSync(pointer, join(REACHABLE_DATA, randomUUID()));
  const folder = readFileSync(pointer, 'utf8').trim();
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  log.warn(`The data folder ${dataDir} cannot be reached by the account postgres; the database is in ${folder}.`);
  return folder;
}

/** The folder PostgreSQL works in, of a database that exists below `dataDir`. */
export function clusterPlace(dataDir: string): string {
  const pointer = join(resolve(dataDir), 'location');
  return existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : resolve(dataDir);
}

/** Keeps others from starting the database meanwhile; the result gives it back. @throws FolderHeldError */
export const holdFolder = (dataDir: string): (() => void) => takeFolder(resolve(dataDir));

/** Puts a copied cluster and its password where a start on `dataDir` finds them, as the account's that will run it. */
export function takeOver(
  dataDir: string,
  from: { readonly cluster: string; readonly password: string },
  log: EmbeddedLog,
): void {
  const account = serviceAccount();
  const home = resolve(dataDir);
  mkdirSync(home, { recursive: true });
  const folder = clusterFolder(home, account, log);
  const place = { folder };
  cpSync(from.cluster, pgData(place), { recursive: true });
  cpSync(from.password, join(folder, 'password'));
  chmodSync(pgData(place), 0o700);
  chmodSync(join(folder, 'password'), 0o600);
  if (account === undefined) return;
  const all = [folder, join(folder, 'password'), pgData(place)];
  for (const name of readdirSync(pgData(place), { recursive: true, encoding: 'utf8' }))
    all.push(join(pgData(place), name));
  for (const path of all) chownSync(path, account.uid, account.gid);
}

/** The connection string of a database that another process of this machine runs on `dataDir`; undefined where none does. */
export function runningUrl(dataDir: string): string | undefined {
  const folder = clusterPlace(dataDir);
  const running = findPostmaster(pgData({ folder }));
  return running?.isReady ? clusterUrl({ folder }, running.port, DATABASE_NAME) : undefined;
}

/** Prepares a cluster without starting it. Tests build their throwaway cluster on this. */
export async function prepareCluster(
  dataDir: string,
  durability: Cluster['durability'],
  log: EmbeddedLog,
): Promise<Cluster> {
  const account = serviceAccount();
  const home = resolve(dataDir);
  mkdirSync(home, { recursive: true });
  const folder = clusterFolder(home, account, log);
  const cluster: Cluster = { folder, account, durability, binaries: resolveBinaries(account, log) };
  await initialiseCluster(cluster);
  return cluster;
}

async function createDatabase(cluster: Cluster, port: number): Promise<void> {
  const client = new pg.Client({ connectionString: clusterUrl(cluster, port, 'postgres') });
  await client.connect();
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [DATABASE_NAME]);
    if (found.rowCount === 0) await client.query(`create database ${DATABASE_NAME}`);
  } finally {
    await client.end();
  }
}

/**
 * Brings PostgreSQL back at the same address when it dies, however often it takes: a disk that is full today has room
 * tomorrow. Until then calls are refused, and afterwards the connection pools reconnect.
 */
function supervise(cluster: Cluster, first: Postmaster, { log }: EmbeddedOptions) {
  const stopping = new AbortController();
  let pendingRestart: Promise<void> = Promise.resolve();
  let waitMs = FIRST_WAIT_MS;

  const restart = async (): Promise<void> => {
    for (;;) {
      await delay(waitMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
      try {
        watch(await launchPostmaster(cluster, first));
        log.info('PostgreSQL is running again.');
        return;
      } catch (error) {
        log.warn(`PostgreSQL cannot be started and is tried again. ${String(error)}`);
      }
    }
  };
  const watch = (postmaster: Postmaster): void => {
    const startedAt = Date.now();
    postmaster.child.once('exit', (code, signal) => {
      if (stopping.signal.aborted) return;
      log.warn(`PostgreSQL ended with ${code ?? signal}; it is started again.`);
      if (Date.now() - startedAt > STEADY_AFTER_MS) waitMs = FIRST_WAIT_MS;
      pendingRestart = restart();
    });
  };
  watch(first);

  return async (): Promise<void> => {
    stopping.abort();
    await pendingRestart;
    await stopPostmaster(pgData(cluster));
  };
}

/**
 * Starts the PostgreSQL that comes with the npm packages on `dataDir`, with fsync on. What an
 * earlier process left running after a kill -9 is stopped first; nothing acknowledged is lost.
 * @throws FolderHeldError when another live process works on the folder.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { log } = options;
  const dataDir = resolve(options.dataDir);
  mkdirSync(dataDir, { recursive: true });
  const giveBack = takeFolder(dataDir);
  try {
    const cluster = await prepareCluster(dataDir, 'full', log);
    const left = findPostmaster(pgData(cluster));
    if (left) {
      log.info(`PostgreSQL (process ${left.pid}) was still running from before; it is stopped.`);
    }
    const postmaster = await launchPostmaster(cluster);
    const stopProcess = supervise(cluster, postmaster, options);
    let stopped: Promise<void> | undefined;
    const stop = () => (stopped ??= stopProcess().finally(giveBack));
    try {
      await createDatabase(cluster, postmaster.port);
    } catch (error) {
      await stop();
      throw error;
    }
    return { url: clusterUrl(cluster, postmaster.port, DATABASE_NAME), stop };
  } catch (error) {
    giveBack();
    throw error;
  }
}
