import { sensitiveInfo, config, reveal, warning } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { createRevealKinds } from './index.ts';

const page = '/AdminContent/UserSystem/UserManagement';
const staff = ['U000012', 'U000013', 'U000014', 'U000020', 'U000021'] as const;

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  admin = await as(app, 'admin');
});
afterAll(async () => await app[Symbol.asyncDispose]());

/** Somebody at the page of users who may reveal so many phones a day. */
async function revealer(userName: string, dailyRevealBudget: number, revealFields = ['phone']) {
  const person = await addPerson(app.database, userName, { pages: [page] });
  await app.database.db
    .updateTable('role')
    .set({ dailyRevealBudget, revealFields, dataScope: 'ALL' })
    .where('roleNo', '=', person.roleNo)
    .execute();
  return { ...person, ...(await as(app, userName)) };
}
const show = async (who: Person, userNo: string, changes: object = {}) =>
  await who.post(reveal.show, { kind: 'user.phone', subjectNo: userNo, purpose: 'CALL_BACK', ...changes });
const get = async (who: Person, userNo: string, purpose = 'CALL_BACK') =>
  await who.get(reveal.value, { kind: 'user.phone', subjectNo: userNo, purpose });
const phoneOf = async (userNo: string) =>
  (await app.database.db.selectFrom('appUser').select('phone').where('userNo', '=', userNo).executeTakeFirstOrThrow())
    .phone;
const logOf = async (userNo: string) =>
  await app.database.db.selectFrom('revealLog').selectAll().where('userNo', '=', userNo).orderBy('revealId').execute();

describe('a reveal', () => {
  test('answers the value, is recorded first and counted once a value and day', async () => {
    const who = await revealer('counts', 3);
    const [first, second] = staff;
    const shown = await get(who, first);
    expect(shown.data).toBe(await phoneOf(first));
    expect(shown.headers['cache-control']).toBe('no-store');
    expect((await show(who, first)).data).toEqual({ value: await phoneOf(first), left: 2 });
    expect((await show(who, second, { purpose: 'OTHER', note: 'Fire drill' })).data.left).toBe(1);
    expect(await logOf(who.userNo)).toMatchObject([
      { outcome: 'SHOWN', subjectNo: first, kind: 'user.phone', field: 'phone', purpose: 'CALL_BACK' },
      { outcome: 'REPEATED' },
      { outcome: 'SHOWN', purpose: 'OTHER', note: 'Fire drill' },
    ]);
    const { data } = await who.get(reveal.budget);
    expect(data).toMatchObject({ budget: 3, used: 2, left: 1, fields: ['phone'] });
    expect(data.resetsAt).toMatch(/T21:00:00.000Z$/);
  });

  test('of what is empty answers a dash and costs nothing', async () => {
    const who = await revealer('empty', 1);
    const nobody = await addPerson(app.database, 'without.phone');
    expect((await get(who, nobody.userNo)).data).toBe('-');
    expect((await who.get(reveal.budget)).data.left).toBe(1);
    expect(await logOf(who.userNo)).toMatchObject([{ outcome: 'EMPTY' }]);
  });

  test('past the budget is refused, however many are asked for at once, and somebody is warned', async () => {
    const who = await revealer('greedy', 2);
    const answers = await Promise.all(staff.map(async (userNo) => await show(who, userNo)));
    const refused = answers.filter(({ data }) => data.error === 'REVEAL_BUDGET');
    expect(refused).toHaveLength(3);
    expect(refused[0]?.msg).toContain('today’s limit of 2 revealed values');
    expect(JSON.stringify(refused)).not.toMatch(/254\d{9}/);
    const outcomes = (await logOf(who.userNo)).map(({ outcome }) => outcome);
    expect(outcomes.toSorted()).toEqual(['REFUSED', 'REFUSED', 'REFUSED', 'SHOWN', 'SHOWN']);
    const warned = await admin.post(warning.page, listOf({ sourceType: 'REVEAL_BUDGET' }));
    const about = warned.data.rows.filter((row: { subject: string }) =>
      row.subject.startsWith('greedy reached the daily limit'),
    );
    expect(about).toHaveLength(1);
    // What was seen today may be seen again; tomorrow the budget is whole.
    const seen = (await logOf(who.userNo)).find(({ outcome }) => outcome === 'SHOWN');
    expect((await show(who, seen?.subjectNo ?? '')).code).toBe(0);
    await app.database.db
      .updateTable('revealDay')
      .set({ eatDay: '2020-01-01' })
      .where('userNo', '=', who.userNo)
      .execute();
    expect((await who.get(reveal.budget)).data.left).toBe(2);
  });

  test.each([
    ['no purpose', { purpose: '' }, 'BAD_REQUEST', 'purpose'],
    ['a purpose nobody listed', { purpose: 'CURIOSITY' }, 'REFERENCE_UNKNOWN', 'purpose'],
    ['another purpose without a note', { purpose: 'OTHER' }, 'BAD_REQUEST', 'note'],
    ['a blank note', { purpose: 'OTHER', note: ' ' }, 'BAD_REQUEST', 'note'],
    ['a value of the caller’s', { value: '254700000000' }, 'BAD_REQUEST', 'value'],
  ])('with %s is refused beside its field', async (_, changes, error, field) => {
    const { data } = await show(admin, staff[0], changes);
    expect([data.error, data.fields[0].field]).toEqual([error, field]);
  });

  test('of a kind nobody defined is not found', async () => {
    expect((await show(admin, staff[0], { kind: 'user.password' })).data.error).toBe('NOT_FOUND');
    expect(
      (await admin.get(reveal.value, { kind: 'user.passwordHash', subjectNo: 'U000001', purpose: 'AUDIT' })).status,
    ).toBe(404);
  });

  test('takes the page, a role that allows the field, and a person one sees', async () => {
    const elsewhere = await addPerson(app.database, 'elsewhere');
    await app.database.db
      .updateTable('role')
      .set({ dailyRevealBudget: 5, revealFields: ['phone'] })
      .where('roleNo', '=', elsewhere.roleNo)
      .execute();
    expect((await get(await as(app, 'elsewhere'), staff[0])).data.error).toBe('FORBIDDEN');
    const blind = await revealer('blind', 5, ['email']);
    expect((await get(blind, staff[0])).data.error).toBe('REVEAL_FIELD');
    const narrow = await revealer('narrow', 5);
    const { db } = app.database;
    await db.updateTable('role').set({ dataScope: 'MERCHANTS' }).where('roleNo', '=', narrow.roleNo).execute();
    await db.insertInto('userMerchant').values({ userNo: narrow.userNo, merchantNo: 'M0003' }).execute();
    const unseen = await addPerson(app.database, 'head.office');
    expect((await get(narrow, unseen.userNo)).data.error).toBe('USER_NOT_FOUND');
    expect(await logOf(narrow.userNo)).toEqual([]);
  });
});

