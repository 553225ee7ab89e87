import { readFile } from 'node:fs/promises';
import { auditPersonnel, change, menu, menuRules, user } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, found, listOf, type Person } from '../../../../testing/test-calls.ts';

let app: TestApp;
let admin: Person;
let lead: Person;
let menuNo = '';
let roleNo = '';
let leadNo = '';

const page = '/AdminContent/UserSystem/UserManagement';

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  const codes = ['user:user:update', 'user:user:export', 'user:user:freeze'];
  const person = await addPerson(app.database, 'team.lead', { pages: [page], codes });
  ({ roleNo } = person);
  leadNo = person.userNo;
  await db.updateTable('appUser').set({ deptNo: 'D0005' }).where('userNo', '=', leadNo).execute();
  await db.insertInto('userMerchant').values({ userNo: leadNo, merchantNo: 'M0001' }).execute();
  const row = await db.selectFrom('menu').select('menuNo').where('perms', '=', page).executeTakeFirstOrThrow();
  ({ menuNo } = row);
  admin = await as(app, 'admin');
  lead = await as(app, 'team.lead');
});
afterAll(async () => await app[Symbol.asyncDispose]());
beforeEach(async () => {
  await app.database.db.deleteFrom('menuDataRule').execute();
});

const rule = (rowScope: string, maskedFields: string[] = []) => ({
  roleNo,
  rowScope,
  maskedFields,
});
const save = async (...rules: object[]) => await admin.post(menuRules.saveDataRules, { menuNo, rules });
const rowsOf = async (who: Person) => (await who.post(user.getUserList, listOf())).data.rows;
const namesOf = async (who: Person) => (await rowsOf(who)).map((row: { userName: string }) => row.userName);
/** People of these departments who work for merchant M0001. */
async function expected(deptNos: readonly string[] | null): Promise<string[]> {
  const query = app.database.db
    .selectFrom('appUser')
    .innerJoin('userMerchant', 'userMerchant.userNo', 'appUser.userNo')
    .select('appUser.userName')
    .where('userMerchant.merchantNo', '=', 'M0001');
  const rows = await (deptNos ? query.where('appUser.deptNo', 'in', deptNos) : query).execute();
  return rows.map(({ userName }) => userName).sort();
}

describe('a rule decides the rows of the list', () => {
  test.each([
    ['ALL', null],
    ['MERCHANTS', null],
    ['DEPARTMENT_AND_BELOW', ['D0005', 'D0006', 'D0007']],
    ['DEPARTMENT', ['D0005']],
  ] as const)('%s', async (rowScope, deptNos) => {
    expect((await save(rule(rowScope))).data).toEqual({ changed: 1 });
    expect((await namesOf(lead)).toSorted()).toEqual(await expected(deptNos));
  });

  test('SELF: nothing else can be read, exported, counted or changed, whatever is asked', async () => {
    await save(rule('SELF'));
    expect(await namesOf(lead)).toEqual(['team.lead']);
    const other = await lead.get(user.getUpdateUserInfo, { userNo: 'U000005' });
    expect(other.data.error).toBe('USER_NOT_FOUND');
    const frozen = await lead.post(user.frozenUser, { userNo: 'U000005' });
    expect(frozen.data.error).toBe('USER_NOT_FOUND');
    const changed = await lead.post(user.updateUser, { userNo: 'U000005', version: 1, realName: 'X' });
    expect(changed.data.error).toBe('USER_NOT_FOUND');
    const file = await lead.post(user.getExcelUserList, {
      format: 'csv',
      filters: {},
      sort: null,
    });
    expect(file.body.toString('utf8').trim().split('\n')).toHaveLength(2);
  });

  test('never wider than the role itself, and the widest of one’s roles', async () => {
    await save(rule('ALL'));
    expect((await namesOf(lead)).length).toBe((await expected(null)).length);
    await save(rule('SELF'));
    const { db } = app.database;
    await db.insertInto('userRole').values({ userNo: leadNo, roleNo: 'R-010' }).execute();
    expect((await namesOf(lead)).length).toBe((await expected(null)).length);
    await db.deleteFrom('userRole').where('userNo', '=', leadNo).where('roleNo', '=', 'R-010').execute();
    expect(await namesOf(lead)).toEqual(['team.lead']);
  });

  test('who moves to another department sees that one with the next call', async () => {
    await save(rule('DEPARTMENT'));
    const { db } = app.database;
    const move = async (deptNo: string) =>
      await db.updateTable('appUser').set({ deptNo }).where('userNo', '=', leadNo).execute();
    await move('D0006');
    expect((await namesOf(lead)).toSorted()).toEqual(await expected(['D0006']));
    await move('D0005');
    expect((await namesOf(lead)).toSorted()).toEqual(await expected(['D0005']));
  });

  test('head office, narrowed to its department, still sees people without a merchant there', async () => {
    const { userNo } = await addPerson(app.database, 'no.merchant');
    const { db } = app.database;
    await db.updateTable('appUser').set({ deptNo: 'D0010' }).where('userNo', '=', userNo).execute();
    const finance = await as(app, 'finance');
    await db.insertInto('rolePage').values({ roleNo: 'R-008', pagePath: page.toLowerCase() }).execute();
    await admin.post(menuRules.saveDataRules, {
      menuNo,
      rules: [{ roleNo: 'R-008', rowScope: 'DEPARTMENT', maskedFields: [] }],
    });
    const names = await namesOf(finance);
    expect(names).toContain('no.merchant');
    expect(names).not.toContain('reviewer');
  });
});

