import { performance } from 'node:perf_hooks';
import { join } from 'node:path';
import { mkdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { to } from 'pg-copy-streams';
import { API_PREFIX, user } from '@kituo/sdk/contracts';
import { quantile } from 'simple-statistics';
import { ROOT } from '../../scripts/build/paths.ts';
import { freePort } from '../../server/src/free-port.ts';
import { findPostmaster } from '../../server/src/db/embedded/postmaster.ts';
import { tokenOf } from '../e2e/support/staff.ts';
import { startServerProcess, type ServerProcess } from '../support/server-process.ts';
import { fillUsers } from './million-users.ts';
import { childrenSeconds, longestBlockMs, processorSeconds, watchMemory } from './process-watch.ts';
import { atMost, inMb, inMs, inSeconds, table, type Verdict } from './report.ts';
import { steadyLoad, type Request } from './steady-load.ts';

const ROWS = 1_000_000;
const PER_SECOND = 50;
/** Kept between runs, as filling it takes a minute; remove it to begin again. */
const DATA = join(ROOT, '.cache/bench-list/data');

/** To the database that the server keeps below its data folder. */
async function connectTo(dataDir: string): Promise<pg.Client> {
  const password = (await readFile(join(dataDir, 'postgres/password'), 'utf8')).trim();
  const port = findPostmaster(join(dataDir, 'postgres/cluster'))?.port;
  if (port === undefined) throw new Error('The database of the bench is not running.');
  const client = new pg.Client(`postgres://kituo:${password}@127.0.0.1:${port}/kituo`);
  await client.connect();
  return client;
}

/** What people ask of the list: a filter, a sort, a total; sometimes a later page. */
const QUESTIONS: readonly (readonly [string, object, string | null, 'asc' | 'desc', number])[] = [
  ['all, newest first', {}, 'createdAt', 'desc', 1],
  ['all, own order', {}, null, 'asc', 1],
  ['all, page 400', {}, 'userName', 'asc', 400],
  ['name anywhere, by user name', { realName: 'wanjiru' }, 'userName', 'asc', 1],
  ['rare name, by last sign-in', { userName: 'omar.rotich9' }, 'lastSignInAt', 'desc', 1],
  ['login id, one match', { loginId: 'staff777777' }, 'createdAt', 'desc', 1],
  ['two letters, by login id', { realName: 'mu' }, 'loginId', 'asc', 1],
  ['frozen, by created', { userStatus: 'FROZEN' }, 'createdAt', 'asc', 1],
  ['department, by user name', { deptNo: 'D0006' }, 'userName', 'desc', 1],
  ['role and status, by sign-in', { roleNo: 'R-005', userStatus: 'NORMAL' }, 'lastSignInAt', 'desc', 1],
  ['merchant and left, by job number', { merchantNo: 'M0002', employeeStatus: 'LEFT' }, 'jobNumber', 'asc', 1],
  ['external and unbound, by department', { internalExternal: 'EXTERNAL', mfaBound: false }, 'deptName', 'asc', 1],
  ['nobody', { realName: 'nobody of that name' }, 'userName', 'asc', 1],
];

function requestsFor(token: string, who: string): Request[] {
  return QUESTIONS.map(([name, filters, field, direction, page]) => ({
    name: `${who}: ${name}`,
    path: API_PREFIX + user.getUserList.path,
    body: { filters, page, pageSize: 50, sort: field === null ? null : { field, direction } },
    token,
  }));
}

/** Processor time of the server and of its database so far, in seconds. */
interface Work {
  readonly server: number;
  readonly database: number;
}

function workOf(server: ServerProcess): Work {
  const postmaster = findPostmaster(join(server.dataDir, 'postgres/cluster'))?.pid ?? 0;
  return { server: processorSeconds(server.pid), database: childrenSeconds(postmaster) };
}

async function measureList(server: ServerProcess, isQuick: boolean): Promise<Verdict[]> {
  const { url } = server;
  const head = await tokenOf(url, 'admin');
  const merchant = await tokenOf(url, 'operator');
  const requests = [...requestsFor(head, 'all'), ...requestsFor(merchant, 'merchants')];
  await steadyLoad(url, requests, { perSecond: 5, seconds: 6 });
  const seconds = isQuick ? 10 : 30;
  const before = workOf(server);
  const answered = await steadyLoad(url, requests, { perSecond: PER_SECOND, seconds });
  const after = workOf(server);
  const p95Of = (list: readonly { readonly milliseconds: number }[]) =>
    quantile(
      list.map(({ milliseconds }) => milliseconds),
      0.95,
    );
  const lines = requests.map(({ name }) => {
    const own = answered.filter((each) => each.name === name);
    const median = quantile(
      own.map(({ milliseconds }) => milliseconds),
      0.5,
    );
    return [name, inMs(median), inMs(p95Of(own))];
  });
  console.log(
    `\nList of ${ROWS.toLocaleString('en')} people, ${PER_SECOND} requests a second\n${table([['', 'p50', 'p95'], ...lines])}`,
  );
  const each = (part: keyof Work) => inMs(((after[part] - before[part]) / answered.length) * 1000);
  console.log(`Processor a request: server ${each('server')}, database ${each('database')}`);
  return [atMost(`list of 1M rows at ${PER_SECOND}/s, p95`, p95Of(answered), 100, inMs)];
}

/** Reads a file to its end without keeping it. Answers its bytes. */
async function readExport(url: string, token: string, format: string): Promise<number> {
  const response = await fetch(url + API_PREFIX + user.getExcelUserList.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'auth-token': token },
    body: JSON.stringify({ format, filters: {}, sort: null }),
  });
  if (!response.ok || response.body === null) throw new Error(`export: ${response.status}`);
  let bytes = 0;
  for await (const chunk of response.body) bytes += chunk.byteLength;
  return bytes;
}

