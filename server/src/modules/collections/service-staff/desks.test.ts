import {
  collectionPersonnel,
  feedback,
  servicePersonnel,
  telemarketingPersonnel,
  trafficPersonnel,
} from '@kituo/sdk/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';

const DESKS = {
  collectors: collectionPersonnel,
  'customer service': servicePersonnel,
  telemarketers: telemarketingPersonnel,
  'traffic staff': trafficPersonnel,
} as const;
const ALL = { filters: {}, page: 1, pageSize: 20, sort: null } as const;
let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  admin = await as(app, 'admin');
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
});

describe.each(Object.entries(DESKS))('the records of %s', (_name, { endpoints }) => {
  it('list everybody with what the account says, the phone masked', async () => {
    const { rows, total } = await admin.call(endpoints.page, ALL);
    expect(total).toBeGreaterThan(2);
    for (const row of rows) expect(row.phone).toMatch(/^25\*+\d{3}$/);
    const [one] = rows;
    const found = await admin.call(endpoints.page, { ...ALL, filters: { jobNumber: one?.jobNumber ?? '' } });
    expect(found.rows.map(({ userNo }) => userNo)).toEqual([one?.userNo]);
  });

  it('are changed in the version that was read, frozen and unfrozen, and say so in their history', async () => {
    const { rows } = await admin.call(endpoints.page, { ...ALL, filters: { personnelStatus: 'NORMAL' } });
    const { userNo = '', version = 0 } = rows.at(-1) ?? {};
    const changed = await admin.call(endpoints.update, {
      userNo,
      version,
      groupName: 'Lake desk',
      principalUserNo: null,
    });
    expect(changed).toMatchObject({ groupName: 'Lake desk', version: version + 1 });
    expect(await admin.refusalOf(endpoints.update, { userNo, version, groupName: 'Other' })).toMatchObject({
      error: 'STALE',
    });
    await admin.call(endpoints.freeze, { userNo });
    await admin.call(endpoints.unfreeze, { userNo });
    const { history, personnelStatus } = await admin.call(endpoints.detail, { userNo });
    expect(personnelStatus).toBe('NORMAL');
    expect(history.map(({ action }) => action.split(':').at(-1))).toEqual(
      expect.arrayContaining(['update', 'freeze', 'unfreeze']),
    );
  });

  it('take over who holds the role, and show before whom', async () => {
    const { db } = app.database;
    const { rows } = await admin.call(endpoints.page, { ...ALL, filters: { personnelStatus: 'NORMAL' } });
    const gone = rows[0]?.userNo ?? '';
    const kind = (await admin.call(endpoints.detail, { userNo: gone })).userNo;
    await db.deleteFrom('userRole').where('userNo', '=', kind).execute();
    const preview = await admin.call(endpoints.syncPreview, {});
    expect(preview.left.map(({ userNo }) => userNo)).toContain(gone);
    await admin.call(endpoints.sync, {});
    expect((await admin.call(endpoints.detail, { userNo: gone })).personnelStatus).toBe('FROZEN');
    expect((await admin.call(endpoints.syncPreview, {})).left).toEqual([]);
  });
});

it.each([
  ['customer service', servicePersonnel],
  ['telemarketers', telemarketingPersonnel],
])('of %s, extension and category are set on the page; one extension rings with one person', async (_name, desk) => {
  const { endpoints } = desk;
  const { rows } = await admin.call(endpoints.page, ALL);
  const [one, other] = rows;
  if (!one || !other) throw new Error('too few people');
  const form = { userNo: one.userNo, version: one.version };
  expect(await admin.refusalOf(endpoints.update, { ...form, extension: other.extension })).toMatchObject({
    error: 'PERSONNEL_EXTENSION',
    fields: ['extension'],
  });
  const changed = await admin.call(endpoints.update, { ...form, extension: '7788', employeeCategory: 'NEW' });
  expect(changed).toMatchObject({ extension: '7788', employeeCategory: 'NEW', version: one.version + 1 });
  const account = await app.database.db
    .selectFrom('appUser')
    .select(['extension', 'employeeCategory'])
    .where('userNo', '=', one.userNo)
    .executeTakeFirstOrThrow();
  expect(account).toEqual({ extension: '7788', employeeCategory: 'NEW' });
  await admin.call(endpoints.update, { ...form, version: changed.version, extension: null });
});

