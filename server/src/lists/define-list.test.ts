import { defineEndpoint, listReply, listRequest, textFilter } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { addPerson, createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { Queryable } from '../db/database.ts';
import type { Caller } from '../http/implement.ts';
import { revealOf } from '../modules/platform/reveal/index.ts';
import { defineList, type Reading } from './index.ts';

const partyPage = defineEndpoint({
  name: 'test.parties',
  method: 'POST',
  path: 'test/parties',
  access: 'signedIn',
  kind: 'query',
  summary: 'Guarantors and leads',
  request: listRequest(z.strictObject({ partyName: textFilter, merchantNos: z.optional(z.array(z.string())) }), [
    'partyName',
  ]),
  reply: listReply(z.object({ partyId: z.number(), partyName: z.string(), phone: z.string() })),
});

const partiesBy = (counting: { readonly isCountedInOrder?: true; readonly countsTo?: number }) =>
  defineList(
    partyPage,
    (db) => db.selectFrom('contactParty as p'),
    (by) => ({
      ...counting,
      scope: by.ofMerchants('p.merchantNo'),
      key: 'p.partyId',
      missing: 'CONTACT_PARTY_NOT_FOUND',
      filters: { partyName: by.contains('p.partyName'), merchantNos: by.oneOf('p.merchantNo') },
      sorts: { partyName: 'p.partyName' },
      first: [['p.partyId', 'asc']],
      select: (query) => query.select(['p.partyId', 'p.partyName', 'p.phone']),
      row: (stored) => stored,
      personal: { partyName: 'name', phone: 'phone' },
    }),
  );
const parties = partiesBy({});

let app: TestApp;
/** Each has 30 leads, all but three of one name. */
let made = 0;
const [OURS, THEIRS] = ['OURS', 'THEIRS'] as const;

beforeAll(async () => {
  app = await createTestApp();
  const { db } = app.database;
  await db.insertInto('organization').values({ orgNo: 'O1', orgName: 'Lender' }).execute();
  const books = { orgNo: 'O1', orgName: 'Lender', companyName: 'Lender' };
  await db
    .insertInto('merchant')
    .values([OURS, THEIRS].map((merchantNo) => ({ merchantNo, merchantName: merchantNo, ...books })))
    .execute();
  await sql`insert into contact_party (party_kind, merchant_no, party_name, phone)
    select 'LEAD', m, case when n < 28 then 'Achieng Otieno' else 'Baraka ' || n end, '25471' || m_no || (100000 + n)
    from generate_series(1, 30) n, (values (${OURS}, 1), (${THEIRS}, 2)) as books (m, m_no)`.execute(db);
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
});

function readingAs(person: Partial<Caller> = {}): Reading {
  const caller: Caller = {
    userNo: 'U1',
    userName: 'reader',
    realName: 'Reader',
    sessionId: 'S1',
    codes: new Set(),
    pages: new Set(),
    scope: 'all',
    isMasked: false,
    maskedFields: new Set(),
    roleNos: [],
    masks: {},
    rightsEpoch: 1,
    mustUpdatePassword: false,
    ...person,
  };
  return { db: app.database.db, services: app.services, lang: 'en', caller };
}
const ofOurs = () => readingAs({ scope: { merchantNos: [OURS] } });
const asked = { filters: {}, page: 1, pageSize: 20, sort: null };

/** Numbers without end, as rows. */
const numbers = (db: Queryable) =>
  db
    .withRecursive('numbers', (cte) =>
      cte
        .selectNoFrom(sql<number>`1`.as('number'))
        .unionAll(cte.selectFrom('numbers').select(sql<number>`number + 1`.as('number'))),
    )
    .selectFrom('numbers');

describe('what is counted', () => {
  it('is every match of a short list, on each of its pages', async () => {
    for (const page of [1, 3]) {
      const reply = await parties.page({ ...asked, page }, readingAs());
      expect(reply).toMatchObject({ total: 60, totalIsExact: true });
      expect(reply.rows).toHaveLength(20);
    }
    expect(await parties.page({ ...asked, page: 4 }, readingAs())).toMatchObject({ rows: [], total: 60 });
  });

  it('is the same where one pass finds a page and the count, as far as it counts', async () => {
    const [inOrder, few] = [partiesBy({ isCountedInOrder: true }), partiesBy({ isCountedInOrder: true, countsTo: 25 })];
    const sort = { field: 'partyName', direction: 'desc' } as const;
    for (const filters of [{}, { partyName: 'Baraka' }, { partyName: 'nobody' }]) {
      for (const page of [1, 2, 3, 4]) {
        const expected = await parties.page({ filters, page, pageSize: 20, sort }, ofOurs());
        expect(await inOrder.page({ filters, page, pageSize: 20, sort }, ofOurs())).toEqual(expected);
        const { total } = expected;
        const counted = { total: Math.min(total, 25), totalIsExact: total <= 25 };
        expect(await few.page({ filters, page, pageSize: 20, sort }, ofOurs())).toEqual({ ...expected, ...counted });
      }
    }
  });

  it('ends in the database at 10,000, though there be matches without end', async () => {
    const endless = defineList(
      defineEndpoint({
        ...partyPage,
        request: listRequest(z.strictObject({}), ['number']),
        reply: listReply(z.object({ number: z.number() })),
      }),
      numbers,
      () => ({
        scope: () => null,
        key: 'numbers.number',
        filters: {},
        sorts: { number: 'numbers.number' },
        first: [],
        select: (query) => query.selectAll(),
        row: (stored) => stored,
      }),
    );
    expect(await endless.count({}, readingAs())).toEqual({ total: 10_000, totalIsExact: false });
  });
});

describe('the order', () => {
  it.each(['asc', 'desc'] as const)(
    'of equal names goes by the key, so that pages %s never overlap',
    async (direction) => {
      const sort = { field: 'partyName' as const, direction };
      const seen: number[] = [];
      for (const page of [1, 2, 3]) {
        const { rows } = await parties.page({ ...asked, page, sort }, readingAs());
        seen.push(...rows.map(({ partyId }) => partyId));
      }
      expect(new Set(seen).size).toBe(60);
      const equal = seen.slice(direction === 'asc' ? 0 : 6, direction === 'asc' ? 54 : 60);
      expect(equal).toEqual(equal.toSorted((a, b) => (direction === 'asc' ? a - b : b - a)));
    },
  );
});

describe('the scope', () => {
  it('cannot be left out of a definition', () => {
    defineList(
      partyPage,
      (db) => db.selectFrom('contactParty as p'),
      // @ts-expect-error -- a list without a scope does not compile
      (by) => ({
        key: 'p.partyId',
        filters: { partyName: by.contains('p.partyName'), merchantNos: by.oneOf('p.merchantNo') },
        sorts: { partyName: 'p.partyName' },
        first: [],
        select: (query) => query.select('p.partyId'),
        row: () => ({ partyId: 1, partyName: '', phone: '' }),
      }),
    );
  });

  it('is in force whatever is filtered or named', async () => {
    const all = await parties.matching({ filters: {} }, readingAs());
    const ours = await parties.matching({ filters: {} }, ofOurs());
    const [theirs = ''] = all.filter((key) => !ours.includes(key));
    expect([all.length, ours.length]).toEqual([60, 30]);
    const filters = { merchantNos: [THEIRS] };
    expect(await parties.page({ ...asked, filters }, ofOurs())).toEqual({ rows: [], total: 0, totalIsExact: true });
    expect(await parties.count({}, ofOurs())).toEqual({ total: 30, totalIsExact: true });
    expect(await parties.matching({ filters: {}, ids: all }, ofOurs())).toEqual(ours);
    await expect(parties.one(theirs, ofOurs())).rejects.toThrow('CONTACT_PARTY_NOT_FOUND');
    const phone = revealOf(parties, {
      kind: 'test.phone',
      title: { en: 'Phone', zh: '手机号' },
      field: 'phone',
      access: { page: ['/'] },
      valueOf: (stored) => stored.phone,
    });
    const { db, caller, services } = ofOurs();
    await expect(phone.load(db, theirs, caller, services)).rejects.toThrow('CONTACT_PARTY_NOT_FOUND');
    expect(await phone.load(db, ours[0] ?? '', caller, services)).toMatch(/^25471\d+$/);
  });

  it('holds for the selected, and for all that match', async () => {
    const filters = { partyName: 'baraka' };
    const matching = await parties.matching({ filters }, ofOurs());
    expect(matching).toHaveLength(3);
    expect(await parties.matching({ filters, ids: matching.slice(1) }, ofOurs())).toEqual(matching.slice(1));
  });
});

describe('a file', () => {
  it.each([[true], [false]])('says of each row what the page says, masked: %s', async (isMasked) => {
    const reading = readingAs({ isMasked, scope: { merchantNos: [OURS] } });
    const sort = { field: 'partyName', direction: 'desc' } as const;
    const { rows } = await parties.page({ ...asked, pageSize: 100, sort }, reading);
    const batches = [];
    for await (const batch of parties.batches({ filters: {}, sort }, reading)) batches.push(...batch);
    expect(batches).toEqual(rows);
    // The order of names is told to nobody who sees them masked.
    expect(rows[0]?.partyName).toBe(isMasked ? 'Ac**********no' : 'Baraka 30');
    expect(rows[0]?.phone).toMatch(/^25\*+\d{3}$/);
  });
});

describe('who sees names masked', () => {
  const name = 'Baraka 29';
  let person: Partial<Caller> & { userNo: string };
  const masked = () => readingAs({ ...person, scope: { merchantNos: [OURS] } });
  const found = async (partyName: string) => {
    const { total } = await parties.page({ ...asked, filters: { partyName } }, masked());
    return total;
  };
  const logged = async () =>
    await app.database.db
      .selectFrom('revealLog')
      .select(['kind', 'field', 'outcome'])
      .where('userNo', '=', person.userNo)
      .orderBy('revealId')
      .execute();

  beforeEach(async () => {
    made += 1;
    const { userNo, roleNo } = await addPerson(app.database, `masked.${made}`);
    const { db } = app.database;
    await db.updateTable('role').set({ dailyRevealBudget: 2 }).where('roleNo', '=', roleNo).execute();
    person = { userNo, roleNos: [roleNo], isMasked: true };
  });

  it('finds a whole name and no part of one, and both are on record', async () => {
    expect(await found('Bara')).toBe(0);
    expect(await found('%')).toBe(0);
    expect(await found(name.toUpperCase())).toBe(1);
    expect(await found(name)).toBe(1);
    const kind = 'search.test.parties';
    expect(await logged()).toEqual(
      ['EMPTY', 'EMPTY', 'SHOWN', 'REPEATED'].map((outcome) => ({ kind, field: 'partyName', outcome })),
    );
    expect(JSON.stringify(await logged())).not.toContain(name);
  });

  it('is told nothing past the budget, whether there is somebody of the name or not', async () => {
    for (const number of [28, 29]) expect(await found(`Baraka ${number}`)).toBe(1);
    for (const other of ['Baraka 30', 'Nobody']) await expect(found(other)).rejects.toThrow('REVEAL_BUDGET');
    await expect(parties.count({ partyName: 'Baraka 30' }, masked())).rejects.toThrow('REVEAL_BUDGET');
    await expect(parties.matching({ filters: { partyName: 'Nobody' } }, masked())).rejects.toThrow('REVEAL_BUDGET');
    // What was found today may be found again.
    expect(await found(name)).toBe(1);
  });

  it('waits the longer the more they miss', async () => {
    const times: number[] = [];
    for (let miss = 0; miss < 8; miss += 1) {
      const began = performance.now();
      await found(`Nobody ${miss}`);
      times.push(performance.now() - began);
    }
    expect(times[7]).toBeGreaterThan(350);
  });

  it('sorts by no name', async () => {
    const sorted = async (direction: 'asc' | 'desc') => {
      const sort = { field: 'partyName' as const, direction };
      return (await parties.page({ ...asked, sort }, masked())).rows.map(({ partyId }) => partyId);
    };
    expect(await sorted('asc')).toEqual(await sorted('desc'));
  });
});
