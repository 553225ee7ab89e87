import { randomUUID } from 'node:crypto';
import { auth, dept, role, user } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, signInAs, type TestApp } from '../../../../testing/test-app.ts';
import { as, found, listOf, type Person } from '../../../../testing/test-calls.ts';

let app: TestApp;
let admin: Person;
let operator: Person;

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  admin = await as(app, 'admin');
  operator = await as(app, 'operator');
});
afterAll(async () => await app[Symbol.asyncDispose]());

let made = 0;
function form(changes: object = {}): Record<string, unknown> {
  made += 1;
  return {
    userName: `new.person${made}`,
    loginId: `new.person${made}`,
    realName: 'Wafula Nyongesa',
    deptNo: 'D0006',
    orgNo: 'O002',
    merchantNos: ['M0001'],
    phone: '254712345678',
    email: 'wafula@kituo.example',
    extension: '2099',
    roleNos: ['R-005'],
    jobNumber: `NP${1000 + made}`,
    employeeStatus: 'ON_THE_JOB',
    employeeCategory: 'NEW',
    internalExternal: 'INTERNAL',
    ...changes,
  };
}
async function make(changes: object = {}) {
  const requests = form(changes);
  const { data } = await admin.post(user.saveUser, requests);
  return {
    userNo: String(data.userNo),
    password: String(data.delivery.oneTimePassword),
    ...requests,
  };
}
const versionOf = async (userNo: string) =>
  (await admin.get(user.getUpdateUserInfo, { userNo })).data.version as number;
const fieldsOf = (answer: { data: { fields?: { field: string; msg: string }[] } }) =>
  (answer.data.fields ?? []).map(({ field }) => field);

describe('the list', () => {
  test('masks phone and e-mail and hides the salary without its code', async () => {
    const { data } = await admin.post(user.getUserList, listOf({ loginId: 'reviewer' }));
    expect(data.rows[0].phone).toMatch(/^25\*{7}\d{3}$/);
    expect(data.rows[0].email).toBe('re****er@*****.example');
    expect(data.rows[0].basicSalaryCents).toBeGreaterThan(0);
    const seen = await operator.post(user.getUserList, listOf({ loginId: 'reviewer' }));
    expect(seen.data.rows[0]).not.toHaveProperty('basicSalaryCents');
    expect(seen.data.rows[0].allowedActions).toEqual([]);
    expect(seen.body.toString()).not.toMatch(/254\d{9}/);
  });

  test('shows the caller’s merchants alone, and of people just those merchants', async () => {
    const all = await admin.post(user.getUserList, listOf());
    expect(all.data.total).toBeGreaterThanOrEqual(40);
    const { data } = await operator.post(user.getUserList, listOf());
    const merchants = data.rows.flatMap((row: { merchants: { merchantNo: string }[] }) =>
      row.merchants.map((m) => m.merchantNo),
    );
    expect(new Set(merchants)).toEqual(new Set(['M0001', 'M0002']));
    expect(data.rows.map((row: { userNo: string }) => row.userNo)).not.toContain('U000015');
    const other = await operator.post(user.getUserList, listOf({ merchantNo: 'M0003' }));
    expect(other.data).toMatchObject({ rows: [], total: 0, totalIsExact: true });
  });

  test.each([
    ['user/getUpdateUserInfo/U000015', 'operator'],
    ['user/getUpdateUserInfo/U999999', 'admin'],
  ])('%s is not there for %s', async (path, who) => {
    const answer = await (who === 'admin' ? admin : operator).get(path);
    expect([answer.status, answer.data.error]).toEqual([404, 'USER_NOT_FOUND']);
  });

  test('filters by department with those below it, sorts, pages', async () => {
    const { data } = await admin.post(
      user.getUserList,
      listOf({ deptNo: 'D0005' }, { field: 'realName', direction: 'asc' }, 20),
    );
    const names = data.rows.map((row: { realName: string }) => row.realName);
    expect(data.rows.map((row: { deptNo: string }) => row.deptNo)).toContain('D0007');
    expect(names).toEqual([...names].sort((a: string, b: string) => a.localeCompare(b)));
    const wildcard = await admin.post(user.getUserList, listOf({ userName: '%' }));
    expect(wildcard.data.total).toBe(0);
  });

  test('refuses unknown filters and page sizes', async () => {
    const answer = await admin.post(user.getUserList, listOf({ passwordHash: 'x' }));
    expect([answer.status, fieldsOf(answer)]).toEqual([400, ['filters.passwordHash']]);
    expect((await admin.post(user.getUserList, listOf({}, null, 5000))).status).toBe(400);
    // What a console reads at once where somebody selects all that match.
    expect((await admin.post(user.getUserList, listOf({}, null, 1000))).status).toBe(200);
  });
});

