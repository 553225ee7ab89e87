import { view as viewCalls } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';

const page = '/AdminContent/UserSystem/UserManagement';
const place = { page, list: 'users' };
const phone = '254712345678';

let app: TestApp;
/** Hold one role together; `owner` has another one, too. */
let owner: Person;
let colleague: Person;
/** Holds that role and a masking one alone. */
let masked: Person;
let stranger: Person;
let teamRole: string;
let ownRole: string;

beforeAll(async () => {
  app = await createTestApp();
  const { db } = app.database;
  const people = await Promise.all(
    ['owner', 'colleague', 'masked', 'stranger'].map(
      async (name) => await addPerson(app.database, name, { pages: [page] }),
    ),
  );
  ownRole = people[0]?.roleNo ?? '';
  const { roleNo } = await db
    .insertInto('role')
    .values({ roleName: 'team' })
    .returning('roleNo')
    .executeTakeFirstOrThrow();
  teamRole = roleNo;
  await db
    .updateTable('role')
    .set({ isDesensitization: true })
    .where('roleNo', 'in', [teamRole, people[2]?.roleNo ?? ''])
    .execute();
  await db
    .updateTable('role')
    .set({ isDesensitization: false })
    .where('roleNo', 'in', [ownRole, people[1]?.roleNo ?? '', people[3]?.roleNo ?? ''])
    .execute();
  const members = people.slice(0, 3).map(({ userNo }) => ({ userNo, roleNo: teamRole }));
  await db.insertInto('userRole').values(members).execute();
  await addPerson(app.database, 'elsewhere', { pages: ['/AdminContent/Other'] });
  [owner, colleague, masked, stranger] = [
    await as(app, 'owner'),
    await as(app, 'colleague'),
    await as(app, 'masked'),
    await as(app, 'stranger'),
  ];
});
afterAll(async () => await app[Symbol.asyncDispose]());

const form = (viewName: string, changes: object = {}) => ({
  ...place,
  viewName,
  filters: { userStatus: 'FROZEN' },
  ...changes,
});
const save = async (viewName: string, changes: object = {}, who = owner) =>
  await who.post(viewCalls.save, form(viewName, changes));
const seen = async (who: Person) => (await who.post(viewCalls.page, place)).data;
const names = async (who: Person) => (await seen(who)).views.map((view: { viewName: string }) => view.viewName);
const keepPhone = async (who: Person) =>
  String((await who.post(viewCalls.saveFilter, { ...place, filters: { phone } })).data.filterId);

const layout = {
  columns: [
    { key: 'realName', isShown: true, isFrozen: true, width: 200 },
    { key: 'email', isShown: false, isFrozen: false, width: null },
  ],
  density: 'compact',
};

describe('a view', () => {
  test('comes back as it was saved, changes, and goes', async () => {
    const sort = { field: 'realName', direction: 'desc' };
    const { data } = await save('Frozen people', { sort, layout, pageSize: 50 });
    expect(data).toMatchObject({ isOwn: true, sort, layout, pageSize: 50, sharedWith: [] });
    expect((await seen(owner)).views).toEqual([data]);
    const { viewId, version } = data;
    const renamed = await save('Frozen', { viewId, version });
    expect(renamed.data).toMatchObject({ viewName: 'Frozen', version: 2, sort: null });
    expect((await save('Late', { viewId, version })).data.error).toBe('STALE');
    await owner.post(viewCalls.remove, { viewId });
    expect(await names(owner)).toEqual([]);
  });

  test('has a name of its own, in any case, in a list of at most fifty', async () => {
    await save('Mine');
    const again = await save('MINE');
    expect([again.data.error, again.data.fields[0].field]).toEqual(['VIEW_EXISTS', 'viewName']);
    const results = await Promise.all(
      Array.from({ length: 51 }, async (_, index) => await save(`V${index}`, { list: 'other' })),
    );
    const refused = results.filter(({ data }) => data.error === 'VIEW_LIMIT');
    expect(refused).toHaveLength(1);
  });

  test.each([
    ['a phone number', { filters: { text: '254 712 345 678' } }, 'FILTER_PERSONAL'],
    ['a local phone number', { filters: { text: '0712345678' } }, 'FILTER_PERSONAL'],
    ['an ID number', { filters: { text: '23456789' } }, 'FILTER_PERSONAL'],
    ['an e-mail address', { filters: { text: 'amina@kituo.example' } }, 'FILTER_PERSONAL'],
    ['an owner', { userNo: 'U000001' }, 'BAD_REQUEST'],
    ['roles', { sharedWith: ['R-001'], roleNos: ['R-001'] }, 'BAD_REQUEST'],
    ['a page size nobody offers', { pageSize: 1000 }, 'BAD_REQUEST'],
    ['no name', { viewName: '  ' }, 'BAD_REQUEST'],
    ['a page one may not open', { page: '/AdminContent/Other' }, 'FORBIDDEN'],
    ['a filter nobody kept', { filterId: 'A'.repeat(24) }, 'FILTER_NOT_FOUND'],
  ])('is refused with %s', async (_, changes, error) => {
    expect((await save('Refused', changes)).data.error).toBe(error);
    expect(await names(owner)).not.toContain('Refused');
  });

  test('of somebody else can be neither read, changed, shared nor deleted', async () => {
    const { viewId, version } = (await save('Private')).data;
    expect(await names(colleague)).toEqual([]);
    const errors = [
      await save('Taken', { viewId, version }, colleague),
      await colleague.post(viewCalls.share, { viewId, version, roleNos: [] }),
      await colleague.post(viewCalls.remove, { viewId }),
      await colleague.post(viewCalls.setDefault, { ...place, viewId }),
    ];
    expect(errors.map(({ data }) => data.error)).toEqual(Array(4).fill('VIEW_NOT_FOUND'));
    expect(await names(owner)).toContain('Private');
  });

  test('is shared with roles the owner holds, read there, and lost with the role', async () => {
    const { viewId, version } = (await save('Shared')).data;
    const beyond = await owner.post(viewCalls.share, { viewId, version, roleNos: ['R-999'] });
    expect(beyond.data.error).toBe('GRANT_BEYOND_OWN');
    const shared = await owner.post(viewCalls.share, { viewId, version, roleNos: [teamRole] });
    expect(shared.data.sharedWith).toEqual([{ roleNo: teamRole, roleName: 'team' }]);
    expect((await seen(colleague)).views).toMatchObject([
      { viewName: 'Shared', isOwn: false, ownerName: 'owner', allowedActions: ['setDefault'] },
    ]);
    expect(await names(stranger)).toEqual([]);
    const chosen = await colleague.post(viewCalls.setDefault, { ...place, viewId });
    expect(chosen.data).toEqual({ defaultViewId: viewId });
    expect((await seen(colleague)).defaultViewId).toBe(viewId);
    await owner.post(viewCalls.share, { viewId, version: version + 1, roleNos: [] });
    expect(await seen(colleague)).toMatchObject({ views: [], defaultViewId: null });
    const elsewhere = await as(app, 'elsewhere');
    expect((await elsewhere.post(viewCalls.page, place)).data.error).toBe('FORBIDDEN');
  });
});

