import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, closeSync, existsSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../free-port.ts';
import type { ServiceAccount } from './account.ts';
import type { PostgresBinaries } from './binaries.ts';
import { findPostmaster, stopPostmaster } from './postmaster.ts';

/** One PostgreSQL data folder and what is needed to run it. */
export interface Cluster {
  /** Holds `cluster/` (PostgreSQL's own), `password` (0600) and `postgres.log`. */
  readonly folder: string;
  readonly binaries: PostgresBinaries;
  readonly account: ServiceAccount | undefined;
  /** `full`: every acknowledged commit is on disk. `none`: throwaway clusters of tests only. */
  readonly durability: 'full' | 'none';
}

/** A running PostgreSQL. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  /** Whether it is asked by a socket of the folder; by TCP alone otherwise. */
  readonly hasSocket: boolean;
  /** The process when this one started it. */
  readonly child: ChildProcess;
}

const SUPERUSER = 'kituo';
const READY_LIMIT_MS = 60_000;
const LOG_LIMIT_BYTES = 10 * 1024 * 1024;

const THROWAWAY_OPTIONS = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_connections=300',
];

/**
 * For a database that people work with: the default of 128 MB holds no table of a million rows, and a page
 * from a disk of today costs little more than its neighbour. Memory is taken as it is used.
 */
const WORKING_OPTIONS = ['shared_buffers=512MB', 'random_page_cost=1.1'];

export const pgData = (cluster: Pick<Cluster, 'folder'>) => join(cluster.folder, 'cluster');
const passwordFile = (cluster: Pick<Cluster, 'folder'>) => join(cluster.folder, 'password');
const logFile = (cluster: Cluster) => join(cluster.folder, 'postgres.log');

/** What PostgreSQL reads as one folder, and every system as the address of a socket. */
const SOCKET_PATH = /^[\w./ -]{1,100}$/;

/** Where a cluster has its socket, too: each statement costs a sixth less than over TCP. */
function socketFolder(folder: string, port: number): string {
  const isPossible = process.platform !== 'win32' && SOCKET_PATH.test(socketFile(folder, port));
  return isPossible ? folder : '';
}

const SOCKET = '.s.PGSQL.';
const socketFile = (folder: string, port: number) => join(folder, `${SOCKET}${port}`);

/** A PostgreSQL that was killed leaves its own behind, and each has another port. */
function removeOldSockets(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (name.startsWith(SOCKET)) rmSync(join(folder, name), { force: true });
  }
}

/** The connection string of `database` in a cluster that listens on `port`. */
export function clusterUrl(cluster: Pick<Cluster, 'folder'>, port: number, database: string): string {
  const password = readFileSync(passwordFile(cluster), 'utf8').trim();
  const folder = socketFolder(cluster.folder, port);
  const hasSocket = folder !== '' && existsSync(socketFile(folder, port));
  const host = hasSocket ? encodeURIComponent(folder) : '127.0.0.1';
  return `postgres://${SUPERUSER}:${password}@${host}:${port}/${database}`;
}

function own(path: string, account: ServiceAccount | undefined): void {
  if (account) chownSync(path, account.uid, account.gid);
}