it('extension and category stay with user management where a section does not set them', async () => {
  const { endpoints } = trafficPersonnel;
  const { rows } = await admin.call(endpoints.page, ALL);
  const { userNo = '', version = 0 } = rows[0] ?? {};
  expect(await admin.refusalOf(endpoints.update, { userNo, version, extension: '7789' })).toMatchObject({
    error: 'FORBIDDEN',
  });
});

it('feedback of somebody who is frozen goes to the principal of the group', async () => {
  const { db } = app.database;
  const { endpoints } = servicePersonnel;
  const phone = '254711000222';
  await db
    .insertInto('customer')
    .values({ customerNo: 'CF9001', customerName: 'Moraa Nyaboke', phone, idCardNo: '22334455', merchantNo: 'M0002' })
    .execute();
  const { feedbackNo } = await admin.call(feedback.save, {
    phone,
    source: 'CALL',
    category: 'REPAYMENT',
    severity: 'LOW',
    content: 'The receipt never came',
  });
  await db.updateTable('feedback').set({ handlerUserNo: 'U000034' }).where('feedbackNo', '=', feedbackNo).execute();
  await db
    .updateTable('personnel')
    .set({ principalUserNo: 'U000035', personnelStatus: 'NORMAL' })
    .where('userNo', '=', 'U000034')
    .execute();
  const { open } = await admin.call(endpoints.detail, { userNo: 'U000034' });
  const { rows } = await admin.call(endpoints.page, { ...ALL, filters: { userNo: 'U000034' } });
  const [one] = rows;
  expect((one?.openFeedback ?? 0) + (one?.openEntries ?? 0)).toBe(open);
  expect(one?.openFeedback).toBeGreaterThan(0);
  const away = await admin.call(endpoints.away, { userNo: 'U000034' });
  expect(away.open).toBe(open);
  expect((await admin.call(endpoints.freeze, { userNo: 'U000034' })).sentBack).toBe(open);
  const after = await db
    .selectFrom('feedback')
    .select('handlerUserNo')
    .where('feedbackNo', '=', feedbackNo)
    .executeTakeFirst();
  expect(after?.handlerUserNo).toBe('U000035');
});

it('says the entries to call of a merchant against the limits of its unfrozen telemarketers', async () => {
  const { db } = app.database;
  const { endpoints, capacity } = telemarketingPersonnel;
  const rows = await admin.call(capacity, {});
  const [team] = rows.filter(({ people }) => people > 0);
  const { merchantNo = '', caps = 0, people = 0, toCall = 0 } = team ?? {};
  const { rows: of } = await admin.call(endpoints.page, { ...ALL, filters: { merchantNo, personnelStatus: 'NORMAL' } });
  const [one] = of;
  await admin.call(endpoints.freeze, { userNo: one?.userNo ?? '' });
  const phones = ['254733999001', '254733999002', '254733999003'];
  const facts = { desk: 'TELEMARKETING', merchantNo, listType: 'LEAD', marketingTarget: 'FIRST_LOAN' } as const;
  const entries = phones.map((phone) => ({ ...facts, phone, optInSource: 'WEBSITE', optInAt: new Date() }));
  await db.insertInto('callEntry').values(entries).execute();
  // Without consent nobody may be called; two have agreed.
  const agreed = phones.slice(1).map((phone) => ({ partyKind: 'LEAD' as const, merchantNo, phone, partyName: 'Lead' }));
  await db
    .insertInto('contactParty')
    .values(agreed.map((party) => ({ ...party, consentedAt: new Date() })))
    .execute();
  const after = (await admin.call(capacity, {})).find((row) => row.merchantNo === merchantNo);
  expect(after).toMatchObject({ people: people - 1, caps: caps - (one?.dailyCap ?? 0) });
  // What the frozen one had is back in the pool, where it counts if it may be called now.
  expect(after?.toCall).toBeGreaterThanOrEqual(toCall - (one?.open ?? 0) + 2);
  expect(after?.toCall).toBeLessThanOrEqual(toCall + 2);
  await admin.call(endpoints.unfreeze, { userNo: one?.userNo ?? '' });
});
