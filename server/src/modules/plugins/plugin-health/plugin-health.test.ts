import { readFile, writeFile } from 'node:fs/promises';
import { auth, pluginOperate } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { writePackage } from '../../../../testing/test-package.ts';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, found, type Person } from '../../../../testing/test-calls.ts';
import { notePublished, queuePlace, readRegistryHistory, rollOut, switchPlugin } from '../registry/index.ts';
import { forgetOldHealth, watchPlugins } from './index.ts';

const PAGES = ['Cash', 'Bills'];
const HELD = ['/AdminContent/Cash', '/AdminContent/Bills'];
let app: TestApp;
let operator: Person;
let people: Person[];
const names = ['asha', 'boaz', 'cyrus', 'dede'];

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded', plugins: { cash: PAGES, other: ['Other'] } });
  await writePackage(app.packagesDir, { name: 'cash', version: '1.1.0', pages: PAGES });
  for (const name of names) await addPerson(app.database, name, { pages: HELD });
  operator = await as(app, 'admin');
  people = await Promise.all(names.map((name) => as(app, name)));
});
afterAll(() => app[Symbol.asyncDispose]());

const place = () => app.services.registry.place;
const inForce = async () => {
  const text = await readFile(app.registryFile, 'utf8');
  await expect.poll(() => stateText()).toBe(entryText(text));
};
const stateText = () => {
  const found = app.services.registry.state().plugins.find(({ name }) => name === 'cash');
  return `${found?.enabled} ${found?.version} ${found?.rollout?.version} ${found?.rollout?.percent}`;
};
const entryText = (text: string) => {
  const { cash } = JSON.parse(text).plugins;
  return `${cash.enabled} ${cash.version} ${cash.rollout?.version} ${cash.rollout?.percent}`;
};
const tell = async (person: Person, kind: string, count = 1, version = '1.1.0') =>
  await person.post(pluginOperate.report, {
    facts: Array.from({ length: count }, () => ({
      plugin: 'cash',
      version,
      kind,
      ...(kind === 'open' && { ms: 120, bytes: 2_000 }),
    })),
  });
const cashOf = async (window = 'HOUR') => {
  const { data } = await operator.get(pluginOperate.list, { window });
  return found(data.plugins.find(({ name }) => name === 'cash'));
};
const versionOf = async (person: Person) => {
  const { data } = await person.get(auth.getBootstrap);
  return data.registry.plugins.find(({ name }: { name: string }) => name === 'cash')?.version;
};
const watch = () => watchPlugins(app.database.db, app.services);
const warnings = async () =>
  await app.database.db
    .selectFrom('warning')
    .select(['subject', 'roleNos', 'subjectPath'])
    .where('sourceType', '=', 'SECTION_FAILED')
    .where('sourceKey', 'like', 'SECTION-cash-%')
    .where('warningStatus', '!=', 'RESOLVED')
    .execute();

beforeEach(async () => {
  const { db } = app.database;
  for (const table of ['pluginHealth', 'pluginHealthSession', 'pluginHealthDay', 'pluginTrip'] as const)
    await db.deleteFrom(table).execute();
  await db.updateTable('session').set({ pluginsOut: [] }).execute();
  await db
    .updateTable('warning')
    .set({ warningStatus: 'RESOLVED', isSelfResolved: true, resolvedAt: new Date() })
    .where('sourceKey', 'like', 'SECTION-cash-%')
    .execute();
  const plugins = { cash: { enabled: true, version: '1.0.0' }, other: { enabled: true, version: '1.0.0' } };
  await writeFile(app.registryFile, JSON.stringify({ limits: { minOpens: 6, minUsers: 2 }, plugins }));
  await inForce();
});

