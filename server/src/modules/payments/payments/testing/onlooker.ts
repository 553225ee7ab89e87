import { randomUUID } from 'node:crypto';
import { type Endpoint, fullPath } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { allRoutes } from '../../../../routes.ts';
import { addPerson, type TestApp } from '../../../../../testing/test-app.ts';
import { listOf } from '../../../../../testing/test-calls.ts';
import { newSecret, secretHash } from '../../../platform/access/index.ts';
import { createLogger } from '../../../platform/health/index.ts';
import { runJob } from '../../../platform/jobs/testing/run-job.ts';

/*
 * Somebody who may open every page and do everything, but whose role masks and who may uncover nothing: what they
 * read while histories are lived must name no customer in full (22), and whom they freeze is let in no more (21).
 */

export interface Onlooker {
  /** Reads one part of all there is to read, an export among it, and freezes somebody. Each turn another part. */
  look(turn: number): Promise<void>;
  /** Fails where a row of any table but that of the sessions holds a secret of one, or its hash. */
  expectNoSecrets(): Promise<void>;
}

/** So many turns come to everything. */
const PARTS = 20;

const endpoints: readonly Endpoint[] = allRoutes.map(({ endpoint }) => endpoint);
const READS = endpoints.filter(
  ({ kind, replyForm, access }) => kind === 'query' && replyForm === 'json' && access !== 'public',
);
const EXPORT_WISHES: readonly object[] = [
  { format: 'csv', filters: {}, sort: null },
  { format: 'csv', filters: {} },
  { format: 'csv', filters: { tab: 'STEPS' }, sort: null },
];
const EXPORTS = endpoints
  .filter(({ kind, name }) => kind === 'command' && /export/i.test(name))
  .flatMap((endpoint) => {
    const requested = EXPORT_WISHES.find((one) => endpoint.request.safeParse(one).success);
    return requested ? [{ endpoint, requested }] : [];
  });

/** How requests name a thing, and where its number stands. */
const NUMBERS: readonly (readonly [field: string, table: string, column: string])[] = [
  ['orderNo', 'loan_order', 'order_no'],
  ['billNo', 'bill', 'bill_no'],
  ['flowNo', 'payment_flow', 'flow_no'],
  ['caseId', 'collection_case', 'case_no'],
  ['customerNo', 'customer', 'customer_no'],
  ['refundNo', 'refund', 'refund_no'],
  ['transferNo', 'cash_transfer', 'transfer_no'],
  ['attemptNo', 'payout_attempt', 'attempt_no'],
  ['withdrawNo', 'wallet_withdrawal', 'withdraw_no'],
  ['feedbackNo', 'feedback', 'feedback_no'],
  ['taskNo', 'robot_task', 'task_no'],
  ['changeNo', 'change_request', 'change_no'],
  ['deductionNo', 'deduction', 'deduction_no'],
  ['rechargeNo', 'merchant_recharge', 'recharge_no'],
  ['recordNo', 'merchant_consumption', 'record_no'],
  ['jobNo', 'job', 'job_no'],
];
type Known = Readonly<Record<string, string | null>>;

/** A Kenyan phone in full, wherever it stands, and the identity card of everybody that histories make. */
const PHONE = /(?<![0-9A-Za-z_-])(?:\+?254|0)[17]\d{8}(?![0-9A-Za-z_-])/;
const ID_CARD = /(?<![0-9A-Za-z])23456789(?![0-9A-Za-z])/;

/** @param published Numbers that the lender gives to everybody: its own hotlines name nobody. */
function expectHidden(text: string, where: string, published: readonly string[]): void {
  const rest = published.reduce((left, number) => left.replaceAll(number, ''), text);
  for (const full of [PHONE, ID_CARD]) {
    const at = rest.search(full);
    if (at >= 0) expect.fail(`${where} shows ${rest.slice(Math.max(0, at - 80), at + 20)}`);
  }
}

async function holdAllButReveals({ database }: TestApp, userName: string): Promise<string> {
  const held = endpoints.flatMap(({ access }) => (typeof access === 'object' ? [access] : []));
  const pages = new Set(
    held.flatMap((access) => ('page' in access ? access.page.map((page) => page.toLowerCase()) : [])),
  );
  const codes = new Set(
    held.flatMap((access) => ('code' in access ? access.code : [])).filter((code) => !code.includes('reveal')),
  );
  const { userNo, roleNo } = await addPerson(database, userName, { pages: [...pages], codes: [...codes] });
  const rights = { dataScope: 'ALL' as const, isDesensitization: true, addressBookHide: false, revealFields: [] };
  await database.db.updateTable('role').set(rights).where('roleNo', '=', roleNo).execute();
  return userNo;
}

/** A session as a sign-in begins it, without what a password costs. */
async function openSession({ database }: TestApp, userNo: string) {
  const [secret, sessionId] = [newSecret(), randomUUID()];
  const expiresAt = new Date(Date.now() + 3_600_000);
  const hashes = { secretHash: secretHash(secret), cookieHash: secretHash(newSecret()) };
  await database.db
    .insertInto('session')
    .values({ sessionId, userNo, expiresAt, ...hashes })
    .execute();
  return { token: `${sessionId}.${secret}`, secret };
}

