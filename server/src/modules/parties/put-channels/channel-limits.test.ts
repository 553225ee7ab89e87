import { putChannel } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ChannelDesk, channelDesk } from './testing/channel-desk.ts';

let desk: ChannelDesk;
beforeAll(async () => {
  desk = await channelDesk();
});
afterAll(async () => {
  await desk.stop();
  await desk.app[Symbol.asyncDispose]();
});

it('leads to the page of the app in its store while a channel takes nobody, and counts no click', async () => {
  const { app, maker, merchantNo, save, agree, rowOf } = desk;
  const { db } = app.database;
  const storeUrl = 'https://store.example/haraka';
  const release = { merchantNo, os: 'ANDROID', versionName: '90.0.0', versionCode: 90_000, storeUrl } as const;
  await db
    .insertInto('appRelease')
    .values({
      ...release,
      updateType: 'OPTIONAL',
      minSupportedVersionCode: 1,
      releaseNotes: '{"en":"Faster"}',
      rolloutPercent: 100,
      appVersionStatus: 'PUBLISHED',
      publishedAt: new Date(),
    })
    .execute();
  const { ruleId } = await save({ channelCode: 'STORE_1', dailyCap: 0 });
  expect(await agree(ruleId)).toBe(0);
  const { link } = (await maker.get(putChannel.funnel, { ruleId })).data;
  const openedAt = async () => (await app.http.inject({ method: 'GET', url: link })).headers.location;
  expect(await openedAt()).toBe(storeUrl);
  await save({ channelCode: 'STORE_1', dailyCap: 5 }, { ruleId });
  expect(await agree(ruleId)).toBe(0);
  expect(await openedAt()).toBe(`${desk.channel.landingUrl}?channel=STORE_1`);
  const { version } = await rowOf(ruleId);
  const stated = { ruleId, version, isEnabled: false, reason: 'Fraud' };
  expect((await maker.post(putChannel.state, stated)).code).toBe(0);
  expect(await openedAt()).toBe(storeUrl);
  expect(await rowOf(ruleId)).toMatchObject({ clicksToday: 1 });
});

it('counts who comes by a channel against the traffic limit of the merchant, and pays for nobody it turns away', async () => {
  const { app, merchantNo, save, agree, register, rowOf } = desk;
  const { db } = app.database;
  const { ruleId } = await save({ channelCode: 'LIMIT_1', dailyBudgetCents: 900_00 });
  expect(await agree(ruleId)).toBe(0);
  await db.insertInto('merchantTrafficLimit').values({ merchantNo, settledOrderCount: 0, dailyLimit: 1 }).execute();
  expect(await register('LIMIT_1')).toMatchObject({ isNew: true });
  expect(await register('LIMIT_1')).toMatchObject({ error: 'TRAFFIC_LIMIT' });
  expect(await rowOf(ruleId)).toMatchObject({ registrations: 1, spentTodayCents: 50_00 });
  await db.deleteFrom('merchantTrafficLimit').execute();
});
