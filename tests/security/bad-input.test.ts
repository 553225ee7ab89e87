import { ERROR_CATALOGUE, fullPath, type Endpoint } from '@kituo/sdk/contracts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allRoutes } from '../../server/src/routes.ts';
import { createTestApp, signInAs, type TestApp } from '../../server/testing/test-app.ts';
import { IS_DEEP } from '../support/depth.ts';
import { standInRoutes } from '../support/stand-in-routes.ts';
import { requestsFor, type Known } from './support/requests-by-schema.ts';

// Every endpoint × requests made from its own schema, over things that exist, most of them with junk in
// one place. KITUO_INPUTS says how many each, of a seed of chance; `npm test` asks the same one each time, `npm run
// test:deep` the same four. KITUO_INPUTS_SEED repeats a run, which a failure names.
const INPUTS = Number(process.env.KITUO_INPUTS ?? (IS_DEEP ? 4 : 1));
const isSearch = process.env.KITUO_INPUTS !== undefined;
const SEED = Number(process.env.KITUO_INPUTS_SEED ?? (isSearch ? Math.floor(Math.random() * 2 ** 31) : 2_024_042_556));

/** These end the session that asks. */
const ENDING = ['user.signOut', 'user.changePassword'];
const routes = [...allRoutes, ...standInRoutes()];
const endpoints: readonly Endpoint[] = routes
  .map(({ endpoint }) => endpoint)
  .filter(({ name, replyForm }) => replyForm !== 'events' && !ENDING.includes(name));

let app: TestApp;
let known: Known;

beforeAll(async () => {
  app = await createTestApp({ content: 'lending', routes });
  known = await numbersOfThings();
});
afterAll(async () => await app[Symbol.asyncDispose]());

/** A few values of each column that numbers or names a thing, by the field's name in requests. */
async function numbersOfThings(): Promise<Known> {
  const { db } = app.database;
  const { rows: columns } = await sql<{ table: string; column: string }>`
    SELECT c.table_name AS "table", c.column_name AS "column" FROM information_schema.columns c
      JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND c.column_name ~ '(_(no|id|code|key)|^phone)$'
    ORDER BY 1, 2`.execute(db);
  const found = new Map<string, (string | number)[]>([['version', [0, 1, 2, 3]]]);
  for (const { table, column } of columns) {
    const { rows } = await sql<{ value: string | number }>`
      SELECT DISTINCT ${sql.ref(column)} AS value
      FROM (SELECT * FROM ${sql.table(table)} LIMIT 2000) AS first_rows
      WHERE ${sql.ref(column)} IS NOT NULL LIMIT 12`.execute(db);
    const field = column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
    found.set(field, [...(found.get(field) ?? []), ...rows.map(({ value }) => value)].slice(0, 60));
  }
  return found;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** In an address: what an object or an array says as JSON. */
const asWord = (value: unknown): string =>
  (typeof value === 'object' ? JSON.stringify(value) : String(value)).toWellFormed();

function addressOf(endpoint: Endpoint, request: unknown): string {
  const values = isRecord(request) ? request : {};
  const inPath = new Set<string>();
  const path = fullPath(endpoint).replace(/\{(\w+)\}/g, (_, name: string) => {
    inPath.add(name);
    return encodeURIComponent(asWord(values[name] ?? 'x')) || 'x';
  });
  if (endpoint.method !== 'GET') return path;
  const rest = Object.entries(values).filter(([name]) => !inPath.has(name));
  return `${path}?${new URLSearchParams(rest.map(([name, value]) => [name, asWord(value)])).toString()}`;
}

async function ask(endpoint: Endpoint, request: unknown, token: string) {
  const isPost = endpoint.method !== 'GET';
  return await app.http.inject({
    method: endpoint.method,
    url: addressOf(endpoint, request),
    headers: {
      'auth-token': token,
      'idempotency-key': crypto.randomUUID(),
      ...(isPost && { 'content-type': 'application/json' }),
    },
    ...(isPost && { payload: JSON.stringify(request) ?? 'null' }),
  });
}

/** What is wrong with an answer to what may be nonsense; null where nothing is. */
function faultOf({ statusCode, headers, body }: Awaited<ReturnType<typeof ask>>): string | null {
  if (statusCode < 400) return null;
  const reply: unknown = String(headers['content-type']).includes('json') ? JSON.parse(body) : null;
  const data = isRecord(reply) && isRecord(reply['data']) ? reply['data'] : {};
  const error = String(data['error']);
  if (statusCode >= 500) return `${statusCode} ${error}`;
  if (!Object.hasOwn(ERROR_CATALOGUE, error)) return `${statusCode}, which no catalogue names`;
  const fields: unknown = data['fields'];
  // A refusal of the form says where.
  if (error === 'BAD_REQUEST' && !(Array.isArray(fields) && fields.length > 0))
    return 'a bad request that names no field';
  return null;
}

test(
  'whatever is sent to an endpoint, the answer is a result or a refusal of the catalogue',
  { timeout: 60_000 + INPUTS * 30_000 },
  async () => {
    let { token } = await signInAs(app, 'admin');
    const faults: string[] = [];
    for (const endpoint of endpoints) {
      const requests = fc.sample(requestsFor(endpoint, known), { numRuns: INPUTS, seed: SEED });
      for (const request of requests) {
        const reply = await ask(endpoint, request, token);
        const fault = faultOf(reply);
        if (fault !== null) faults.push(`${endpoint.name}: ${fault} to ${JSON.stringify(request)?.slice(0, 600)}`);
        // Whoever takes their own rights or account away has to come in again.
        if (reply.statusCode === 401) ({ token } = await signInAs(app, 'admin'));
      }
    }
    expect(faults, `KITUO_INPUTS=${INPUTS} KITUO_INPUTS_SEED=${SEED}`).toEqual([]);
  },
);
