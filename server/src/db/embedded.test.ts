import { fork, type ChildProcess } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FolderHeldError, prepareCluster, runningUrl, startEmbedded, type EmbeddedDatabase } from './embedded.ts';
import { clusterUrl, launchPostmaster, pgData } from './embedded/cluster.ts';
import { findPostmaster, isAlive, stopPostmaster } from './embedded/postmaster.ts';

const CACHE = join(import.meta.dirname, '../../../.cache');
const open: EmbeddedDatabase[] = [];
let dataDir: string;
let said: string[];

beforeEach(() => {
  mkdirSync(CACHE, { recursive: true });
  dataDir = mkdtempSync(join(CACHE, 'embedded-'));
  said = [];
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((database) => database.stop()));
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(): Promise<EmbeddedDatabase> {
  const log = { info: (text: string) => said.push(text), warn: (text: string) => said.push(text) };
  const database = await startEmbedded({ dataDir, log });
  open.push(database);
  return database;
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url);
  // PostgreSQL's own death ends idle connections; the query that follows tells.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

function postmasterPid(): number {
  const running = findPostmaster(join(dataDir, 'cluster'));
  if (!running) throw new Error('No PostgreSQL runs on the folder.');
  return running.pid;
}

/** Starts the database in a process of its own and kills that process, PostgreSQL staying behind. */
async function startAndKillNode(): Promise<void> {
  const script = join(dataDir, 'start.ts');
  const embedded = join(import.meta.dirname, 'embedded.ts');
  writeFileSync(
    script,
    `import { startEmbedded } from ${JSON.stringify(embedded)};
     const log = { info() {}, warn() {} };
     const database = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, log });
     process.send?.(database.url);
     setInterval(() => {}, 1000);`,
  );
  const child: ChildProcess = fork(script);
  const url = await new Promise<string>((resolve, reject) => {
    child.once('message', (message) => resolve(String(message)));
    child.once('exit', () => reject(new Error('It ended before it was ready.')));
  });
  await query(url, 'create table kept as select 42 as answer');
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await exited;
}

test('durable, UTF-8, checksums, one address, a password that only its owner reads', async () => {
  const { url } = await start();
  const [row] = await query(
    url,
    `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commits,
            current_setting('server_encoding') as encoding,
            current_setting('data_checksums') as checksums,
            current_setting('listen_addresses') as address, lower('ÄŁ') as lowered`,
  );
  expect(row).toEqual({
    fsync: 'on',
    commits: 'on',
    encoding: 'UTF8',
    checksums: 'on',
    address: '127.0.0.1',
    lowered: 'äł',
  });
  expect(statSync(join(dataDir, 'password')).mode & 0o777).toBe(0o600);
  const stranger = new URL(url);
  stranger.password = 'guess';
  await expect(query(stranger.href, 'select 1')).rejects.toThrow('password authentication failed');
});

test('what was written is there after a stop, and the stop leaves no process', async () => {
  const first = await start();
  await query(first.url, 'create table kept as select 42 as answer');
  const pid = postmasterPid();
  // A command beside the server finds it.
  expect(runningUrl(dataDir)).toBe(first.url);
  await first.stop();
  expect(isAlive(pid)).toBe(false);
  expect(runningUrl(dataDir)).toBeUndefined();
  const second = await start();
  expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
});

test('it is asked by its socket, and one that a killed PostgreSQL left is removed', async () => {
  const left = join(dataDir, '.s.PGSQL.1');
  writeFileSync(left, '');
  const { url } = await start();
  expect(existsSync(left)).toBe(false);
  expect(await query(url, 'select inet_server_addr() as address')).toEqual([{ address: null }]);
});

test('where the folder takes no socket it is asked by TCP', async () => {
  const cluster = await prepareCluster(dataDir, 'full', { info() {}, warn() {} });
  writeFileSync(join(cluster.folder, 'postgres.log'), '');
  chmodSync(cluster.folder, 0o555);
  try {
    const { port } = await launchPostmaster(cluster);
    const url = clusterUrl(cluster, port, 'postgres');
    expect(await query(url, 'select host(inet_server_addr()) as address')).toEqual([{ address: '127.0.0.1' }]);
  } finally {
    chmodSync(cluster.folder, 0o755);
    await stopPostmaster(pgData(cluster));
  }
});

test('two at once on one folder: the second is told who holds it', async () => {
  await start();
  const second = start();
  await expect(second).rejects.toThrow(FolderHeldError);
  await expect(second).rejects.toThrow(`in use by process ${process.pid}`);
});

test('after a kill -9 of node the PostgreSQL left behind is stopped and its data opened', async () => {
  await startAndKillNode();
  const left = postmasterPid();
  expect(isAlive(left)).toBe(true);
  const { url } = await start();
  expect(isAlive(left)).toBe(false);
  expect(said.join()).toContain(`process ${left}`);
  expect(await query(url, 'select answer from kept')).toEqual([{ answer: 42 }]);
});

test('a PostgreSQL that dies is brought back at the same address', async () => {
  const { url } = await start();
  await query(url, 'create table kept as select 42 as answer');
  const killed = postmasterPid();
  process.kill(killed, 'SIGKILL');
  await expect
    .poll(() => {
      const running = findPostmaster(join(dataDir, 'cluster'));
      return running?.isReady === true && running.pid !== killed;
    })
    .toBe(true);
  expect(await query(url, 'select answer from kept')).toEqual([{ answer: 42 }]);
});

test('a PostgreSQL that cannot start is tried until it can, and its process goes on', async () => {
  const { url } = await start();
  await query(url, 'create table kept as select 42 as answer');
  // As where the disk is full: it ends while it starts, again and again.
  const control = join(dataDir, 'cluster/global/pg_control');
  renameSync(control, `${control}.away`);
  process.kill(postmasterPid(), 'SIGKILL');
  const tried = () => said.filter((text) => text.includes('is tried again')).length;
  await expect.poll(tried).toBeGreaterThan(1);
  await expect(query(url, 'select 1')).rejects.toThrow(Error);
  renameSync(`${control}.away`, control);
  await expect.poll(() => findPostmaster(join(dataDir, 'cluster'))?.isReady).toBe(true);
  expect(await query(url, 'select answer from kept')).toEqual([{ answer: 42 }]);
});

test('a stop does not wait for a PostgreSQL that cannot start', async () => {
  const database = await start();
  renameSync(join(dataDir, 'cluster/global/pg_control'), join(dataDir, 'cluster/global/pg_control.away'));
  process.kill(postmasterPid(), 'SIGKILL');
  await expect.poll(() => said.join()).toContain('is tried again');
  await database.stop();
  expect(findPostmaster(join(dataDir, 'cluster'))).toBeUndefined();
});

test('a half-made cluster (killed during its making) is made again', async () => {
  mkdirSync(join(dataDir, 'cluster.unfinished/base'), { recursive: true });
  writeFileSync(join(dataDir, 'password'), 'of the half-made one');
  const { url } = await start();
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a process number in postmaster.pid that belongs to somebody else by now is left alone', async () => {
  const first = await start();
  await first.stop();
  writeFileSync(join(dataDir, 'cluster/postmaster.pid'), `${process.pid}\n${dataDir}\n1\n1\n\n\n\nready\n`);
  const { url } = await start();
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
});
