import { config, job, sensitiveInfo, user, VIEW_AS_HEADER } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { createLogger } from '../health/index.ts';
import { startJobWorker } from '../jobs/index.ts';
import { addDays, businessDateOf, startOfBusinessDate } from '../policy/index.ts';

/* A rule for personal data is obeyed by every list and file from its moment on. */

let app: TestApp;
let admin: Person;
let maker: Person;
let checker: Person;
let stop: () => Promise<void>;
const today = businessDateOf(new Date());

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  const pages = [sensitiveInfo.SENSITIVE_INFO_PAGE];
  await addPerson(app.database, 'masks.maker', { pages, codes: ['operation:sensitiveInfo:save'] });
  await addPerson(app.database, 'masks.checker', { pages, codes: ['operation:config:audit'] });
  await db.insertInto('roleCode').values({ roleNo: 'R-010', code: 'user:user:export' }).execute();
  [admin, maker, checker] = [await as(app, 'admin'), await as(app, 'masks.maker'), await as(app, 'masks.checker')];
  stop = await startJobWorker({ db, services: app.services, log: createLogger('silent') });
});
afterAll(async () => {
  await stop();
  await app[Symbol.asyncDispose]();
});

const rule = { fieldKey: 'phone', revealRoles: [] as string[], purposes: [] as string[], dailyRevealBudget: 500 };
async function agreeOn(rules: object[], effectiveFrom: string): Promise<void> {
  const configKey = sensitiveInfo.SENSITIVE_INFO_KEY;
  const saved = await maker.call(config.save, { configKey, value: { rules }, effectiveFrom, reason: 'Hide more' });
  const { versionId } = saved;
  const { version } = await maker.call(config.submit, { versionId, version: saved.version });
  await checker.call(config.approve, { versionId, version });
}
const phonesOf = async () => {
  const { rows } = await admin.call(user.getUserList, { filters: {}, page: 1, pageSize: 20, sort: null });
  return rows.flatMap(({ phone }) => phone ?? []);
};
const fileOf = async () => {
  const { jobNo } = await admin.call(user.exportUserList, { format: 'csv', filters: {}, sort: null });
  await expect.poll(async () => (await admin.get(job.detail, { jobNo })).data.jobStatus).toBe('SUCCESS');
  return (await admin.get(job.file, { jobNo })).body.toString();
};

test('lists and files hide what the rule hides, from its moment on', async () => {
  expect(await phonesOf()).toContainEqual(expect.stringMatching(/^25\*{7}\d{3}$/));
  await agreeOn([{ ...rule, maskRule: 'TAIL' }], today);
  expect(await phonesOf()).toContainEqual(expect.stringMatching(/^\*{9}\d{3}$/));
  expect(await phonesOf()).not.toContainEqual(expect.stringMatching(/^25/));
  const file = await fileOf();
  expect(file).toMatch(/\*{9}\d{3}/);
  expect(file).not.toMatch(/25\*{7}\d{3}/);

  const day = addDays(today, 1);
  await agreeOn([{ ...rule, maskRule: 'NOTHING', exportAllowed: false }], day);
  expect(await phonesOf()).toContainEqual(expect.stringMatching(/^\*{9}\d{3}$/));
  vi.useFakeTimers({ toFake: ['Date'], now: startOfBusinessDate(day).getTime() + 1_000 });
  try {
    expect(await phonesOf()).toContainEqual('************');
  } finally {
    vi.useRealTimers();
  }
});

test('a field that files do not show is asterisks in them, while lists show it as before', async () => {
  const before = await phonesOf();
  expect(before).toContainEqual(expect.stringMatching(/\d{3}$/));
  await agreeOn(
    [
      { ...rule, exportAllowed: false },
      { ...rule, fieldKey: 'email', maskRule: 'NOTHING' },
    ],
    addDays(today, 2),
  );
  vi.useFakeTimers({ toFake: ['Date'], now: startOfBusinessDate(addDays(today, 2)).getTime() + 1_000 });
  try {
    expect(await phonesOf()).toContainEqual(expect.stringMatching(/^25\*{7}\d{3}$/));
    const file = await fileOf();
    expect(file).toContain('************');
    expect(file).not.toMatch(/\*\d{3}/);
    expect(file).not.toContain('@');
  } finally {
    vi.useRealTimers();
  }
});

