import { execFileSync, type ExecFileSyncOptions } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort } from '../../free-port.ts';
import { serviceAccount } from '../embedded/account.ts';
import { backUp, restore } from './back-up.ts';

/* The restore drill on a PostgreSQL of one's own: one that `pg_dump` of this machine fits, where it came with a server. */

function serverPrograms(): string | null {
  try {
    const folder = execFileSync('pg_config', ['--bindir'], { encoding: 'utf8' }).trim();
    return ['initdb', 'pg_ctl', 'pg_dump'].every((name) => existsSync(join(folder, name))) ? folder : null;
  } catch {
    return null;
  }
}

const programs = serverPrograms();
const log = { info: () => undefined, warn: () => undefined };
const USER = 'owner';
let home: string;
let port: number;

const asServer = (): ExecFileSyncOptions => ({ ...serviceAccount(), cwd: home, stdio: 'ignore' });
const urlOf = (database: string) => `postgres://${USER}:x@127.0.0.1:${port}/${database}`;

async function ask<Row extends pg.QueryResultRow>(database: string, text: string): Promise<Row[]> {
  const client = new pg.Client(urlOf(database));
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

beforeEach(async () => {
  if (programs === null) return;
  home = mkdtempSync(join(tmpdir(), 'kituo-drill-'));
  const account = serviceAccount();
  chmodSync(home, 0o755);
  if (account) chownSync(home, account.uid, account.gid);
  port = await freePort();
  const cluster = join(home, 'cluster');
  execFileSync(join(programs, 'initdb'), [`-D${cluster}`, `-U${USER}`, '--auth=trust', '--no-sync'], asServer());
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`;
  execFileSync(
    join(programs, 'pg_ctl'),
    ['start', '-w', `-D${cluster}`, '-l', join(home, 'log'), '-o', options],
    asServer(),
  );
});
afterEach(() => {
  if (programs === null) return;
  execFileSync(join(programs, 'pg_ctl'), ['stop', '-m', 'immediate', `-D${join(home, 'cluster')}`], asServer());
  rmSync(home, { recursive: true, force: true });
});

test.skipIf(programs === null)(
  'a dump made while people work is one moment, and comes back where the first server’s roles are unknown',
  async () => {
    const dataDir = join(home, 'data');
    mkdirSync(join(dataDir, 'files'), { recursive: true });
    writeFileSync(join(dataDir, 'secret.key'), 'ab'.repeat(32));
    await ask('postgres', 'CREATE DATABASE kituo');
    // What is booked is booked on both sides in one transaction; the serving role may read it.
    await ask(
      'kituo',
      `CREATE ROLE kituo_app; CREATE TABLE posting (n serial PRIMARY KEY, cents int);
       CREATE TABLE total (cents int); INSERT INTO total VALUES (0); GRANT SELECT ON posting TO kituo_app`,
    );
    let booked = 0;
    let isOver = false;
    const work = (async () => {
      while (!isOver) {
        await ask('kituo', `BEGIN; INSERT INTO posting (cents) VALUES (5); UPDATE total SET cents = cents + 5; COMMIT`);
        booked += 1;
      }
    })();
    await expect.poll(() => booked).toBeGreaterThan(20);
    const before = booked;
    const folder = join(home, 'backup');
    await backUp({ dataDir, databaseUrl: urlOf('kituo'), folder, log });
    isOver = true;
    await work;
    rmSync(dataDir, { recursive: true });
    await ask('postgres', 'DROP DATABASE kituo');
    await ask('postgres', 'DROP ROLE kituo_app');

    // A place where something stands takes nothing, neither rows nor files: the drill can be tried again.
    await ask('postgres', 'CREATE DATABASE taken');
    await ask('taken', 'CREATE TABLE posting (n int)');
    const again = join(home, 'again');
    await expect(restore({ dataDir: again, databaseUrl: urlOf('taken'), folder, log })).rejects.toThrow('pg_restore');
    expect(existsSync(again)).toBe(false);

    await ask('postgres', 'CREATE DATABASE restored');
    await restore({ dataDir: again, databaseUrl: urlOf('restored'), folder, log });
    const [sums] = await ask<{ posted: number; total: number; rows: number }>(
      'restored',
      `SELECT (SELECT sum(cents)::int FROM posting) AS posted, (SELECT cents FROM total) AS total,
         (SELECT count(*)::int FROM posting) AS rows`,
    );
    expect(sums?.posted).toBe(sums?.total);
    expect(sums?.rows).toBeGreaterThanOrEqual(before);
    expect(readFileSync(join(again, 'secret.key'), 'utf8')).toBe('ab'.repeat(32));
  },
);
