import { randomUUID } from 'node:crypto';
import { auditPersonnel, DRY_RUN_HEADER, fullPath } from '@kituo/sdk/contracts';
import type { Endpoint } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedLending } from '../../server/src/seed/lending/index.ts';
import { createTestApp, signInAs, type TestApp } from '../../server/testing/test-app.ts';
import { createLogger } from '../../server/src/modules/platform/health/index.ts';
import { startJobWorker } from '../../server/src/modules/platform/jobs/index.ts';
import { ENDPOINTS, ROWS, type Row, type Subject } from './support/order-review-calls.ts';
import { NOBODYS, subjectsOf } from './support/order-review-world.ts';

/** Every call of order review by somebody of one merchant whose role masks, about another merchant's things. */
type Which = 'own' | 'foreign' | 'missing';
let app: TestApp;
let token: string;
let stop: () => Promise<void>;
let subjects: Record<Which, Readonly<Record<Subject, string>>>;
/** Values of customers that stand in the database and may stand in no answer. */
let secrets: string[];
/** Words by which the other merchant's things would be known. */
let traces: string[];
const db = () => app.database.db;

async function makeSubjects(): Promise<void> {
  const own = await subjectsOf(app, 'of.one', 'M0001');
  const foreign = await subjectsOf(app, 'of.two', 'M0002');
  subjects = { own, foreign, missing: NOBODYS };
}

/** Everything personal in a value of any shape, by the names of its fields. */
function personalIn(value: unknown, field = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => personalIn(each, field));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, each]) => personalIn(each, name));
  const isPersonal =
    /phone|idCard|email|whatsApp|socialIds|bankCardNo|accountNo|eWallet|imei|mac$|customerName|payeeName|accountName|^name$/i;
  return isPersonal.test(field) && typeof value === 'string' && value.length > 4 ? [value] : [];
}

async function readSecrets(): Promise<void> {
  const wanted = Object.values(subjects).flatMap((of) => [of.order, of.refused, of.changed]);
  const rows = await db()
    .selectFrom('loanOrder as o')
    .innerJoin('customer as c', 'c.customerNo', 'o.customerNo')
    .selectAll(['o', 'c'])
    .where('o.orderNo', 'in', wanted)
    .execute();
  const evidence = await db().selectFrom('orderEvidence').select('content').where('orderNo', 'in', wanted).execute();
  secrets = [...new Set(personalIn([rows, evidence]))];
  expect(secrets.length).toBeGreaterThan(40);
  const contacts = await db()
    .selectFrom('orderEvidence')
    .select('content')
    .where('orderNo', '=', subjects.own.order)
    .where('topic', '=', 'CONTACTS')
    .executeTakeFirstOrThrow();
  expect(personalIn(contacts)).not.toEqual([]);
  const theirs = rows.filter(({ merchantNo }) => merchantNo === 'M0002');
  const { merchantName } = await db()
    .selectFrom('merchant')
    .select('merchantName')
    .where('merchantNo', '=', 'M0002')
    .executeTakeFirstOrThrow();
  traces = [merchantName, ...theirs.map(({ customerNo }) => customerNo)];
}

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  await seedLending(db(), { orders: 60, merchants: 2, seed: 5, now: new Date() });
  stop = await startJobWorker({ db: db(), services: app.services, log: createLogger('silent') });
  await makeSubjects();
  await readSecrets();
  ({ token } = await signInAs(app, 'of.one'));
});
afterAll(async () => {
  await stop();
  await app[Symbol.asyncDispose]();
});

/** Asks as the contract has it: address, query or body; a command that can be shown first is only shown. */
async function ask(endpoint: Endpoint, request: Record<string, unknown>, isDry = true) {
  const rest = new Map(Object.entries(request));
  const path = fullPath(endpoint).replace(/\{(\w+)\}/g, (_braces, name: string) => {
    const value = encodeURIComponent(String(rest.get(name)));
    rest.delete(name);
    return value;
  });
  const left = Object.fromEntries(rest);
  const isGet = endpoint.method === 'GET';
  const query = new URLSearchParams(Object.entries(left).map(([name, value]) => [name, String(value)]));
  const isShown = isDry && endpoint.preview === true;
  const reply = await app.http.inject({
    method: endpoint.method,
    url: isGet ? `${path}?${query.toString()}` : path,
    headers: {
      'auth-token': token,
      ...(isShown ? { [DRY_RUN_HEADER]: '1' } : { 'idempotency-key': randomUUID() }),
    },
    ...(!isGet && { payload: left }),
  });
  return { status: reply.statusCode, text: reply.payload };
}

/** Its answer is the number of a job; what is in the file is looked at automatically. */
const isFile = ({ name }: Endpoint): boolean => /Export$|\.export(List)?$/.test(name);

