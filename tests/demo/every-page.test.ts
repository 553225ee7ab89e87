import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { change, type Endpoint, pluginDescription } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { openingCalls } from '../../server/src/modules/console/document/opening-calls.ts';
import { fillBook } from '../../server/src/seed/lending/fill-book.ts';
import { PEOPLE } from '../../server/src/seed/people.ts';
import { pagesOf, ROLES } from '../../server/src/seed/roles.ts';
import { requestApproval } from '../../server/src/seed/second-person.ts';
import { createTestApp, type TestApp } from '../../server/testing/test-app.ts';
import { as, type Person } from '../../server/testing/test-calls.ts';

const ROOT = join(import.meta.dirname, '../..');
/** As many as give every list of a demonstration its rows; a start makes five times that many. */
const ORDERS = 400;

/** Page or page and tab → why nothing is right in it. */
const RIGHTLY_EMPTY: Readonly<Record<string, string>> = {
  'UserSystem/MultiLanguageConfiguration missing': 'texts that somebody missed: there are none',
  'OperationSystem/VerificationCodeManagement testUsers': 'their codes are sealed by the key of the station that runs',
  'ReportSystem/OperationReport abTests':
    'for who holds the code of experiments, which no desk of the demonstration does',
  ...Object.fromEntries(
    ['Financial', 'Operation', 'Approval', 'Collection', 'Performance'].map((report) => [
      `ReportSystem/${report}Report schedules`,
      'e-mails of the demonstration would go to nobody',
    ]),
  ),
};

/** Requests that no demonstration makes → why. */
const NOT_ASKED: Readonly<Record<string, string>> = {
  role: 'who may do what is the subject of other pages’ tests: it stays as it is told',
  menu: 'the same',
  payoutChange: 'an order in review changes while people look at it',
  payeeChange: 'asks for a picture of an identity card',
  offlineLoan: 'asks for a certificate of the bank',
  paymentVisual: 'asks the gateways which ways to pay there are',
  zeroSettle: 'the automatic rule settles what is as good as paid',
  caseAttribution: 'repayments of this month, of a case that two people had: not on its first days',
  caseAttributionStage: 'the same',
};

const lists = globSync('plugins/*/plugin.json', { cwd: ROOT }).flatMap((file) => {
  const { pages } = z.parse(pluginDescription, JSON.parse(readFileSync(join(ROOT, file), 'utf8')));
  return pages.flatMap(({ path, opens = [] }) => {
    const tabs = [...new Set(opens.flatMap(({ when }) => when?.['tab'] ?? ['']))];
    // The first tab by its name is the one that opens by itself.
    return tabs
      .filter((tab, place) => place === 0 || tabs[0] !== '' || place > 1)
      .map((tab) => ({ name: `${path.replace('/AdminContent/', '')} ${tab}`.trim(), path, tab, opens }));
  });
});

let app: TestApp;
const signedIn = new Map<string, Promise<Person>>();
beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  await requestApproval(db);
  await fillBook(db, { orders: ORDERS, merchants: 3, seed: 1, now: new Date() });
});
afterAll(async () => await app[Symbol.asyncDispose]());

/** Who works on a page: the first of each role that has it; the administrator where nobody else does. */
function holdersOf(path: string): string[] {
  const roles = ROLES.filter((role) => pagesOf(role).includes(path.toLowerCase()));
  const own = roles.filter(({ isAdministrator }) => isAdministrator !== true);
  return (own.length > 0 ? own : roles).flatMap(({ roleNo }) => {
    const person = PEOPLE.find((one) => one.roleNo === roleNo && !/frozen|left|password/.test(one.notes));
    return person ? [person.userName] : [];
  });
}

/** How many a list or a tree answers; null of what is neither. */
function countOf(data: unknown): number | null {
  if (Array.isArray(data)) return data.length;
  const told = z.safeParse(z.object({ total: z.number() }), data);
  return told.success ? told.data.total : null;
}

/** 0, too, where a tab is for others of those who have the page. */
async function rowsSeen(endpoint: Endpoint, request: object, userName: string): Promise<number | null> {
  const person = signedIn.get(userName) ?? as(app, userName);
  signedIn.set(userName, person);
  const answer = (await person).call(endpoint, request).catch((error: unknown) => {
    if (String(error).includes('FORBIDDEN')) return [];
    throw error;
  });
  return countOf(await answer);
}

test.each(lists)('$name opens with something to see', async ({ name, path, tab, opens }) => {
  const here = opens.filter(({ when }) => when === undefined || when['tab']?.includes(tab));
  const query = new URLSearchParams(tab === '' ? {} : { tab });
  for (const { endpoint, request, list } of openingCalls(here, { path, query, pageSize: 20 })) {
    if (list?.is !== 'rows') continue;
    const seen = await Promise.all(
      holdersOf(path).map(async (userName) => await rowsSeen(endpoint, request, userName)),
    );
    const most = Math.max(...seen.map((count) => count ?? 1));
    // What is listed as rightly empty and is no more leaves the list.
    expect([endpoint.name, most > 0]).toEqual([endpoint.name, !(name in RIGHTLY_EMPTY)]);
  }
});

test.each(Object.keys(change.changeFamilies))(
  'of changes of %s, the tab has something to decide or to read',
  async (family) => {
    const { count } = await app.database.db
      .selectFrom('changeRequest')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('family', '=', family)
      .executeTakeFirstOrThrow();
    expect(count > 0 || family in NOT_ASKED).toBe(true);
  },
);
