import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { prepareCluster } from '../../server/src/db/embedded.ts';
import { clusterUrl, launchPostmaster, pgData } from '../../server/src/db/embedded/cluster.ts';
import { FolderHeldError, takeFolder } from '../../server/src/db/embedded/holder.ts';
import { findPostmaster, isAlive } from '../../server/src/db/embedded/postmaster.ts';

/**
 * One throwaway PostgreSQL (fsync off) for all test runs of this checkout. The first run that
 * needs it starts it; the last one to leave stops it. A run is known by the process that leads it
 * (`KITUO_TEST_RUN`), whose lease is a file with its number: leases of dead processes count for nothing.
 */
const HOME = join(import.meta.dirname, '../../.cache/test-postgres');
const LEASES = join(HOME, 'leases');
/** PostgreSQL's data folder. */
export const TEST_CLUSTER = pgData({ folder: HOME });
const silent = { info: () => undefined, warn: () => undefined };

/** The process that this one tests on behalf of. */
export const testRun = (): number => Number(process.env.KITUO_TEST_RUN ?? process.pid);

async function withLock<T>(work: () => Promise<T>): Promise<T> {
  mkdirSync(HOME, { recursive: true });
  const deadline = Date.now() + 120_000;
  for (;;) {
    let release: () => void;
    try {
      release = takeFolder(HOME);
    } catch (error) {
      if (!(error instanceof FolderHeldError) || Date.now() > deadline) throw error;
      await delay(20);
      continue;
    }
    try {
      return await work();
    } finally {
      release();
    }
  }
}

function liveLeases(): number[] {
  if (!existsSync(LEASES)) return [];
  const pids = readdirSync(LEASES).map(Number);
  for (const pid of pids) if (!isAlive(pid)) rmSync(join(LEASES, String(pid)), { force: true });
  return pids.filter(isAlive);
}

async function start(): Promise<string> {
  const cluster = await prepareCluster(HOME, 'none', silent);
  const running = findPostmaster(pgData(cluster));
  if (running?.isReady) return clusterUrl(cluster, running.port, 'postgres');
  const postmaster = await launchPostmaster(cluster);
  postmaster.child.unref();
  return clusterUrl(cluster, postmaster.port, 'postgres');
}

async function startOrMakeAnew(): Promise<string> {
  try {
    return await start();
  } catch {
    // Without fsync a power cut may have spoilt it; it holds nothing worth keeping.
    rmSync(TEST_CLUSTER, { recursive: true, force: true });
    return await start();
  }
}

/** Starts or joins the test cluster; returns the connection string of its database `postgres`. */
export function acquireTestCluster(): Promise<string> {
  return withLock(async () => {
    mkdirSync(LEASES, { recursive: true });
    writeFileSync(join(LEASES, String(testRun())), '');
    return startOrMakeAnew();
  });
}

/** Ends this run's lease; with nobody left, PostgreSQL is told to stop. Works inside `exit` handlers. */
export function releaseTestCluster(): void {
  rmSync(join(LEASES, String(testRun())), { force: true });
  if (liveLeases().length > 0) return;
  const running = findPostmaster(TEST_CLUSTER);
  if (running) process.kill(running.pid, 'SIGINT');
}
