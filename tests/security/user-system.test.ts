import { fullPath, job, menuRules, role, user } from '@kituo/sdk/contracts';
import type { Endpoint, ErrorName } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLogger } from '../../server/src/modules/platform/health/index.ts';
import { startJobWorker } from '../../server/src/modules/platform/jobs/index.ts';
import { allRoutes } from '../../server/src/routes.ts';
import { addPerson, createTestApp } from '../../server/testing/test-app.ts';
import type { TestApp } from '../../server/testing/test-app.ts';
import { as, listOf } from '../../server/testing/test-calls.ts';
import type { Answer, Person } from '../../server/testing/test-calls.ts';

/**
 * Every endpoint of the six pages of UserSystem, asked by somebody who holds all of them for one merchant and sees
 * values masked. What belongs to another merchant is not there, no reply, file or refusal holds a phone or an
 * e-mail in full, and no request takes a field that its contract does not name.
 */
const SYSTEM = '/AdminContent/UserSystem/';
const PAGES = [
  'UserManagement',
  'DepartmentManagement',
  'RoleManagement',
  'MenuManagement',
  'MultiLanguageConfiguration',
  'DataDictionary',
].map((page) => SYSTEM + page);
const isOfThePages = ({ access }: Endpoint): boolean => {
  if (typeof access === 'string') return false;
  if ('page' in access) return access.page.some((page) => PAGES.includes(page));
  return access.code.some((code) => code.startsWith('user:') && code !== 'user:section:operate');
};
const endpoints: readonly Endpoint[] = allRoutes.map(({ endpoint }) => endpoint).filter(isOfThePages);
const codes = endpoints.flatMap(({ access }) => (typeof access === 'object' && 'code' in access ? access.code : []));

interface Row {
  readonly request: Readonly<Record<string, unknown>>;
  /** The refusal of a thing of another merchant. */
  readonly error?: ErrorName;
}
/** Names something of another merchant: it is as if it did not exist. */
const hidden = (error: ErrorName, request: Row['request']): Row => ({ request, error });
/** Lists people or things of merchants: those of others are left out. */
const cut = (request: object): Row => ({ request: { ...request } });
/** Departments, roles, the menu, words: one set for the whole company, of no merchant. */
const shared = (request: object): Row => ({ request: { ...request } });

const stranger = {
  userName: 'zuberi.out',
  loginId: 'zuberi.login',
  realName: 'Zuberi Mgeni',
  phone: '254799000111',
  email: 'zuberi.mgeni@kituo.example',
  jobNumber: 'ZZ9911',
};
/** Numbers that the tests learn when they begin: the stranger's, and of what the administrator requested. */
const known = { userNo: '', usersMenu: '', userChange: '', roleChange: '', menuChange: '' };
const form = {
  userName: 'one.more',
  loginId: 'one.more',
  realName: 'One More',
  deptNo: null,
  orgNo: null,
  merchantNos: ['M0001'],
  phone: '254712000333',
  email: null,
  extension: null,
  roleNos: [],
  jobNumber: 'OM1001',
  employeeStatus: 'ON_THE_JOB',
  employeeCategory: 'NEW',
  internalExternal: 'INTERNAL',
};
const files = { format: 'csv', filters: {}, sort: null };
const treeFile = { format: 'csv', filters: {} };
const draft = { dataScope: 'MERCHANTS', pages: ['/admincontent/home'], codes: [] };
const entry = {
  parentMenuNo: null,
  menuType: 'CATALOGUE',
  menuName: { en: 'Ours' },
  icon: null,
  sort: 70,
  perms: null,
  externalUrl: null,
};

