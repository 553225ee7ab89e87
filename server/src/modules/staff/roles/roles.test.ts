import { change, role, user } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, found, listOf, type Person } from '../../../../testing/test-calls.ts';

let app: TestApp;
let admin: Person;
let second: Person;
let lead: Person;

const system = '/admincontent/usersystem/';
const users = `${system}usermanagement`;
const leadCodes = ['user:role:add', 'user:role:update', 'user:role:delete', 'user:user:add'];

beforeAll(async () => {
  app = await createTestApp({
    content: 'seeded',
    plugins: { probe: ['Probe'] },
  });
  const { db } = app.database;
  await db
    .insertInto('menu')
    .values({
      menuType: 'PAGE',
      menuName: JSON.stringify({ en: 'Probe' }),
      perms: '/AdminContent/Probe',
      sort: 900,
    })
    .execute();
  const other = await addPerson(app.database, 'second.admin');
  await db.insertInto('userRole').values({ userNo: other.userNo, roleNo: 'R-001' }).execute();
  // Someone who makes roles of just what they hold: two pages, four codes, one merchant, masked.
  const small = await addPerson(app.database, 'role.lead', {
    pages: [`${system}rolemanagement`, users],
    codes: leadCodes,
  });
  await db.insertInto('userMerchant').values({ userNo: small.userNo, merchantNo: 'M0001' }).execute();
  admin = await as(app, 'admin');
  second = await as(app, 'second.admin');
  lead = await as(app, 'role.lead');
});
afterAll(async () => await app[Symbol.asyncDispose]());

async function setChecker(value: 'true' | 'false'): Promise<void> {
  await app.database.db
    .updateTable('policySetting')
    .set({ value })
    .where('settingKey', '=', 'makerChecker.role')
    .execute();
}
let made = 0;
const form = (part: object = {}) => ({
  roleName: `Made ${(made += 1)}`,
  remark: null,
  dataScope: 'MERCHANTS',
  pages: [users],
  codes: ['user:user:add'],
  ...part,
});
const infoOf = async (roleNo: string): Promise<role.RoleInfo> => (await admin.get(role.info, { roleNo })).data;
async function make(part: object = {}): Promise<role.RoleInfo> {
  await setChecker('false');
  const { roleNo } = (await admin.post(role.save, form(part))).data;
  await setChecker('true');
  return await infoOf(roleNo);
}
async function give(userName: string, { roleNo }: { roleNo: string }): Promise<string> {
  const person = await addPerson(app.database, userName);
  await app.database.db.insertInto('userRole').values({ userNo: person.userNo, roleNo }).execute();
  return person.userNo;
}
const outcome = (answer: { data: { error: string; fields: { field: string }[] } }) => [
  answer.data.error,
  answer.data.fields?.[0]?.field,
];
const approve = async (who: Person, changeNo: string): Promise<string> =>
  (await who.post(change.changeFamilies.role.approve, { changeNo })).data.error ?? 'DONE';
describe('reading', () => {
  test('the list counts what a role holds and finds roles by what they hold', async () => {
    const all = await admin.post(role.page, listOf());
    const collector = found(all.data.rows.find((row) => row.roleNo === 'R-005'));
    expect(collector).toMatchObject({ pages: 7, sensitive: ['REVEAL', 'DEDUCTION'], isAdministrator: false });
    expect(collector.users).toBeGreaterThan(4);
    expect(collector.allowedActions).toEqual(['update', 'copy']);
    const holding = await admin.post(role.page, listOf({ permission: 'audit:face:search' }));
    expect(holding.data.rows.map((row: role.RoleRow) => row.roleNo)).toEqual(['R-001', 'R-013']);
    const sorted = await admin.post(role.page, listOf({}, { field: 'users', direction: 'desc' }));
    expect(sorted.data.rows[0].users).toBeGreaterThanOrEqual(found(sorted.data.rows[1]).users);
  });

  test('the tree has sections, pages and operations, each said to be held or not', async () => {
    const tree: role.Permission[] = (await lead.get(role.tree)).data;
    const section = tree.find((node) => node.name === 'Users' || node.name === 'User system');
    const page = tree.flatMap((node) => node.children).find((node) => node.key === users);
    expect(page).toMatchObject({ kind: 'PAGE', isHeld: true });
    const codes = page?.children ?? [];
    expect(codes.find(({ key }) => key === 'user:user:add')?.isHeld).toBe(true);
    expect(codes.find(({ key }) => key === 'user:user:salary')?.isHeld).toBe(false);
    expect(section?.kind ?? 'SECTION').toBe('SECTION');
  });

  test('roles with the same menu stand side by side, the role itself first', async () => {
    const first = await make({ pages: [users, `${system}datadictionary`] });
    const twin = await make({ pages: [`${system}datadictionary`, users], codes: [] });
    const { data } = await admin.post(role.sameMenuRole, { roleNo: first.roleNo });
    expect(data.roles.slice(0, 2)).toMatchObject([
      { roleNo: first.roleNo, isSameMenu: true },
      { roleNo: twin.roleNo, isSameMenu: true, codes: [] },
    ]);
    const unknown = await admin.post(role.sameMenuRole, { roleNo: 'R-999' });
    expect(unknown.data.error).toBe('ROLE_NOT_FOUND');
  });
});