test('a simulation shows what a person would see of the field, on screen and in files', async () => {
  const { roleNo } = await addPerson(app.database, 'sees.names', {});
  await app.database.db.updateTable('role').set({ isDesensitization: false }).where('roleNo', '=', roleNo).execute();
  const masksNames = await maker.call(sensitiveInfo.simulate, {
    rule: { ...rule, fieldKey: 'customerName', maskRule: 'NOTHING', exportAllowed: false },
    userName: 'sees.names',
  });
  expect(masksNames.masked).toEqual({ now: 'Wa*********au', then: '*************' });
  expect(masksNames.person).toMatchObject({
    now: { shown: 'Wanjiru Kamau', inFiles: 'Wanjiru Kamau' },
    then: { shown: 'Wanjiru Kamau', inFiles: '*************' },
  });
});

test('a rule hides more on the screens that it names, and in their files, and on no other', async () => {
  const day = addDays(today, 3);
  const users = '/AdminContent/UserSystem/UserManagement';
  const stranger = '/AdminContent/UserSystem/NoSuchPage';
  const rules = (more: object) => [{ ...rule, ...more }];
  const refused = await maker.refusalOf(config.save, {
    configKey: sensitiveInfo.SENSITIVE_INFO_KEY,
    value: { rules: rules({ hiddenScreens: [stranger] }) },
    effectiveFrom: day,
    reason: 'Hide more',
  });
  expect(refused).toMatchObject({ error: 'REFERENCE_UNKNOWN', fields: ['value.rules.0.hiddenScreens'] });
  const other = '/AdminContent/OperationSystem/SensitiveInfoConfig';
  await agreeOn(rules({ tailScreens: [users], noFileScreens: [users], hiddenScreens: [other] }), day);
  vi.useFakeTimers({ toFake: ['Date'], now: startOfBusinessDate(day).getTime() + 1_000 });
  try {
    expect(await phonesOf()).toContainEqual(expect.stringMatching(/^\*{9}\d{3}$/));
    expect(await fileOf()).not.toMatch(/\*\d{3}/);
  } finally {
    vi.useRealTimers();
  }
  // The day before it applies, nothing of it is seen.
  expect(await phonesOf()).toContainEqual(expect.stringMatching(/\d{3}$/));
  const { rows } = await maker.call(sensitiveInfo.page, {
    filters: { fieldKey: 'phone' },
    page: 1,
    pageSize: 20,
    sort: null,
  });
  expect(rows).toHaveLength(1);
  await agreeOn(rules({ hiddenScreens: [other] }), addDays(today, 4));
  vi.useFakeTimers({ toFake: ['Date'], now: startOfBusinessDate(addDays(today, 4)).getTime() + 1_000 });
  try {
    expect(await phonesOf()).toContainEqual(expect.stringMatching(/^25\*{7}\d{3}$/));
  } finally {
    vi.useRealTimers();
  }
});

test('who writes the rules sees screens as a role does, under a draft too, and never more than they see themselves', async () => {
  const { db } = app.database;
  const looking = admin;
  const masked = (await addPerson(app.database, 'sees.no.names', {})).roleNo;
  await db.updateTable('role').set({ isDesensitization: true }).where('roleNo', '=', masked).execute();
  const { versionId } = await maker.call(config.save, {
    configKey: sensitiveInfo.SENSITIVE_INFO_KEY,
    value: { rules: [{ ...rule, maskRule: 'NOTHING' }] },
    effectiveFrom: addDays(today, 9),
    reason: 'To try',
  });
  const begun = await looking.call(sensitiveInfo.viewAs, { roleNo: masked, versionId });
  expect(begun).toMatchObject({ roleNo: masked, versionId });
  const phonesAs = async (header: string) => {
    const list = { filters: {}, page: 1, pageSize: 20, sort: null };
    const reply = await looking.post(user.getUserList, list, undefined, { [VIEW_AS_HEADER]: header });
    return reply.data.rows.flatMap(({ phone }) => phone ?? []);
  };
  expect(await phonesAs(`${masked}@${versionId}`)).toContainEqual('************');
  expect(await phonesAs(masked)).not.toContainEqual('************');
  const as403 = async (who: Person, header: string) =>
    (await who.post(user.getUserList, listOf(), undefined, { [VIEW_AS_HEADER]: header })).data.error;
  expect(await as403(looking, 'R-999')).toBe('REFERENCE_UNKNOWN');
  expect(await as403(checker, masked)).toBe('FORBIDDEN');
});
