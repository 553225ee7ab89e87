import { auth, file, imports, job, languages } from '@kituo/sdk/contracts';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, found, listOf, type Person } from '../../../../testing/test-calls.ts';
import { FLAGS, flagFile, storeFlags } from '../../../seed/language-flags.ts';
import { createLogger } from '../health/index.ts';
import { startJobWorker } from '../jobs/index.ts';
import { holdsPlaceholders } from './placeholders.ts';
import { keysFor } from './plural-forms.ts';

let app: TestApp;
let admin: Person;
let stop: () => Promise<void>;

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded', plugins: { tickets: ['Tickets'] } });
  const { db } = app.database;
  stop = await startJobWorker({ db, services: app.services, log: createLogger('silent') });
  admin = await as(app, 'admin');
});
afterAll(async () => {
  await stop();
  await app[Symbol.asyncDispose]();
});

const listed = async () => (await admin.post(languages.list, listOf())).data.rows;
const rowOf = async (code: string) => found((await listed()).find((row) => row.languageCode === code));
const codes = async () => (await listed()).map((row) => row.languageCode);
const form = (languageCode: string, changes: object = {}) => ({
  languageCode,
  languageName: 'Test',
  sort: 9,
  baseCode: 'en',
  ...changes,
});
const errorOf = async (path: string, payload: object) => (await admin.post(path, payload)).data.error ?? 'DONE';