/** One export: times in seconds, sizes in bytes. */
interface Run {
  readonly seconds: number;
  readonly own: number;
  readonly database: number;
  readonly bytes: number;
  readonly blockMs: number;
  readonly memory: number;
}

/**
 * What PostgreSQL itself takes for these columns as CSV: in no order, nothing masked, no number as a name. Tells how
 * fast the machine is just now; no export can be had sooner.
 */
const BARE = `COPY (SELECT user_no, user_name, login_id, real_name, dept_no, org_no, merchant_nos, phone, email, extension,
  role_nos, user_status, job_number, employee_status, employee_category, internal_external, mfa_bound, last_sign_in_at,
  basic_salary_cents FROM app_user) TO STDOUT (FORMAT csv)`;

/** @returns the line of the table, its seconds and the database's processor */
async function measureBareCopy(server: ServerProcess): Promise<string[]> {
  const client = await connectTo(server.dataDir);
  try {
    const before = workOf(server);
    const startedAt = performance.now();
    let bytes = 0;
    for await (const chunk of client.query(to(BARE))) bytes += chunk.length;
    const seconds = (performance.now() - startedAt) / 1000;
    const database = workOf(server).database - before.database;
    return ['bare COPY', inSeconds(seconds), '', inSeconds(database), inMb(bytes), '', ''];
  } finally {
    await client.end();
  }
}

async function measureExports(server: ServerProcess, metricsUrl: string, isQuick: boolean): Promise<Verdict[]> {
  const token = await tokenOf(server.url, 'admin');
  const verdicts: Verdict[] = [];
  const lines = [
    ['', 'seconds', 'processor: server', 'database', 'file', 'memory', 'longest block'],
    await measureBareCopy(server),
  ];
  const formats = [
    ['csv', 4],
    ['xlsx', 6],
  ] as const;
  for (const [format, limit] of formats) {
    const runs: Run[] = [];
    for (let run = 0; run < (isQuick ? 1 : 3); run += 1) {
      const memory = watchMemory(server.pid);
      await longestBlockMs(metricsUrl);
      const before = workOf(server);
      const startedAt = performance.now();
      const bytes = await readExport(server.url, token, format);
      const seconds = (performance.now() - startedAt) / 1000;
      const after = workOf(server);
      const own = after.server - before.server;
      const database = after.database - before.database;
      const blockMs = await longestBlockMs(metricsUrl);
      runs.push({ seconds, own, database, bytes, blockMs, memory: memory.stop() });
    }
    const [best] = runs.toSorted((one, other) => one.seconds - other.seconds);
    if (best === undefined) continue;
    const most = (pick: (run: Run) => number) => Math.max(...runs.map(pick));
    const memory = most((run) => run.memory);
    const blockMs = most((run) => run.blockMs);
    lines.push([
      format,
      inSeconds(best.seconds),
      inSeconds(best.own),
      inSeconds(best.database),
      inMb(best.bytes),
      inMb(memory),
      inMs(blockMs),
    ]);
    verdicts.push(
      atMost(`export of 1M rows, ${format}`, best.seconds, limit, inSeconds),
      atMost(`${format}: peak memory above rest`, memory, 150_000_000, inMb),
      atMost(`${format}: longest block of the event loop`, blockMs, 50, inMs),
    );
  }
  console.log(`\nExport of ${ROWS.toLocaleString('en')} people, all columns\n${table(lines)}`);
  return verdicts;
}

/** The server's half: the users list and its export over a million accounts, in the real server. */
export async function measure({ isQuick }: { readonly isQuick: boolean }): Promise<readonly Verdict[]> {
  await mkdir(DATA, { recursive: true });
  const port = await freePort();
  const server = await startServerProcess({
    dataDir: DATA,
    env: { METRICS_PORT: String(port), KITUO_DEMO: 'on', LOG_LEVEL: 'warn' },
  });
  try {
    const client = await connectTo(server.dataDir);
    try {
      const startedAt = performance.now();
      const added = await fillUsers(client, ROWS);
      if (added > 0) console.log(`Filled in ${inSeconds((performance.now() - startedAt) / 1000)}`);
    } finally {
      await client.end();
    }
    const metricsUrl = `http://127.0.0.1:${port}`;
    return [...(await measureList(server, isQuick)), ...(await measureExports(server, metricsUrl, isQuick))];
  } finally {
    await server.stop();
  }
}
