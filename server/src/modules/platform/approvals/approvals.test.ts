import { approval, config, user } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';
import { nameOfSubject } from './subject-name.ts';

const USERS = '/AdminContent/UserSystem/UserManagement';
let app: TestApp;
let maker: Person;
let checker: Person;

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  await db.updateTable('policySetting').set({ value: 'true' }).where('settingKey', '=', 'makerChecker.user').execute();
  const { userNo } = await addPerson(app.database, 'second.admin');
  await db.insertInto('userRole').values({ userNo, roleNo: 'R-001' }).execute();
  [maker, checker] = [await as(app, 'admin'), await as(app, 'second.admin')];
});
afterAll(async () => await app[Symbol.asyncDispose]());

const listOf = async (person: Person) => z.parse(approval.list.reply, (await person.get(approval.list)).data);
const countsOf = async (person: Person) => z.parse(approval.counts.reply, (await person.get(approval.counts)).data);

/** A request about a person, asked for by the maker. */
async function requested(userName: string): Promise<void> {
  const { userNo, version } = await app.database.db
    .selectFrom('appUser')
    .select(['userNo', 'version'])
    .where('userName', '=', userName)
    .executeTakeFirstOrThrow();
  expect((await maker.post(user.updateUser, { userNo, version, roleNos: ['R-002'] })).code).toBe(0);
}

/** A version of the company's own settings, submitted by the maker. */
async function submitted(configKey: string, value: unknown): Promise<void> {
  const saved = await maker.post(config.save, {
    configKey,
    value,
    effectiveFrom: '2099-01-01',
    reason: 'Stricter',
  });
  expect(saved.code).toBe(0);
  const { versionId, version } = saved.data;
  expect((await maker.post(config.submit, { versionId, version })).code).toBe(0);
}

test('what awaits a person stands in one list over all kinds, with what it changes, and not for who asked', async () => {
  await requested('traffic');
  await submitted('signIn.mfaRequired', true);
  const { rows, queues, total } = await listOf(checker);
  // Somebody of the demonstration asked for leave; others wrote texts, campaigns and score sheets.
  expect(queues).toContainEqual(expect.objectContaining({ key: 'scheduleChanges', count: 1 }));
  expect(total).toBe(rows.length + queues.reduce((sum, { count }) => sum + count, 0));
  const change = rows.find(({ approvalKind }) => approvalKind === 'CHANGE');
  expect(change).toMatchObject({ path: USERS, allowedActions: ['approve', 'reject'], after: { roleNos: ['R-002'] } });
  const version = rows.find(({ effectiveFrom }) => effectiveFrom === '2099-01-01');
  expect(version).toMatchObject({ approvalKind: 'VERSION', before: { value: false }, after: { value: true } });
  expect(await countsOf(checker)).toMatchObject({ total });
  const { pages, subjects } = await countsOf(checker);
  expect(subjects).toContainEqual({ family: 'signIn.mfaRequired', subjectNo: '', count: 1 });
  expect(pages.find(({ path }) => path === USERS)).toMatchObject({ count: 1, families: { user: 1 } });
  expect(pages.find(({ approvalKind }) => approvalKind === 'VERSION')?.families).toEqual({ 'signIn.mfaRequired': 1 });
  expect((await listOf(maker)).rows.filter(({ approvalNo }) => approvalNo === change?.approvalNo)).toEqual([]);
  const clerk = await as(app, 'repayer');
  expect(await listOf(clerk)).toEqual({ rows: [], queues: [], total: 0 });
});

test('either kind is decided here as its own page would, and refused to who asked', async () => {
  const { rows } = await listOf(checker);
  for (const { approvalKind, approvalNo, version } of rows) {
    const one = { approvalKind, approvalNo, version };
    expect((await maker.post(approval.approve, one)).data.error).toBe('CHANGE_OWN');
    expect((await checker.post(approval.reject, one)).code).not.toBe(0);
    expect((await checker.post(approval.approve, one)).code).toBe(0);
  }
  expect((await listOf(checker)).rows).toEqual([]);
  await requested('collector');
  const [row] = (await listOf(checker)).rows;
  const one = { approvalKind: row?.approvalKind, approvalNo: row?.approvalNo, version: 0 };
  expect((await checker.post(approval.reject, { ...one, reason: 'Not needed' })).code).toBe(0);
  expect((await checker.post(approval.approve, one)).data.error).toBe('ILLEGAL_TRANSITION');
});

test('a version is named by its thing and its merchant, in the words of its reader', async () => {
  const { db } = app.database;
  const nameOf = async (key: string, subjectNo: string, value: unknown = {}, lang: 'en' | 'zh' = 'en') =>
    await nameOfSubject(app.services.configs.get(key), { subjectNo, value }, { db, lang });
  const { merchantName } = await db
    .selectFrom('merchant')
    .select('merchantName')
    .where('merchantNo', '=', 'M0001')
    .executeTakeFirstOrThrow();
  expect(await nameOf('operation.loanLimit', 'M0001_FIRST', {}, 'zh')).toBe(`首贷 · ${merchantName}`);
  expect(await nameOf('risk.model', 'M0001_R000001', { ruleName: 'First loans' })).toBe(
    `First loans · ${merchantName}`,
  );
  expect(await nameOf('collection.division', 'M0001')).toBe(merchantName);
  expect(await nameOf('collection.division', 'M-GONE')).toBe('M-GONE');
  expect(await nameOf('signIn.mfaRequired', '')).toBe('');
});
