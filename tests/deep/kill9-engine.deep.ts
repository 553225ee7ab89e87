import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findPostmaster } from '../../server/src/db/embedded/postmaster.ts';
import type { Database } from '../../server/src/db/database.ts';
import { openDatabase } from '../../server/src/db/pool.ts';
import { runEndOfDay } from '../../server/src/modules/lending/end-of-day/index.ts';
import { createLogger } from '../../server/src/modules/platform/health/index.ts';
import { addDays } from '../../server/src/modules/platform/policy/index.ts';
import { startServerProcess, type ServerProcess } from '../support/server-process.ts';
import { beginLongWork, expectJobsCarriedOn } from './kill9-jobs.ts';
import { LeavingMoney, letAnHourPass } from './kill9-money.ts';
import { type Outside, sendCommand, sendCommands, startOutside } from './kill9-outside.ts';
import { faultsOf, keptOf, newPayment, type Payment, repaymentCodes, send, settle } from './payments-in.ts';
import { signIn } from './writers.ts';

// The server is killed while payments come in from the channel and are applied, and while payouts, prompts and
// messages leave by it; PostgreSQL with it in every third cycle. A payment that was acknowledged is one flow with one
// receipt afterwards, and what it was to pay is paid once; one that was not is there at most once, and the channel
// sends it again. What was to leave left once, and its end is what the channel, which lives on, says of it.
const CYCLES = Number(process.env.KITUO_KILL_CYCLES ?? 3);
const SENDERS = 6;
const SPENDERS = 4;
const ROOT = join(import.meta.dirname, '../..');
const SECRET = randomBytes(24).toString('base64url');
let dataDir: string;
let server: ServerProcess | undefined;
let outside: Outside;
const cluster = () => join(dataDir, 'postgres/cluster');

