import { dictionary as dictionaryCalls, jsonFault, languages } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DICTIONARIES } from '../../../seed/dictionaries.ts';
import { createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';

let app: TestApp;
let admin: Person;
let reviewer: Person;

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  admin = await as(app, 'admin');
  reviewer = await as(app, 'reviewer');
});
afterAll(async () => await app[Symbol.asyncDispose]());

const form = (changes: object = {}) => ({
  dictType: 'SACCO_TYPE',
  dictKey: 'EQUITY',
  label: { en: 'Equity Bank', zh: '衡平银行' },
  sort: 1,
  ...changes,
});

test('a dictionary is fetched once: until it changes, the version is answered with 304', async () => {
  const added = await admin.post(dictionaryCalls.save, form());
  const first = await reviewer.get(dictionaryCalls.getSelectOptionRespDtos, { dictKey: 'SACCO_TYPE' });
  expect(first.data).toEqual([{ dictKey: 'EQUITY', label: 'Equity Bank', tagColour: null, enabled: true }]);
  const etag = String(first.headers['etag']);
  expect(first.headers['cache-control']).toBe('private, no-cache');
  const same = await reviewer.get(
    dictionaryCalls.getSelectOptionRespDtos,
    { dictKey: 'SACCO_TYPE' },
    { 'if-none-match': etag },
  );
  expect([same.status, same.body.length]).toEqual([304, 0]);
  const chinese = await reviewer.get(
    dictionaryCalls.getSelectOptionRespDtos,
    { dictKey: 'SACCO_TYPE' },
    { 'if-none-match': etag, lang: 'zh' },
  );
  expect(chinese.data[0].label).toBe('衡平银行');
  const { id, version } = added.data;
  const retired = await admin.post(dictionaryCalls.save, form({ id, version, enabled: false }));
  expect(retired.data).toMatchObject({ enabled: false, version: 2 });
  const changed = await reviewer.get(
    dictionaryCalls.getSelectOptionRespDtos,
    { dictKey: 'SACCO_TYPE' },
    { 'if-none-match': etag },
  );
  expect([changed.status, changed.data]).toEqual([200, []]);
  const all = await reviewer.get(dictionaryCalls.getEnabledNotEnabledOptionRespDtos, { dictKey: 'SACCO_TYPE' });
  expect(all.data).toMatchObject([{ dictKey: 'EQUITY', enabled: false }]);
  expect((await admin.post(dictionaryCalls.save, form({ id, version }))).data.error).toBe('STALE');
  const look = '?dictType=SACCO_TYPE&dictKey=EQUITY';
  expect((await reviewer.get(`dictionary/label${look}`)).data.label).toBe('Equity Bank');
  expect((await reviewer.get(`dictionary/value${look}`)).data.dictValue).toBe('');
});

test('each language reads its own words, else those of the language it falls back to', async () => {
  await admin.post(languages.save, { languageCode: 'sh', languageName: 'Sheng', sort: 9, baseCode: 'sw' });
  const label = { en: 'Paper', zh: '纸', sw: 'Karatasi' };
  await admin.post(dictionaryCalls.save, form({ dictType: 'MATERIAL', dictKey: 'PAPER', label }));
  await admin.post(dictionaryCalls.save, form({ dictType: 'MATERIAL', dictKey: 'TIN', label: { en: 'Tin' }, sort: 2 }));
  const read = async (lang: string) =>
    (await reviewer.get(dictionaryCalls.getSelectOptionRespDtos, { dictKey: 'MATERIAL' }, { lang })).data.map(
      (option: { label: string }) => option.label,
    );
  expect(await read('sw')).toEqual(['Karatasi', 'Tin']);
  expect(await read('sh')).toEqual(['Karatasi', 'Tin']);
  expect(await read('vi')).toEqual(['Paper', 'Tin']);
  const one = 'dictionary/label?dictType=MATERIAL&dictKey=PAPER';
  expect((await reviewer.get(one, { lang: 'sh' })).data.label).toBe('Karatasi');
});

test('dictionaries are called in the reader’s language, what has no name there by its own', async () => {
  const named = async (lang: string) => {
    const { data } = await admin.get(dictionaryCalls.tree, {}, { lang });
    return new Map<string, string>(
      data.map((row: { dictType: string; dictName: string }) => [row.dictType, row.dictName]),
    );
  };
  await admin.post(dictionaryCalls.save, form({ dictType: 'BOAT', dictName: 'Boats', dictKey: 'DHOW' }));
  const [english, chinese, swahili] = [await named('en'), await named('zh'), await named('sw')];
  expect([english, chinese, swahili].map((names) => names.get('ORDER_STATUS'))).toEqual([
    'Order Status',
    '订单状态',
    'Order Status',
  ]);
  expect(chinese.get('BOAT')).toBe('Boats');
  expect(Object.keys(DICTIONARIES).filter((key) => !/\p{Script=Han}/u.test(chinese.get(key) ?? ''))).toEqual([]);
});

