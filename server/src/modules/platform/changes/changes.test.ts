import { auth, change, job, user } from '@kituo/sdk/contracts';
import type { ServerEvent } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addPerson, createTestApp, signInAs, type TestApp } from '../../../../testing/test-app.ts';
import { as, fieldOf, found, listOf, type Person } from '../../../../testing/test-calls.ts';
import { createLogger } from '../health/index.ts';
import { startJobWorker } from '../jobs/index.ts';
import { createChangeKinds, expireChanges, type ChangeKind } from './index.ts';

let app: TestApp;
let admin: Person;
let second: Person;
let lead: Person;
let stopWorker: () => Promise<void>;

const page = '/AdminContent/UserSystem/UserManagement';

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  // A second administrator, and a lead of two merchants who may decide but holds little.
  const { userNo } = await addPerson(app.database, 'second.admin');
  await db.insertInto('userRole').values({ userNo, roleNo: 'R-001' }).execute();
  const small = await addPerson(app.database, 'small.lead', {
    pages: [page],
    codes: ['user:change:approve', 'user:user:update', 'user:user:unfreeze', 'user:user:batchUpdate'],
  });
  await db
    .insertInto('userMerchant')
    .values(['M0001', 'M0002'].map((merchantNo) => ({ userNo: small.userNo, merchantNo })))
    .execute();
  await setChecker('true');
  admin = await as(app, 'admin');
  second = await as(app, 'second.admin');
  lead = await as(app, 'small.lead');
  stopWorker = await startJobWorker({ db, services: app.services, log: createLogger('silent') });
});
afterAll(async () => {
  await stopWorker();
  await app[Symbol.asyncDispose]();
});

/** A batch that was agreed to is a job of whoever agreed. */
async function jobDone(jobNo: string): Promise<void> {
  const status = async () => (await second.get(job.detail, { jobNo })).data.jobStatus;
  await expect.poll(status).toBe('SUCCESS');
}

/** The switch of this family alone: other settings are none of these tests' business. */
async function setChecker(value: 'true' | 'false'): Promise<void> {
  await app.database.db
    .updateTable('policySetting')
    .set({ value })
    .where('settingKey', '=', 'makerChecker.user')
    .execute();
}

let made = 0;
function form(changes: object = {}): Record<string, unknown> {
  made += 1;
  return {
    userName: `waiting.${made}`,
    loginId: `waiting.${made}`,
    realName: 'Achieng Otieno',
    deptNo: 'D0006',
    orgNo: 'O002',
    merchantNos: ['M0001'],
    phone: '254712345678',
    email: 'achieng@kituo.example',
    extension: null,
    roleNos: [],
    jobNumber: `WP${1000 + made}`,
    employeeStatus: 'ON_THE_JOB',
    employeeCategory: 'NEW',
    internalExternal: 'INTERNAL',
    ...changes,
  };
}

/** A user who was requested by one administrator and agreed to by the other. */
async function makeUser(changes: object = {}): Promise<string> {
  const asked = await admin.post(user.saveUser, form(changes));
  const answer = await second.post(change.changeFamilies.user.approve, { changeNo: asked.data.changeNo });
  return fieldOf(answer.data.result, 'userNo');
}
const infoOf = async (userNo: string) => (await admin.get(user.getUpdateUserInfo, { userNo })).data;
const rowOf = async (who: Person, changeNo: string) => {
  const { data } = await who.post(change.changeFamilies.user.page, listOf());
  return data.rows.find((row) => row.changeNo === changeNo);
};
async function ask(userNo: string, requests: object): Promise<string> {
  const { version } = await infoOf(userNo);
  const answer = await admin.post(user.updateUser, { userNo, version, ...requests });
  return String(answer.data.changeNo);
}