test('a list of people keeps to rules as well: who has no record of their own sees none', async () => {
  const { db } = app.database;
  const path = '/AdminContent/AuditSystem/AuditPersonnel';
  const entry = await db.selectFrom('menu').select('menuNo').where('perms', '=', path).executeTakeFirstOrThrow();
  await db.insertInto('rolePage').values({ roleNo, pagePath: path.toLowerCase() }).execute();
  const total = async () => (await lead.post(auditPersonnel.endpoints.page, listOf())).data.total;
  const put = async (rowScope: string) =>
    await admin.post(menuRules.saveDataRules, { menuNo: entry.menuNo, rules: [rule(rowScope)] });
  const before = await total();
  expect(before).toBeGreaterThan(0);
  expect((await put('SELF')).data).toEqual({ changed: 1 });
  expect(await total()).toBe(0);
  await put('MERCHANTS');
  expect(await total()).toBe(before);
});

test('masked fields leave the server masked: list, detail and export', async () => {
  await save(rule('MERCHANTS', ['realName', 'jobNumber']));
  const rows = await rowsOf(lead);
  const collector = rows.find((row: { userNo: string }) => row.userNo === 'U000005');
  expect(collector).toMatchObject({ realName: 'Ac********ma', jobNumber: 'KT**05' });
  const info = await lead.get(user.getUpdateUserInfo, { userNo: 'U000005' });
  expect(info.data.realName).toBe('Ac********ma');
  const file = await lead.post(user.getExcelUserList, { format: 'csv', filters: {}, sort: null });
  expect(file.body.toString('utf8')).not.toContain('Achieng Ouma');
  expect((await rowsOf(admin)).map((row: { realName: string }) => row.realName)).toContain('Achieng Ouma');
});

test.each(['en', 'zh'])('each field that rules can mask has its words on that page, %s', async (language) => {
  const file = new URL(`../../../../../plugins/users/locales/${language}.json`, import.meta.url);
  const { field: words } = JSON.parse(await readFile(file, 'utf8'));
  const pages = app.database.db.selectFrom('menu').select('menuNo').where('menuType', '=', 'PAGE');
  const fields = new Set<string>();
  for (const one of await pages.execute()) {
    const { data } = await admin.get(menuRules.dataRules, { menuNo: one.menuNo });
    for (const field of data.maskable) fields.add(field);
  }
  expect(fields).toContain('thirdPartyOrderNo');
  expect([...fields].filter((field) => !words[field])).toEqual([]);
});