test('keeps what a console may tell of, and adds it up by version', async () => {
  const [asha, boaz] = people;
  await rollOut(place(), 'cash', { version: '1.1.0', percent: 0 });
  await inForce();
  expect((await tell(asha!, 'open', 3)).data).toEqual({ accepted: 3, out: [] });
  expect((await tell(boaz!, 'network', 2, '1.0.0')).data).toEqual({ accepted: 2, out: [] });
  // A version that nobody gets, a section that is not theirs: not kept, and not told apart.
  expect((await tell(asha!, 'open', 1, '9.9.9')).data.accepted).toBe(0);
  const foreign = { facts: [{ plugin: 'other', version: '1.0.0', kind: 'open' }] };
  expect((await asha!.post(pluginOperate.report, foreign)).data.accepted).toBe(0);
  const far = { facts: [{ plugin: 'cash', version: '1.1.0', kind: 'open', ms: 120_001 }] };
  expect((await asha!.post(pluginOperate.report, far)).status).toBe(400);
  for (const window of ['HOUR', 'DAY', 'WEEK']) {
    const { health } = await cashOf(window);
    expect(health).toMatchObject([
      { version: '1.0.0', opens: 0, failed: 2, failures: { network: 2 }, p50Ms: null, users: 1 },
      { version: '1.1.0', opens: 3, failed: 0, p50Ms: 200, p95Ms: 200, bytes: 6_000, users: 1 },
    ]);
    // The newest part may have begun since they were told.
    const newest = (parts: number[]) => (parts.at(-1) ?? 0) + (parts.at(-2) ?? 0);
    expect([newest(found(health[1]).opensByPart), newest(health[0].failedByPart)]).toEqual([3, 2]);
  }
  const metrics = await app.app.metrics.registry.metrics();
  expect(metrics).toContain('kituo_plugin_opens_total{plugin="cash",version="1.1.0"} 3');
  expect(metrics).toContain('kituo_plugin_failures_total{plugin="cash",version="1.0.0",kind="network"} 2');
  expect(metrics).toContain('kituo_plugin_bytes_total{plugin="cash",version="1.1.0"} 6000');
  expect(metrics).toContain('kituo_plugin_users{plugin="cash",version="1.1.0"} 1');
  expect(metrics).toContain('kituo_plugin_users{plugin="cash",version="1.0.0"} 1');
  expect(metrics).toMatch(/kituo_plugin_load_seconds_bucket\{le="0.2",plugin="cash",version="1.1.0"\} 3/);
});

test('a version that was on offer until lately is notified of late, and counts', async () => {
  const [asha] = people;
  const { db } = app.database;
  const wasOffered = (version: string, hoursAgo: number) =>
    db
      .insertInto('pluginVersionOffered')
      .values({
        plugin: 'cash',
        pluginVersion: version,
        lastOfferedAt: new Date(Date.now() - hoursAgo * 3_600_000),
      })
      .execute();
  await wasOffered('0.8.0', 30);
  await wasOffered('0.9.0', 1);
  expect((await tell(asha!, 'render', 1, '0.9.0')).data.accepted).toBe(1);
  expect((await tell(asha!, 'render', 1, '0.8.0')).data.accepted).toBe(0);
  const { health } = await cashOf();
  expect(found(health.find(({ version }) => version === '0.9.0')).failed).toBe(1);
});

test('takes a version out of the session it keeps failing, and out of no other', async () => {
  const [asha] = people;
  await rollOut(place(), 'cash', { version: '1.1.0' });
  await inForce();
  expect(await versionOf(asha!)).toBe('1.1.0');
  const elsewhere = await as(app, 'asha');
  // The line says nothing of a version.
  expect((await tell(asha!, 'network', 9)).data.out).toEqual([]);
  expect((await tell(asha!, 'render', 2)).data.out).toEqual([]);
  expect((await tell(asha!, 'evaluation')).data.out).toEqual([{ plugin: 'cash', version: '1.1.0' }]);
  expect((await tell(asha!, 'evaluation')).data.out).toEqual([]);
  expect(await versionOf(asha!)).toBe('1.0.0');
  expect(await versionOf(elsewhere)).toBe('1.1.0');
  const { health } = await cashOf();
  expect(health[1]).toMatchObject({ version: '1.1.0', sessionsOut: 1 });
  const { data } = await operator.get(pluginOperate.explain, { plugin: 'cash', user: 'asha' });
  expect(data.verdict).toBe('breaker');
  expect(data.sentences[1]).toMatch(/1\.1\.0 failed repeatedly in one of their sessions, which gets 1\.0\.0/);
});

