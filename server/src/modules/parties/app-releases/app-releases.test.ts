import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { appUpdate, change as changeCalls, file } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { lend, makeProduct } from '../../lending/orders/testing/lend.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
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
  // As the curve says: yesterday one install was known, with an older version.
  const [today, yesterday] = [businessDateOf(new Date()), addDays(businessDateOf(new Date()), -1)];
  await app.database.db
    .updateTable('appInstallStart')
    .set({ firstSeenOn: yesterday })
    .where('versionCode', '<', 400)
    .execute();
  await app.database.db
    .updateTable('appRelease')
    .set({ publishedAt: new Date(Date.now() - 86_400_000) })
    .where('releaseNo', '=', releaseNo)
    .execute();
  expect((await maker.call(appUpdate.detail, { releaseNo })).adoption).toEqual([
    { bizDate: yesterday, installs: 1, adopted: 0 },
    { bizDate: today, installs: 2, adopted: 1 },
  ]);
  await app.database.db
    .updateTable('appInstall')
    .set({ lastSeenAt: new Date('2026-01-01') })
    .execute();
  const later = await maker.call(appUpdate.page, listOf({ versionName: '4.0.0' }));
  expect(later.rows).toMatchObject([{ adoptionPercent: null, stoppedInstalls: 0 }]);
});

it('counts customers whose bills are due while a forced release would stop their apps', async () => {
  const { db } = app.database;
  const forced = { versionName: '9.0.0', versionCode: 900, updateType: 'FORCED' };
  const { releaseNo } = (await save(forced)).data;
  const counted = async () => (await maker.call(appUpdate.detail, { releaseNo })).dueOnOlder;
  const before = await counted();
  const productNo = await makeProduct(db);
  const staff = await db.selectFrom('appUser').select('userNo').orderBy('userNo').limit(2).execute();
  const people = { maker: staff[0]?.userNo ?? '', checker: staff[1]?.userNo ?? '' };
  const { orderNo } = await lend(db, { productNo, approvedCents: 300_000, ...people });
  const due = async (days: number) =>
    await db
      .updateTable('bill')
      .set({ dueDate: addDays(businessDateOf(new Date()), days) })
      .where('orderNo', '=', orderNo)
      .execute();
  const runs = async (appVersion: string) => {
    const content = JSON.stringify({ os: 'Android 14', model: 'A1', imei: '1', mac: '1', resolution: '1', appVersion });
    await sql`INSERT INTO order_evidence (order_no, topic, delivered_at, content)
      VALUES (${orderNo}, 'DEVICE', now(), ${content}::jsonb)
      ON CONFLICT (order_no, topic) DO UPDATE SET content = excluded.content`.execute(db);
  };
  await due(3);
  await runs('8.14.2');
  expect(await counted()).toBe(before + 1);
  // 10 comes after 9, as numbers do.
  await runs('10.0.0');
  expect(await counted()).toBe(before);
  await runs('8.14.2');
  await due(4);
  expect(await counted()).toBe(before);
});

/** A zip archive of one file, stored as it is: what an Android package begins with. */
function apkOf(text: string): Buffer {
  const [name, content] = [Buffer.from('AndroidManifest.xml'), Buffer.from(text)];
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(20, 4);
  head.writeUInt32LE(crc32(content), 14);
  head.writeUInt32LE(content.length, 18);
  head.writeUInt32LE(content.length, 22);
  head.writeUInt16LE(name.length, 26);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  head.copy(entry, 6, 4, 30);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(entry.length + name.length, 12);
  end.writeUInt32LE(head.length + name.length + content.length, 16);
  return Buffer.concat([head, name, content, entry, name, end]);
}
const attach = async (fileName: string, bytes: Buffer, subjectNo = MERCHANT) =>
  await maker.call(file.uploadAttach, {
    fileName,
    subjectType: 'appRelease',
    subjectNo,
    content: bytes.toString('base64'),
    md5: createHash('md5').update(bytes).digest('hex'),
  });

it('offers a package with the hash that phones check it by, while its release is published', async () => {
  const bytes = apkOf('com.haraka 4.0.0');
  const { attachId } = await attach('haraka.apk', bytes);
  const held = { attachId, fileName: 'haraka.apk' };
  const four = {
    ...form,
    os: 'ANDROID' as const,
    versionName: '99.0.0',
    versionCode: 99_000,
    minSupportedVersionCode: 1,
  };
  const saved = async (change: object) =>
    await maker.refusalOf(appUpdate.save, { ...four, updateType: 'OPTIONAL' as const, ...change });
  expect((await saved({ os: 'IOS', package: held })).fields).toEqual(['package']);
  const text = await attach('notes.apk', Buffer.from('no package at all'));
  const wrong = await saved({ package: { attachId: text.attachId, fileName: 'notes.apk' } });
  expect(wrong).toMatchObject({ error: 'FILE_TYPE', fields: ['package'] });
  expect((await saved({ package: { ...held, attachId: 'nobodys' } })).error).toBe('REFERENCE_UNKNOWN');
  expect((await saved({ storeUrl: null })).fields).toEqual(['storeUrl']);
  const release = await maker.call(appUpdate.save, { ...four, storeUrl: null, updateType: 'OPTIONAL', package: held });
  const open = async () => await maker.get(appUpdate.packageFile, { attachId });
  expect((await open()).data.error).toBe('NOT_FOUND');
  await maker.call(appUpdate.publish, { releaseNo: release.releaseNo, version: release.version, reason: 'Out' });
  const md5 = createHash('md5').update(bytes).digest('hex');
  const url = `/api/hc/web/noAuth/app/package/${attachId}`;
  expect((await start(1)).release).toMatchObject({ storeUrl: null, package: { url, sizeBytes: bytes.length, md5 } });
  const loaded = await open();
  expect(createHash('md5').update(loaded.body).digest('hex')).toBe(md5);
  const { rows } = await maker.call(appUpdate.page, listOf({ versionName: '99.0.0' }));
  expect(rows[0]).toMatchObject({ package: { fileName: 'haraka.apk', md5 } });
  const { version = 0 } = rows[0] ?? {};
  await maker.call(appUpdate.withdraw, { releaseNo: release.releaseNo, version, reason: 'Broken' });
  expect((await open()).data.error).toBe('NOT_FOUND');
});

it('holds apps that are older than a forced release, whatever was published after it', async () => {
  const forced = { versionName: '100.0.0', versionCode: 100_000, updateType: 'FORCED', minSupportedVersionCode: 1 };
  const { releaseNo } = (await save(forced)).data;
  const { changeNo } = (await maker.post(appUpdate.publish, { releaseNo, version: 1, reason: 'Safety' })).data;
  await checker.post(changeCalls.changeFamilies.appUpdate.approve, { changeNo });
  const next = { versionName: '100.1.0', versionCode: 100_010, minSupportedVersionCode: 1 };
  const { releaseNo: later } = (await save(next)).data;
  await maker.post(appUpdate.publish, { releaseNo: later, version: 1, reason: 'Fixes' });
  expect(await start(99_000)).toMatchObject({ release: { versionCode: 100_010 }, mustUpdate: true });
  expect(await start(100_000)).toMatchObject({ release: { versionCode: 100_010 }, mustUpdate: false });
});
