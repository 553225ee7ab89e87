import { config, user } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Answer, type Person } from '../../../../testing/test-calls.ts';
import { addDays, businessDateOf, startOfBusinessDate } from '../policy/index.ts';
import { configAt, createConfigFamilies, isSwitchedOn, settleConfigVersions } from './index.ts';
import type { ConfigFamily } from './index.ts';

const page = '/AdminContent/Quotas';
const heard: string[] = [];
const quota = z.strictObject({ perDay: z.int().check(z.minimum(0, 'Cannot be below 0')) });
const basics = { title: { en: 'Quota', zh: '配额' }, value: quota } as const;
/** One for each merchant; an approver agrees. */
const quotas: ConfigFamily<z.output<typeof quota>> = {
  ...basics,
  key: 'test.quota',
  isPerSubject: true,
  access: { see: { page: [page] }, save: 'test:quota:save', decide: 'test:quota:audit' },
  initial: async () => await Promise.resolve(null),
  async check(db, subjectNo) {
    await db.selectFrom('merchant').select('merchantNo').where('merchantNo', '=', subjectNo).executeTakeFirstOrThrow();
  },
  async scheduled(_, version) {
    heard.push(`scheduled ${version.subjectNo} ${version.value.perDay} by ${version.checkerUserNo}`);
    await Promise.resolve();
  },
  async withdrawn(_, version) {
    heard.push(`withdrawn ${version.subjectNo} ${version.value.perDay}`);
    await Promise.resolve();
  },
};
/** One for all, for whole days, without approval. */
const base: ConfigFamily<z.output<typeof quota>> = {
  ...basics,
  key: 'test.base',
  isPerSubject: false,
  isWholeDays: true,
  access: { see: { page: [page] }, save: 'test:quota:save', decide: null },
  initial: async () => await Promise.resolve({ perDay: 1 }),
};

let app: TestApp;
let maker: Person;
let checker: Person;
let both: Person;
let outsider: Person;
const today = businessDateOf(new Date());
const inDays = (days: number) => addDays(today, days);

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const families = [...app.services.configs.values(), quotas, base];
  Object.assign(app.services, { configs: createConfigFamilies(families) });
  const codes = ['test:quota:save', 'test:quota:audit'];
  await addPerson(app.database, 'maker', { pages: [page], codes: codes.slice(0, 1) });
  await addPerson(app.database, 'checker', { pages: [page], codes: codes.slice(1) });
  await addPerson(app.database, 'both', { pages: [page], codes });
  await addPerson(app.database, 'outsider', { codes });
  // Each test has a merchant of its own: these people see all of them.
  await app.database.db.updateTable('role').set({ dataScope: 'ALL' }).where('roleName', 'like', 'role of %').execute();
  [maker, checker, both, outsider] = [
    await as(app, 'maker'),
    await as(app, 'checker'),
    await as(app, 'both'),
    await as(app, 'outsider'),
  ];
});
afterAll(async () => await app[Symbol.asyncDispose]());

/** Each test has a merchant of its own. */
let subjectNo = '';
let merchants = 0;
beforeEach(async () => {
  heard.length = 0;
  merchants += 1;
  const made = await app.database.db
    .insertInto('merchant')
    .values({ merchantName: `Quota ${merchants}`, companyName: 'Q', orgNo: 'O002', orgName: 'Q' })
    .returning('merchantNo')
    .executeTakeFirstOrThrow();
  subjectNo = made.merchantNo;
});

const form = (perDay: number, effectiveFrom: string, changes: object = {}) => ({
  configKey: 'test.quota',
  subjectNo,
  value: { perDay },
  effectiveFrom,
  reason: 'Asked for',
  ...changes,
});
const save = async (perDay: number, effectiveFrom: string, changes: object = {}, who = maker) =>
  await who.post(config.save, form(perDay, effectiveFrom, changes));
const act = async (who: Person, action: string, row: Answer['data'], changes: object = {}) =>
  await who.post(`config/version/${action}`, { versionId: row.versionId, version: row.version, ...changes });
