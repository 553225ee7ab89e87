import { dictionary } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, found, type Person } from '../../../../testing/test-calls.ts';
import { COUNTED_TYPES } from './uses.ts';

let app: TestApp;
let admin: Person;
let reviewer: Person;

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  admin = await as(app, 'admin');
  reviewer = await as(app, 'reviewer');
});
afterAll(async () => await app[Symbol.asyncDispose]());

const type = { dictType: 'LOAN_PURPOSE' };
async function add(dictKey: string, changes: object = {}): Promise<number> {
  const form = { ...type, dictKey, label: { en: dictKey }, sort: 1, ...changes };
  return (await admin.post(dictionary.save, form)).data.id;
}
const entriesOf = async (dictType: string) => (await admin.get(dictionary.tree, { dictType })).data[0].entries;
const keysOf = async () => (await entriesOf('LOAN_PURPOSE')).map((entry: { dictKey: string }) => entry.dictKey);

test('many entries are put in order, retired and offered again; a level must be whole', async () => {
  const ids = [await add('SCHOOL'), await add('STOCK'), await add('FARM')];
  const level = { dictType: 'LOAN_PURPOSE', parentId: null };
  const turned = ids.toReversed();
  expect((await admin.post(dictionary.reorder, { ...level, ids: turned })).code).toBe(0);
  expect(await keysOf()).toEqual(['FARM', 'STOCK', 'SCHOOL']);
  const partly = await admin.post(dictionary.reorder, { ...level, ids: ids.slice(1) });
  expect(partly.data.error).toBe('STALE');
  const events: object[] = [];
  const stop = app.services.events.onAny((_audience, event) => void events.push(event));
  const state = { dictType: 'LOAN_PURPOSE', ids: ids.slice(0, 2), enabled: false };
  expect((await admin.post(dictionary.updateState, state)).data).toEqual({ changed: 2 });
  await expect.poll(() => events).toContainEqual({ type: 'dictionaries' });
  stop();
  const offered = await reviewer.get(dictionary.getSelectOptionRespDtos, { dictKey: 'LOAN_PURPOSE' });
  expect(offered.data).toMatchObject([{ dictKey: 'FARM' }]);
  expect((await admin.post(dictionary.updateState, state)).data).toEqual({ changed: 0 });
});

test('the history of an entry holds what it was, and that can be saved again', async () => {
  const id = await add('HEALTH', { remark: 'First' });
  const edit = { ...type, id, version: 1, dictKey: 'HEALTH', label: { en: 'Health care' }, sort: 7, remark: 'Second' };
  await admin.post(dictionary.save, edit);
  const { data } = await admin.get(dictionary.history, { id });
  expect(data).toMatchObject([
    { changedByName: 'Wanjiru Kamau', before: { remark: 'First' }, after: { remark: 'Second', sort: 7 } },
    { before: null, after: { label: { en: 'HEALTH' } } },
  ]);
  const restored = await admin.post(dictionary.save, {
    ...type,
    id,
    version: 2,
    ...found(data[1]).after,
  });
  expect(restored.data).toMatchObject({ remark: 'First', label: { en: 'HEALTH' }, version: 3 });
  expect((await admin.get(dictionary.history, { id: '999999' })).data.error).toBe('DICTIONARY_NOT_FOUND');
});

describe('where a code stands', () => {
  test('is counted, and keeps it from being deleted', async () => {
    const { db } = app.database;
    const entries = await entriesOf('EMPLOYEE_CATEGORY');
    const used = found(entries.find((entry) => entry.dictKey === 'NEW'));
    expect(used.uses).toBeGreaterThan(0);
    expect(used.allowedActions).not.toContain('delete');
    const gone = await admin.post(dictionary.remove, { id: used.id, version: used.version });
    expect(gone.data).toMatchObject({ error: 'DICTIONARY_USED', facts: { count: used.uses } });
    const { id, version, dictType, label, sort } = used;
    const renamed = { id, version, dictType, label, sort, dictKey: 'NOVICE' };
    expect((await admin.post(dictionary.save, renamed)).data).toMatchObject({
      error: 'DICTIONARY_USED',
      fields: [{ field: 'dictKey' }],
    });
    const places = await admin.get(dictionary.uses, { id: used.id });
    expect(places.data.places).toEqual([{ place: 'Users', rows: used.uses }]);
    const people = await db.selectFrom('appUser').select('userNo').where('employeeCategory', '=', 'NEW').execute();
    expect(people).toHaveLength(used.uses);
  });

  test.each(COUNTED_TYPES)('of %s is a column that there is', async (dictType) => {
    for (const { uses } of await entriesOf(dictType)) expect(uses).toBeGreaterThanOrEqual(0);
  });
});

test('a dictionary is not made a second time', async () => {
  const again = { dictType: 'BANK_NAME_TYPE', dictName: 'Banks', dictKey: 'NEW_BANK', label: { en: 'New' }, sort: 1 };
  expect((await admin.post(dictionary.save, again)).data).toMatchObject({
    error: 'DICTIONARY_EXISTS',
    fields: [{ field: 'dictType' }],
  });
});

test('clearing the caches changes versions and notifies browsers, and nothing else', async () => {
  const before = await admin.get(dictionary.getSelectOptionRespDtos, { dictKey: 'LOAN_PURPOSE' });
  expect((await admin.post(dictionary.deleteCache, {})).code).toBe(0);
  const after = await admin.get(dictionary.getSelectOptionRespDtos, { dictKey: 'LOAN_PURPOSE' });
  expect(after.data).toEqual(before.data);
  expect(after.headers['etag']).not.toBe(before.headers['etag']);
});

test.each([
  ['dictionary/updateState', { dictType: 'LOAN_PURPOSE', ids: [1], enabled: false }],
  ['dictionary/reorder', { dictType: 'LOAN_PURPOSE', parentId: null, ids: [1] }],
  ['deleteCache', {}],
])('%s is for holders of its code alone', async (path, payload) => {
  expect((await reviewer.post(path, payload)).data.error).toBe('FORBIDDEN');
});

test('what mirrors a state machine is neither retired nor offered again in bulk', async () => {
  const [first] = await entriesOf('USER_STATUS');
  const state = { dictType: 'USER_STATUS', ids: [first.id], enabled: false };
  expect((await admin.post(dictionary.updateState, state)).data.error).toBe('DICTIONARY_FIXED');
  const other = { dictType: 'LOAN_PURPOSE', ids: [first.id], enabled: false };
  expect((await admin.post(dictionary.updateState, other)).data.error).toBe('DICTIONARY_NOT_FOUND');
});