describe('creating', () => {
  test('answers a one-time password once; it signs in and must be changed', async () => {
    const key = randomUUID();
    const requests = form();
    const first = await admin.post(user.saveUser, requests, key);
    const { delivery, userNo } = first.data;
    expect(delivery).toMatchObject({ channel: 'SHOWN_ONCE', destination: null });
    const signed = await signInAs(app, String(requests['loginId']), delivery.oneTimePassword);
    expect(signed.nextStep).toBe('PASSWORD_UPDATE');
    const again = await admin.post(user.saveUser, requests, key);
    expect(again.data).toEqual({ userNo, delivery: { ...delivery, oneTimePassword: null } });
    const stored = await app.database.db.selectFrom('idempotencyRecord').select('reply').execute();
    expect(stored.map(({ reply }) => reply).join()).not.toContain(delivery.oneTimePassword);
    const audit = await app.database.db.selectFrom('auditLog').selectAll().where('subjectNo', '=', userNo).execute();
    expect(audit.map(({ action }) => action)).toContain('user.saveUser');
    expect(JSON.stringify(audit)).not.toMatch(/254712345678|wafula@/);
    expect((await admin.post(user.saveUser, form(), key)).data.error).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  test.each([
    [{ loginId: 'ADMIN' }, 'loginId', 'LOGIN_ID_TAKEN'],
    [{ userName: 'Reviewer' }, 'userName', 'USER_NAME_TAKEN'],
    [{ jobNumber: 'kt1001' }, 'jobNumber', 'JOB_NUMBER_TAKEN'],
    [{ deptNo: 'D9999' }, 'deptNo', 'REFERENCE_UNKNOWN'],
    [{ orgNo: 'O999' }, 'orgNo', 'REFERENCE_UNKNOWN'],
    [{ merchantNos: ['M0009'] }, 'merchantNos', 'REFERENCE_UNKNOWN'],
    [{ roleNos: ['R-999'] }, 'roleNos', 'REFERENCE_UNKNOWN'],
    [{ roleNos: ['R-011'] }, 'roleNos', 'GRANT_BEYOND_OWN'],
    [{ jobNumber: '123456' }, 'jobNumber', 'BAD_REQUEST'],
    [{ jobNumber: 'ABCDEF' }, 'jobNumber', 'BAD_REQUEST'],
    [{ jobNumber: 'AB123' }, 'jobNumber', 'BAD_REQUEST'],
    [{ phone: '0712345678' }, 'phone', 'BAD_REQUEST'],
    [{ realName: 'x'.repeat(65) }, 'realName', 'BAD_REQUEST'],
    [{ userStatus: 'NORMAL' }, 'userStatus', 'BAD_REQUEST'],
    [{ passwordHash: 'x' }, 'passwordHash', 'BAD_REQUEST'],
  ])('%o is refused beside %s with %s and writes nothing', async (changes, field, error) => {
    const count = async () => (await admin.post(user.getUserList, listOf())).data.total;
    const before = await count();
    const answer = await admin.post(user.saveUser, form(changes));
    expect([answer.data.error, fieldsOf(answer)]).toEqual([error, [field]]);
    expect(await count()).toBe(before);
  });

  test('says what is wrong with a job number', async () => {
    const answer = await admin.post(user.saveUser, form({ jobNumber: '123456' }));
    expect(answer.data.fields[0].msg).toBe('Job number format error');
  });

  test('of ten forms with one login id sent at once exactly one succeeds', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, async () => await admin.post(user.saveUser, form({ loginId: 'same.login' }))),
    );
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
    expect(new Set(answers.filter(({ code }) => code !== 0).map(({ data }) => data.error))).toEqual(
      new Set(['LOGIN_ID_TAKEN']),
    );
  });

  test('is refused to those without the code', async () => {
    expect((await operator.post(user.saveUser, form())).data.error).toBe('FORBIDDEN');
  });
});

