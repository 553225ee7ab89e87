import { readFile } from 'node:fs/promises';
import { fullPath } from '@kituo/sdk/contracts';
import type { Endpoint } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ALWAYS_PAGES } from '../../server/src/modules/platform/access/index.ts';
import { allRoutes } from '../../server/src/routes.ts';
import { DEMO_USER_NAMES } from '../../server/src/seed/index.ts';
import { createTestApp, signInAs } from '../../server/testing/test-app.ts';
import type { TestApp } from '../../server/testing/test-app.ts';
import { IS_DEEP } from '../support/depth.ts';
import { standInRoutes } from '../support/stand-in-routes.ts';

// Every access rule × every demo user, and every endpoint × nobody and a session that was ended. Who may call is decided
// in one place by what the endpoint declares, so the people ask one endpoint of those that declare the same, each
// another one; `npm run test:deep` has each of them ask every endpoint.
const routes = [...allRoutes, ...standInRoutes()];
const endpoints: readonly Endpoint[] = routes.map(({ endpoint }) => endpoint);
/** These end the session that calls them, or never end: they are asked last, or another way. */
const isEnding = ({ name }: Endpoint): boolean => name === 'user.signOut';
const calls = endpoints.filter((endpoint) => !isEnding(endpoint) && endpoint.replyForm !== 'events');

/** Endpoints that declare the same access. */
const byRule = [...Map.groupBy(calls, ({ access }) => JSON.stringify(access)).values()];

/** What somebody asks: one endpoint of each rule, every endpoint in the deep run. */
function askedBy(place: number): readonly Endpoint[] {
  return IS_DEEP ? calls : byRule.map((alike) => alike[place % alike.length]!);
}

let app: TestApp;
const tokens = new Map<string, string>();

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded', routes });
  const outsiders = ['frozen', 'expired', 'idle'];
  for (const name of DEMO_USER_NAMES) tokens.set(name, (await signInAs(app, name)).token);
  const { db } = app.database;
  for (const name of outsiders) {
    const { token } = await signInAs(app, 'admin');
    tokens.set(name, token);
    const sessionId = token.split('.')[0] ?? '';
    const past = new Date(Date.now() - 86_400_000);
    const change =
      name === 'expired'
        ? { expiresAt: past }
        : name === 'idle'
          ? { lastSeenAt: past }
          : { endedAt: new Date(), endReason: 'FROZEN' };
    await db.updateTable('session').set(change).where('sessionId', '=', sessionId).execute();
  }
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
});

/** Calls with a body that no contract takes, so that whoever is let in changes nothing. */
async function statusOf(endpoint: Endpoint, token: string | undefined): Promise<[number, string]> {
  const url = fullPath(endpoint).replace(/\{\w+\}/g, 'X-none');
  const reply = await app.http.inject({
    method: endpoint.method,
    url,
    headers: {
      'idempotency-key': crypto.randomUUID(),
      ...(token !== undefined && { 'auth-token': token }),
      ...(endpoint.method === 'POST' && { 'content-type': 'application/json' }),
    },
    ...(endpoint.method === 'POST' && { payload: '[]' }),
  });
  const isJson = String(reply.headers['content-type']).startsWith('application/json');
  return [reply.statusCode, isJson ? (reply.json().data?.error ?? '') : ''];
}

const answers = new Map<string, Promise<readonly [Endpoint, number, string][]>>();

/** What the endpoints answer to a demo user; asked once, whichever test is first. */
function answersTo(userName: string): Promise<readonly [Endpoint, number, string][]> {
  const ask = async () => {
    const given: [Endpoint, number, string][] = [];
    for (const endpoint of askedBy(DEMO_USER_NAMES.indexOf(userName)))
      given.push([endpoint, ...(await statusOf(endpoint, tokens.get(userName)))]);
    return given;
  };
  const held = answers.get(userName) ?? ask();
  answers.set(userName, held);
  return held;
}

