import {
  announcement,
  config,
  dept,
  dictionary,
  imports,
  job as jobCalls,
  menu,
  user,
  view as viewCalls,
  warning,
} from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allRoutes } from '../../server/src/routes.ts';
import { addPerson, createTestApp, TEST_PASSWORD } from '../../server/testing/test-app.ts';
import type { TestApp } from '../../server/testing/test-app.ts';
import { as, listOf } from '../../server/testing/test-calls.ts';
import { addDays, businessDateOf } from '../../server/src/modules/platform/policy/index.ts';
import type { Person } from '../../server/testing/test-calls.ts';

/** A person's own view: nothing that anybody would later have to prove. */
const UNRECORDED = ['user.saveSetting'];
/** Whole stories of several steps, and calls whose body is a file; tests beside those modules run them. */
const PROVED_ELSEWHERE = /^((file|\w+Change)\.|import\.applyFile$)/;

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  admin = await as(app, 'admin');
  const { userNo } = await addPerson(app.database, 'second.admin');
  await app.database.db.insertInto('userRole').values({ userNo, roleNo: 'R-001' }).execute();
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
});

async function recordCount(): Promise<number> {
  const { records } = await app.database.db
    .selectFrom('auditLog')
    .select((eb) => eb.fn.countAll<number>().as('records'))
    .where('action', 'not like', 'auth.%')
    .executeTakeFirstOrThrow();
  return records;
}

async function warningNo(): Promise<string> {
  const { data } = await admin.post(warning.page, listOf({ warningStatus: 'OPEN' }));
  return data.rows[0].warningNo;
}

const db = () => app.database.db;
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString();

const entry = { dictType: 'BANK_NAME_TYPE', dictKey: 'FIRST', label: { en: 'First' }, sort: 1 };

const shownText = { languageCode: 'zh', namespace: 'host', key: 'person.signOut' };

const view = {
  page: '/AdminContent/UserSystem/UserManagement',
  list: 'users',
  viewName: 'Mine',
  filters: {},
};

const catalogue = (name: string) => ({
  parentMenuNo: null,
  menuType: 'CATALOGUE',
  menuName: { en: name },
  icon: null,
  sort: 900,
  perms: null,
  externalUrl: null,
});

async function addedCatalogue(name: string): Promise<string> {
  return (await admin.post(menu.edit, catalogue(name))).data.menuNo;
}

async function menuNoOf(perms: string): Promise<string> {
  const { menuNo } = await db()
    .selectFrom('menu')
    .select('menuNo')
    .where('perms', '=', perms)
    .executeTakeFirstOrThrow();
  return menuNo;
}

async function addedEntry(dictKey: string, dictType = 'MATERIAL'): Promise<number> {
  const { data } = await admin.post(dictionary.save, { ...entry, dictType, dictKey });
  return data.id;
}

const draft = (configKey: string) => ({
  configKey,
  value: true,
  effectiveFrom: addDays(businessDateOf(new Date()), 1),
  reason: 'Asked for',
});

/** A draft of a second administrator, and what became of it. */
async function drafted(configKey: string, then?: 'submit' | 'withdraw') {
  const second = await as(app, 'second.admin');
  let { data } = await second.post(config.save, draft(configKey));
  const named = () => ({ versionId: String(data.versionId), version: Number(data.version) });
  if (then) ({ data } = await second.post(`config/version/${then}`, named()));
  return named();
}

/** A job that waits: nobody works here. */
async function queuedImport(): Promise<{ jobNo: string }> {
  const rows = [{ userName: 'waiting' }];
  const { data } = await admin.post(imports.apply, { kind: 'users.import', rows });
  return { jobNo: data.jobNo };
}

/** A department of nobody's, at the top level. */
async function addedDepartment(name: string): Promise<{ deptNo: string; version: number }> {
  const form = { parentDeptNo: null, name, leaderUserNo: null, remark: null };
  const { data } = await admin.post(dept.add, form);
  return { deptNo: data.deptNo, version: 1 };
}

/** A role that nobody holds. */
async function addedRole(roleName: string): Promise<{ roleNo: string; version: number }> {
  return await db().insertInto('role').values({ roleName }).returning(['roleNo', 'version']).executeTakeFirstOrThrow();
}

/** What each command is sent so that it succeeds. */
const notice = {
  title: { en: 'Tonight', zh: '今晚' },
  content: { en: 'The paybill rests from ten.', zh: '缴费号十点起暂停。' },
  audience: 'STAFF',
  announcementType: 'LIST',
  merchantNos: [],
  deptNos: [],
  mustConfirm: false,
  startAt: new Date(Date.now() - 60_000).toISOString(),
  endAt: null,
};
async function savedNotice(announcementStatus: 'DRAFT' | 'ACTIVE' | 'ABOLISHED' = 'DRAFT'): Promise<string> {
  const { data } = await admin.post(announcement.save, notice);
  const announcementNo = String(data.announcementNo);
  await app.database.db
    .updateTable('announcement')
    .set({ announcementStatus, ...(announcementStatus === 'DRAFT' ? {} : { publishedAt: new Date() }) })
    .where('announcementNo', '=', announcementNo)
    .execute();
  return announcementNo;
}