describe('changing', () => {
  test('changes what was sent and refuses an older version', async () => {
    const { userNo } = await make();
    const first = await admin.post(user.updateUser, {
      userNo,
      version: 1,
      realName: 'Wafula N.',
    });
    expect(first.data).toMatchObject({ userNo, version: 2, sessionsEnded: 0 });
    const stale = await admin.post(user.updateUser, { userNo, version: 1, realName: 'Other' });
    expect([stale.status, stale.data.error]).toEqual([409, 'STALE']);
    const { data } = await admin.get(user.getUpdateUserInfo, { userNo });
    expect(data).toMatchObject({
      realName: 'Wafula N.',
      phone: '254712345678',
      isContactShown: true,
    });
  });

  test('changed rights hold for the very next call', async () => {
    const { userNo } = await make({
      roleNos: ['R-010'],
      loginId: 'rights.one',
      userName: 'rights.one',
    });
    await app.database.db
      .updateTable('appUser')
      .set({
        mustUpdatePassword: false,
        passwordHash: (
          await app.database.db
            .selectFrom('appUser')
            .select('passwordHash')
            .where('userNo', '=', 'U000001')
            .executeTakeFirstOrThrow()
        ).passwordHash,
      })
      .where('userNo', '=', userNo)
      .execute();
    const person = await as(app, 'rights.one');
    expect((await person.post(user.getUserList, listOf())).code).toBe(0);
    await admin.post(user.updateUser, {
      userNo,
      version: await versionOf(userNo),
      roleNos: ['R-005'],
    });
    expect((await person.post(user.getUserList, listOf())).data.error).toBe('FORBIDDEN');
  });

  test('LEFT freezes, and a person who left is not unfrozen', async () => {
    const { userNo } = await make();
    const left = await admin.post(user.updateUser, {
      userNo,
      version: 1,
      employeeStatus: 'LEFT',
    });
    const { data } = await admin.get(user.getUpdateUserInfo, { userNo });
    expect(data).toMatchObject({ userStatus: 'FROZEN', version: left.data.version });
    expect(data.allowedActions).not.toContain('unfreeze');
    expect((await admin.post(user.unFrozenUser, { userNo })).data.error).toBe('ILLEGAL_TRANSITION');
  });

  test('nobody loses the last administrator’s role', async () => {
    const answer = await admin.post(user.updateUser, {
      userNo: 'U000001',
      version: await versionOf('U000001'),
      roleNos: ['R-008'],
    });
    expect(answer.data.error).toBe('LAST_ADMINISTRATOR');
  });
});

