import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findPostmaster, isAlive } from '../../server/src/db/embedded/postmaster.ts';
import { startServerProcess, type ServerProcess } from '../support/server-process.ts';
import { sendAgain, signIn, writeUntilGone, type Write } from './writers.ts';

// The server is killed under writes, PostgreSQL with it in every third cycle. What was acknowledged
// has to be there afterwards, once; what was not may be there, at most once, and sending it again
// with its key settles it.
const CYCLES = Number(process.env.KITUO_KILL_CYCLES ?? 3);
const WRITERS = 4;
const ROOT = join(import.meta.dirname, '../..');
let dataDir: string;
let server: ServerProcess | undefined;
const cluster = () => join(dataDir, 'postgres/cluster');

beforeAll(() => {
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  dataDir = mkdtempSync(join(ROOT, '.cache/kill9-'));
  // The account postgres has to get through where tests run as root.
  chmodSync(dataDir, 0o755);
});
afterAll(async () => {
  await server?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** A connection of the test's own, past the server. */
async function withDatabase<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const password = readFileSync(join(dataDir, 'postgres/password'), 'utf8').trim();
  const port = findPostmaster(cluster())?.port;
  const client = new pg.Client(`postgres://kituo:${password}@127.0.0.1:${port}/kituo`);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** How many accounts and how many stored replies there are for each write, straight from the tables. */
async function countStored(writes: readonly Write[]): Promise<Map<string, [number, number]>> {
  const { rows } = await withDatabase((client) =>
    client.query<{ login_id: string; users: string; replies: string }>(
      `select w.login_id,
              (select count(*) from app_user u where u.login_id = w.login_id) as users,
              (select count(*) from idempotency_record r where r.idempotency_key = w.key) as replies
         from unnest($1::text[], $2::text[]) as w (login_id, key)`,
      [writes.map((write) => write.loginId), writes.map((write) => write.key)],
    ),
  );
  return new Map(rows.map((row) => [row.login_id, [Number(row.users), Number(row.replies)]]));
}

async function killUnderWrites(cycle: number, running: ServerProcess): Promise<Write[]> {
  const session = await signIn(running.url);
  const writes: Write[] = [];
  const writers = Array.from({ length: WRITERS }, () => writeUntilGone(session, writes));
  await delay(150 + Math.random() * 700);
  const postmaster = findPostmaster(cluster());
  if (cycle % 3 === 2 && postmaster) process.kill(postmaster.pid, 'SIGKILL');
  await running.kill();
  await Promise.all(writers);
  return writes;
}

test(`${CYCLES} times kill -9 under writes: nothing acknowledged is lost, nothing is doubled`, async () => {
  const all: Write[] = [];
  server = await startServerProcess({ dataDir });
  // What is counted are accounts, not requests that await approval.
  await withDatabase((client) =>
    client.query(`update policy_setting set value = 'false' where setting_key = 'makerChecker.user'`),
  );
  for (let cycle = 0; cycle < CYCLES; cycle += 1) {
    const running: ServerProcess = server;
    server = undefined;
    const writes = await killUnderWrites(cycle, running);
    all.push(...writes);
    server = await startServerProcess({ dataDir });

    const stored = await countStored(writes);
    for (const write of writes) {
      const [users, replies] = stored.get(write.loginId) ?? [0, 0];
      // The account and the reply to its command are one transaction: both or neither.
      expect({ ...write, users, replies }).toMatchObject({ replies: users });
      if (write.userNo) expect({ ...write, users }).toMatchObject({ users: 1 });
    }
    const session = await signIn(server.url);
    const inDoubt = writes.filter((write) => write.userNo === undefined);
    for (const write of inDoubt) write.userNo = await sendAgain(session, write);
    const known = writes.find((write) => !inDoubt.includes(write));
    if (known) expect(await sendAgain(session, known)).toBe(known.userNo);
  }
  const acknowledged = all.filter((write) => write.userNo !== undefined);
  const stored = await countStored(all);
  expect(acknowledged.length).toBeGreaterThan(CYCLES);
  expect(acknowledged.filter((write) => stored.get(write.loginId)?.[0] !== 1)).toEqual([]);
  console.log(`${acknowledged.length} acknowledged writes over ${CYCLES} kills, all there once`);
});

test('a normal stop leaves no PostgreSQL behind and the folder free', async () => {
  const running = server ?? (await startServerProcess({ dataDir }));
  server = undefined;
  const postmaster = findPostmaster(cluster());
  expect(postmaster).toBeDefined();
  expect(await running.stop()).toBe(0);
  expect(postmaster && isAlive(postmaster.pid)).toBe(false);
  expect(findPostmaster(cluster())).toBeUndefined();

  const again = await startServerProcess({ dataDir });
  expect(await again.stop()).toBe(0);
});

test('a second start on the same folder is told who holds it', async () => {
  const running = await startServerProcess({ dataDir });
  try {
    await expect(startServerProcess({ dataDir })).rejects.toThrow(new RegExp(`in use by process ${running.pid}`));
  } finally {
    await running.stop();
  }
});