describe('a language', () => {
  test('each that is shipped has a flag that anybody may see', async () => {
    await storeFlags(app.services.files.store);
    for (const [languageCode, contentHash] of Object.entries(FLAGS)) {
      const content = await readFile(flagFile(languageCode));
      expect(createHash('sha256').update(content).digest('hex')).toBe(contentHash);
      const { flag } = await rowOf(languageCode);
      const picture = await app.http.inject({ url: flag });
      expect([picture.headers['content-type'], picture.rawPayload]).toEqual(['image/png', content]);
    }
  });

  test('is added disabled, with a code that stays its own', async () => {
    const { data } = await admin.post(languages.save, form('fr'));
    expect(data).toMatchObject({ isEnabled: false, isDefault: false, ownTexts: 0, version: 1 });
    const again = await admin.post(languages.save, form('fr'));
    expect([again.msg, again.data.fields[0].field]).toEqual(['Data already exists', 'languageCode']);
    const renamed = await admin.post(languages.save, form('fr', { languageName: 'Français', version: 1 }));
    expect(renamed.data).toMatchObject({ languageName: 'Français', version: 2 });
    expect(await errorOf('language/save', form('fr', { version: 1 }))).toBe('STALE');
    const audit = await app.database.db
      .selectFrom('auditLog')
      .select(['before', 'after'])
      .where('action', '=', 'language.save')
      .where('subjectNo', '=', 'fr')
      .orderBy('auditId')
      .execute();
    expect(audit).toMatchObject([
      { before: null, after: { languageName: 'Test' } },
      { before: { languageName: 'Test' }, after: { languageName: 'Français' } },
    ]);
  });

  test.each([
    ['a code too long', { languageCode: 'abcde' }, 'languageCode', 'At most 4 characters'],
    ['a code of digits', { languageCode: 'a1' }, 'languageCode', '2 to 4 lower-case letters'],
    ['sort 0', { sort: 0 }, 'sort', 'Must be an integer above 0'],
    ['half a sort', { sort: 1.5 }, 'sort', 'Must be an integer above 0'],
    ['no name', { languageName: '  ' }, 'languageName', 'Content cannot be blank'],
    ['an unknown base', { baseCode: 'qq' }, 'baseCode', ''],
    ['fields of its own', { isDefault: true }, 'isDefault', 'Unknown field'],
  ])('is refused with %s', async (_, changes, field, msg) => {
    const { data } = await admin.post(languages.save, form('de', changes));
    expect(data.fields[0]).toMatchObject({ field, ...(msg === '' ? {} : { msg }) });
    expect(await codes()).not.toContain('de');
  });

  test('may have a code of four letters, which is no tag of any standard', async () => {
    const added = await admin.post(languages.save, {
      languageCode: 'luoa',
      languageName: 'Dholuo',
      sort: 60,
      baseCode: 'en',
    });
    expect(added.data).toMatchObject({ languageCode: 'luoa', coverage: { translated: 0 } });
    await admin.post(languages.remove, { languageCode: 'luoa', version: added.data.version });
  });

  test('never falls back to itself, over however many others', async () => {
    for (const [code, baseCode] of [
      ['ia', 'en'],
      ['ib', 'ia'],
      ['ic', 'ib'],
    ])
      await admin.post(languages.save, form(code ?? '', { baseCode }));
    expect(await errorOf('language/save', form('ia', { baseCode: 'ic', version: 1 }))).toBe('LANGUAGE_BASE_CYCLE');
    expect(await errorOf('language/save', form('id', { baseCode: 'id' }))).toBe('LANGUAGE_BASE_CYCLE');
    // Two that would close a circle only together: one of them is refused.
    for (const code of ['ja', 'jb']) await admin.post(languages.save, form(code));
    const results = await Promise.all([
      errorOf('language/save', form('ja', { baseCode: 'jb', version: 1 })),
      errorOf('language/save', form('jb', { baseCode: 'ja', version: 1 })),
    ]);
    expect(results.toSorted()).toEqual(['DONE', 'LANGUAGE_BASE_CYCLE']);
    const above = await admin.post(languages.remove, { languageCode: 'ib', version: 1 });
    expect(above.data).toMatchObject({ error: 'LANGUAGE_IS_BASE', facts: { names: 'Test' } });
    expect(await errorOf('language/delete', { languageCode: 'ic', version: 1 })).toBe('DONE');
  });

  test('is the default alone, enabled, and cannot be disabled then', async () => {
    const zh = await rowOf('zh');
    const sw = await rowOf('sw');
    expect(await errorOf('language/setDefault', { languageCode: 'sw', version: sw.version })).toBe('LANGUAGE_DISABLED');
    const done = await admin.post(languages.setDefault, {
      languageCode: 'zh',
      version: zh.version,
    });
    expect(done.data).toMatchObject({ isDefault: true });
    expect((await listed()).filter((row: { isDefault: boolean }) => row.isDefault)).toHaveLength(1);
    const { version } = done.data;
    expect(await errorOf('language/stateOperation', { languageCode: 'zh', version, isEnabled: false })).toBe(
      'LANGUAGE_IS_DEFAULT',
    );
    const en = await rowOf('en');
    const both = await Promise.all(
      [en, await rowOf('ke')].map(
        async ({ languageCode, version: seen }) =>
          await errorOf('language/setDefault', { languageCode, version: seen }),
      ),
    );
    expect(both).toContain('DONE');
    expect((await listed()).filter((row: { isDefault: boolean }) => row.isDefault)).toHaveLength(1);
    const back = await rowOf('en');
    if (!back.isDefault) await admin.post(languages.setDefault, { languageCode: 'en', version: back.version });
  });

  test('says who would lose it, and leaves the lists of open consoles when it is disabled', async () => {
    await (await as(app, 'reviewer')).post(auth.saveSetting, { language: 'zh' });
    const { userCount, fallsBackTo, version } = await rowOf('zh');
    expect([userCount, fallsBackTo]).toEqual([1, 'English']);
    const events: string[] = [];
    const forget = app.services.events.onAny((_, event) => void events.push(event.type));
    const off = await admin.post(languages.stateOperation, {
      languageCode: 'zh',
      version,
      isEnabled: false,
    });
    await expect.poll(() => events).toContain('languages');
    forget();
    const codes = async () =>
      (await admin.get(auth.enabledLanguages)).data.map((one: { languageCode: string }) => one.languageCode);
    expect(await codes()).toEqual(['en', 'ke']);
    expect((await admin.get(auth.getBootstrap)).data.languages).toHaveLength(2);
    await admin.post(languages.stateOperation, { languageCode: 'zh', version: off.data.version, isEnabled: true });
    expect(await codes()).toEqual(['en', 'zh', 'ke']);
  });

  test('is deleted disabled, without texts of its own', async () => {
    const zh = await rowOf('zh');
    expect(await errorOf('language/delete', { languageCode: 'zh', version: zh.version })).toBe('LANGUAGE_ENABLED');
    const vi = await rowOf('vi');
    expect(vi.allowedActions).toContain('delete');
    await admin.post(languages.textSave, {
      languageCode: 'vi',
      namespace: 'sdk',
      key: 'copy',
      text: 'Sao chép',
      version: 0,
    });
    expect((await rowOf('vi')).allowedActions).not.toContain('delete');
    const refused = await admin.post(languages.remove, {
      languageCode: 'vi',
      version: vi.version,
    });
    expect(refused.data).toMatchObject({ error: 'LANGUAGE_HAS_TEXTS', facts: { count: 1 } });
    await admin.post(languages.textSave, {
      languageCode: 'vi',
      namespace: 'sdk',
      key: 'copy',
      text: null,
      version: 1,
    });
    expect(await errorOf('language/delete', { languageCode: 'vi', version: vi.version })).toBe('DONE');
    expect(await codes()).not.toContain('vi');
  });

  test('has a picture that anybody may see, and no other file as one', async () => {
    const attach = async (content: Buffer, fileName: string) => {
      const md5 = createHash('md5').update(content).digest('hex');
      const own = { subjectType: 'own', subjectNo: 'U000001' };
      const { data } = await admin.post(file.uploadAttach, {
        fileName,
        content: content.toString('base64'),
        md5,
        ...own,
      });
      return String(data.attachId);
    };
    const head = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ', 'base64');
    const png = Buffer.concat([head, Buffer.alloc(2_000, 7)]);
    const { version } = await rowOf('sw');
    const save = async (flag: string) =>
      await admin.post(languages.save, form('sw', { languageName: 'Kiswahili', sort: 4, version, flag }));
    const text = await save(await attach(Buffer.alloc(2_000, 'a'), 'flag.png'));
    expect(text.data.fields[0]).toMatchObject({ field: 'flag' });
    expect((await save(await attach(head, 'tiny.png'))).data.error).toBe('IMAGE_SIZE');
    expect((await save('00000000-0000-0000-0000-000000000000')).data.error).toBe('ATTACHMENT_NOT_FOUND');
    const { data } = await save(await attach(png, 'flag.png'));
    const picture = await app.http.inject({ url: data.flag });
    expect([picture.headers['content-type'], picture.rawPayload]).toEqual(['image/png', png]);
    const other = await app.http.inject({ url: data.flag.replace('/sw/', '/zh/') });
    expect(other.statusCode).toBe(404);
  });
});

