import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { databaseFolder, startEmbedded, type EmbeddedDatabase } from '../embedded.ts';
import { backUp, restore } from './back-up.ts';

const CACHE = join(import.meta.dirname, '../../../../.cache');
const log = { info: () => undefined, warn: () => undefined };
let home: string;
const open: EmbeddedDatabase[] = [];

beforeEach(() => {
  mkdirSync(CACHE, { recursive: true });
  home = mkdtempSync(join(CACHE, 'backup-'));
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((database) => database.stop()));
  rmSync(home, { recursive: true, force: true });
});

async function start(dataDir: string): Promise<EmbeddedDatabase> {
  const database = await startEmbedded({ dataDir: databaseFolder(dataDir), log });
  open.push(database);
  return database;
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client(url);
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** The restore drill: a backup of a server at work, brought back elsewhere after the first one is gone. */
test('a backup made while people work brings back every row that was committed before it, and the files', async () => {
  const dataDir = join(home, 'data');
  mkdirSync(join(dataDir, 'files'), { recursive: true });
  writeFileSync(join(dataDir, 'secret.key'), 'ab'.repeat(32));
  writeFileSync(join(dataDir, 'files', 'evidence'), 'a voucher');
  const first = await start(dataDir);
  const client = await connect(first.url);
  await client.query('CREATE TABLE paid (n int PRIMARY KEY, filler text)');
  let written = 0;
  let isOver = false;
  const work = (async () => {
    while (!isOver) {
      await client.query(`INSERT INTO paid VALUES ($1, repeat('x', 2000))`, [written + 1]);
      written += 1;
      // A table that comes and goes: its files vanish under the copy's eyes.
      if (written % 20 === 0) await client.query('CREATE TABLE gone AS SELECT * FROM paid; DROP TABLE gone');
    }
  })();
  await expect.poll(() => written).toBeGreaterThan(50);
  const before = written;
  await backUp({ dataDir, databaseUrl: undefined, folder: join(home, 'backup'), log });
  isOver = true;
  await work;
  await client.end();
  await first.stop();
  rmSync(dataDir, { recursive: true });

  const again = join(home, 'again');
  await restore({ dataDir: again, databaseUrl: undefined, folder: join(home, 'backup'), log });
  const second = await start(again);
  const reader = await connect(second.url);
  const { rows } = await reader.query<{ rows: number; last: number }>(
    'SELECT count(*)::int AS rows, max(n) AS last FROM paid',
  );
  await reader.end();
  // No gap, and nothing that was told as committed before the backup began is missing.
  expect(rows[0]?.rows).toBe(rows[0]?.last);
  expect(rows[0]?.last).toBeGreaterThanOrEqual(before);
  expect(readFileSync(join(again, 'secret.key'), 'utf8')).toBe('ab'.repeat(32));
  expect(readFileSync(join(again, 'files', 'evidence'), 'utf8')).toBe('a voucher');
});

test('a stopped database is backed up as well; a place that holds something is refused', async () => {
  const dataDir = join(home, 'data');
  const first = await start(dataDir);
  const client = await connect(first.url);
  await client.query('CREATE TABLE paid AS SELECT 1 AS n');
  await client.end();
  await first.stop();
  const options = { dataDir, databaseUrl: undefined, folder: join(home, 'backup'), log };
  await backUp(options);
  await expect(backUp(options)).rejects.toThrow('exists already');
  await expect(restore(options)).rejects.toThrow('is not empty');
  await expect(restore({ ...options, folder: home, dataDir: join(home, 'x') })).rejects.toThrow('is no backup');
  const foreign = { ...options, databaseUrl: 'postgres://127.0.0.1/x', dataDir: join(home, 'x') };
  await expect(restore(foreign)).rejects.toThrow('Unset DATABASE_URL');
  expect(existsSync(join(home, 'x'))).toBe(false);
  await restore({ ...options, dataDir: join(home, 'x') });
  const second = await start(join(home, 'x'));
  const reader = await connect(second.url);
  expect((await reader.query('SELECT n FROM paid')).rows).toEqual([{ n: 1 }]);
  await reader.end();
});

test('a database of one’s own that cannot be reached leaves no backup behind', async () => {
  const options = { dataDir: join(home, 'data'), databaseUrl: 'postgres://nobody:x@127.0.0.1:1/none', log };
  await expect(backUp({ ...options, folder: join(home, 'backup') })).rejects.toThrow(/pg_dump/);
  expect(existsSync(join(home, 'backup'))).toBe(false);
});