async function agreed(perDay: number, effectiveFrom: string): Promise<Answer['data']> {
  const draft = (await save(perDay, effectiveFrom)).data;
  const pending = (await act(maker, 'submit', draft)).data;
  return (await act(checker, 'approve', pending)).data;
}
const history = async (who = maker) =>
  (await who.post(config.page, listOf({ subjectNo }, { field: 'versionNo', direction: 'asc' }))).data.rows;
const states = async () => (await history()).map((row: { versionStatus: string }) => row.versionStatus);
const errorOf = (answer: Answer) => answer.data.error ?? 'DONE';

describe('a version', () => {
  test('is drafted, agreed to by an approver, and takes force on its day', async () => {
    const draft = await save(5, inDays(2));
    expect(draft.data).toMatchObject({
      versionNo: 1,
      versionStatus: 'DRAFT',
      allowedActions: ['update', 'submit', 'withdraw'],
    });
    const edited = await save(6, inDays(3), { versionId: draft.data.versionId, version: 1 });
    expect(edited.data).toMatchObject({
      value: { perDay: 6 },
      effectiveFrom: inDays(3),
      version: 2,
    });
    const pending = (await act(maker, 'submit', edited.data)).data;
    expect(pending).toMatchObject({ versionStatus: 'PENDING', allowedActions: [] });
    expect((await history(checker))[0].allowedActions).toEqual(['approve', 'reject']);
    const done = await act(checker, 'approve', pending, { reason: 'Fine' });
    expect(done.data).toMatchObject({
      versionStatus: 'SCHEDULED',
      inForceFrom: startOfBusinessDate(inDays(3)).toISOString(),
      checkerName: 'checker',
      decisionReason: 'Fine',
    });
    expect(heard).toEqual([
      `scheduled ${subjectNo} 6 by ${(await app.database.db.selectFrom('appUser').select('userNo').where('userName', '=', 'checker').executeTakeFirstOrThrow()).userNo}`,
    ]);
    const at = async (days: number) =>
      (await maker.get(config.inForce, { key: 'test.quota', subjectNo, at: inDays(days) })).data;
    expect(await at(2)).toEqual({ value: null, versionNo: null, effectiveFrom: null });
    expect(await at(3)).toEqual({ value: { perDay: 6 }, versionNo: 1, effectiveFrom: inDays(3) });
    const log = await app.database.db
      .selectFrom('auditLog')
      .select('action')
      .where('subjectNo', '=', draft.data.versionId)
      .orderBy('auditId')
      .execute();
    expect(log.map(({ action }) => action)).toEqual(['config.save', 'config.save', 'config.submit', 'config.approve']);
  });

  test('for today holds at once; the one before is superseded, whether or not a sweep came by', async () => {
    const { db } = app.database;
    await agreed(5, today);
    expect(await states()).toEqual(['IN_FORCE']);
    // As if this had been yesterday.
    await db.transaction().execute(async (tx) => {
      await sql`SET LOCAL session_replication_role = replica`.execute(tx);
      await sql`UPDATE config_version SET effective_from = effective_from - 1,
        in_force_from = in_force_from - interval '1 day' WHERE subject_no = ${subjectNo}`.execute(tx);
    });
    const beforeNext = new Date();
    await agreed(7, today);
    const stored = async () =>
      (
        await db
          .selectFrom('configVersion')
          .select('storedStatus')
          .where('subjectNo', '=', subjectNo)
          .orderBy('versionNo')
          .execute()
      ).map((row) => row.storedStatus);
    expect(await stored()).toEqual(['SCHEDULED', 'SCHEDULED']);
    expect(await states()).toEqual(['SUPERSEDED', 'IN_FORCE']);
    const read = async () => [
      (await configAt(db, quotas, new Date(), subjectNo)).value?.perDay,
      (await configAt(db, quotas, beforeNext, subjectNo)).value?.perDay,
    ];
    expect(await read()).toEqual([7, 5]);
    expect(await settleConfigVersions(db)).toBeGreaterThanOrEqual(2);
    expect(await stored()).toEqual(['SUPERSEDED', 'IN_FORCE']);
    expect([await states(), await read()]).toEqual([
      ['SUPERSEDED', 'IN_FORCE'],
      [7, 5],
    ]);
  });

  test('is never agreed to by anybody who wrote on it', async () => {
    const draft = (await save(5, inDays(1))).data;
    const edited = (await save(6, inDays(1), { versionId: draft.versionId, version: 1 }, both)).data;
    const pending = (await act(maker, 'submit', edited)).data;
    expect(errorOf(await act(both, 'approve', pending))).toBe('CHANGE_OWN');
    expect(errorOf(await act(both, 'reject', pending, { reason: 'No' }))).toBe('CHANGE_OWN');
    expect(errorOf(await act(maker, 'approve', pending))).toBe('FORBIDDEN');
    expect(await states()).toEqual(['PENDING']);
    const { db } = app.database;
    const decide = db
      .updateTable('configVersion')
      .set(({ ref }) => ({ checkerUserNo: ref('makerUserNo') }))
      .where('versionId', '=', pending.versionId);
    await expect(decide.execute()).rejects.toThrow('check constraint');
  });

  test('that was refused says why and is copied to a new draft', async () => {
    const pending = (await act(maker, 'submit', (await save(5, inDays(1))).data)).data;
    expect((await act(checker, 'reject', pending)).data.fields[0].field).toBe('reason');
    const rejected = await act(checker, 'reject', pending, { reason: 'Too low' });
    expect(rejected.data).toMatchObject({ versionStatus: 'REJECTED', decisionReason: 'Too low' });
    const copy = await maker.post(config.copy, { versionId: pending.versionId });
    expect(copy.data).toMatchObject({
      versionNo: 2,
      versionStatus: 'DRAFT',
      value: { perDay: 5 },
      effectiveFrom: inDays(1),
    });
    expect(errorOf(await act(checker, 'approve', rejected.data))).toBe('ILLEGAL_TRANSITION');
  });

  test('is taken back until its day, and not after', async () => {
    const scheduled = await agreed(5, inDays(4));
    const back = await act(maker, 'withdraw', scheduled, { reason: 'Changed our mind' });
    expect([back.data.versionStatus, heard.at(-1)]).toEqual(['WITHDRAWN', `withdrawn ${subjectNo} 5`]);
    const inForce = await agreed(6, today);
    expect(errorOf(await act(maker, 'withdraw', inForce))).toBe('ILLEGAL_TRANSITION');
    const { db } = app.database;
    for (const statement of ['DELETE FROM', 'UPDATE']) {
      const tail = statement === 'UPDATE' ? `SET value = '{"perDay": 99}'` : '';
      const change = sql.raw(`${statement} config_version ${tail} WHERE version_id = '${inForce.versionId}'`);
      await expect(change.execute(db)).rejects.toThrow('is kept');
    }
  });

  test('has one open draft a thing, however many begin one at once', async () => {
    const answers = await Promise.all([1, 2, 3].map(async (perDay) => await save(perDay, inDays(perDay))));
    expect(answers.map(errorOf).toSorted()).toEqual(['CONFIG_OPEN', 'CONFIG_OPEN', 'DONE']);
  });

  test('of two who approve at once one does', async () => {
    const pending = (await act(maker, 'submit', (await save(5, inDays(1))).data)).data;
    const results = await Promise.all([act(checker, 'approve', pending), act(both, 'approve', pending)]);
    expect(results.map(errorOf).toSorted()).toEqual(['DONE', 'STALE']);
  });

  test.each([
    [
      'a day that is past',
      { effectiveFrom: addDays(businessDateOf(new Date()), -1) },
      'CONFIG_DATE_PAST',
      'effectiveFrom',
    ],
    ['a day that is none', { effectiveFrom: '2026-02-30' }, 'BAD_REQUEST', 'effectiveFrom'],
    ['a value below its least', { value: { perDay: -1 } }, 'BAD_REQUEST', 'value.perDay'],
    ['a value of another form', { value: { perDay: 1, perWeek: 7 } }, 'BAD_REQUEST', 'value.perWeek'],
    ['no value', { value: undefined }, 'BAD_REQUEST', 'value'],
    ['no reason', { reason: ' ' }, 'BAD_REQUEST', 'reason'],
    ['no subject', { subjectNo: '' }, 'REFERENCE_UNKNOWN', 'subjectNo'],
    ['a state of its own', { versionStatus: 'IN_FORCE' }, 'BAD_REQUEST', 'versionStatus'],
  ])('is refused with %s', async (_, changes, error, field) => {
    const { data } = await maker.post(config.save, { ...form(5, inDays(1)), ...changes });
    expect([data.error, data.fields[0].field]).toEqual([error, field]);
    expect(await history()).toEqual([]);
  });

  test('is not for a day that another one has', async () => {
    await agreed(5, inDays(2));
    const taken = await save(6, inDays(2));
    expect([taken.data.error, taken.data.facts]).toEqual(['CONFIG_DATE_TAKEN', { versionNo: 1 }]);
  });
});

