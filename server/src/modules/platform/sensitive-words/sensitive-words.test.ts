import { announcement, imports, job, sensitiveWord } from '@kituo/sdk/contracts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { AppError } from '../../../http/app-error.ts';
import { createLogger } from '../health/index.ts';
import { startJobWorker } from '../jobs/index.ts';
import { findWords } from './find-words.ts';
import { importWordsKind } from './import.ts';
import { wordSearch } from './word-search.ts';

let app: TestApp;
let editor: Person;
let reader: Person;
let stop: () => Promise<void>;
beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const pages = [sensitiveWord.SENSITIVE_WORD_PAGE, '/AdminContent/OperationSystem/AnnouncementManagement'];
  const codes = ['operation:sensitiveWord:save', 'operation:announcement:save'];
  for (const [name, held] of [
    ['words.editor', codes],
    ['words.reader', []],
  ] as const) {
    const { roleNo } = await addPerson(app.database, name, { pages, codes: [...held] });
    await app.database.db.updateTable('role').set({ dataScope: 'ALL' }).where('roleNo', '=', roleNo).execute();
  }
  [editor, reader] = [await as(app, 'words.editor'), await as(app, 'words.reader')];
  const { db } = app.database;
  stop = await startJobWorker({ db, services: app.services, log: createLogger('silent') });
});
afterAll(async () => {
  await stop();
  await app[Symbol.asyncDispose]();
});

const group = {
  wordGroup: 'Insults',
  words: ['Thief', 'liar'],
  exceptions: ['not a thief'],
  language: 'en',
  scopes: ['ANNOUNCEMENT'],
  action: 'BLOCK',
};
const announced = async (content: string, headers: Record<string, string> = {}) => {
  const form = {
    title: { en: 'Notice', zh: '通知' },
    content: { en: content, zh: '通知' },
    audience: 'APP',
    announcementType: 'LIST',
    merchantNos: [],
    deptNos: [],
    mustConfirm: false,
    startAt: '2030-01-01T00:00:00Z',
    endAt: null,
  };
  return await editor.post(announcement.save, form, undefined, headers);
};

it('finds words whatever the case, and not within an exception', () => {
  const one = { ...group, wordGroupNo: 'SW1', action: 'BLOCK' as const };
  expect(findWords('You are a THIEF', [one])).toMatchObject([{ word: 'Thief' }]);
  expect(findWords('You are not a thief', [one])).toEqual([]);
  expect(findWords('You are not a thief, you are a thief', [one])).toMatchObject([{ word: 'Thief' }]);
});

it('looks for the words of a language in texts of that language', async () => {
  const titled = async (content: Record<string, string>) =>
    (
      await editor.post(announcement.save, {
        title: { en: 'Notice', sw: 'Tangazo', zh: '通知' },
        content: { zh: '通知', ...content },
        audience: 'APP',
        announcementType: 'LIST',
        merchantNos: [],
        deptNos: [],
        mustConfirm: false,
        startAt: '2030-01-01T00:00:00Z',
        endAt: null,
      })
    ).data.error;
  const save = async (change: object) =>
    (
      await editor.post(sensitiveWord.save, {
        ...group,
        wordGroup: 'Names',
        words: ['mbwa'],
        exceptions: [],
        ...change,
      })
    ).data;
  const made = await save({ language: 'sw' });
  expect(await titled({ en: 'The mbwa barks', sw: 'Habari' })).toBeUndefined();
  expect(await titled({ en: 'News', sw: 'Wewe ni mbwa' })).toBe('SENSITIVE_WORD');
  const every = await save({ ...made, language: null });
  expect(await titled({ en: 'The mbwa barks', sw: 'Habari' })).toBe('SENSITIVE_WORD');
  await editor.post(sensitiveWord.disable, every);
});