describe('the log', () => {
  test('is one’s own, and that of people one sees', async () => {
    const who = await revealer('logged', 5);
    await get(who, staff[0]);
    const mine = await who.post(reveal.mine, listOf({ kind: 'user.phone' }));
    expect(mine.data).toMatchObject({ total: 1, rows: [{ title: 'User phone', subjectNo: staff[0] }] });
    const theirs = await admin.post(reveal.ofUser, listOf({ userNo: who.userNo }));
    expect(theirs.data.rows).toEqual(mine.data.rows);
    expect((await admin.post(reveal.mine, listOf())).data.total).toBe(0);
    const lead = await as(app, 'operator');
    const beyond = await lead.post(reveal.ofUser, listOf({ userNo: who.userNo }));
    expect(beyond.data.error).toBe('USER_NOT_FOUND');
    const reviewer = await as(app, 'reviewer');
    const outside = await reviewer.post(reveal.ofUser, listOf({ userNo: who.userNo }));
    expect(outside.data.error).toBe('FORBIDDEN');
    const later = await who.post(reveal.mine, listOf({ from: '2999-01-01' }));
    expect(later.data.total).toBe(0);
  });

  test('cannot be changed, and holds no value', async () => {
    const { db } = app.database;
    await expect(db.updateTable('revealLog').set({ purpose: 'AUDIT' }).execute()).rejects.toThrow();
    await expect(db.deleteFrom('revealLog').execute()).rejects.toThrow();
    const all = JSON.stringify(await db.selectFrom('revealLog').selectAll().execute());
    expect(all).not.toMatch(/254\d{9}|@/);
  });
});

test('two kinds of one name are refused at the start', () => {
  const kind = [...app.services.reveals.values()][0];
  expect(() => createRevealKinds(kind ? [kind, kind] : [])).toThrow('is defined twice');
});