describe('bad input', () => {
  test.each([
    ['a name that is taken, whatever its case', { roleName: 'COLLECTOR' }, 'ROLE_NAME_TAKEN', 'roleName'],
    ['nothing ticked', { pages: [] }, 'BAD_REQUEST', 'pages'],
    ['no name', { roleName: ' ' }, 'BAD_REQUEST', 'roleName'],
    ['a page that does not exist', { pages: ['/admincontent/nothing'] }, 'REFERENCE_UNKNOWN', 'pages'],
    ['an operation that does not exist', { codes: ['user:user:fly'] }, 'REFERENCE_UNKNOWN', 'codes'],
    ['a budget of 1000', { dailyRevealBudget: 1000 }, 'BAD_REQUEST', 'dailyRevealBudget'],
    ['a field that is not revealed', { revealFields: ['password'] }, 'BAD_REQUEST', 'revealFields.0'],
    ['the administrator’s mark', { isAdministrator: true }, 'BAD_REQUEST', 'isAdministrator'],
    ['a number of one’s own', { roleNo: 'R-777' }, 'BAD_REQUEST', 'roleNo'],
  ])('%s is refused beside its field', async (_what, part, error, field) => {
    expect(outcome(await admin.post(role.save, form(part)))).toEqual([error, field]);
  });

  test('“Choose at least one page” is said in words', async () => {
    const { data } = await admin.post(role.save, form({ pages: [] }));
    expect(data.fields[0].msg).toBe('Choose at least one page');
  });

  test('a role that people hold is not deleted, and says how many', async () => {
    const held = await make();
    await give(`holder.${made}`, held);
    const answer = await admin.post(role.delete, held);
    expect(answer.data.error).toBe('BAD_REQUEST');
    const { roleNo, version } = held;
    const refused = await admin.post(role.delete, { roleNo, version });
    expect([refused.data.error, refused.msg]).toEqual([
      'ROLE_HELD',
      'Not deleted. Users with this role: 1. Remove it from them first.',
    ]);
  });

  test('a version that others have passed is stale', async () => {
    const { roleNo, version } = await make();
    const stale = { roleNo, version: version - 1, roleName: 'Other' };
    expect((await admin.post(role.update, stale)).data.error).toBe('STALE');
    expect((await admin.post(role.delete, { roleNo, version: 7 })).data.error).toBe('STALE');
  });
});

describe('nobody grants what they do not hold', () => {
  test.each([
    ['a page', { pages: [users, `${system}menumanagement`] }, 'GRANT_BEYOND_OWN', 'pages'],
    ['an operation', { codes: ['user:user:salary'] }, 'GRANT_BEYOND_OWN', 'codes'],
    ['rows of all merchants', { dataScope: 'ALL' }, 'GRANT_BEYOND_OWN', 'dataScope'],
    ['the sensitive group', { isDesensitization: 0 }, 'FORBIDDEN', 'isDesensitization'],
  ])('%s', async (_what, part, error, field) => {
    expect(outcome(await lead.post(role.save, form(part)))).toEqual([error, field]);
  });

  test.each([
    ['unmasked values', { isDesensitization: 0 }],
    ['reveals', { revealFields: ['phone'] }],
    ['a budget', { dailyRevealBudget: 1 }],
    ['address books', { addressBookHide: false }],
    ['unmasked exports', { unmaskedExport: true }],
    ['a deduction cap', { deductionCapCents: 100 }],
  ])('nor %s, where they may change the sensitive group', async (_what, part) => {
    const name = `sensitive.${(made += 1)}`;
    await addPerson(app.database, name, {
      pages: [`${system}rolemanagement`, users],
      codes: [...leadCodes, 'user:role:sensitive'],
    });
    const person = await as(app, name);
    const request = form(part);
    expect(outcome(await person.post(role.save, request))).toEqual(['GRANT_BEYOND_OWN', Object.keys(part)[0]]);
    expect((await person.post(role.save, form({ mfaRequired: true }))).code).toBe(0);
  });

  test('what they do not hold is named in their language', async () => {
    const name = `words.${(made += 1)}`;
    await addPerson(app.database, name, {
      pages: [`${system}rolemanagement`, users],
      codes: [...leadCodes, 'user:role:sensitive'],
    });
    const person = await as(app, name);
    const said = async (part: object, lang: string) =>
      (await person.post(role.save, form(part), undefined, { lang })).msg;
    expect(await said({ dataScope: 'ALL' }, 'en')).toBe('You cannot grant permissions you lack: all merchants.');
    expect(await said({ dataScope: 'ALL' }, 'zh')).toBe('不能授予自己没有的权限：全部商户。');
    expect(await said({ deductionCapCents: 100 }, 'zh')).toBe('不能授予自己没有的权限：减免上限。');
    expect(await said({ isDesensitization: 0 }, 'zh')).toBe('不能授予自己没有的权限：明文数据。');
  });

  test('a role that holds more than they do is not theirs to change or delete', async () => {
    const bigger = await make({ codes: ['user:user:salary'] });
    const { roleNo, version } = bigger;
    const request = { roleNo, version, remark: 'Mine now' };
    expect((await lead.post(role.update, request)).data.error).toBe('GRANT_BEYOND_OWN');
    expect((await lead.post(role.delete, { roleNo, version })).data.error).toBe('GRANT_BEYOND_OWN');
    const row = (await lead.post(role.page, listOf({ roleNo }))).data.rows[0];
    expect(row.allowedActions).toEqual(['copy']);
  });

  test('the administrator’s role keeps what puts rights right again', async () => {
    const { roleNo, version, codes } = await infoOf('R-001');
    const request = { roleNo, version, codes: codes.filter((code) => code !== 'user:role:update') };
    expect(outcome(await admin.post(role.update, request))).toEqual(['ROLE_ADMINISTRATOR_KEEPS', 'codes']);
  });
});