it('asks the writer about a word that is warned of, and logs the answer', async () => {
  const { db } = app.database;
  const warned = {
    ...group,
    wordGroup: 'To confirm',
    words: ['zany promises'],
    exceptions: [],
    action: 'WARN' as const,
  };
  const { wordGroupNo } = (await editor.post(sensitiveWord.save, warned)).data;
  const accepted = async () =>
    await db
      .selectFrom('auditLog')
      .select('after')
      .where('action', '=', 'sensitiveWord.accepted')
      .where('subjectNo', '=', wordGroupNo)
      .execute();
  const asked = await announced('Loans, ZANY promises made');
  expect(asked.data).toMatchObject({ error: 'SENSITIVE_WORD_WARNED', facts: { word: 'zany promises' } });
  expect(asked.data.fields).toMatchObject([{ field: 'content' }]);
  expect(await accepted()).toEqual([]);
  const confirmed = await announced('Loans, ZANY promises made', { 'kituo-words': '1' });
  expect(confirmed.code).toBe(0);
  expect(await accepted()).toEqual([{ after: { word: 'zany promises', scope: 'ANNOUNCEMENT', field: 'content' } }]);
  await editor.post(sensitiveWord.disable, { wordGroupNo, version: 1 });
});

it('finds words within and across one another, and each place of them', () => {
  const find = wordSearch(['he', 'she', 'hers', 'dad', 'adda']);
  const words = ['he', 'she', 'hers', 'dad', 'adda'];
  const seen = (text: string) => find(text).map(({ index, from, to }) => `${words[index]} ${from}-${to}`);
  expect(seen('ushers')).toEqual(['she 1-4', 'he 2-4', 'hers 2-6']);
  expect(seen('dadda')).toEqual(['dad 0-3', 'adda 1-5']);
  expect(seen('he 她 he')).toEqual(['he 0-2', 'he 5-7']);
  expect(wordSearch([])('he')).toEqual([]);
});

it('finds the same as looking for each word alone, in any text', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(
      fc.array(letters, { maxLength: 12 }),
      fc.string({ unit: fc.constantFrom('a', 'b', 'c') }),
      (words, text) => {
        const found = new Set(wordSearch(words)(text).map(({ index }) => words[index]));
        expect([...found].toSorted()).toEqual([...new Set(words.filter((word) => text.includes(word)))].toSorted());
      },
    ),
  );
});

it('stops an announcement with a blocked word, and records the hit; not while its group is disabled', async () => {
  const { data } = await editor.post(sensitiveWord.save, group);
  const blocked = await announced('The liar 254712345678 pays');
  expect(blocked.data).toMatchObject({ error: 'SENSITIVE_WORD', fields: [{ field: 'content' }] });
  const { data: shown } = await reader.get(sensitiveWord.detail, { wordGroupNo: data.wordGroupNo });
  expect(shown.hits).toMatchObject([{ word: 'liar', scope: 'ANNOUNCEMENT', text: 'The liar 254****45678 pays' }]);
  expect(shown.row).toMatchObject({ hits: 1, status: 'ENABLED', allowedActions: [] });
  const hitsOf = async (filters: object) => (await reader.call(sensitiveWord.hitPage, listOf(filters))).rows;
  expect(await hitsOf({ hitWord: 'liar', action: 'BLOCK', hitScope: 'ANNOUNCEMENT' })).toMatchObject([
    { hitWord: 'liar', hitText: 'The liar 254****45678 pays', wordGroupNo: data.wordGroupNo },
  ]);
  expect(await hitsOf({ hitWord: 'liar', hitScope: 'FOLLOW_UP' })).toEqual([]);
  expect(await hitsOf({ hitWord: 'liar', hitAt: { to: '2026-01-01' } })).toEqual([]);
  expect((await editor.post(sensitiveWord.remove, data)).data.error).toBe('ILLEGAL_TRANSITION');
  await editor.post(sensitiveWord.disable, data);
  expect((await announced('The liar pays')).code).toBe(0);
  expect((await editor.post(sensitiveWord.disable, { ...data, version: 2 })).data.error).toBe('NOTHING_CHANGES');
  expect((await editor.post(sensitiveWord.remove, data)).data.error).toBe('STALE');
  expect((await editor.post(sensitiveWord.remove, { ...data, version: 2 })).code).toBe(0);
});