const table = (): Readonly<Record<string, Row>> => ({
  'userChange.page': cut(listOf()),
  'userChange.export': cut(files),
  'userChange.approve': hidden('CHANGE_NOT_FOUND', { changeNo: known.userChange }),
  'userChange.reject': hidden('CHANGE_NOT_FOUND', { changeNo: known.userChange, reason: 'No' }),
  'userChange.withdraw': hidden('CHANGE_NOT_FOUND', { changeNo: known.userChange }),
  'roleChange.page': cut(listOf()),
  'roleChange.export': cut(files),
  'roleChange.approve': hidden('CHANGE_NOT_FOUND', { changeNo: known.roleChange }),
  'roleChange.reject': hidden('CHANGE_NOT_FOUND', { changeNo: known.roleChange, reason: 'No' }),
  'roleChange.withdraw': hidden('CHANGE_NOT_FOUND', { changeNo: known.roleChange }),
  'menuChange.page': cut(listOf()),
  'menuChange.export': cut(files),
  'menuChange.approve': hidden('CHANGE_NOT_FOUND', { changeNo: known.menuChange }),
  'menuChange.reject': hidden('CHANGE_NOT_FOUND', { changeNo: known.menuChange, reason: 'No' }),
  'menuChange.withdraw': hidden('CHANGE_NOT_FOUND', { changeNo: known.menuChange }),

  'dept.tree': shared({ withDisabled: true }),
  'dept.export': cut(treeFile),
  'dept.add': hidden('REFERENCE_UNKNOWN', {
    parentDeptNo: 'D0006',
    name: 'Night',
    leaderUserNo: known.userNo,
    remark: null,
  }),
  'dept.update': hidden('REFERENCE_UNKNOWN', { deptNo: 'D0006', version: 1, leaderUserNo: known.userNo }),
  'dept.movePreview': cut({ deptNo: 'D0006', parentDeptNo: null }),
  'dept.move': shared({ deptNo: 'D0006', parentDeptNo: null }),
  'dept.delete': shared({ deptNo: 'D0006', version: 1 }),
  'dept.history': shared({ deptNo: 'D0006' }),
  'dept.leaders': cut({}),

  'dictionary.tree': shared({ dictType: 'SEX_TYPE' }),
  'dictionary.export': shared({ ...treeFile, dictType: 'SEX_TYPE' }),
  'dictionary.echo': shared({ id: 1 }),
  'dictionary.save': shared({ dictType: 'SEX_TYPE', dictKey: 'X', label: { en: 'X' }, sort: 9 }),
  'dictionary.delete': shared({ id: 1, version: 1 }),
  'dictionary.updateState': shared({ dictType: 'SEX_TYPE', ids: [1], enabled: true }),
  'dictionary.reorder': shared({ dictType: 'SEX_TYPE', parentId: null, ids: [1] }),
  'dictionary.history': shared({ id: 1 }),
  'dictionary.uses': shared({ id: 1 }),
  'dictionary.deleteCache': shared({}),

  'language.list': shared(listOf()),
  'language.export': shared(files),
  'language.missingExport': shared(files),
  'language.save': shared({ languageCode: 'fr', languageName: 'Français', sort: 9 }),
  'language.stateOperation': shared({ languageCode: 'sw', version: 1, isEnabled: true }),
  'language.setDefault': shared({ languageCode: 'en', version: 1 }),
  'language.delete': shared({ languageCode: 'vi', version: 1 }),
  'language.textPage': shared(listOf({ languageCode: 'zh' })),
  'language.textNamespaces': shared({ languageCode: 'zh' }),
  'language.textPlaces': shared({ namespace: 'users' }),
  'language.textSave': shared({
    languageCode: 'sw',
    namespace: 'host',
    key: 'person.signOut',
    text: 'Toka',
    version: 0,
  }),
  'language.textExport': shared({ format: 'csv', filters: { languageCode: 'sw' } }),
  'language.missingPage': shared(listOf()),

  'menu.tree': shared({}),
  'menu.export': shared(treeFile),
  'menu.unlisted': shared({}),
  'menu.edit': shared(entry),
  'menu.delete': shared({ menuNo: 'N0001', version: 1 }),
  'menu.updateState': shared({ menuNos: ['N0001'], enabled: true }),
  'menu.updateStatePreview': shared({ menuNos: ['N0001'], enabled: false }),
  'menu.reorder': shared({ levels: [{ parentMenuNo: null, menuNos: ['N0001'] }] }),
  'menu.dataRules': cut({ menuNo: known.usersMenu }),
  'menu.saveDataRules': shared({
    menuNo: known.usersMenu,
    rules: [{ roleNo: 'R-001', rowScope: 'SELF', maskedFields: [] }],
  }),
  'menu.dataRulesPreview': hidden('USER_NOT_FOUND', {
    menuNo: known.usersMenu,
    userNo: known.userNo,
    rules: [],
  }),

  'user.getOrganization': shared({}),
  'user.getCompanyCodeList': cut({}),
  'reveal.ofUser': hidden('USER_NOT_FOUND', listFor({ userNo: known.userNo })),
  'role.list': shared({}),
  'role.page': shared(listOf()),
  'role.export': shared(files),
  'role.info': shared({ roleNo: 'R-005' }),
  'role.tree': shared({}),
  'role.save': shared({ roleName: 'Ours', remark: null, ...draft }),
  'role.update': shared({ roleNo: 'R-005', version: 1, remark: 'Ours' }),
  'role.delete': shared({ roleNo: 'R-005', version: 1 }),
  'role.addressBookHide': shared({ roleNo: 'R-005', version: 1, isHidden: true }),
  'role.orderDetailsHide': shared({ roleNo: 'R-005', version: 1, isHidden: true }),
  'role.sameMenuRole': shared({ roleNo: 'R-005' }),
  'role.matrix': shared({}),
  'role.simulate': hidden('USER_NOT_FOUND', { userNo: known.userNo }),
  'role.unused': shared({ roleNo: 'R-005' }),

  'user.getUserList': cut(listOf()),
  'user.getUpdateUserInfo': hidden('USER_NOT_FOUND', { userNo: known.userNo }),
  'user.saveUser': hidden('REFERENCE_UNKNOWN', { ...form, merchantNos: ['M0003'] }),
  'user.updateUser': hidden('USER_NOT_FOUND', {
    userNo: known.userNo,
    version: 1,
    realName: 'Mine',
  }),
  'user.freezePreview': hidden('USER_NOT_FOUND', { userNo: known.userNo }),
  'user.frozenUser': hidden('USER_NOT_FOUND', { userNo: known.userNo }),
  'user.unFrozenUser': hidden('USER_NOT_FOUND', { userNo: known.userNo }),
  'user.sees': hidden('USER_NOT_FOUND', { userNo: known.userNo }),
  'user.sessions': hidden('USER_NOT_FOUND', { userNo: known.userNo }),
  'user.endSession': hidden('USER_NOT_FOUND', { userNo: known.userNo, reason: 'Lost' }),
  'user.resetPwd': hidden('USER_NOT_FOUND', { userNo: known.userNo, reason: 'Lost' }),
  'user.resetMFA': hidden('USER_NOT_FOUND', { userNo: known.userNo, reason: 'Lost' }),
  'user.batchUpdateMerchantNoPreview': cut({
    userNos: [known.userNo],
    mode: 'ADD',
    merchantNos: ['M0001'],
  }),
  'user.batchUpdateMerchantNo': cut({
    userNos: [known.userNo],
    mode: 'ADD',
    merchantNos: ['M0001'],
  }),
  'user.moveMembers': hidden('USER_NOT_FOUND', { userNos: [known.userNo], deptNo: 'D0006' }),
  'user.getExcelUserList': cut(files),
  'user.exportUserList': cut(files),
});
function listFor(filters: object): Record<string, unknown> {
  return { ...listOf(filters) };
}