describe('freezing', () => {
  test('ends the sessions the preview counted, at once', async () => {
    const frozen = [await as(app, 'disburser'), await as(app, 'disburser')];
    const preview = await admin.get(user.freezePreview, { userNo: 'U000003' });
    expect(preview.data).toMatchObject({ sessions: 2, isSelf: false, isLastAdministrator: false });
    const answer = await admin.post(user.frozenUser, { userNo: 'U000003', reason: 'Leave' });
    expect(answer.data.sessionsEnded).toBe(2);
    for (const person of frozen) {
      const refused = await person.get(auth.getBootstrap);
      expect([refused.status, refused.code, refused.data.facts.reason]).toEqual([401, -10, 'FROZEN']);
    }
    await expect(signInAs(app, 'disburser')).rejects.toThrow('LOGIN_FROZEN');
    expect((await admin.post(user.frozenUser, { userNo: 'U000003' })).data.error).toBe('ILLEGAL_TRANSITION');
    expect((await admin.post(user.unFrozenUser, { userNo: 'U000003' })).data.userStatus).toBe('NORMAL');
    expect((await signInAs(app, 'disburser')).nextStep).toBe('DONE');
  });

  test('nobody freezes themselves', async () => {
    expect((await admin.post(user.frozenUser, { userNo: 'U000001' })).data.error).toBe('FREEZE_SELF');
  });

  test('two administrators who freeze one another at once do not both succeed', async () => {
    await app.database.db.updateTable('userRole').set({ roleNo: 'R-001' }).where('userNo', '=', 'U000037').execute();
    const second = await as(app, 'kipruto.sang');
    const answers = await Promise.all([
      admin.post(user.frozenUser, { userNo: 'U000037' }),
      second.post(user.frozenUser, { userNo: 'U000001' }),
    ]);
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
    await app.database.db
      .updateTable('appUser')
      .set({ userStatus: 'NORMAL' })
      .where('userNo', 'in', ['U000001', 'U000037'])
      .execute();
    await app.database.db.updateTable('userRole').set({ roleNo: 'R-008' }).where('userNo', '=', 'U000037').execute();
    admin = await as(app, 'admin');
  });
});