it('refuses a word of another action, one that is there twice, and whoever may not', async () => {
  await editor.post(sensitiveWord.save, { ...group, words: ['crook'] });
  const taken = await editor.post(sensitiveWord.save, { ...group, words: ['CROOK'], action: 'FLAG' });
  expect(taken.data).toMatchObject({ error: 'WORD_TAKEN', fields: [{ field: 'words' }] });
  expect((await editor.post(sensitiveWord.save, { ...group, words: ['cheat', 'Cheat'] })).data.error).toBe(
    'BAD_REQUEST',
  );
  expect((await reader.post(sensitiveWord.save, group)).data.error).toBe('FORBIDDEN');
  const found = await reader.post(sensitiveWord.page, listOf({ word: 'croo', scope: 'ANNOUNCEMENT' }));
  expect(found.data.total).toBe(1);
});

it('tries words on what was sent and noted in the last 30 days, and keeps nothing', async () => {
  const { db } = app.database;
  const sent = async (body: string, ago: string) =>
    await sql`insert into message (kind, channel, destination, subject, body, message_status, sent_at)
      values ('order.passed', 'SMS', '254712345678', 'S', ${body}, 'SENT', now() - ${ago}::interval)`.execute(db);
  await sent('You zounds, call 254712345678', '2 days');
  await sent('Bezoundsing is fine', '2 days');
  await sent('You zounds', '40 days');
  const hitsBefore = await db
    .selectFrom('wordHit')
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow();
  const tried = async (request: Parameters<typeof sensitiveWord.trial.request.parse>[0]) => {
    const { jobNo } = await editor.call(sensitiveWord.trial, sensitiveWord.trial.request.parse(request));
    const result = async () => await editor.call(sensitiveWord.trialResult, { jobNo });
    await expect.poll(async () => (await result()).isRunning, { timeout: 20_000 }).toBe(false);
    return await result();
  };
  const all = await tried({ words: ['zounds'], exceptions: [], scopes: ['TEMPLATE'] });
  expect(all).toMatchObject({ hits: 2, byWord: [{ word: 'zounds', hits: 2, likelyFalse: 1 }] });
  expect([all.done, all.texts]).toEqual([all.total, expect.any(Number)]);
  expect(all.samples.map(({ text }) => text)).toContain('You zounds, call 254****45678');
  const innocent = { words: ['zounds'], exceptions: ['bezoundsing'] };
  expect((await tried({ ...innocent, scopes: ['TEMPLATE'] })).hits).toBe(1);
  expect((await tried({ ...innocent, scopes: ['FOLLOW_UP'] })).hits).toBe(0);
  expect((await editor.refusalOf(sensitiveWord.trialResult, { jobNo: 'JB999999999' })).error).toBe('NOT_FOUND');
  expect(
    await db
      .selectFrom('wordHit')
      .select(sql<number>`count(*)::int`.as('n'))
      .executeTakeFirstOrThrow(),
  ).toEqual(hitsBefore);
});

it('reads words from a file, with what is wrong line by line', async () => {
  const { db } = app.database;
  const row = (wordGroup: string, words: string, action = 'WARN') => ({
    wordGroup,
    words,
    scopes: 'MANUAL_SMS',
    action,
    language: '',
  });
  const named = { ...group, wordGroup: 'Curses', words: ['drat'], exceptions: [] };
  expect((await editor.post(sensitiveWord.save, named)).code).toBe(0);
  const preview = async (rows: readonly ReturnType<typeof row>[]) => {
    const marked: unknown[] = [];
    for (const cells of rows) {
      const input = importWordsKind.toInput(cells);
      const form = importWordsKind.form.safeParse(input);
      if (!form.success) marked.push('form');
      else
        await importWordsKind.check?.(form.data, { db } as never).then(
          () => marked.push(null),
          (error: unknown) => marked.push(error instanceof AppError ? error.error : error),
        );
    }
    return marked;
  };
  expect(
    await preview([row('Slang', 'gizmo, widget'), row('Slang', 'x'), row('Curses', 'gizmo'), row('Other', 'drat')]),
  ).toEqual([null, 'form', 'WORD_GROUP_DIFFERS', 'WORD_TAKEN']);
  const { jobNo } = (
    await editor.post(imports.apply, {
      kind: 'sensitiveWords.import',
      rows: [row('Slang', 'gizmo, widget'), row('slang', 'doodad')],
    })
  ).data;
  await expect.poll(async () => (await editor.call(job.detail, { jobNo })).jobStatus).toBe('SUCCESS');
  const groups = await db.selectFrom('wordGroup').select('words').where('wordGroup', '=', 'Slang').execute();
  expect(groups).toEqual([{ words: ['gizmo', 'widget', 'doodad'] }]);
  expect(await preview([row('Slang', 'DOODAD')])).toEqual(['WORD_REPEATED']);
});