describe('what is refused', () => {
  test.each([
    [{ dictKey: 'x'.repeat(65) }, 'dictKey', 'BAD_REQUEST'],
    [{ dictKey: ' ' }, 'dictKey', 'BAD_REQUEST'],
    [{ remark: 'x'.repeat(201) }, 'remark', 'BAD_REQUEST'],
    [{ dictValue: 'x'.repeat(201) }, 'dictValue', 'BAD_REQUEST'],
    [{ label: { en: 'x'.repeat(201) } }, 'label.en', 'BAD_REQUEST'],
    [{ label: { zh: '无英文' } }, 'label.en', 'BAD_REQUEST'],
    [{ sort: 10_000 }, 'sort', 'BAD_REQUEST'],
    [{ sort: 0 }, 'sort', 'BAD_REQUEST'],
    [{ dictType: 'lower' }, 'dictType', 'BAD_REQUEST'],
    [{ parentId: 999_999, dictKey: 'P' }, 'parentId', 'REFERENCE_UNKNOWN'],
  ])('%o beside %s', async (changes, field, error) => {
    const { data } = await admin.post(dictionaryCalls.save, form({ dictKey: 'NEW', ...changes }));
    expect([data.error, data.fields[0].field]).toEqual([error, field]);
  });

  test('the same code twice at one level, whatever its case; below another entry it may stand', async () => {
    const type = { dictType: 'COUNTY_TYPE', codeTableType: 'TREE' };
    const county = await admin.post(dictionaryCalls.save, form({ ...type, dictKey: 'NAIROBI' }));
    const again = await admin.post(dictionaryCalls.save, form({ ...type, dictKey: 'nairobi' }));
    expect(again.data.error).toBe('DICTIONARY_REPEATED');
    expect(again.data.fields[0].msg).toBe('Same-level code or key value repeated');
    const parentId = county.data.id;
    const below = await admin.post(dictionaryCalls.save, form({ ...type, dictKey: 'NAIROBI', parentId }));
    expect(below.data).toMatchObject({ parentId, allowedActions: expect.arrayContaining(['addBelow']) });
    const gone = { id: parentId, version: 1 };
    expect((await admin.post(dictionaryCalls.remove, gone)).data).toMatchObject({
      error: 'DICTIONARY_HAS_CHILDREN',
      facts: { count: 1 },
    });
    expect((await admin.post(dictionaryCalls.remove, { id: below.data.id, version: 1 })).code).toBe(0);
    expect((await admin.post(dictionaryCalls.remove, gone)).code).toBe(0);
  });

  test('a value that is not JSON, with line and column', async () => {
    const type = { dictType: 'SCORE_TYPE', codeTableType: 'JSON', dictKey: 'R1' };
    const { data } = await admin.post(dictionaryCalls.save, form({ ...type, dictValue: '{\n  "a": 1,\n}' }));
    expect([data.error, data.facts]).toMatchObject(['JSON_INVALID', { line: 3, column: 1 }]);
    expect(data.fields[0].field).toBe('dictValue');
    const good = await admin.post(dictionaryCalls.save, form({ ...type, dictValue: '{"a":1}' }));
    expect(good.data.dictValue).toBe('{"a":1}');
  });

  test('other codes for what mirrors a state machine: words, colour and order alone', async () => {
    const { data } = await admin.get(dictionaryCalls.tree, { dictType: 'USER_STATUS' });
    const [dictionary] = data;
    expect(dictionary).toMatchObject({ isFixed: true, count: 2 });
    const entry = dictionary.entries[0];
    expect(entry.allowedActions).toEqual(['update']);
    const same = { id: entry.id, version: entry.version, dictType: 'USER_STATUS', dictKey: entry.dictKey, sort: 3 };
    const words = await admin.post(dictionaryCalls.save, form({ ...same, label: { en: 'Active' } }));
    expect(words.data).toMatchObject({ label: { en: 'Active' }, sort: 3 });
    const { version } = words.data;
    for (const change of [{ dictKey: 'OTHER' }, { enabled: false }]) {
      const answer = await admin.post(dictionaryCalls.save, form({ ...same, version, ...change }));
      expect(answer.data.error).toBe('DICTIONARY_FIXED');
    }
    expect((await admin.post(dictionaryCalls.remove, { id: entry.id, version })).data.error).toBe('DICTIONARY_FIXED');
    const added = form({ dictType: 'USER_STATUS', dictKey: 'NEW' });
    expect((await admin.post(dictionaryCalls.save, added)).data.error).toBe('DICTIONARY_FIXED');
  });

  test('those without the codes', async () => {
    expect((await reviewer.post(dictionaryCalls.save, form())).data.error).toBe('FORBIDDEN');
    expect((await reviewer.get(dictionaryCalls.tree)).data.error).toBe('FORBIDDEN');
  });
});

test.each([
  ['{}', null],
  ['', { line: 1, column: 1 }],
  ['[1,\n 2,\n x]', { line: 3, column: 2 }],
  ['{"a": "b', { line: 1, column: 9 }],
])('JSON %j', (text, fault) => {
  expect(jsonFault(text)).toEqual(fault);
});