describe.each(DEMO_USER_NAMES.map((name) => [name]))('as %s', (userName) => {
  test('every rule lets in exactly the holders of what it asks for', async () => {
    const { db } = app.database;
    const held = await db
      .selectFrom('userRole')
      .innerJoin('appUser', 'appUser.userNo', 'userRole.userNo')
      .select(['userRole.roleNo', 'appUser.userNo'])
      .where('appUser.userName', '=', userName)
      .execute();
    const roleNos = held.map(({ roleNo }) => roleNo);
    const pages = await db.selectFrom('rolePage').selectAll().where('roleNo', 'in', roleNos).execute();
    const codes = await db.selectFrom('roleCode').selectAll().where('roleNo', 'in', roleNos).execute();
    const holder = {
      pages: new Set([...ALWAYS_PAGES, ...pages.map(({ pagePath }) => pagePath)]),
      codes: new Set(codes.map(({ code }) => code)),
    };
    for (const [endpoint, status, error] of await answersTo(userName)) {
      const { access } = endpoint;
      const mayCall =
        access === 'public' ||
        access === 'signedIn' ||
        ('page' in access
          ? access.page.some((page) => holder.pages.has(page.toLowerCase()))
          : access.code.some((code) => holder.codes.has(code)));
      const isRefused = status === 403 && error === 'FORBIDDEN';
      expect([endpoint.name, isRefused, status === 401 && error === 'SESSION_OVER']).toEqual([
        endpoint.name,
        !mayCall,
        false,
      ]);
      expect([endpoint.name, status < 500]).toEqual([endpoint.name, true]);
    }
  });
});

// A token that is none, and one that was good, are looked at in every endpoint; the others differ from the last in one
// column of the session alone.
describe.each([
  ['none', endpoints],
  ['frozen', endpoints],
  ['malformed', askedBy(0)],
  ['forged', askedBy(1)],
  ['expired', askedBy(2)],
  ['idle', askedBy(3)],
] as const)('with a token that is %s', (kind, asked) => {
  test('every endpoint but the public ones answers that the session is over', async () => {
    const genuine = tokens.get('admin') ?? '';
    const made: Record<string, string | undefined> = {
      none: undefined,
      malformed: 'x.y.z',
      forged: `${genuine.split('.')[0]}.${'A'.repeat(43)}`,
    };
    const token = kind in made ? made[kind] : tokens.get(kind);
    for (const endpoint of asked) {
      const [status, error] = await statusOf(endpoint, token);
      const isOver = status === 401 && error === 'SESSION_OVER';
      expect([endpoint.name, isOver]).toEqual([endpoint.name, endpoint.access !== 'public']);
    }
  });
});

test('whoever asks one endpoint of each rule leaves none out that differs', () => {
  const rules = new Set(calls.map(({ access }) => JSON.stringify(access)));
  const asked = new Set(askedBy(0).map(({ access }) => JSON.stringify(access)));
  expect([...rules].filter((rule) => !asked.has(rule))).toEqual([]);
  expect(byRule.flat()).toHaveLength(calls.length);
});

test('the demo people are told apart: no two kinds of them may call the same', async () => {
  const allowed = new Map<string, number>();
  for (const name of DEMO_USER_NAMES) {
    const given = await answersTo(name);
    allowed.set(name, given.filter(([, status]) => status !== 403).length);
  }
  const admin = allowed.get('admin') ?? 0;
  const others = [...allowed].filter(([name]) => name !== 'admin');
  expect(others.every(([, count]) => count < admin)).toBe(true);
});

test('nothing is public but sign-in, tracking and what has no data', async () => {
  const open = endpoints.filter(({ access }) => access === 'public').map(({ path }) => path);
  expect(open.filter((path) => !path.startsWith('noAuth/'))).toEqual(['/burying-point-platform/report']);
  // The matrix is made from the same table as the routes: this guards against an emptied one.
  const source = await readFile(new URL('../../docs/openapi.json', import.meta.url), 'utf8');
  expect(Object.keys(JSON.parse(source).paths).length).toBeLessThanOrEqual(endpoints.length);
});