export async function openOnlooker(app: TestApp): Promise<Onlooker> {
  const { db } = app.database;
  const userNo = await holdAllButReveals(app, 'history.onlooker');
  const hotlines = async () =>
    (await db.selectFrom('hotline').select('contactValue').execute()).map(({ contactValue }) => contactValue);
  let token = '';
  const secrets: string[] = [];
  const log = createLogger('silent');

  const send = async (endpoint: Endpoint, request: object, by = token) => {
    const values: Record<string, unknown> = { ...request };
    const path = fullPath(endpoint).replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = String(values[name]);
      delete values[name];
      return encodeURIComponent(value);
    });
    const isPost = endpoint.method === 'POST';
    const query = isPost
      ? ''
      : `?${new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)])).toString()}`;
    const headers = { 'auth-token': by, 'idempotency-key': randomUUID() };
    return await app.http.inject({
      method: endpoint.method,
      url: path + query,
      headers,
      ...(isPost && { payload: values }),
    });
  };
  const sendNamed = async (name: string, request: object, by = token) => {
    const endpoint = endpoints.find((one) => one.name === name);
    if (!endpoint) throw new Error(`there is no endpoint ${name}`);
    return await send(endpoint, request, by);
  };

  async function known(turn: number): Promise<Known> {
    const one = ([field, table, column]: (typeof NUMBERS)[number]) =>
      `(select ${column} from ${table} order by ${column} desc limit 1 offset ${turn % 17}) as "${field}"`;
    const { rows } = await sql<Known>`select ${sql.raw(NUMBERS.map(one).join(', '))},
      (select phone from customer order by customer_no desc limit 1 offset ${turn % 17}) as phone`.execute(db);
    return rows[0] ?? {};
  }

  async function read(turn: number): Promise<void> {
    const numbers = await known(turn);
    const named = Object.entries(numbers).flatMap(([field, value]) => (value === null ? [] : [{ [field]: value }]));
    const { phone } = numbers;
    const published = await hotlines();
    for (const endpoint of READS.filter((_, index) => index % PARTS === turn % PARTS)) {
      const fits = (request: object) => endpoint.request.safeParse(request).success;
      const request = [listOf({}), ...named, {}].find(fits);
      if (request === undefined) continue;
      const asked = [request, { ...request, nobodyKnows: phone }];
      // What is looked for comes back masked, too.
      if (fits(listOf({ phone }))) asked.push(listOf({ phone }));
      for (const one of asked) expectHidden((await send(endpoint, one)).body, endpoint.name, published);
    }
  }

  async function takeAway(turn: number): Promise<void> {
    const { endpoint, requested } = EXPORTS[turn % EXPORTS.length] ?? {};
    if (!endpoint || !requested) throw new Error('nothing can be exported');
    const reply = await send(endpoint, requested);
    const jobNo: string | undefined = reply.json().data?.jobNo;
    expect(jobNo, `${endpoint.name} answered ${reply.body}`).toBeTypeOf('string');
    await runJob({ db, services: app.services, log }, jobNo ?? '');
    const file = await sendNamed('job.file', { jobNo });
    expect(file.statusCode, endpoint.name).toBe(200);
    expectHidden(file.body, `the file of ${endpoint.name}`, await hotlines());
  }

  async function freeze(turn: number): Promise<void> {
    const userName = `history.frozen.${turn}.${randomUUID().slice(0, 8)}`;
    const account = {
      userName,
      loginId: userName,
      realName: userName,
      passwordHash: 'none',
      mustUpdatePassword: false,
    };
    const { userNo } = await db.insertInto('appUser').values(account).returning('userNo').executeTakeFirstOrThrow();
    const theirs = await openSession(app, userNo);
    secrets.push(theirs.secret);
    const bootstrap = async () => (await sendNamed('user.bootstrap', {}, theirs.token)).statusCode;
    expect(await bootstrap(), 'before').toBe(200);
    for (const name of ['user.frozenUser', 'user.unFrozenUser']) {
      expect((await sendNamed(name, { userNo })).json().code, name).toBe(0);
      expect(await bootstrap(), `the token of somebody frozen, after ${name}`).toBe(401);
    }
  }

  return {
    async look(turn) {
      // Long histories outlast a session, and whoever is refused is shown nothing to be checked.
      const session = await openSession(app, userNo);
      token = session.token;
      secrets.push(session.secret);
      expect((await sendNamed('user.bootstrap', {})).statusCode).toBe(200);
      await read(turn);
      await takeAway(turn);
      await freeze(turn);
    },
    async expectNoSecrets() {
      const two = secrets.slice(-2);
      const hashes = two.map((one) => secretHash(one));
      const words = [
        ...two,
        ...hashes.flatMap((hash) => [hash.toString('hex'), hash.toString('base64url'), hash.toString('base64')]),
      ];
      const { rows: tables } = await sql<{ name: string }>`
        select format('%I.%I', nspname, relname) as name from pg_class c join pg_namespace n on n.oid = relnamespace
        where relkind in ('r', 'p') and not relispartition and nspname in ('public', 'pgboss') and relname <> 'session'`.execute(
        db,
      );
      expect(tables.length).toBeGreaterThan(50);
      for (const { name } of tables) {
        const { rows } = await sql`select x::text as row from ${sql.raw(name)} x
          where x::text ~ ${words.map((word) => word.replace(/[^\w-]/g, '\\$&')).join('|')} limit 1`.execute(db);
        expect(rows, `${name} holds a secret of a session`).toEqual([]);
      }
    },
  };
}