describe('credentials', () => {
  test('a reset ends all sessions and asks for a new password', async () => {
    const repayer = await as(app, 'repayer');
    const answer = await admin.post(user.resetPwd, { userNo: 'U000004', reason: 'Forgotten' });
    expect(answer.data.sessionsEnded).toBe(1);
    expect((await repayer.get(auth.getBootstrap)).data.facts.reason).toBe('PASSWORD_RESET');
    await expect(signInAs(app, 'repayer')).rejects.toThrow('LOGIN_WRONG');
    expect(answer.data.delivery).toEqual({
      userName: 'repayer',
      realName: expect.any(String),
      channel: 'EMAIL',
      destination: expect.stringContaining('*'),
      oneTimePassword: null,
    });
    const { body } = await app.database.db
      .selectFrom('message')
      .select('body')
      .where('userNo', '=', 'U000004')
      .where('kind', '=', 'password.resetLink')
      .executeTakeFirstOrThrow();
    const once = /#once=([\w-]+)/.exec(body ?? '')?.[1] ?? '';
    const [name, password] = JSON.parse(Buffer.from(once, 'base64url').toString());
    expect((await signInAs(app, name, password)).nextStep).toBe('PASSWORD_UPDATE');
  });

  test('whom no gateway reaches gets the one-time password from the administrator, once', async () => {
    const { db } = app.database;
    await db.updateTable('appUser').set({ email: null, phone: null }).where('userNo', '=', 'U000006').execute();
    const answer = await admin.post(user.resetPwd, { userNo: 'U000006', reason: 'Forgotten' });
    const { channel, oneTimePassword, userName } = answer.data.delivery;
    expect([channel, userName]).toEqual(['SHOWN_ONCE', 'telemarketer']);
    expect((await signInAs(app, 'telemarketer', oneTimePassword)).nextStep).toBe('PASSWORD_UPDATE');
    const untilOf = async () =>
      (await db.selectFrom('appUser').select('oneTimeUntil').where('userNo', '=', 'U000006').executeTakeFirstOrThrow())
        .oneTimeUntil;
    expect((await untilOf())?.getTime()).toBeGreaterThan(Date.now() + 23 * 3_600_000);
    const past = { oneTimeUntil: new Date(Date.now() - 1_000) };
    await db.updateTable('appUser').set(past).where('userNo', '=', 'U000006').execute();
    await expect(signInAs(app, 'telemarketer', oneTimePassword)).rejects.toThrow('ONE_TIME_EXPIRED');
    await expect(signInAs(app, 'telemarketer', 'a guess')).rejects.toThrow('LOGIN_WRONG');
  });

  test('an administrator sees the sessions of the people they see, and ends one', async () => {
    const [first, second] = [await as(app, 'service'), await as(app, 'service')];
    const listed = await admin.get(user.sessions, { userNo: 'U000007' });
    expect(listed.data).toMatchObject([{ isCurrent: false }, { isCurrent: false }]);
    const requested = { userNo: 'U000007', sessionId: found(listed.data[1]).sessionId, reason: 'Unknown device' };
    expect((await admin.post(user.endSession, requested)).data).toEqual({ ended: 1 });
    expect((await first.get(auth.getBootstrap)).data.facts.reason).toBe('ENDED_BY_ADMINISTRATOR');
    expect((await second.get(auth.getBootstrap)).code).toBe(0);
    expect((await admin.post(user.endSession, requested)).data).toEqual({ ended: 0 });
    const all = await admin.post(user.endSession, { userNo: 'U000007', reason: 'All of them' });
    expect(all.data).toEqual({ ended: 1 });
    const mine = await admin.get(user.sessions, { userNo: 'U000001' });
    const own = found(mine.data.find((session) => session.isCurrent));
    const refused = await admin.post(user.endSession, {
      ...requested,
      userNo: 'U000001',
      sessionId: own.sessionId,
    });
    expect(refused.data.fields[0].field).toBe('sessionId');
    const clerk = await as(app, 'service');
    expect((await clerk.get(user.sessions, { userNo: 'U000001' })).data.error).toBe('FORBIDDEN');
  });

  test('what somebody sees is told to who sees them', async () => {
    const sees = (await admin.get(role.ofUser, { userNo: 'U000005' })).data;
    expect(sees.codes).toContain('collection:followUp:save');
    expect(sees).toMatchObject({ dataScope: 'MERCHANTS', isMasked: expect.any(Boolean) });
    const operator = await as(app, 'operator');
    expect((await operator.get(role.ofUser, { userNo: 'U000015' })).data.error).toBe('USER_NOT_FOUND');
  });

  test('sessions of another merchant’s people are unknown', async () => {
    const operator = await as(app, 'operator');
    expect((await operator.get(user.sessions, { userNo: 'U000015' })).data.error).toBe('USER_NOT_FOUND');
    const answer = await operator.post(user.endSession, { userNo: 'U000015', reason: 'No' });
    expect(['USER_NOT_FOUND', 'FORBIDDEN']).toContain(answer.data.error);
  });

  test('an authenticator is unbound once; a reset takes a reason and is not for oneself', async () => {
    await app.database.db.updateTable('appUser').set({ mfaBound: true }).where('userNo', '=', 'U000005').execute();
    const blank = await admin.post(user.resetMFA, { userNo: 'U000005', reason: '  ' });
    expect(blank.data.fields).toEqual([{ field: 'reason', msg: 'Content cannot be blank' }]);
    const reset = { userNo: 'U000005', reason: 'New phone' };
    expect((await admin.post(user.resetMFA, reset)).code).toBe(0);
    expect((await admin.post(user.resetMFA, reset)).data.error).toBe('ILLEGAL_TRANSITION');
    const own = { userNo: 'U000001', reason: 'Mine' };
    expect((await admin.post(user.resetPwd, own)).data.error).toBe('RESET_SELF');
  });

  test('nobody resets, changes or grants above their own rights, nor outside their merchants', async () => {
    const { db } = app.database;
    const codes = ['user:user:resetPassword', 'user:user:update', 'user:user:freeze'];
    await db
      .insertInto('roleCode')
      .values(codes.map((code) => ({ roleNo: 'R-010', code })))
      .execute();
    const above = { userNo: 'U000001', reason: 'Try' };
    expect((await operator.post(user.resetPwd, above)).data.error).toBe('GRANT_BEYOND_OWN');
    const change = { userNo: 'U000001', version: await versionOf('U000001'), realName: 'X' };
    expect((await operator.post(user.updateUser, change)).data.error).toBe('GRANT_BEYOND_OWN');
    const { userNo } = await make({ roleNos: [], merchantNos: ['M0001', 'M0003'] });
    const grant = { userNo, version: 1, roleNos: ['R-001'] };
    const refused = await operator.post(user.updateUser, grant);
    expect([refused.data.error, fieldsOf(refused)]).toEqual(['GRANT_BEYOND_OWN', ['roleNos']]);
    expect(
      (
        await operator.post(user.updateUser, {
          userNo,
          version: 1,
          merchantNos: ['M0001', 'M0003'],
        })
      ).data.error,
    ).toBe('REFERENCE_UNKNOWN');
    const salary = { userNo, version: 1, basicSalaryCents: 100 };
    expect((await operator.post(user.updateUser, salary)).data.error).toBe('FORBIDDEN');
    const taken = await operator.post(user.updateUser, {
      userNo,
      version: 1,
      merchantNos: ['M0002'],
    });
    expect(taken.code).toBe(0);
    const { data } = await admin.get(user.getUpdateUserInfo, { userNo });
    expect(data.merchants.map((m: { merchantNo: string }) => m.merchantNo)).toEqual(['M0002', 'M0003']);
    for (const path of ['user/frozenUser', 'user/resetPwd']) {
      const answer = await operator.post(path, { userNo: 'U000015', reason: 'Outside' });
      expect(answer.data.error).toBe('USER_NOT_FOUND');
    }
    await db.deleteFrom('roleCode').where('roleNo', '=', 'R-010').where('code', 'in', codes).execute();
  });
});

