import { appUpdate, change as changeCalls } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { isWithinRollout } from './start-up.ts';

const MERCHANT = 'M0001';
let app: TestApp;
let maker: Person;
let checker: Person;
beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  const of = async (name: string, codes: readonly string[]) => {
    const { userNo } = await addPerson(app.database, name, { pages: [appUpdate.APP_UPDATE_PAGE], codes: [...codes] });
    await db.insertInto('userMerchant').values({ userNo, merchantNo: MERCHANT }).execute();
    return await as(app, name);
  };
  maker = await of(
    'release.maker',
    ['save', 'publish', 'withdraw'].map((one) => `operation:appUpdate:${one}`),
  );
  checker = await of('release.checker', ['operation:config:audit']);
  await db.deleteFrom('appRelease').execute();
});
afterAll(async () => await app[Symbol.asyncDispose]());

const form = {
  merchantNo: MERCHANT,
  os: 'ANDROID',
  versionName: '3.0.0',
  versionCode: 300,
  updateType: 'OPTIONAL',
  minSupportedVersionCode: 200,
  storeUrl: 'https://play.example/app',
  releaseNotes: { en: 'New' },
  rolloutPercent: 100,
};
const save = async (change: object = {}) => await maker.post(appUpdate.save, { ...form, ...change });
const start = async (versionCode: number) =>
  (await maker.post(appUpdate.forApp, { merchantNo: MERCHANT, os: 'ANDROID', versionCode, installId: 'i1' })).data;

it('keeps an install in a rollout that grows', () => {
  const installs = Array.from({ length: 400 }, (_, index) => `install ${index}`);
  const within = (percent: number) => installs.filter((one) => isWithinRollout(one, 'AV1', percent));
  expect(within(100)).toEqual(installs);
  expect(within(50)).toEqual(expect.arrayContaining(within(20)));
  expect(Math.abs(within(50).length - 200)).toBeLessThan(60);
});

it('is offered to starting apps once it is published, until it is withdrawn', async () => {
  const { releaseNo } = (await save()).data;
  expect(await start(250)).toEqual({ release: null, mustUpdate: false });
  const named = { releaseNo, version: 1 };
  const out = await maker.post(appUpdate.publish, { ...named, reason: 'Release' });
  expect(out.data).toMatchObject({ appVersionStatus: 'PUBLISHED' });
  expect(await start(250)).toMatchObject({ release: { versionName: '3.0.0' }, mustUpdate: false });
  expect(await start(150)).toMatchObject({ mustUpdate: true });
  expect(await start(300)).toEqual({ release: null, mustUpdate: false });
  expect((await save({ versionCode: 300 })).data).toMatchObject({ error: 'APP_VERSION_OLD' });
  expect((await maker.post(appUpdate.withdraw, { ...named, reason: 'Crash' })).data.error).toBe('STALE');
  await maker.post(appUpdate.withdraw, { ...named, version: 2, reason: 'Crash' });
  expect(await start(250)).toEqual({ release: null, mustUpdate: false });
});

it('holds older apps once two people published a forced one, and grows only', async () => {
  const wrong = await save({ versionCode: 400, minSupportedVersionCode: 401 });
  expect(wrong.data.fields).toMatchObject([{ field: 'minSupportedVersionCode' }]);
  const forced = { versionName: '4.0.0', versionCode: 400, updateType: 'FORCED' };
  const { releaseNo } = (await save(forced)).data;
  const asked = await maker.post(appUpdate.publish, { releaseNo, version: 1, reason: 'Safety' });
  expect(await start(300)).toEqual({ release: null, mustUpdate: false });
  const decided = await checker.post(changeCalls.changeFamilies.appUpdate.approve, { changeNo: asked.data.changeNo });
  expect(decided.code).toBe(0);
  expect(await start(300)).toMatchObject({ release: { versionCode: 400 }, mustUpdate: true });
  const down = await maker.post(appUpdate.rollout, { releaseNo, version: 2, rolloutPercent: 50 });
  expect(down.data).toMatchObject({ error: 'ROLLOUT_DOWN', fields: [{ field: 'rolloutPercent' }] });
  const found = await checker.post(appUpdate.page, listOf({ appVersionStatus: 'PUBLISHED', os: 'ANDROID' }));
  expect(found.data.rows).toMatchObject([{ releaseNo, allowedActions: [] }]);
  // One install has 300, one starts with the forced one.
  const begin = { merchantNo: MERCHANT, os: 'ANDROID', versionCode: 400, installId: 'i2' } as const;
  await maker.call(appUpdate.forApp, begin);
  const { rows } = await maker.call(appUpdate.page, listOf({ versionName: '4.0.0' }));
  expect(rows).toMatchObject([{ adoptionPercent: 50, stoppedInstalls: 1 }]);
  await app.database.db
    .updateTable('appInstall')
    .set({ lastSeenAt: new Date('2026-01-01') })
    .execute();
  const later = await maker.call(appUpdate.page, listOf({ versionName: '4.0.0' }));
  expect(later.rows).toMatchObject([{ adoptionPercent: null, stoppedInstalls: 0 }]);
});