test('a rollout that keeps failing ends automatically, once, with a warning', async () => {
  const [asha, boaz, cyrus] = people;
  await rollOut(place(), 'cash', { version: '1.1.0' });
  await inForce();
  await tell(cyrus!, 'open', 5);
  await tell(asha!, 'evaluation', 9);
  // One browser alone, however often it fails, ends nothing.
  expect(await watch()).toEqual([]);
  await tell(boaz!, 'render');
  // Two processes look at the same moment.
  const ended = await Promise.all([watch(), watch()]);
  expect(ended.flat()).toEqual(['cash 1.1.0']);
  expect(JSON.parse(await readFile(app.registryFile, 'utf8')).plugins.cash).toEqual({
    enabled: true,
    version: '1.0.0',
  });
  expect(await warnings()).toEqual([
    expect.objectContaining({
      subject: expect.stringMatching(/^cash 1\.1\.0 failed \(6 of 10 openings, 2 people\); its rollout ended/),
      roleNos: ['R-001'],
      subjectPath: '/AdminContent/UserSystem/PluginManagement',
    }),
  ]);
  expect((await readRegistryHistory(place(), 'cash')).at(-1)).toMatchObject({ action: 'auto', by: 'kituo' });
  await inForce();
  expect(await versionOf(asha!)).toBe('1.0.0');
  const { health } = await cashOf();
  expect(found(health.find(({ version }) => version === '1.1.0')).trippedAt).not.toBeNull();
  // Rolled out again, it is judged by what happens from then on.
  await app.database.db.deleteFrom('pluginHealthSession').execute();
  await rollOut(place(), 'cash', { version: '1.1.0' });
  await inForce();
  expect(await watch()).toEqual([]);
});

test('a version that everybody has is warned of and stays', async () => {
  for (const person of people) await tell(person, 'evaluation', 2, '1.0.0');
  expect(await watch()).toEqual([]);
  expect(await watch()).toEqual([]);
  expect((await warnings()).map(({ subject }) => subject)).toEqual([
    'cash 1.0.0, which everybody has, fails (8 of 8 openings, 4 people)',
  ]);
  expect(stateText()).toMatch(/^true 1\.0\.0 undefined/);
});

test('a warning resolves itself once the version does well again, not before', async () => {
  for (const person of people) await tell(person, 'evaluation', 2, '1.0.0');
  await watch();
  expect(await warnings()).toHaveLength(1);
  // One in nine fails: less than makes a warning, more than ends one.
  for (let times = 0; times < 8; times += 1) await tell(people[times % 4]!, 'open', 8, '1.0.0');
  await watch();
  expect(await warnings()).toHaveLength(1);
  for (const person of people) await tell(person, 'open', 5, '1.0.0');
  await watch();
  expect(await warnings()).toEqual([]);
  const last = await app.database.db
    .selectFrom('warning')
    .selectAll()
    .where('sourceKey', '=', 'SECTION-cash-1.0.0')
    .orderBy('warningNo', 'desc')
    .executeTakeFirstOrThrow();
  expect(last).toMatchObject({ warningStatus: 'RESOLVED', isSelfResolved: true, resolvedBy: null });
});

test('a warning of a rollout that ended stands until an operator moves the section on', async () => {
  const [asha, boaz] = people;
  await rollOut(place(), 'cash', { version: '1.1.0' });
  await inForce();
  for (const person of [asha!, boaz!]) await tell(person, 'evaluation', 4);
  expect(await watch()).toEqual(['cash 1.1.0']);
  await inForce();
  // A next version that is published is no answer to it.
  await notePublished(place(), { plugin: 'cash', version: '1.2.0', by: 'somebody' });
  await watch();
  expect(await warnings()).toHaveLength(1);
  await switchPlugin(place(), 'cash', false);
  await inForce();
  await watch();
  expect(await warnings()).toEqual([]);
});

test('of what somebody resolved by hand, only what came later is warned of', async () => {
  const { db } = app.database;
  for (const person of people) await tell(person, 'evaluation', 2, '1.0.0');
  await watch();
  const before = new Date(Date.now() - 120_000);
  await db.updateTable('pluginHealthSession').set({ minute: before }).execute();
  await db
    .updateTable('warning')
    .set({ warningStatus: 'RESOLVED', resolvedAt: new Date() })
    .where('sourceKey', '=', 'SECTION-cash-1.0.0')
    .execute();
  await watch();
  expect(await warnings()).toEqual([]);
  for (const person of people) await tell(person, 'evaluation', 2, '1.0.0');
  await watch();
  expect(await warnings()).toHaveLength(1);
});