let app: TestApp;
let admin: Person;
/** Holds all six pages and every code of theirs, for the merchant M0001 alone, masked. */
let lead: Person;
let stop: () => Promise<void>;
/** Every phone and e-mail that the database holds. */
let contacts: readonly string[];

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  const { userNo } = await addPerson(app.database, 'lead.one', { pages: PAGES, codes: [...new Set(codes)] });
  await db.insertInto('userMerchant').values({ userNo, merchantNo: 'M0001' }).execute();
  const outside = await addPerson(app.database, 'not.yet.named');
  known.userNo = outside.userNo;
  await db.updateTable('appUser').set(stranger).where('userNo', '=', outside.userNo).execute();
  await db.insertInto('userMerchant').values({ userNo: outside.userNo, merchantNo: 'M0003' }).execute();
  const people = await db.selectFrom('appUser').select(['phone', 'email']).execute();
  contacts = people.flatMap(({ phone, email }) => [phone ?? '', email ?? '']).filter((one) => one !== '');
  [admin, lead] = [await as(app, 'admin'), await as(app, 'lead.one')];
  await requestChanges();
  stop = await startJobWorker({ db, services: app.services, log: createLogger('silent') });
});
afterAll(async () => {
  await stop();
  await app[Symbol.asyncDispose]();
});

/** One change of each family waits: of the stranger, of a role, of an entry of the menu. */
async function requestChanges(): Promise<void> {
  const { db } = app.database;
  const setChecker = async (value: 'true' | 'false') => {
    for (const family of ['user', 'role', 'menu']) {
      const settingKey = `makerChecker.${family}`;
      await db.updateTable('policySetting').set({ value }).where('settingKey', '=', settingKey).execute();
    }
  };
  await setChecker('true');
  const { userNo } = known;
  const { version } = (await admin.get(user.getUpdateUserInfo, { userNo })).data;
  const page = await db
    .selectFrom('menu')
    .select('menuNo')
    .where('perms', '=', PAGES[0] ?? '')
    .executeTakeFirstOrThrow();
  known.usersMenu = page.menuNo;
  const answers = {
    userChange: await admin.post(user.updateUser, { userNo, version, roleNos: [] }),
    roleChange: await admin.post(role.save, { roleName: 'Theirs', remark: null, ...draft }),
    menuChange: await admin.post(menuRules.saveDataRules, {
      menuNo: page.menuNo,
      rules: [{ roleNo: 'R-010', rowScope: 'SELF', maskedFields: [] }],
    }),
  };
  for (const [name, { data }] of Object.entries(answers)) {
    expect([name, data.changeNo]).toEqual([name, expect.any(String)]);
    Object.assign(known, { [name]: data.changeNo });
  }
  await setChecker('false');
}