describe('what is refused', () => {
  test.each([
    ['a role without the page', { roleNo: 'R-005', rowScope: 'SELF', maskedFields: [] }, 'REFERENCE_UNKNOWN'],
    [
      'a field the page has not',
      { roleNo: 'R-010', rowScope: 'SELF', maskedFields: ['password'] },
      'REFERENCE_UNKNOWN',
    ],
    ['a scope of no kind', { roleNo: 'R-010', rowScope: 'EVERYTHING', maskedFields: [] }, 'BAD_REQUEST'],
    ['more than asked', { roleNo: 'R-010', rowScope: 'SELF', maskedFields: [], menuNo: 'N1' }, 'BAD_REQUEST'],
  ])('%s', async (_what, requested, error) => {
    expect((await save(requested)).data.error).toBe(error);
    expect(await app.database.db.selectFrom('menuDataRule').selectAll().execute()).toEqual([]);
  });

  test('rows by person or department where the page has none: told beside the rule, and not offered', async () => {
    const { db } = app.database;
    const roles = '/AdminContent/UserSystem/RoleManagement';
    const other = await db.selectFrom('menu').select('menuNo').where('perms', '=', roles).executeTakeFirstOrThrow();
    await db
      .insertInto('rolePage')
      .values({ roleNo, pagePath: roles.toLowerCase() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    for (const rowScope of ['DEPARTMENT_AND_BELOW', 'DEPARTMENT', 'SELF']) {
      const requested = { menuNo: other.menuNo, rules: [rule(rowScope)] };
      expect((await admin.post(menuRules.saveDataRules, requested)).data).toMatchObject({
        error: 'ROW_SCOPE_NOT_HERE',
        fields: [{ field: 'rules.0.rowScope', msg: expect.stringContaining('no owner or department') }],
      });
    }
    expect(await db.selectFrom('menuDataRule').selectAll().execute()).toEqual([]);
    const offered = async (no: string) => (await admin.get(menuRules.dataRules, { menuNo: no })).data.rowScopes;
    expect(await offered(other.menuNo)).toEqual(['ALL', 'MERCHANTS']);
    expect(await offered(menuNo)).toContain('SELF');
    const fine = { menuNo: other.menuNo, rules: [rule('MERCHANTS')] };
    expect((await admin.post(menuRules.saveDataRules, fine)).data).toEqual({ changed: 1 });
  });

  test('rules of what has no rows', async () => {
    const { data } = await admin.get(menu.tree);
    const catalogue = found(data.tree.find((node) => node.menuType === 'CATALOGUE'));
    const answer = await admin.get(menuRules.dataRules, { menuNo: catalogue.menuNo });
    expect(answer.data.error).toBe('MENU_WITHOUT_ROWS');
    expect((await admin.get(menuRules.dataRules, { menuNo: 'N9999' })).data.error).toBe('MENU_NOT_FOUND');
  });
});

test('a preview shows what a person would see, and changes nothing', async () => {
  const shown = await admin.get(menuRules.dataRules, { menuNo });
  expect(shown.data.maskable).toContain('realName');
  expect(shown.data.people).toContainEqual({ userNo: leadNo, realName: 'team.lead' });
  const request = { menuNo, rules: [rule('DEPARTMENT', ['realName'])], userNo: leadNo };
  const preview = await admin.post(menuRules.dataRulesPreview, request);
  expect(preview.data).toMatchObject({
    holdsPage: true,
    roles: [{ rowScope: 'DEPARTMENT' }],
    maskedFields: ['realName'],
    rowsNow: (await expected(null)).length,
    rowsThen: (await expected(['D0005'])).length,
  });
  expect((await namesOf(lead)).length).toBe((await expected(null)).length);
});

test('where the company asks, rules wait for somebody whom they do not concern', async () => {
  const { db } = app.database;
  const setting = db.updateTable('policySetting').where('settingKey', '=', 'makerChecker.menu');
  await setting.set({ value: 'true' }).execute();
  const second = await addPerson(app.database, 'rule.checker');
  await db
    .insertInto('userRole')
    .values([
      { userNo: second.userNo, roleNo: 'R-001' },
      { userNo: second.userNo, roleNo },
    ])
    .execute();
  const third = await addPerson(app.database, 'rule.other');
  await db.insertInto('userRole').values({ userNo: third.userNo, roleNo: 'R-001' }).execute();
  const asked = await save(rule('SELF'));
  expect(asked.data).toMatchObject({ changed: 0, changeNo: expect.stringMatching(/^CH/) });
  const { changeNo } = asked.data;
  expect((await namesOf(lead)).length).toBeGreaterThan(1);
  expect((await admin.get(menuRules.dataRules, { menuNo })).data.changeNo).toBe(changeNo);
  const approve = async (who: Person) =>
    (await who.post(change.changeFamilies.menu.approve, { changeNo })).data.error ?? 'DONE';
  expect(await approve(admin)).toBe('CHANGE_OWN');
  expect(await approve(await as(app, 'rule.checker'))).toBe('CHANGE_CONCERNS_YOU');
  expect(await approve(await as(app, 'rule.other'))).toBe('DONE');
  expect(await namesOf(lead)).toEqual(['team.lead']);
  await setting.set({ value: 'false' }).execute();
});