/** Runs to the end; rejects with what the program printed when it fails. */
function runProgram(program: string, args: string[], cluster: Cluster): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...cluster.account,
      cwd: cluster.folder,
      env: { ...process.env, LC_ALL: 'C' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${program} ended with ${code}:\n${output.trim()}`));
    });
  });
}

/** Makes the cluster where there is none. A half-made one (killed during initdb) is made again. */
export async function initialiseCluster(cluster: Cluster): Promise<void> {
  mkdirSync(cluster.folder, { recursive: true });
  own(cluster.folder, cluster.account);
  if (existsSync(join(pgData(cluster), 'PG_VERSION'))) return;

  const unfinished = `${pgData(cluster)}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  rmSync(passwordFile(cluster), { force: true });
  writeFileSync(passwordFile(cluster), randomBytes(24).toString('hex'), { mode: 0o600 });
  own(passwordFile(cluster), cluster.account);
  await runProgram(
    cluster.binaries.initdb,
    [
      `--pgdata=${unfinished}`,
      `--username=${SUPERUSER}`,
      `--pwfile=${passwordFile(cluster)}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--data-checksums',
      ...(cluster.durability === 'none' ? ['--no-sync'] : []),
    ],
    cluster,
  );
  renameSync(unfinished, pgData(cluster));
}

function spawnPostgres(cluster: Cluster, port: number, sockets: string): ChildProcess {
  const log = logFile(cluster);
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) > LOG_LIMIT_BYTES) {
    renameSync(log, `${log}.1`);
  }
  const output = openSync(log, 'a', 0o600);
  const options = [
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${sockets}`,
    'timezone=UTC',
    'log_timezone=UTC',
    ...(cluster.durability === 'none' ? THROWAWAY_OPTIONS : WORKING_OPTIONS),
  ];
  try {
    return spawn(
      cluster.binaries.postgres,
      ['-D', pgData(cluster), '-p', String(port), ...options.flatMap((option) => ['-c', option])],
      {
        ...cluster.account,
        cwd: cluster.folder,
        env: { ...process.env, LC_ALL: 'C' },
        // A group of its own: Ctrl-C must reach us alone, so that requests drain before the database stops.
        detached: true,
        // A file, not a pipe: PostgreSQL outlives us when we are killed and goes on writing.
        stdio: ['ignore', output, output],
      },
    );
  } finally {
    closeSync(output);
  }
}

function lastLines(cluster: Cluster): string {
  return readFileSync(logFile(cluster), 'utf8').trimEnd().split('\n').slice(-8).join('\n');
}

async function untilReady(cluster: Cluster, child: ChildProcess): Promise<void> {
  let failure: string | undefined;
  child.on('error', (error) => (failure = error.message));
  child.on('exit', (code, signal) => (failure ??= `ended with ${code ?? signal}`));
  const deadline = Date.now() + READY_LIMIT_MS;
  while (Date.now() < deadline) {
    if (failure) throw new Error(`PostgreSQL ${failure}:\n${lastLines(cluster)}`);
    const postmaster = findPostmaster(pgData(cluster));
    if (postmaster && postmaster.pid === child.pid && postmaster.isReady) return;
    await delay(10);
  }
  child.kill('SIGQUIT');
  throw new Error(`PostgreSQL was not ready after ${READY_LIMIT_MS / 1000} s.`);
}

/**
 * Starts PostgreSQL on the cluster; one that is still running from before is stopped first.
 * @throws Error with the end of PostgreSQL's log when it does not come up.
 */
export async function launchPostmaster(
  cluster: Cluster,
  before?: Pick<Postmaster, 'port' | 'hasSocket'>,
): Promise<Postmaster> {
  await stopPostmaster(pgData(cluster));
  removeOldSockets(cluster.folder);
  const attempts = 20;
  // Whoever knew the one before asks at its address.
  let mayHaveSocket = before?.hasSocket ?? true;
  for (let attempt = 1; ; attempt += 1) {
    const port = before?.port ?? (await freePort());
    const sockets = mayHaveSocket ? socketFolder(cluster.folder, port) : '';
    const child = spawnPostgres(cluster, port, sockets);
    try {
      await untilReady(cluster, child);
      return { pid: child.pid ?? 0, port, hasSocket: sockets !== '', child };
    } catch (error) {
      // After a kill -9 of PostgreSQL its workers need a moment to go; a port may be taken under our eyes.
      const passes = /shared memory block|could not bind|Address already in use/.test(String(error));
      // Some folders of other systems hold files and no sockets: TCP does everywhere.
      const isOfSocket = before === undefined && /could not [^\n]*(Unix|\.s\.PGSQL)/.test(String(error));
      if (isOfSocket) mayHaveSocket = false;
      if (!(passes || isOfSocket) || attempt === attempts) throw error;
      await delay(250);
    }
  }
}
