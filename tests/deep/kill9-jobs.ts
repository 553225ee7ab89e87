import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { expect } from 'vitest';
import { businessDateOf } from '../../server/src/modules/platform/policy/index.ts';
import type { Session } from './writers.ts';

/* What runs for longer than one command: a batch, an export, the end of day. */

const PEOPLE = 300;
/** For what hangs, as the limits of the test are. */
const OVER_WITHIN_MS = 300_000;

export interface Begun {
  readonly batchNo: string;
  readonly exportNo: string;
  readonly merchantNo: string;
  /** The ends of day that were notified of so far, the newest last. */
  readonly dates: readonly string[];
  /** Settles once the process of the ends of day is gone. */
  readonly daysEnded: Promise<unknown>;
}

interface JobRow {
  readonly job_status: string;
  readonly total: number;
  readonly succeeded: number;
  readonly failed: number;
}

async function post({ url, token }: Session, path: string, body: object): Promise<string> {
  const response = await fetch(`${url}/api/hc/web/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'auth-token': token, 'idempotency-key': randomUUID() },
    body: JSON.stringify(body),
  });
  const reply: { code: number; msg: string; data: { jobNo?: string } | null } = await response.json();
  if (!reply.data?.jobNo) throw new Error(`${path} answered ${reply.code} ${reply.msg}`);
  return reply.data.jobNo;
}

async function jobOf(client: pg.Client, jobNo: string): Promise<JobRow | undefined> {
  const { rows } = await client.query<JobRow>(
    'select job_status, total, succeeded, failed from job where job_no = $1',
    [jobNo],
  );
  return rows[0];
}

/** Starts all three, and comes back while the batch and the ends of day are under way. */
export async function beginLongWork(client: pg.Client, session: Session, databaseUrl: string): Promise<Begun> {
  await client.query(`update policy_setting set value = 'false' where setting_key = 'makerChecker.user'`);
  const people = await client.query<{ user_no: string }>(
    `insert into app_user (user_name, login_id, real_name, password_hash, must_update_password)
     select 'long.' || n, 'long.' || n, 'Long Work', 'none', false from generate_series(1, $1::int) n returning user_no`,
    [PEOPLE],
  );
  const merchants = await client.query<{ merchant_no: string }>('select merchant_no from merchant order by 1 limit 1');
  const merchantNo = merchants.rows[0]?.merchant_no ?? '';
  const dates: string[] = [];
  const script = join(import.meta.dirname, 'end-of-day-process.ts');
  const child = fork(script, [databaseUrl, businessDateOf(new Date())], { silent: true });
  const daysEnded = once(child, 'close');
  child.stdout?.on('data', (said: Buffer) => dates.push(...said.toString().trim().split('\n')));
  await once(child.stdout ?? child, 'data');
  const userNos = people.rows.map((row) => row.user_no);
  const placing = { userNos, mode: 'ADD', merchantNos: [merchantNo] };
  const batchNo = await post(session, 'user/batchUpdateMerchantNo', placing);
  const exportNo = await post(session, 'user/exportUserList', { format: 'csv', filters: {}, sort: null });
  const deadline = Date.now() + OVER_WITHIN_MS;
  while (((await jobOf(client, batchNo))?.succeeded ?? 0) < 5) {
    if (Date.now() > deadline) throw new Error('the batch does not begin');
    await delay(2);
  }
  return { batchNo, exportNo, merchantNo, dates, daysEnded };
}

/** Both jobs end automatically; each person was placed once, and the file holds everybody once. */
export async function expectJobsCarriedOn(client: pg.Client, begun: Begun, filesFolder: string): Promise<void> {
  const { batchNo, exportNo, merchantNo } = begun;
  const deadline = Date.now() + OVER_WITHIN_MS;
  for (const jobNo of [batchNo, exportNo]) {
    let job = await jobOf(client, jobNo);
    while (job?.job_status === 'QUEUED' || job?.job_status === 'RUNNING') {
      if (Date.now() > deadline) throw new Error(`${jobNo} does not end: ${JSON.stringify(job)}`);
      await delay(50);
      job = await jobOf(client, jobNo);
    }
    expect(job).toMatchObject({ job_status: 'SUCCESS', failed: 0 });
  }
  expect(await jobOf(client, batchNo)).toMatchObject({ total: PEOPLE, succeeded: PEOPLE });
  const { rows } = await client.query<{ placed: number; records: number; twice: number }>(
    `select (select count(*) from user_merchant m join app_user u using (user_no) where u.user_name like 'long.%'
        and m.merchant_no = $1)::int as placed,
      (select count(*) from audit_log a join app_user u on u.user_no = a.subject_no
        where u.user_name like 'long.%')::int as records,
      (select count(*) from (select 1 from job_item where job_no = $2 group by subject_no having count(*) > 1) x)::int as twice`,
    [merchantNo, batchNo],
  );
  expect(rows[0]).toEqual({ placed: PEOPLE, records: PEOPLE, twice: 0 });
  const file = join(filesFolder, exportNo);
  expect(existsSync(file)).toBe(true);
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => /\blong\.\d+\b/.test(line));
  expect(lines).toHaveLength(PEOPLE);
}