describe('who sees and changes', () => {
  test('those with the page see it; those with the codes change it', async () => {
    const { data } = await save(5, inDays(1));
    expect(errorOf(await save(5, inDays(1), {}, checker))).toBe('FORBIDDEN');
    expect(errorOf(await save(5, inDays(1), {}, outsider))).toBe('FORBIDDEN');
    for (const action of ['submit', 'approve', 'withdraw']) {
      expect(errorOf(await act(outsider, action, data))).toBe('FORBIDDEN');
    }
    expect((await outsider.post(config.copy, { versionId: data.versionId })).data.error).toBe('FORBIDDEN');
    expect((await outsider.get(config.inForce, { key: 'test.quota' })).data.error).toBe('FORBIDDEN');
    expect(await history(outsider)).toEqual([]);
    expect((await outsider.get(config.keys)).data).toEqual([]);
    expect((await maker.get(config.keys)).data).toEqual([
      {
        configKey: 'test.quota',
        title: 'Quota',
        isPerSubject: true,
        asksForChecker: true,
        maySave: true,
        inForce: null,
      },
      {
        configKey: 'test.base',
        title: 'Quota',
        isPerSubject: false,
        asksForChecker: false,
        maySave: true,
        inForce: { perDay: 1 },
      },
    ]);
    expect((await maker.get(config.inForce, { key: 'no.such.key' })).status).toBe(404);
  });

  test('where no approver is requested, a draft is scheduled by who made it, from tomorrow on', async () => {
    const changes = { configKey: 'test.base', subjectNo: '' };
    expect((await save(5, today, changes)).data.facts).toEqual({ earliest: inDays(1) });
    const draft = (await save(5, inDays(1), changes)).data;
    const done = await act(maker, 'submit', draft);
    expect(done.data).toMatchObject({ versionStatus: 'SCHEDULED', checkerName: null });
    expect((await maker.get(config.inForce, { key: 'test.base' })).data.value).toEqual({ perDay: 1 });
  });
});