describe('a personal filter', () => {
  test('has an id that says nothing, the same for the same filter, and is its owner’s', async () => {
    const filterId = await keepPhone(owner);
    expect(filterId).toMatch(/^[A-Za-z0-9_-]{24}$/);
    expect(await keepPhone(owner)).toBe(filterId);
    expect(await keepPhone(stranger)).not.toBe(filterId);
    expect((await owner.get(viewCalls.filter, { filterId })).data.filters).toEqual({ phone });
    for (const other of [colleague, masked, stranger]) {
      const refused = await other.get(viewCalls.filter, { filterId });
      expect([refused.data.error, refused.body.toString()]).toEqual([
        'FILTER_NOT_FOUND',
        expect.not.stringContaining(phone),
      ]);
    }
    const taken = await save('With another’s', { filterId }, colleague);
    expect(taken.data.error).toBe('FILTER_NOT_FOUND');
  });

  test('of a shared view is read by who sees values, and is not there for who does not', async () => {
    const filterId = await keepPhone(owner);
    const { viewId, version } = (await save('By phone', { filterId })).data;
    await owner.post(viewCalls.share, { viewId, version, roleNos: [teamRole] });
    expect((await seen(colleague)).views).toMatchObject([{ filterId, hasHiddenFilters: false }]);
    expect((await colleague.get(viewCalls.filter, { filterId })).data.filters).toEqual({ phone });
    expect((await seen(masked)).views).toMatchObject([{ filterId: null, hasHiddenFilters: true }]);
    const hidden = await masked.get(viewCalls.filter, { filterId });
    expect([hidden.data.error, hidden.body.toString()]).toEqual([
      'FILTER_NOT_FOUND',
      expect.not.stringContaining(phone),
    ]);
    expect((await stranger.get(viewCalls.filter, { filterId })).data.error).toBe('FILTER_NOT_FOUND');
    const log = await app.database.db.selectFrom('auditLog').selectAll().execute();
    expect(JSON.stringify(log)).not.toContain(phone);
  });

  test('is forgotten when nobody opened it for a month, unless a view names it', async () => {
    const { db } = app.database;
    const kept = (await owner.post(viewCalls.saveFilter, { ...place, filters: { email: 'a@b.example' } })).data
      .filterId;
    await save('By e-mail', { filterId: kept });
    const old = (await owner.post(viewCalls.saveFilter, { ...place, filters: { email: 'old@b.example' } })).data
      .filterId;
    await db
      .updateTable('savedFilter')
      .set({ usedAt: new Date(Date.now() - 40 * 86_400_000) })
      .execute();
    await keepPhone(stranger);
    const left = (await db.selectFrom('savedFilter').select('filterId').execute()).map(({ filterId }) => filterId);
    expect([left.includes(kept), left.includes(old)]).toEqual([true, false]);
  });
});

test('a list is found again as it was left, and put back with all others', async () => {
  await owner.post(viewCalls.saveLayout, { ...place, layout });
  expect((await seen(owner)).layout).toEqual(layout);
  expect((await seen(colleague)).layout).toBeNull();
  await owner.post(viewCalls.saveLayout, { ...place, list: 'second', layout });
  expect((await owner.post(viewCalls.resetLayouts, {})).data).toEqual({ reset: 2 });
  expect((await seen(owner)).layout).toBeNull();
});

test('whoever may change roles shares with any of them', async () => {
  await addPerson(app.database, 'keeper', { pages: [page], codes: ['user:role:update'] });
  const keeper = await as(app, 'keeper');
  const offered = (await seen(keeper)).shareableRoles.map(({ roleNo }: { roleNo: string }) => roleNo);
  expect(offered).toContain(teamRole);
  expect((await seen(stranger)).shareableRoles).toHaveLength(1);
});