/** What the link of a message carries: user name and one-time password. */
async function linkTo(userNo: string, kind: string): Promise<[string, string]> {
  const { db } = app.database;
  const { body } = await db
    .selectFrom('message')
    .select('body')
    .where('userNo', '=', userNo)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow();
  return JSON.parse(Buffer.from(/#once=([\w-]+)/.exec(body ?? '')?.[1] ?? '', 'base64url').toString());
}

describe('a new user', () => {
  test('exists when an approver has agreed, and signs in by a link that nobody else got', async () => {
    const requests = form({ reason: 'New on the night shift' });
    const asked = await admin.post(user.saveUser, requests);
    expect(asked.data).toMatchObject({ userNo: '', delivery: { oneTimePassword: null } });
    const listed = await admin.post(user.getUserList, listOf({ loginId: requests['loginId'] }));
    expect(listed.data.total).toBe(0);
    const row = found(await rowOf(second, asked.data.changeNo));
    expect(row).toMatchObject({
      kind: 'user.save',
      title: 'Create user',
      before: null,
      reason: 'New on the night shift',
      changeState: 'PENDING',
      allowedActions: ['approve', 'reject'],
    });
    expect(JSON.stringify(row)).not.toMatch(/254712345678|achieng@/);
    expect(row.after).not.toHaveProperty('reason');
    const approved = await second.post(change.changeFamilies.user.approve, { changeNo: row.changeNo });
    expect(approved.data.change).toMatchObject({ changeState: 'APPROVED', allowedActions: [] });
    const { result } = approved.data;
    expect(result).toMatchObject({ delivery: { channel: 'EMAIL', oneTimePassword: null } });
    const [name, password] = await linkTo(fieldOf(result, 'userNo'), 'password.firstLink');
    expect(name).toBe(requests['userName']);
    expect((await signInAs(app, name, password)).nextStep).toBe('PASSWORD_UPDATE');
    const stored = await app.database.db.selectFrom('changeRequest').selectAll().execute();
    const kept = stored.find(({ changeNo }) => changeNo === row.changeNo);
    expect(kept?.payload).toBeNull();
  });

  test('that could not be created is refused at its form, and nothing waits', async () => {
    const count = async () => (await app.database.db.selectFrom('changeRequest').select('changeNo').execute()).length;
    const before = await count();
    const answer = await admin.post(user.saveUser, form({ loginId: 'ADMIN' }));
    expect([answer.data.error, answer.data.fields[0].field]).toEqual(['LOGIN_ID_TAKEN', 'loginId']);
    expect(await count()).toBe(before);
  });
});

describe('a reset', () => {
  const reset = (userNo: string) => ({ userNo, reason: 'Forgotten' });

  test('of a password waits, ends nothing before, and its link goes to the owner', async () => {
    const { userNo } = await addPerson(app.database, 'reset.owner', { pages: [page] });
    const { db } = app.database;
    await db.updateTable('appUser').set({ email: 'owner@kituo.example' }).where('userNo', '=', userNo).execute();
    const owner = await as(app, 'reset.owner');
    const asked = await admin.post(user.resetPwd, reset(userNo));
    expect(asked.data).toMatchObject({ sessionsEnded: 0, changeNo: expect.any(String) });
    expect((await owner.get(auth.getBootstrap)).code).toBe(0);
    const { changeNo } = asked.data;
    expect((await admin.post(change.changeFamilies.user.approve, { changeNo })).data.error).toBe('CHANGE_OWN');
    expect(await rowOf(second, changeNo)).toMatchObject({ after: { sentTo: expect.stringContaining('*') } });
    const approved = await second.post(change.changeFamilies.user.approve, { changeNo });
    expect(approved.data.result).toMatchObject({ sessionsEnded: 1, delivery: { oneTimePassword: null } });
    expect((await owner.get(auth.getBootstrap)).data.facts.reason).toBe('PASSWORD_RESET');
    const [name, password] = await linkTo(userNo, 'password.resetLink');
    expect((await signInAs(app, name, password)).nextStep).toBe('PASSWORD_UPDATE');
  });

  test('of the approver is not decided by the approver, nor after the address moved', async () => {
    const { userNo } = await addPerson(app.database, 'reset.checker');
    await app.database.db.insertInto('userRole').values({ userNo, roleNo: 'R-001' }).execute();
    const checker = await as(app, 'reset.checker');
    const { changeNo } = (await admin.post(user.resetPwd, reset(userNo))).data;
    expect((await checker.post(change.changeFamilies.user.approve, { changeNo })).data.error).toBe(
      'CHANGE_CONCERNS_YOU',
    );
    const { db } = app.database;
    await db.updateTable('appUser').set({ email: 'thief@kituo.example' }).where('userNo', '=', userNo).execute();
    expect((await second.post(change.changeFamilies.user.approve, { changeNo })).data.error).toBe('STALE');
    expect((await checker.get(auth.getBootstrap)).code).toBe(0);
  });

  test('of an authenticator waits as well', async () => {
    const { userNo } = await addPerson(app.database, 'reset.mfa');
    const { db } = app.database;
    await db.updateTable('appUser').set({ mfaBound: true }).where('userNo', '=', userNo).execute();
    const { changeNo } = (await admin.post(user.resetMFA, reset(userNo))).data;
    expect((await infoOf(userNo)).mfaBound).toBe(true);
    expect((await second.post(change.changeFamilies.user.approve, { changeNo })).code).toBe(0);
    expect((await infoOf(userNo)).mfaBound).toBe(false);
  });
});

describe('who decides', () => {
  let userNo: string;
  let changeNo: string;
  beforeEach(async () => {
    userNo = await makeUser();
    changeNo = await ask(userNo, { roleNos: ['R-005'] });
  });
  const approve = async (who: Person) =>
    (await who.post(change.changeFamilies.user.approve, { changeNo })).data.error ?? 'DONE';

  test('not the person who asked; the name changed at once, the roles wait', async () => {
    expect(await approve(admin)).toBe('CHANGE_OWN');
    expect(await rowOf(admin, changeNo)).toMatchObject({
      allowedActions: ['withdraw'],
      before: { roleNos: [] },
      after: { roleNos: ['R-005'] },
    });
    const { version } = await infoOf(userNo);
    const both = { userNo, version, realName: 'Achieng O.', internalExternal: 'EXTERNAL' };
    expect((await admin.post(user.updateUser, both)).data.error).toBe('CHANGE_WAITING');
    const plain = await admin.post(user.updateUser, { userNo, version, realName: 'Achieng O.' });
    expect(plain.data).not.toHaveProperty('changeNo');
    expect(await infoOf(userNo)).toMatchObject({ realName: 'Achieng O.', roles: [] });
    expect(await approve(second)).toBe('DONE');
    expect((await infoOf(userNo)).roles).toMatchObject([{ roleNo: 'R-005' }]);
    expect(await approve(second)).toBe('ILLEGAL_TRANSITION');
  });

  test('not the person concerned', async () => {
    const own = await addPerson(app.database, `concerned.${made}`);
    await app.database.db.insertInto('userRole').values({ userNo: own.userNo, roleNo: 'R-001' }).execute();
    changeNo = await ask(own.userNo, { internalExternal: 'EXTERNAL' });
    const person = await as(app, `concerned.${made}`);
    expect(found(await rowOf(person, changeNo)).allowedActions).toEqual([]);
    expect(await approve(person)).toBe('CHANGE_CONCERNS_YOU');
    const reject = { changeNo, reason: 'Not me' };
    expect((await person.post(change.changeFamilies.user.reject, reject)).data.error).toBe('CHANGE_CONCERNS_YOU');
  });

  test('not who lacks what is granted, nor who cannot see all its merchants', async () => {
    expect(await approve(lead)).toBe('GRANT_BEYOND_OWN');
    expect(found(await rowOf(lead, changeNo)).changeState).toBe('PENDING');
    const further = await makeUser();
    changeNo = await ask(further, { merchantNos: ['M0001', 'M0003'] });
    expect(await rowOf(lead, changeNo)).toBeUndefined();
    expect(await approve(lead)).toBe('CHANGE_NOT_FOUND');
  });

  test('a change whose subject moved on is stale', async () => {
    const { db } = app.database;
    await db.insertInto('userRole').values({ userNo, roleNo: 'R-007' }).execute();
    expect(await approve(second)).toBe('STALE');
    expect((await infoOf(userNo)).roles).toMatchObject([{ roleNo: 'R-007' }]);
    const rejected = await second.post(change.changeFamilies.user.reject, { changeNo, reason: 'Ask again' });
    expect(rejected.data).toMatchObject({ changeState: 'REJECTED', decisionReason: 'Ask again' });
  });

  test('of two who approve at once one does; a withdrawn change is gone', async () => {
    const third = await addPerson(app.database, `third.${made}`);
    await app.database.db.insertInto('userRole').values({ userNo: third.userNo, roleNo: 'R-001' }).execute();
    const other = await as(app, `third.${made}`);
    const results = await Promise.all([approve(second), approve(other)]);
    expect(results.toSorted()).toEqual(['DONE', 'ILLEGAL_TRANSITION']);
    changeNo = await ask(userNo, { roleNos: [] });
    const foreign = await second.post(change.changeFamilies.user.withdraw, { changeNo });
    expect(foreign.data.error).toBe('FORBIDDEN');
    const done = await admin.post(change.changeFamilies.user.withdraw, { changeNo });
    expect(done.data.changeState).toBe('WITHDRAWN');
    expect(await approve(second)).toBe('ILLEGAL_TRANSITION');
  });

  test('everything is in the audit log, and those who may decide are told', async () => {
    const events: object[] = [];
    const stop = app.services.events.onAny((audience, event) => {
      // What was before may be told only now: events go by way of the database.
      if (event.type !== 'change' || event.changeNo !== changeNo) return;
      if (event.changeState === 'PENDING') return;
      events.push({ audience, event });
    });
    await approve(second);
    await expect.poll(() => events.length).toBe(1);
    stop();
    expect(JSON.stringify(events)).toContain('U000001');
    const log = await app.database.db
      .selectFrom('auditLog')
      .select(['action', 'userNo'])
      .where('subjectNo', 'in', [changeNo, userNo])
      .orderBy('auditId')
      .execute();
    expect(log.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['user.update.requested', 'user.updateUser', 'user.update.approve']),
    );
  });
});

test('unfreezing and merchants of many wait, too', async () => {
  const userNo = await makeUser();
  await admin.post(user.frozenUser, { userNo });
  const asked = await admin.post(user.unFrozenUser, { userNo, reason: 'Back from leave' });
  expect(asked.data.userStatus).toBe('FROZEN');
  await second.post(change.changeFamilies.user.approve, { changeNo: asked.data.changeNo });
  expect((await infoOf(userNo)).userStatus).toBe('NORMAL');
  const batch = { userNos: [userNo], mode: 'REPLACE', merchantNos: ['M0002'] };
  const asks = await admin.post(user.batchUpdateMerchantNo, batch);
  expect(asks.data.jobNo).toBeNull();
  expect((await infoOf(userNo)).merchants).toMatchObject([{ merchantNo: 'M0001' }]);
  const { changeNo } = asks.data;
  const done = await second.post(change.changeFamilies.user.approve, { changeNo });
  await jobDone(fieldOf(done.data.result, 'jobNo'));
  expect((await infoOf(userNo)).merchants).toMatchObject([{ merchantNo: 'M0002' }]);
  const again = await admin.post(user.batchUpdateMerchantNo, batch);
  expect(again.data.error).toBe('NOTHING_CHANGES');
});

test('a small scope’s REPLACE leaves the merchants outside it alone, whoever approves', async () => {
  const userNo = await makeUser({ merchantNos: ['M0001', 'M0003'] });
  const batch = { userNos: [userNo], mode: 'REPLACE', merchantNos: ['M0002'] };
  const { changeNo } = (await lead.post(user.batchUpdateMerchantNo, batch)).data;
  const { data } = await second.post(change.changeFamilies.user.approve, { changeNo });
  await jobDone(fieldOf(data.result, 'jobNo'));
  const held = (await infoOf(userNo)).merchants.map((row: { merchantNo: string }) => row.merchantNo);
  expect(held).toEqual(['M0002', 'M0003']);
});

test('the list filters to what waits for the caller; without the setting nothing waits', async () => {
  const userNo = await makeUser();
  const changeNo = await ask(userNo, { roleNos: ['R-005'] });
  const mine = await admin.post(change.changeFamilies.user.page, listOf({ isDecidable: true }));
  const theirs = await second.post(change.changeFamilies.user.page, listOf({ isDecidable: true }));
  const numbers = (answer: typeof mine) => answer.data.rows.map((row: { changeNo: string }) => row.changeNo);
  expect(numbers(mine)).not.toContain(changeNo);
  expect(numbers(theirs)).toContain(changeNo);
  expect((await second.post(change.changeFamilies.role.page, listOf())).data.total).toBe(0);
  const inRoles = await second.post(change.changeFamilies.role.approve, { changeNo });
  expect(inRoles.data.error).toBe('CHANGE_NOT_FOUND');
  await setChecker('false');
  const other = await admin.post(user.saveUser, form());
  expect(other.data).not.toHaveProperty('changeNo');
  expect((await infoOf(other.data.userNo)).realName).toBe('Achieng Otieno');
  await setChecker('true');
});

test('what nobody decides in time expires, swept or not', async () => {
  const userNo = await makeUser();
  const changeNo = await ask(userNo, { roleNos: ['R-005'] });
  const { db } = app.database;
  const past = new Date(Date.now() - 1000);
  await db.updateTable('changeRequest').set({ lapsesAt: past }).where('changeNo', '=', changeNo).execute();
  expect(found(await rowOf(second, changeNo)).allowedActions).toEqual([]);
  const late = await second.post(change.changeFamilies.user.approve, { changeNo });
  expect(late.data.error).toBe('ILLEGAL_TRANSITION');
  const told: ServerEvent[] = [];
  const stop = app.services.events.onAny((_, event) => {
    if (event.type === 'change' && event.changeState === 'LAPSED') told.push(event);
  });
  expect(await expireChanges(db, app.services)).toBe(1);
  expect(await expireChanges(db, app.services)).toBe(0);
  expect(found(await rowOf(second, changeNo)).changeState).toBe('LAPSED');
  await expect.poll(() => told).toEqual([{ type: 'change', changeNo, changeState: 'LAPSED' }]);
  stop();
  const log = await db
    .selectFrom('auditLog')
    .select(['userNo', 'after'])
    .where('action', '=', 'user.update.lapse')
    .execute();
  expect(log).toMatchObject([{ userNo: null, after: { changeState: 'LAPSED' } }]);
});

test('the database itself refuses a maker who decides', async () => {
  const { db } = app.database;
  const userNo = await makeUser();
  const changeNo = await ask(userNo, { roleNos: ['R-005'] });
  const decide = db
    .updateTable('changeRequest')
    .set({ changeState: 'APPROVED', decidedBy: 'U000001', payload: null })
    .where('changeNo', '=', changeNo);
  await expect(decide.execute()).rejects.toThrow('check constraint');
});

test('two kinds of one name are refused at the start', () => {
  const kind: ChangeKind | undefined = [...app.services.changes.values()][0];
  expect(() => createChangeKinds(kind ? [kind, kind] : [])).toThrow('is defined twice');
});