const requests: Readonly<Record<string, () => object | Promise<object>>> = {
  'user.saveUser': () => ({
    userName: 'new.person',
    loginId: 'new.person',
    realName: 'Wafula Nyongesa',
    deptNo: 'D0006',
    orgNo: 'O002',
    merchantNos: ['M0001'],
    phone: '254712345678',
    email: 'wafula@kituo.example',
    extension: '2099',
    roleNos: ['R-005'],
    jobNumber: 'NP1001',
    employeeStatus: 'ON_THE_JOB',
    employeeCategory: 'NEW',
    internalExternal: 'INTERNAL',
  }),
  'user.updateUser': async () => {
    const { data } = await admin.get(user.getUpdateUserInfo, { userNo: 'U000012' });
    return { userNo: 'U000012', version: data.version, extension: '2111' };
  },
  'user.frozenUser': () => ({ userNo: 'U000013' }),
  'user.unFrozenUser': () => ({ userNo: 'U000024' }),
  'user.endSession': async () => {
    const { userNo } = await addPerson(app.database, 'at.another.desk');
    await as(app, 'at.another.desk');
    return { userNo, reason: 'Left the desk open' };
  },
  'user.resetPwd': () => ({ userNo: 'U000014', reason: 'Forgotten' }),
  'user.resetMFA': async () => {
    await db().updateTable('appUser').set({ mfaBound: true }).where('userNo', '=', 'U000015').execute();
    return { userNo: 'U000015', reason: 'New phone' };
  },
  'user.batchUpdateMerchantNo': () => ({
    userNos: ['U000025'],
    mode: 'ADD',
    merchantNos: ['M0001'],
  }),
  'user.moveMembers': () => ({ userNos: ['U000026'], deptNo: 'D0006' }),
  'dept.add': () => ({ parentDeptNo: 'D0001', name: 'Field', leaderUserNo: null, remark: null }),
  'dept.update': async () => ({ ...(await addedDepartment('Old')), name: 'New' }),
  'dept.move': async () => ({
    deptNo: (await addedDepartment('Moved')).deptNo,
    parentDeptNo: 'D0001',
  }),
  'dept.delete': async () => await addedDepartment('Gone'),
  'role.save': () => ({
    roleName: 'Night desk',
    remark: null,
    dataScope: 'MERCHANTS',
    pages: ['/admincontent/usersystem/usermanagement'],
    codes: [],
  }),
  'role.update': async () => ({ ...(await addedRole('Old desk')), remark: 'Nights' }),
  'role.delete': async () => await addedRole('Empty desk'),
  'role.addressBookHide': async () => ({ ...(await addedRole('Open desk')), isHidden: false }),
  'role.orderDetailsHide': async () => ({ ...(await addedRole('Closed desk')), isHidden: true }),
  'user.sessionEnd': async () => {
    await as(app, 'admin');
    return { allOthers: true };
  },
  'warning.acknowledge': async () => ({ warningNos: [await warningNo()] }),
  'warning.assign': async () => ({ warningNo: await warningNo(), assigneeUserNo: 'U000001' }),
  'warning.snooze': async () => ({ warningNo: await warningNo(), until: tomorrow() }),
  'warning.resolve': async () => ({ warningNos: [await warningNo()], note: 'Done' }),
  'warning.exportList': () => ({ format: 'csv', filters: {}, sort: null }),
  'announcement.export': () => ({ format: 'csv', filters: {}, sort: null }),
  'announcement.readsExport': () => ({ format: 'csv', filters: {}, sort: null }),
  'announcement.save': () => notice,
  'announcement.publish': async () => ({ announcementNo: await savedNotice(), reason: 'Tonight' }),
  'announcement.abolish': async () => ({ announcementNo: await savedNotice('ACTIVE'), reason: 'Over' }),
  'announcement.restart': async () => ({
    announcementNo: await savedNotice('ABOLISHED'),
    endAt: null,
    reason: 'Again',
  }),
  'announcement.confirm': () => ({ announcementNo: 'A0001' }),
  'announcement.noteRead': async () => ({
    ...(await db()
      .insertInto('customer')
      .values({ merchantNo: 'M0001', customerName: 'Wafula Reader', phone: '254712345679', idCardNo: '34567891' })
      .returning('customerNo')
      .executeTakeFirstOrThrow()),
    announcementNos: [await savedNotice('ACTIVE')],
  }),
  'user.exportUserList': () => ({ format: 'csv', filters: {}, sort: null }),
  'role.export': () => ({ format: 'csv', filters: {}, sort: null }),
  'language.export': () => ({ format: 'csv', filters: {}, sort: null }),
  'language.missingExport': () => ({ format: 'csv', filters: {}, sort: null }),
  'userChange.export': () => ({ format: 'csv', filters: {}, sort: null }),
  'roleChange.export': () => ({ format: 'csv', filters: {}, sort: null }),
  'menuChange.export': () => ({ format: 'csv', filters: {}, sort: null }),
  'dept.export': () => ({ format: 'csv', filters: {} }),
  'menu.export': () => ({ format: 'csv', filters: {} }),
  'dictionary.export': () => ({ format: 'csv', dictType: 'SEX_TYPE', filters: {} }),
  'import.apply': () => ({ kind: 'users.import', rows: [{}] }),
  'job.cancel': queuedImport,
  'job.retry': async () => {
    const job = await queuedImport();
    await admin.post(jobCalls.cancel, job);
    return job;
  },
  'menu.edit': () => catalogue('First of all'),
  'menu.delete': async () => ({ menuNo: await addedCatalogue('Second of all'), version: 1 }),
  'menu.updateState': async () => ({
    menuNos: [await addedCatalogue('Third of all')],
    enabled: false,
  }),
  'menu.reorder': async () => {
    const { data } = await admin.get(menu.tree);
    const menuNos = data.tree.map(({ menuNo }: { menuNo: string }) => menuNo);
    return { levels: [{ parentMenuNo: null, menuNos: menuNos.toReversed() }] };
  },
  'menu.saveDataRules': async () => ({
    menuNo: await menuNoOf('/AdminContent/UserSystem/UserManagement'),
    rules: [{ roleNo: 'R-010', rowScope: 'SELF', maskedFields: [] }],
  }),
  'dictionary.save': () => entry,
  'dictionary.updateState': async () => ({
    dictType: 'MATERIAL',
    ids: [await addedEntry('PAPER')],
    enabled: false,
  }),
  'dictionary.reorder': async () => ({
    dictType: 'COLOUR',
    parentId: null,
    ids: [await addedEntry('RED', 'COLOUR'), await addedEntry('BLUE', 'COLOUR')].toReversed(),
  }),
  'config.save': () => draft('signIn.mfaRequired'),
  'config.submit': async () => await drafted('makerChecker.menu'),
  'config.approve': async () => await drafted('makerChecker.role', 'submit'),
  'config.reject': async () => ({
    ...(await drafted('signIn.validateNewDevice', 'submit')),
    reason: 'No',
  }),
  'config.withdraw': async () => await drafted('makerChecker.user'),
  'config.copy': async () => {
    const { versionId } = await drafted('makerChecker.user', 'withdraw');
    return { versionId };
  },
  'view.save': () => view,
  'view.share': async () => {
    const { data } = await admin.post(viewCalls.save, { ...view, viewName: 'Shared' });
    return { viewId: data.viewId, version: data.version, roleNos: ['R-010'] };
  },
  'view.delete': async () => {
    const { data } = await admin.post(viewCalls.save, { ...view, viewName: 'Gone' });
    return { viewId: data.viewId };
  },
  'view.setDefault': () => ({ page: view.page, list: view.list, viewId: null }),
  'language.save': () => ({ languageCode: 'fr', languageName: 'Français', sort: 6 }),
  'language.stateOperation': () => ({ languageCode: 'sw', version: 1, isEnabled: true }),
  'language.setDefault': () => ({ languageCode: 'zh', version: 1 }),
  'language.delete': () => ({ languageCode: 'vi', version: 1 }),
  'language.textSave': () => ({ ...shownText, text: '退出', version: 0 }),
  'language.textExport': () => ({ format: 'csv', filters: { languageCode: 'zh' } }),
  'dictionary.delete': async () => {
    const { data } = await admin.post(dictionary.save, { ...entry, dictKey: 'SECOND' });
    return { id: data.id, version: data.version };
  },
};