describe('an approver', () => {
  test('sees codes that come and go, people concerned and conflicts, and agrees', async () => {
    const held = await make({ codes: ['audit:order:audit', 'user:user:add'] });
    await give(`reviewed.${made}`, held);
    const { roleNo, version } = held;
    const request = {
      roleNo,
      version,
      codes: ['audit:order:audit', 'audit:order:update'],
      dailyRevealBudget: 5,
      reason: 'Reviewers correct orders',
    };
    const asked = await admin.post(role.update, request);
    expect(asked.data).toMatchObject({ roleNo, version });
    const { changeNo } = asked.data;
    expect((await infoOf(roleNo)).pendingChangeNo).toBe(changeNo);
    expect((await infoOf(roleNo)).codes).toContain('user:user:add');
    const { data } = await second.post(change.changeFamilies.role.page, listOf({ subjectNo: roleNo }));
    expect(data.rows).toMatchObject([
      {
        title: 'Change role',
        before: { dailyRevealBudget: 0 },
        after: {
          dailyRevealBudget: 5,
          codesAdded: ['audit:order:update'],
          codesRemoved: ['user:user:add'],
          people: [`reviewed.${made}`],
          conflicts: [{ maker: 'audit:order:update', checker: 'audit:order:audit' }],
        },
        allowedActions: ['approve', 'reject'],
      },
    ]);
    expect((await admin.post(role.update, request)).data.error).toBe('CHANGE_WAITING');
    expect(await approve(admin, changeNo)).toBe('CHANGE_OWN');
    expect(await approve(lead, changeNo)).toBe('FORBIDDEN');
    expect(await approve(second, changeNo)).toBe('DONE');
    const now = await infoOf(roleNo);
    expect(now.codes).toEqual(['audit:order:audit', 'audit:order:update']);
    expect(now).toMatchObject({ pendingChangeNo: null, version: version + 1 });
    expect(now.history[0]).toMatchObject({
      action: 'role.update',
      before: { dailyRevealBudget: 0 },
      after: { codesAdded: ['audit:order:update'] },
    });
  });

  test('is nobody who holds the role, nor anybody who lacks what it grants', async () => {
    const held = await make({ codes: ['user:user:add'] });
    const userNo = await give(`both.${made}`, held);
    await app.database.db.insertInto('userRole').values({ userNo, roleNo: 'R-001' }).execute();
    const person = await as(app, `both.${made}`);
    const { roleNo, version } = held;
    const asked = await admin.post(role.update, { roleNo, version, remark: 'Other' });
    expect(await approve(person, asked.data.changeNo)).toBe('CHANGE_CONCERNS_YOU');
    // Sees all merchants and decides changes, but does not hold what is granted.
    const { roleNo: own } = await addPerson(app.database, `checker.${made}`, {
      pages: [`${system}rolemanagement`],
      codes: ['user:change:approve'],
    });
    await app.database.db.updateTable('role').set({ dataScope: 'ALL' }).where('roleNo', '=', own).execute();
    const checker = await as(app, `checker.${made}`);
    const other = await admin.post(role.save, form());
    expect(await approve(checker, other.data.changeNo)).toBe('GRANT_BEYOND_OWN');
    expect(await approve(second, other.data.changeNo)).toBe('DONE');
  });

  test('finds a change stale once somebody else came to hold the role', async () => {
    const { roleNo, version } = await make();
    const asked = await admin.post(role.update, { roleNo, version, remark: 'Later' });
    await give(`later.${made}`, { roleNo });
    expect(await approve(second, asked.data.changeNo)).toBe('STALE');
    const taken = await admin.post(change.changeFamilies.role.withdraw, { changeNo: asked.data.changeNo });
    expect(taken.data.changeState).toBe('WITHDRAWN');
  });

  test('agrees to deleting, too; the two switches wait like the whole group', async () => {
    const { roleNo, version } = await make();
    const shown = { roleNo, version, isHidden: false };
    const asked = await admin.post(role.addressBookHide, shown);
    expect(await approve(second, asked.data.changeNo)).toBe('DONE');
    const now = await infoOf(roleNo);
    expect(now.sensitive).toMatchObject({ addressBookHide: false, orderDetailsHide: false });
    const hidden = { roleNo, version: now.version, isHidden: true };
    expect((await lead.post(role.orderDetailsHide, hidden)).data.error).toBe('FORBIDDEN');
    const gone = await admin.post(role.delete, { roleNo, version: now.version });
    const rejected = await second.post(change.changeFamilies.role.reject, {
      changeNo: gone.data.changeNo,
      reason: 'Still needed',
    });
    expect(rejected.data.changeState).toBe('REJECTED');
    const again = await admin.post(role.delete, { roleNo, version: now.version });
    expect(await approve(second, again.data.changeNo)).toBe('DONE');
    expect((await admin.get(role.info, { roleNo })).data.error).toBe('ROLE_NOT_FOUND');
  });

  test('is not asked where nothing would change', async () => {
    const { roleNo, version, codes } = await make();
    const same = await admin.post(role.update, { roleNo, version, codes });
    expect(same.data).toEqual({ roleNo, version });
  });
});