describe('a rule of a kind of value', () => {
  const put = async (rules: object[]) => {
    const { db } = app.database;
    const { count } = await db
      .selectFrom('configVersion')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('configKey', '=', 'platform.sensitiveInfo')
      .executeTakeFirstOrThrow();
    const day = `2026-01-0${count + 1}`;
    await db
      .insertInto('configVersion')
      .values({
        configKey: 'platform.sensitiveInfo',
        subjectNo: '',
        versionNo: count + 1,
        value: JSON.stringify({ rules }),
        effectiveFrom: day,
        inForceFrom: new Date(`${day}T00:00:00Z`),
        storedStatus: 'IN_FORCE',
        makerUserNo: staff[0],
        editorUserNos: [staff[0]],
        checkerUserNo: staff[1],
        reason: 'Agreed upon',
      })
      .execute();
  };
  const rule = { fieldKey: 'phone', revealRoles: [], purposes: [], dailyRevealBudget: 500 };

  test('bounds how often, what for and by whom, beside the role', async () => {
    const who = await revealer('bounded', 10);
    const [first, second, third] = staff;
    await put([{ ...rule, dailyRevealBudget: 1 }]);
    expect((await show(who, first)).code).toBe(0);
    expect((await show(who, second)).data.error).toBe('REVEAL_BUDGET');
    await put([{ ...rule, purposes: ['CALL_BACK'] }]);
    expect((await show(who, second)).code).toBe(0);
    const other = await show(who, third, { purpose: 'OTHER', note: 'Fire drill' });
    expect(other.data).toMatchObject({ error: 'REFERENCE_UNKNOWN', fields: [{ field: 'purpose' }] });
    await put([{ ...rule, purposes: ['CALL_BACK'], revealRoles: ['R-001'] }]);
    expect((await show(who, third)).data.error).toBe('REVEAL_FIELD');
    await put([]);
    expect((await show(who, third)).code).toBe(0);
  });

  test('is seen with the people it concerns, and is drafted for roles of its field alone', async () => {
    const pages = ['/AdminContent/OperationSystem/SensitiveInfoConfig'];
    const { roleNo } = await addPerson(app.database, 'rules.maker', { pages, codes: ['operation:sensitiveInfo:save'] });
    await app.database.db.updateTable('role').set({ dataScope: 'ALL' }).where('roleNo', '=', roleNo).execute();
    const maker = await as(app, 'rules.maker');
    const { data } = await maker.post(sensitiveInfo.page, listOf({ fieldKey: 'phone' }));
    expect(data.rows).toMatchObject([
      { fieldKey: 'phone', maskRule: 'PHONE', nearBudget: 0, allowedActions: ['save'] },
    ]);
    // Whoever saw numbers today has used up a budget of one.
    await put([{ ...rule, dailyRevealBudget: 1 }]);
    const used = await maker.post(sensitiveInfo.page, listOf({ fieldKey: 'phone' }));
    expect(used.data.rows[0].nearBudget).toBeGreaterThan(0);
    await put([]);
    expect((await maker.post(sensitiveInfo.log, listOf({ fieldKey: 'phone' }))).code).toBe(0);
    const draft = (revealRoles: string[]) =>
      maker.post(config.save, {
        configKey: 'platform.sensitiveInfo',
        value: { rules: [{ ...rule, revealRoles, purposes: ['CALL_BACK'] }] },
        effectiveFrom: '2030-01-01',
        reason: 'Fewer',
      });
    const simulate = async (more: object, userName: string | null = null) =>
      await maker.call(sensitiveInfo.simulate, { rule: { ...rule, fieldKey: 'phone', ...more }, userName });
    await revealer('simulated', 10);
    const before = await simulate({});
    const closed = await simulate({ revealRoles: [roleNo], purposes: ['CALL_BACK'] }, 'simulated');
    expect([before.losing, closed.users, closed.losing]).toEqual([0, 0, before.users]);
    expect(closed.person).toMatchObject({
      now: { mayReveal: true, aDay: 10, purposes: null },
      then: { mayReveal: false, aDay: 0 },
    });
    const fewer = await simulate({ dailyRevealBudget: 3, purposes: ['CALL_BACK'] }, 'simulated');
    expect(fewer.person?.then).toMatchObject({ mayReveal: true, aDay: 3, purposes: ['CALL_BACK'] });
    expect((await simulate({}, 'nobody.at.all')).person).toBeNull();
    expect((await draft([roleNo])).data.error).toBe('REFERENCE_UNKNOWN');
    expect((await draft(['R-001'])).data.versionStatus).toBe('DRAFT');
  });
});