const familyOf = (name: string) => name.slice(0, name.indexOf('.'));
/**
 * The families that are told here, each command of them. Others are called by the tests of their modules, where
 * the application itself lets no command pass that leaves no record (`http/record-check.ts`).
 */
const told = new Set(Object.keys(requests).map(familyOf));
const commands = allRoutes
  .map(({ endpoint }) => endpoint)
  .filter(({ kind, name }) => kind === 'command' && told.has(familyOf(name)))
  .filter(({ name }) => !PROVED_ELSEWHERE.test(name) && !UNRECORDED.includes(name));

test.each(commands.map(({ name, path }) => [name, path]))('%s leaves a record', async (name, path) => {
  const before = await recordCount();
  const answer = await admin.post(path, (await requests[name]?.()) ?? {});
  expect([answer.code, answer.data.fields ?? []]).toEqual([0, []]);
  expect(await recordCount()).toBeGreaterThan(before);
});

test('no record holds a secret', async () => {
  const records = JSON.stringify(await app.database.db.selectFrom('auditLog').selectAll().execute());
  expect(records).not.toContain(TEST_PASSWORD);
  expect(records).not.toContain(admin.token.split('.')[1]);
  expect(records).not.toMatch(/argon2|passwordHash|oneTimePassword|"token"/i);
});