test('a permission taken away is gone with the very next call of an open session', async () => {
  const { roleNo } = await make({ pages: [users], codes: ['user:user:export'] });
  await give(`open.${made}`, { roleNo });
  const person = await as(app, `open.${made}`);
  const list = async () => (await person.post(user.getUserList, listOf())).data.error ?? 'DONE';
  expect(await list()).toBe('DONE');
  await setChecker('false');
  const { version } = await infoOf(roleNo);
  await admin.post(role.update, { roleNo, version, pages: [`${system}datadictionary`] });
  expect(await list()).toBe('FORBIDDEN');
  await setChecker('true');
});

describe('the simulator', () => {
  test('draws the menu of a role, of a draft, of a person', async () => {
    const draft = { dataScope: 'MERCHANTS', pages: ['/admincontent/probe', users], codes: [] };
    const { data } = await admin.post(role.simulate, { draft });
    expect(data.menus).toMatchObject([{ menuName: 'Probe', perms: '/AdminContent/Probe' }]);
    expect(data.pagesNotOffered).toEqual([users]);
    expect(data).toMatchObject({ isMasked: true, addressBookHide: true, dailyRevealBudget: 0 });
    const ofRole = await admin.post(role.simulate, { roleNo: 'R-005' });
    expect(ofRole.data.codes).toContain('collection:followUp:save');
    const ofPerson = await admin.post(role.simulate, { userNo: 'U000001' });
    expect(ofPerson.data).toMatchObject({ isMasked: false, dataScope: 'ALL' });
    expect(ofPerson.data.conflicts.length).toBeGreaterThan(5);
  });

  test('does not know people of other merchants', async () => {
    const own = await lead.post(role.simulate, { userNo: 'U000005' });
    const other = await lead.post(role.simulate, { userNo: 'U000025' });
    expect([own.data.error, other.data.error]).toEqual([undefined, 'USER_NOT_FOUND']);
  });
});

test('permissions that no holder used stand out; those nobody could use yet do not', async () => {
  const { roleNo } = await make({
    pages: [users, `${system}menumanagement`],
    codes: ['user:user:add', 'user:user:export'],
  });
  // Of a section that is still to come.
  await app.database.db.insertInto('roleCode').values({ roleNo, code: 'coming:thing:do' }).execute();
  const userNo = await give(`tracked.${made}`, { roleNo });
  const event = { userNo, eventId: crypto.randomUUID(), eventType: 'VIEW' };
  await app.database.db
    .insertInto('trackingEvent')
    .values([
      { ...event, path: '/AdminContent/UserSystem/UserManagement' },
      { ...event, eventId: crypto.randomUUID(), eventType: 'COMMAND', type: 'user.saveUser' },
    ])
    .execute();
  const { data } = await admin.get(role.unused, { roleNo });
  expect(data.pages).toEqual([`${system}menumanagement`]);
  expect(data.codes).toEqual(['user:user:export']);
});