test('operators roll out, promote, take back and switch; each sees what the others did', async () => {
  const seen = { version: '1.0.0', rollout: null };
  const rolled = { plugin: 'cash', seen, version: '1.1.0', percent: 50 };
  expect((await people[0]!.post(pluginOperate.rollOut, rolled)).status).toBe(403);
  expect((await operator.post(pluginOperate.rollOut, { ...rolled, version: '3.0.0' })).data.error).toBe(
    'PLUGIN_CHANGE_REFUSED',
  );
  expect((await operator.post(pluginOperate.rollOut, { ...rolled, percent: 101 })).status).toBe(400);
  expect((await operator.post(pluginOperate.rollOut, rolled)).data).toEqual({ changed: true, version: '1.0.0' });
  await inForce();
  const { rows } = await app.database.db
    .selectFrom('appUser')
    .select(['userNo', 'userName'])
    .where('userName', 'in', names)
    .execute()
    .then((found) => ({ rows: found }));
  for (const { userNo, userName } of rows) {
    const isEarly = queuePlace('cash', '1.1.0', userNo) < 50;
    expect(await versionOf(people[names.indexOf(userName)]!)).toBe(isEarly ? '1.1.0' : '1.0.0');
  }
  // Decided by what is not so any more.
  expect((await operator.post(pluginOperate.promote, { plugin: 'cash', seen })).data.error).toBe('PLUGIN_MOVED');
  const rolling = { version: '1.0.0', rollout: '1.1.0' };
  expect((await operator.post(pluginOperate.promote, { plugin: 'cash', seen: rolling })).data.version).toBe('1.1.0');
  const promoted = { version: '1.1.0', rollout: null };
  expect((await operator.post(pluginOperate.rollBack, { plugin: 'cash', seen: promoted })).data.version).toBe('1.0.0');
  expect((await operator.post(pluginOperate.turn, { plugin: 'cash', seen, isEnabled: false })).data.changed).toBe(true);
  await inForce();
  expect(await versionOf(people[0]!)).toBeUndefined();
  const history = await operator.get(pluginOperate.history, { plugin: 'cash' });
  expect(history.data.slice(0, 4).map(({ action, by }: { action: string; by: string }) => `${action} ${by}`)).toEqual([
    'disable admin',
    'rollback admin',
    'promote admin',
    'rollout admin',
  ]);
  const audit = await app.database.db
    .selectFrom('auditLog')
    .select('action')
    .where('subjectType', '=', 'plugin')
    .orderBy('auditId')
    .execute();
  expect(audit.map(({ action }) => action)).toEqual([
    'user:section:rollout',
    'user:section:promote',
    'user:section:rollback',
    'user:section:disable',
  ]);
  expect((await operator.get(pluginOperate.explain, { plugin: 'cash', user: 'asha' })).data.verdict).toBe('disabled');
  expect((await operator.get(pluginOperate.explain, { plugin: 'cash', user: 'nobody' })).data.error).toBe(
    'PLUGIN_PERSON_UNKNOWN',
  );
  expect((await people[0]!.get(pluginOperate.list)).status).toBe(403);
});

test('a session that tells without end is held up', async () => {
  const loud = await as(app, 'dede');
  for (let round = 0; round < 6; round += 1) await tell(loud, 'open', 50, '1.0.0');
  expect((await tell(loud, 'open', 1, '1.0.0')).data.error).toBe('TOO_MANY_REQUESTS');
  expect((await tell(people[0]!, 'open', 1, '1.0.0')).code).toBe(0);
});

test('forgets what is old', async () => {
  await tell(people[0]!, 'open', 1, '1.0.0');
  await app.database.db
    .updateTable('pluginHealth')
    .set({ slot: new Date('2026-01-01') })
    .execute();
  await forgetOldHealth(app.database.db);
  const left = await app.database.db.selectFrom('pluginHealth').selectAll().execute();
  expect(left).toEqual([]);
});
