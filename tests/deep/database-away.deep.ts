import { execFileSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { chmodSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clusterPlace } from '../../server/src/db/embedded.ts';
import { findPostmaster } from '../../server/src/db/embedded/postmaster.ts';
import { startServerProcess, type ServerProcess } from '../support/server-process.ts';
import { type Outside, startOutside } from './kill9-outside.ts';
import { faultsOf, keptOf, newPayment, type Payment, repaymentCodes, send, settle } from './payments-in.ts';
import { type Session, signIn } from './writers.ts';

// The database goes away under payments while the server lives: its connections are ended, PostgreSQL is killed, the
// disk is full, in turn. The server refuses meanwhile with 503 and goes on by itself, jobs as well as payments; what it
// acknowledged is there once.
const CYCLES = Number(process.env.KITUO_KILL_CYCLES ?? 3);
const SENDERS = 6;
const SECRET = randomBytes(24).toString('base64url');
/** Long enough for PostgreSQL to fall over a full disk, and to be started in vain. */
const FULL_FOR_MS = 3_000;
const BACK_WITHIN_MS = 120_000;
const MEGABYTE = Buffer.alloc(1024 * 1024, 1);

/** A disk of our own that may be filled; where that takes another account, `KITUO_SMALL_DISK` is a folder on one. */
const given = process.env.KITUO_SMALL_DISK;
const mayMount = process.platform === 'linux' && process.getuid?.() === 0;
const disk = given ?? mkdtempSync(join(tmpdir(), 'kituo-disk-'));
const isOwnDisk = given === undefined && mayMount;
const FAULTS = ['connections', 'killed', ...(isOwnDisk || given !== undefined ? ['full'] : [])] as const;

let dataDir: string;
let server: ServerProcess;
let outside: Outside;

const postgres = () => join(clusterPlace(join(dataDir, 'postgres')), 'cluster');
async function connect(): Promise<pg.Client> {
  const password = readFileSync(join(clusterPlace(join(dataDir, 'postgres')), 'password'), 'utf8').trim();
  const port = findPostmaster(postgres())?.port ?? 0;
  const client = new pg.Client(`postgres://kituo:${password}@127.0.0.1:${port}/kituo`);
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Backends of a killed PostgreSQL take some payments yet: nobody is let in before the next one is there. */
async function connectOnceBack(): Promise<pg.Client> {
  const until = Date.now() + BACK_WITHIN_MS;
  for (;;) {
    try {
      return await connect();
    } catch (error) {
      if (Date.now() > until) throw error;
      await delay(100);
    }
  }
}

beforeAll(async () => {
  if (isOwnDisk) execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=700m,mode=0755', 'tmpfs', disk]);
  chmodSync(disk, 0o755);
  dataDir = join(disk, 'data');
  outside = await startOutside(SECRET);
  server = await startServerProcess({
    dataDir,
    env: { KITUO_DEMO_ORDERS: '120', KITUO_SANDBOX: 'off', ...outside.env },
  });
});
afterAll(async () => {
  await server?.stop();
  outside?.stop();
  if (isOwnDisk) execFileSync('umount', ['-l', disk]);
  if (given === undefined) rmSync(disk, { recursive: true, force: true });
});

/** Until `room` is called there is no byte left. */
function fillDisk(): { readonly room: () => void } {
  const ballast = join(disk, 'ballast');
  const file = openSync(ballast, 'w');
  try {
    for (let size = MEGABYTE.length; size > 0;) {
      try {
        writeSync(file, MEGABYTE, 0, size);
      } catch {
        // The last bytes one by one, for PostgreSQL would find room among them.
        size = Math.floor(size / 2);
      }
    }
  } finally {
    closeSync(file);
  }
  return { room: () => rmSync(ballast, { force: true }) };
}

/** PostgreSQL begins a new file of its log, for which there is no room. */
async function askForRoom(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) {
    try {
      const client = await connect();
      await client.query('create temp table if not exists room as select 1; select pg_switch_wal()');
      await client.end();
    } catch {
      await delay(200);
    }
  }
}

async function takeAway(fault: (typeof FAULTS)[number]): Promise<void> {
  if (fault === 'connections') {
    const client = await connect();
    await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = 'kituo' and pid <> pg_backend_pid()`);
    await client.end();
  } else if (fault === 'killed') {
    const postmaster = findPostmaster(postgres());
    if (postmaster) process.kill(postmaster.pid, 'SIGKILL');
  } else {
    const { room } = fillDisk();
    try {
      await askForRoom();
      await delay(FULL_FOR_MS);
    } finally {
      room();
    }
  }
}

interface Load {
  readonly sent: Payment[];
  readonly answers: Map<number, number>;
  readonly isOver: () => boolean;
}
async function sendOn(codes: readonly string[], { sent, answers, isOver }: Load): Promise<void> {
  while (!isOver()) {
    const payment = newPayment(codes);
    sent.push(payment);
    const status = await send(`${server.url}/gateway/${SECRET}`, payment);
    answers.set(status, (answers.get(status) ?? 0) + 1);
    // As a channel does that is refused.
    if (status !== 200) await delay(50);
  }
}

/** A file of the staff, asked for after the fault: whoever works on jobs came back, too. */
async function exportWorks({ url, token }: Session): Promise<void> {
  const headers = { 'content-type': 'application/json', 'auth-token': token };
  const post = await fetch(`${url}/api/hc/web/user/exportUserList`, {
    method: 'POST',
    headers: { ...headers, 'idempotency-key': randomUUID() },
    body: JSON.stringify({ filters: {}, sort: null, format: 'csv' }),
  });
  const { data }: { data: { jobNo?: string } | null } = await post.json();
  if (!data?.jobNo) throw new Error(`no export: ${post.status} ${JSON.stringify(data)}`);
  await expect
    .poll(
      async () => {
        const reply = await fetch(`${url}/api/hc/web/user/job/${data.jobNo}`, { headers });
        const job: { data: { jobStatus?: string } | null } = await reply.json();
        return job.data?.jobStatus;
      },
      { timeout: BACK_WITHIN_MS, interval: 200 },
    )
    .toBe('SUCCESS');
}

test(`${CYCLES} times the database goes away under payments (${FAULTS.join(', ')}): the server goes on, nothing is lost`, async () => {
  const first = await connect();
  const codes = await repaymentCodes(first);
  await first.end();
  expect(codes.length).toBeGreaterThan(5);
  let ended: number | string | undefined;
  void server.ended.then((how) => (ended = how));
  const refused = new Map<string, number>();
  let acknowledged = 0;
  for (let cycle = 0; cycle < CYCLES; cycle += 1) {
    const fault = FAULTS[cycle % FAULTS.length] ?? 'killed';
    let isOver = false;
    const load: Load = { sent: [], answers: new Map(), isOver: () => isOver };
    const senders = Array.from({ length: SENDERS }, () => sendOn(codes, load));
    const all = Promise.all(senders);
    try {
      await delay(200 + Math.random() * 500);
      await takeAway(fault);
      // Payments are taken again, by the same process.
      const before = load.answers.get(200) ?? 0;
      await expect
        .poll(() => load.answers.get(200) ?? 0, { timeout: BACK_WITHIN_MS, interval: 50, message: fault })
        .toBeGreaterThan(before + SENDERS);
    } finally {
      isOver = true;
    }
    await all;
    expect(ended, `${fault}: the server ended`).toBeUndefined();
    expect([...load.answers.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    refused.set(fault, (refused.get(fault) ?? 0) + (load.answers.get(503) ?? 0));

    const client = await connectOnceBack();
    try {
      await settle(client);
      const kept = new Map((await keptOf(client, load.sent)).map((row) => [row.serial, row]));
      for (const { serial, isAcknowledged } of load.sent) {
        const { flows, receipts, uses } = kept.get(serial) ?? { flows: 0, receipts: 0, uses: 0 };
        expect({ fault, serial, flows, receipts, uses }).toMatchObject({
          receipts: flows,
          uses: expect.toSatisfy((count: number) => count <= flows),
          ...(isAcknowledged && { flows: 1 }),
        });
      }
      expect(await faultsOf(client)).toEqual({ trial_balance: 0, drifted: 0, misapplied: 0 });
    } finally {
      await client.end();
    }
    acknowledged += load.sent.filter((payment) => payment.isAcknowledged).length;
    await exportWorks(await signIn(server.url));
  }
  expect(acknowledged).toBeGreaterThan(CYCLES * SENDERS);
  console.log(`${acknowledged} payments acknowledged over ${CYCLES} faults, each there once; refused:`, refused);
});