/** An answer without what differs by chance: the request's number, job and batch numbers, the thing's own. */
function plain({ status, text }: Awaited<ReturnType<typeof ask>>, subjectNo: string): string {
  const words = text
    .replaceAll(subjectNo, '#')
    .replace(/"requestId":"[^"]*"/g, '')
    .replace(/\bJ\d{8}\b/g, 'J')
    .replace(/"(jobNo|batchNo|seen|token|configNo|changeNo)":"[^"]*"/g, '"$1":""')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'then');
  return `${status} ${words}`;
}

it('every call of the eleven pages is in a row', () => {
  const named = new Set(ROWS.map(({ endpoint }) => endpoint.name));
  expect(ENDPOINTS.map(({ name }) => name).filter((name) => !named.has(name))).toEqual([]);
  expect(ENDPOINTS.length).toBeGreaterThan(90);
});

describe('things of another merchant', () => {
  const rows = ROWS.filter((row): row is Row & { readonly about: Subject } => row.about !== null).map(
    (row): [string, typeof row] => [`${row.endpoint.name} by ${row.about}`, row],
  );

  it.each(rows)('are nowhere: %s', async (_name, { endpoint, about, request, isReveal }) => {
    const of = (which: Which) => subjects[which][about];
    const answer = async (which: Which) => await ask(endpoint, request(of(which)));
    const [foreign, missing] = [await answer('foreign'), await answer('missing')];
    expect(plain(foreign, of('foreign'))).toBe(plain(missing, of('missing')));
    for (const trace of traces) expect(foreign.text).not.toContain(trace);
    // One's own is answered otherwise, or the row would prove nothing.
    const own = await answer('own');
    if (!isFile(endpoint)) expect(plain(own, of('own'))).not.toBe(plain(missing, of('missing')));
    expect(own.status).not.toBe(500);
    if (isReveal !== true) for (const secret of secrets) expect(own.text).not.toContain(secret);
  });

  const others = ROWS.filter(({ about }) => about === null).map((row): [string, Row] => [row.endpoint.name, row]);
  it.each(others)('stand in no answer that is about none: %s', async (_name, row) => {
    const { text } = await ask(row.endpoint, row.request(''));
    for (const trace of [...traces, ...secrets]) expect(text).not.toContain(trace);
  });
});

/** The request with one more field at each of its objects, one at a time. */
function withMore(requested: Readonly<Record<string, unknown>>): Record<string, unknown>[] {
  const inside = Object.entries(requested).flatMap(([name, value]) =>
    withMoreInside(value).map((more) => ({ ...requested, [name]: more })),
  );
  return [{ ...requested, reviewerUserNo: 'U000002' }, ...inside];
}

function withMoreInside(value: unknown): unknown[] {
  if (Array.isArray(value)) {
    return value.flatMap((each, at) => withMoreInside(each).map((more) => value.with(at, more)));
  }
  return typeof value === 'object' && value !== null ? withMore({ ...value }) : [];
}

it('no call takes a field that its form does not have, at whatever depth', async () => {
  const posts = ROWS.filter(({ endpoint }) => endpoint.method === 'POST');
  for (const { endpoint, about, request } of posts) {
    const requested = request(about === null ? '' : subjects.own[about]);
    expect([endpoint.name, endpoint.request.safeParse(requested).success]).toEqual([endpoint.name, true]);
    for (const more of withMore(requested)) {
      const { status } = await ask(endpoint, more);
      expect([endpoint.name, more, status]).toEqual([endpoint.name, more, 400]);
    }
  }
});

it('files have what the list has: the caller’s merchants alone, masked', async () => {
  const headers = { 'auth-token': token };
  const started: { readonly jobNo: string; readonly own: string; readonly foreign: string }[] = [];
  for (const { endpoint, about, request } of ROWS.filter((row) => isFile(row.endpoint))) {
    // What is the company's, or a sum over one's own merchants, names no merchant.
    if (about === null) continue;
    const asked = request(subjects.own[about]);
    const isPeople = endpoint.name === auditPersonnel.endpoints.exportList.name;
    const own = isPeople ? subjects.own.person : subjects.own[about];
    const { text } = await ask(endpoint, asked);
    started.push({ jobNo: JSON.parse(text).data.jobNo, own, foreign: subjects.foreign[about] });
  }
  for (const { jobNo, own, foreign } of started) {
    const job = async () =>
      (await app.http.inject({ url: `/api/hc/web/user/job/${jobNo}`, headers })).json().data.jobStatus;
    await expect.poll(job, { timeout: 90_000 }).toMatch(/SUCCESS|DONE/);
    const { payload } = await app.http.inject({ url: `/api/hc/web/user/job/file/${jobNo}`, headers });
    expect(payload).toContain(own);
    for (const word of [...traces, ...secrets, foreign]) expect(payload).not.toContain(word);
  }
}, 120_000);