/** What is in braces goes into the address, the rest into the query or the body. */
async function send(who: Person, endpoint: Endpoint, request: Row['request']): Promise<Answer> {
  const left: Record<string, unknown> = { ...request };
  const path = fullPath(endpoint).replace(/\{(\w+)\}/g, (_all, name: string) => {
    const value = String(left[name]);
    delete left[name];
    return encodeURIComponent(value);
  });
  if (endpoint.method === 'POST') return await who.post(path, left);
  const query = new URLSearchParams(Object.entries(left).map(([name, value]) => [name, String(value)]));
  return await who.get(`${path}?${query}`);
}

/** Whatever an answer leads to: its own body, and of a job its rows and its file. */
async function everythingOf(answer: Answer): Promise<string> {
  const jobNo: unknown = answer.data?.jobNo;
  if (typeof jobNo !== 'string') return answer.body.toString();
  const status = async (): Promise<string> => (await lead.get(job.detail, { jobNo })).data.jobStatus;
  await expect.poll(status).not.toMatch(/QUEUED|RUNNING/);
  const parts = [
    answer,
    await lead.get(job.detail, { jobNo }),
    await lead.post(job.items, { ...listOf(), filters: { jobNo } }),
    await lead.get(job.file, { jobNo }),
  ];
  return parts.map(({ body }) => body.toString()).join('\n');
}

/** Every object in a request with one field more than its contract knows. */
function withOneMore(value: unknown, path = ''): { path: string; request: unknown }[] {
  if (Array.isArray(value)) {
    return value.flatMap((one: unknown, at) =>
      withOneMore(one, `${path}${at}.`).map(({ path: found, request }) => ({
        path: found,
        request: value.with(at, request),
      })),
    );
  }
  if (typeof value !== 'object' || value === null) return [];
  const deeper = Object.entries(value).flatMap(([name, held]) =>
    withOneMore(held, `${path}${name}.`).map(({ path: found, request }) => ({
      path: found,
      request: { ...value, [name]: request },
    })),
  );
  return [{ path, request: { ...value, isAdministrator: true } }, ...deeper];
}

test('every endpoint of the pages is in the table, and nothing else', () => {
  expect(Object.keys(table()).sort()).toEqual(endpoints.map(({ name }) => name).sort());
});

test('what the tests look for is there for those who may see it', async () => {
  const found = await admin.post(user.getUserList, listOf({ loginId: stranger.loginId }));
  expect(found.data.rows[0].realName).toBe(stranger.realName);
  const { data } = await admin.get(user.getUpdateUserInfo, { userNo: known.userNo });
  expect(contacts).toContain(data.phone);
});

describe('mass assignment', () => {
  const commands = endpoints.filter(({ method }) => method === 'POST');
  test.each(commands.map((one) => [one.name, one] as const))('%s', async (name, endpoint) => {
    const row = table()[name];
    for (const { path, request } of withOneMore(row?.request)) {
      const answer = await lead.post(fullPath(endpoint), Object(request));
      const fields = (answer.data.fields ?? []).map(({ field }: { field: string }) => field);
      expect([answer.status, answer.data.error]).toEqual([400, 'BAD_REQUEST']);
      // Nothing else is wrong with it, so it is this field that is refused.
      expect(fields).toEqual([`${path}isAdministrator`]);
    }
  });
});

describe('another merchant’s people, and contacts in full', () => {
  test.each(endpoints.map((one) => [one.name, one] as const))('%s', async (name, endpoint) => {
    const row = table()[name] ?? cut({});
    const answer = await send(lead, endpoint, row.request);
    const asked = JSON.stringify(row.request);
    expect([name, answer.status < 500]).toEqual([name, true]);
    expect([name, answer.data?.error]).not.toEqual([name, 'BAD_REQUEST']);
    if (row.error !== undefined) expect(answer.data.error).toBe(row.error);
    const text = await everythingOf(answer);
    const marks = [known.userNo, ...Object.values(stranger), ...contacts];
    expect(marks.filter((one) => text.includes(one) && !asked.includes(one))).toEqual([]);
  });

  test.each(['userName', 'loginId', 'realName', 'jobNumber'] as const)('is not found by %s', async (field) => {
    const answer = await lead.post(user.getUserList, listOf({ [field]: stranger[field] }));
    expect(answer.data).toEqual({ rows: [], total: 0, totalIsExact: true });
  });
});