describe('the export', () => {
  test('holds exactly the filtered or selected rows, masked, formulas escaped', async () => {
    await make({ realName: '=HYPERLINK("x")', loginId: 'formula.one' });
    const request = { format: 'csv', filters: { loginId: 'formula' }, sort: null };
    const { body, headers } = await admin.post(user.getExcelUserList, request);
    const text = body.toString();
    expect(headers['content-disposition']).toContain('attachment');
    expect(text).toContain(`"'=HYPERLINK(""x"")"`);
    expect(text.trim().split('\r\n')).toHaveLength(2);
    expect(text).not.toMatch(/254\d{9}/);
    const selected = { format: 'csv', filters: {}, sort: null, userNos: ['U000002', 'U000015'] };
    const both = await admin.post(user.getExcelUserList, selected);
    expect(both.body.toString().trim().split('\r\n')).toHaveLength(3);
    const { db } = app.database;
    await db.insertInto('roleCode').values({ roleNo: 'R-010', code: 'user:user:export' }).execute();
    const scoped = await operator.post(user.getExcelUserList, selected);
    expect(scoped.body.toString()).not.toContain('U000015');
    expect(scoped.body.toString()).not.toContain('salary');
    const xlsx = await admin.post(user.getExcelUserList, { ...selected, format: 'xlsx' });
    expect(xlsx.body.subarray(0, 2).toString()).toBe('PK');
  });
});

test('the trees and choices are cut to the caller', async () => {
  const companies = await operator.get(user.getCompanyCodeList);
  expect(companies.data[0].companyCode).toBe('14');
  expect(companies.data[0].childList).toHaveLength(2);
  const roles = await operator.get(role.list);
  const grantable = roles.data.filter((role: { isGrantable: boolean }) => role.isGrantable);
  expect(grantable.map((role: { roleNo: string }) => role.roleNo)).toEqual(['R-010']);
  const tree = await admin.get(dept.tree);
  expect(tree.data[0].membersBelow).toBeGreaterThan(35);
  expect((await operator.get(user.getOrganization)).data[0].childSet).toHaveLength(3);
});