beforeAll(async () => {
  outside = await startOutside(SECRET);
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  dataDir = mkdtempSync(join(ROOT, '.cache/kill9-engine-'));
  chmodSync(dataDir, 0o755);
});
afterAll(async () => {
  await server?.stop();
  outside.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const start = () =>
  startServerProcess({
    dataDir,
    env: { KITUO_DEMO_ORDERS: '120', KITUO_SANDBOX: 'off', ...outside.env },
  });

function databaseUrl(): string {
  const password = readFileSync(join(dataDir, 'postgres/password'), 'utf8').trim();
  return `postgres://kituo:${password}@127.0.0.1:${findPostmaster(cluster())?.port}/kituo`;
}

async function connect(): Promise<pg.Client> {
  const client = new pg.Client(databaseUrl());
  // PostgreSQL is killed while a client looks on.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** The engine's own calls, past the server. */
async function withEngine<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const { db, close } = openDatabase(databaseUrl());
  try {
    return await work(db);
  } finally {
    await close();
  }
}

const gatewayOf = (url: string) => `${url}/gateway/${SECRET}`;

async function sendUntilGone(url: string, codes: readonly string[], sent: Payment[]): Promise<void> {
  for (;;) {
    const payment = newPayment(codes);
    sent.push(payment);
    try {
      await send(gatewayOf(url), payment);
      // Every fifth is told twice, as channels do.
      if (sent.length % 5 === 0) await send(gatewayOf(url), payment);
    } catch (error) {
      if (error instanceof Error && error.message === 'the test is wrong') throw error;
      return;
    }
  }
}

test(`${CYCLES} times kill -9 under payments: none acknowledged is lost, none counts twice`, async () => {
  const all: Payment[] = [];
  server = await start();
  const first = await connect();
  const codes = await repaymentCodes(first);
  await first.end();
  expect(codes.length).toBeGreaterThan(5);
  const leaving = await withEngine((db) => LeavingMoney.open(db));
  for (let cycle = 0; cycle < CYCLES; cycle += 1) {
    const running: ServerProcess = server;
    const sent: Payment[] = [];
    const session = await signIn(running.url);
    const commands = await withEngine((db) => leaving.next(db));
    const queue = [...commands];
    const spenders = Array.from({ length: SPENDERS }, () => sendCommands(session, queue));
    const senders = Array.from({ length: SENDERS }, () => sendUntilGone(running.url, codes, sent));
    await delay(200 + Math.random() * 800);
    const postmaster = findPostmaster(cluster());
    if (cycle % 3 === 2 && postmaster) process.kill(postmaster.pid, 'SIGKILL');
    server = undefined;
    await running.kill();
    await Promise.all([...senders, ...spenders]);
    // A PostgreSQL that outlives the server is there to be made an hour older.
    if (cycle % 3 !== 2) await withEngine(letAnHourPass);
    all.push(...sent);

    server = await start();
    const client = await connect();
    try {
      await settle(client);
      const kept = new Map((await keptOf(client, sent)).map((row) => [row.serial, row]));
      for (const { serial, isAcknowledged } of sent) {
        const { flows, receipts, uses } = kept.get(serial) ?? { flows: 0, receipts: 0, uses: 0 };
        expect({ serial, flows, receipts, uses }).toMatchObject({
          receipts: flows,
          uses: expect.toSatisfy((count: number) => count <= flows),
          ...(isAcknowledged && { flows: 1 }),
        });
      }
      for (const payment of sent) await send(gatewayOf(server.url), payment);
      await settle(client);
      const again = await keptOf(client, sent);
      expect(again.filter((row) => row.flows !== 1 || row.receipts !== 1 || row.uses > 1)).toEqual([]);
      expect(await faultsOf(client)).toEqual({ trial_balance: 0, drifted: 0, misapplied: 0 });
    } finally {
      await client.end();
    }
    // What nobody answered is asked for again, and what was answered says the same once more.
    const next = await signIn(server.url);
    await Promise.all(commands.map((command) => sendCommand(next, command)));
    await withEngine((db) => leaving.expectAcknowledged(db));
  }
  // The last of it comes to its end by the channel's word alone.
  await outside.calm();
  await server.kill();
  await withEngine(letAnHourPass);
  server = await start();
  await withEngine(async (db) => {
    await leaving.ended(db);
    await leaving.expectPaidOnce(db, await outside.report());
  });
  expect(all.length).toBeGreaterThan(CYCLES * SENDERS);
  console.log(
    `${all.length} payments in and ${leaving.commands.length} commands to pay out or ask over ${CYCLES} kills, each there once`,
  );
});

test('kill -9 of PostgreSQL under a batch, an export and the end of day: each goes on, nothing twice', async () => {
  const running = server ?? (await start());
  server = undefined;
  const before = await connect();
  const begun = await beginLongWork(before, await signIn(running.url), databaseUrl());
  const postmaster = findPostmaster(cluster());
  expect(postmaster).toBeDefined();
  if (postmaster) process.kill(postmaster.pid, 'SIGKILL');
  await running.kill();
  await begun.daysEnded;
  await before.end().catch(() => undefined);

  server = await start();
  const client = await connect();
  const { db, close } = openDatabase(databaseUrl());
  try {
    await expectJobsCarriedOn(client, begun, join(dataDir, 'job-files'));
    // The day after the one that the kill may have met.
    const last = addDays(begun.dates.at(-1) ?? '', 2);
    const log = createLogger('silent');
    const rest = await runEndOfDay(db, last, log);
    expect(rest.days, 'the kill came before the last end of day').toBeGreaterThan(0);
    expect(await runEndOfDay(db, last, log)).toEqual({ bills: 0, days: 0, failed: [] });
    const { rows } = await client.query<{ behind: number; twice: number }>(
      `select (select count(*) from bill join loan_order using (order_no) where bill_status = 'ACTIVE'
          and order_status = 'DISBURSED' and accrued_through <> $1)::int as behind,
        (select count(*) from (select 1 from journal where journal_kind in ('INTEREST', 'LATE_FEE', 'IN_DUPLUM')
          group by cause_no, journal_kind, business_date having count(*) > 1) x)::int as twice`,
      [last],
    );
    expect(rows[0]).toEqual({ behind: 0, twice: 0 });
    expect(await faultsOf(client)).toEqual({ trial_balance: 0, drifted: 0, misapplied: 0 });
  } finally {
    await close();
    await client.end();
  }
});