test('a switch of the company is turned by two people and holds from then on', async () => {
  const { db } = app.database;
  const { userNo } = await addPerson(app.database, 'second.admin');
  await db.insertInto('userRole').values({ userNo, roleNo: 'R-001' }).execute();
  const [admin, second] = [await as(app, 'admin'), await as(app, 'second.admin')];
  const configKey = 'makerChecker.user';
  expect(await isSwitchedOn(db, configKey)).toBe(false);
  const draft = await admin.post(config.save, {
    configKey,
    value: true,
    effectiveFrom: today,
    reason: 'Audit',
  });
  const pending = await act(admin, 'submit', draft.data);
  expect(errorOf(await act(admin, 'approve', pending.data))).toBe('CHANGE_OWN');
  expect((await act(second, 'approve', pending.data)).data.versionStatus).toBe('IN_FORCE');
  expect(await isSwitchedOn(db, configKey)).toBe(true);
  const { data } = await admin.get(user.getUpdateUserInfo, { userNo: 'U000013' });
  const asked = await admin.post(user.updateUser, {
    userNo: 'U000013',
    version: data.version,
    internalExternal: 'EXTERNAL',
  });
  expect(asked.data).toHaveProperty('changeNo');
});

test('two families of one key are refused at the start', () => {
  expect(() => createConfigFamilies([quotas, quotas])).toThrow('is defined twice');
});