const texts = async (filters: object) =>
  (await admin.post(languages.textPage, listOf({ languageCode: 'zh', ...filters }))).data.rows;
const write = async (namespace: string, key: string, text: string | null, version = 0, languageCode = 'zh') =>
  await admin.post(languages.textSave, { languageCode, namespace, key, text, version });

describe('texts', () => {
  test('are those that are built, each with its English original', async () => {
    expect(await texts({ namespace: 'host' })).toMatchObject([
      { key: 'person.signOut', original: 'Sign out', shipped: '退出登录', textState: 'SHIPPED' },
      { key: 'greeting', shipped: null, textState: 'MISSING', placeholders: ['name'], shown: 'Hello {{name}}' },
      { key: 'rows_other', shipped: '{{count}} 行' },
    ]);
    expect((await texts({ text: '退出' })).map(({ key }: { key: string }) => key)).toEqual(['person.signOut']);
    const { data } = await admin.get(languages.textNamespaces, { languageCode: 'zh' });
    expect(data).toContainEqual({ namespace: 'host', title: 'Console', translated: 2, total: 3 });
    expect((await rowOf('ke')).coverage).toEqual({ translated: 5, total: 5 });
  });

  test('written here reach the console by an address that changes with them', async () => {
    const revisionOf = async () =>
      found((await admin.get(auth.enabledLanguages)).data.find((one) => one.languageCode === 'zh')).textRevision;
    const before = await revisionOf();
    const saved = await write('host', 'greeting', '你好 {{name}}');
    expect(saved.data).toMatchObject({ textState: 'OWN', shown: '你好 {{name}}', version: 1 });
    const revision = await revisionOf();
    expect(revision).not.toBe(before);
    const boot = (await admin.get(auth.getBootstrap)).data.languages;
    expect(found(boot.find((one) => one.languageCode === 'zh')).textRevision).toBe(revision);
    const own = await admin.get(languages.texts, { languageCode: 'zh', revision });
    expect(own.data).toEqual({ host: { greeting: '你好 {{name}}' } });
    expect(own.headers['cache-control']).toBe('private, max-age=31536000, immutable');
    const anybody = await app.http.inject({ url: '/api/hc/web/noAuth/language/texts/zh/1' });
    expect(anybody.json().data).toEqual({ host: { greeting: '你好 {{name}}' } });
    // An address of a state to come must not be filled beforehand with what stands now.
    const ahead = await app.http.inject({ url: '/api/hc/web/noAuth/language/texts/zh/999' });
    expect(ahead.headers['cache-control']).toBe('no-store');
    expect((await admin.get(languages.texts, { languageCode: 'zh', revision: '1' })).headers['cache-control']).toBe(
      'no-store',
    );
    const list = await app.http.inject({ url: '/api/hc/web/noAuth/logon/languageList' });
    expect(list.json().data[1].textRevision).toMatch(/^\d+$/);
    expect(list.json().data[0]).not.toHaveProperty('textRevision');
    const back = await write('host', 'greeting', null, 1);
    expect(back.data).toMatchObject({ textState: 'MISSING', own: null, version: 0 });
    expect((await admin.get(languages.texts, { languageCode: 'zh', revision: await revisionOf() })).data).toEqual({});
  });

  test('of a section are for those who have the section', async () => {
    const { db } = app.database;
    const texts = {
      languageCode: 'en',
      namespace: 'tickets',
      textKey: 'title',
      original: 'Tickets',
    };
    await db
      .insertInto('languageText')
      .values({ ...texts, content: 'Tikiti' })
      .execute();
    const read = async (who: Person) => (await who.get(languages.texts, { languageCode: 'en', revision: '1' })).data;
    await addPerson(app.database, 'with.tickets', { pages: ['/AdminContent/Tickets'] });
    await addPerson(app.database, 'without.tickets');
    expect(await read(await as(app, 'with.tickets'))).toEqual({ tickets: { title: 'Tikiti' } });
    expect(await read(await as(app, 'without.tickets'))).toEqual({});
    const anybody = await app.http.inject({ url: '/api/hc/web/noAuth/language/texts/en/1' });
    expect(anybody.json().data).toEqual({});
    await db.deleteFrom('languageText').where('namespace', '=', 'tickets').execute();
  });

  test.each([
    ['a placeholder left out', 'greeting', '你好', 'TEXT_PLACEHOLDERS', '{{name}}'],
    ['one with half its braces', 'greeting', '你好 {{name}} {name}', 'TEXT_PLACEHOLDERS', ''],
    ['one of another text', 'greeting', '{{name}} {{count}}', 'TEXT_PLACEHOLDERS', ''],
    ['a key no page has', 'nothing.here', 'x', 'TEXT_NOT_FOUND', ''],
    ['nothing but blanks', 'greeting', '  ', 'BAD_REQUEST', 'Content cannot be blank'],
  ])('with %s are refused', async (_, key, text, error, said) => {
    const { data, msg } = await write('host', key, text);
    expect(data.error).toBe(error);
    expect(JSON.stringify([msg, data.fields])).toContain(said);
  });

  test('of somebody who wrote meanwhile are not lost', async () => {
    await write('sdk', 'copy', '拷贝');
    expect((await write('sdk', 'copy', '抄')).data.error).toBe('STALE');
    expect((await texts({ namespace: 'sdk' }))[0]).toMatchObject({ own: '拷贝', version: 1 });
    const { db } = app.database;
    await db.updateTable('languageText').set({ original: 'Copy it' }).where('textKey', '=', 'copy').execute();
    expect((await texts({ textState: 'OUTDATED' })).map(({ key }: { key: string }) => key)).toEqual(['copy']);
    await write('sdk', 'copy', null, 1);
  });

  test('go out as a file and come back, row by row', async () => {
    const finished = async (jobNo: string) => {
      const state = async () => (await admin.get(job.detail, { jobNo })).data;
      await expect.poll(async () => (await state()).jobStatus).not.toMatch(/QUEUED|RUNNING/);
      return await state();
    };
    const { data } = await admin.post(languages.textExport, {
      format: 'csv',
      filters: { languageCode: 'sw', namespace: 'host' },
    });
    await finished(data.jobNo);
    const file = (await admin.get(job.file, { jobNo: data.jobNo })).body.toString();
    expect(file).toContain('sw,host,greeting,Hello {{name}},,');
    const filled = file.replace('Hello {{name}},,', 'Hello {{name}},,Habari').replace('Sign out,,', 'Sign out,,Ondoka');
    const preview = await admin.bytes('user/import/preview?kind=languages.texts', Buffer.from(filled), {});
    expect(preview.data.rows.map((row: { faults: object[] }) => row.faults)).toMatchObject([
      [],
      [{ field: 'text' }],
      [],
      [],
    ]);
    const rows = preview.data.rows.map((row: { cells: object }) => row.cells);
    const applied = await admin.post(imports.apply, { kind: 'languages.texts', rows });
    expect(await finished(applied.data.jobNo)).toMatchObject({ succeeded: 3, failed: 1 });
    expect((await admin.get(languages.texts, { languageCode: 'sw', revision: '1' })).data).toEqual({
      host: { 'person.signOut': 'Ondoka' },
    });
  });

  test('that consoles miss are listed until they are there', async () => {
    const missed = (key: string, namespace = 'host') => ({ languageCode: 'zh', namespace, key });
    const report = { texts: [missed('greeting'), missed('person.signOut'), missed('x', 'unheard-of')] };
    const reviewer = await as(app, 'reviewer');
    await reviewer.post(languages.reportMissing, report);
    await reviewer.post(languages.reportMissing, report);
    const page = async () => (await admin.post(languages.missingPage, listOf())).data.rows;
    expect(await page()).toMatchObject([{ key: 'greeting', seen: 2, original: 'Hello {{name}}' }]);
    await write('host', 'greeting', '{{name}}，你好');
    expect(await page()).toEqual([]);
  });
});

test('the forms of a plural are those of the language', () => {
  const english = ['a', 'rows_one', 'rows_other', 'none_other', 'alone_one'];
  expect([...keysFor(english, 'zh')]).toEqual(['a', 'rows_other', 'none_other', 'alone_one']);
  expect([...keysFor(english, 'sw')]).toContain('rows_one');
  expect([...keysFor(english, 'pl')]).toEqual(expect.arrayContaining(['rows_few', 'rows_many']));
  expect([...keysFor(english, 'xx')]).not.toContain('rows_one');
});

test('the form of one may leave the number out, any other may not', () => {
  expect(holdsPlaceholders('rows_one', '{{count}} row', 'one row')).toBe(true);
  expect(holdsPlaceholders('rows_other', '{{count}} rows', 'rows')).toBe(false);
  expect(holdsPlaceholders('rows_other', '{{ count }} rows', '{{count}} rows')).toBe(true);
  expect(holdsPlaceholders('plain', 'Plain', 'Plain {{x}}')).toBe(false);
});