it('disables and enables many groups by a job, each on its own', async () => {
  const made = async (wordGroup: string, words: string[]) =>
    (
      await editor.call(sensitiveWord.save, {
        wordGroup,
        words,
        exceptions: [],
        language: null,
        scopes: ['MANUAL_SMS'],
        action: 'FLAG',
      })
    ).wordGroupNo;
  const wordGroupNos = [await made('Many one', ['qwertz']), await made('Many two', ['azerty'])];
  const switched = async (isEnabled: boolean) => {
    const { jobNo } = await editor.call(sensitiveWord.switchMany, { wordGroupNos, isEnabled });
    const ended = async () => await editor.call(job.detail, { jobNo });
    await expect.poll(async () => (await ended()).jobStatus, { timeout: 20_000 }).toMatch(/SUCCESS|FAILURE/);
    const { succeeded, failed } = await ended();
    return [succeeded, failed];
  };
  const [first = ''] = wordGroupNos;
  await editor.call(sensitiveWord.disable, { wordGroupNo: first, version: 1 });
  expect(await switched(false)).toEqual([1, 1]);
  expect(await switched(true)).toEqual([2, 0]);
});

it('moves the words of many groups into one, with their hits, and deletes what is empty then', async () => {
  const made = async (wordGroup: string, words: string[], action: 'FLAG' | 'WARN' = 'FLAG') =>
    (
      await editor.call(sensitiveWord.save, {
        wordGroup,
        words,
        exceptions: [],
        language: null,
        scopes: ['FOLLOW_UP'],
        action,
      })
    ).wordGroupNo;
  const [one, two, target] = [
    await made('Moved one', ['xylograph', 'Shared word']),
    await made('Moved two', ['xylem sap']),
    await made('Target', ['shared word'], 'FLAG'),
  ];
  const { db } = app.database;
  await db
    .insertInto('wordHit')
    .values({ wordGroupNo: one, word: 'xylograph', scope: 'FOLLOW_UP', text: 'A xylograph' })
    .execute();
  const move = async (wordGroupNos: string[], toWordGroupNo: string) => {
    const { jobNo } = await editor.call(sensitiveWord.moveMany, { wordGroupNos, toWordGroupNo });
    const ended = async () => await editor.call(job.detail, { jobNo });
    await expect.poll(async () => (await ended()).jobStatus, { timeout: 20_000 }).toMatch(/SUCCESS|FAILURE/);
    const { succeeded, failed } = await ended();
    return [succeeded, failed];
  };
  const unknown = await editor.refusalOf(sensitiveWord.moveMany, { wordGroupNos: [one], toWordGroupNo: 'SW999999' });
  expect([unknown.error, unknown.fields]).toEqual(['REFERENCE_UNKNOWN', ['toWordGroupNo']]);
  // The target itself stays as it is; the others go into it.
  expect(await move([one, two, target], target)).toEqual([2, 1]);
  const { row, hits } = await editor.call(sensitiveWord.detail, { wordGroupNo: target });
  expect(row.words.toSorted()).toEqual(['shared word', 'xylem sap', 'xylograph']);
  expect(hits.map(({ word }) => word)).toEqual(['xylograph']);
  expect(await editor.refusalOf(sensitiveWord.detail, { wordGroupNo: one })).toMatchObject({ error: 'NOT_FOUND' });
  // Words that would mean two things stay where they are.
  const warned = await made('Warned', ['zymurgy'], 'WARN');
  const flagged = await made('Flagged', ['yellow belly']);
  const clash = await made('Clash', ['yellow belly 2']);
  await db
    .updateTable('wordGroup')
    .set({ words: ['yellow belly'] })
    .where('wordGroupNo', '=', clash)
    .execute();
  expect(await move([clash], warned)).toEqual([0, 1]);
  expect(await move([clash], flagged)).toEqual([1, 0]);
});
