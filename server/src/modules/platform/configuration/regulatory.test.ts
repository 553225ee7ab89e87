import { config } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';
import { previewing } from '../../../../testing/test-previews.ts';
import { addDays, businessDateOf, type PolicyKey, policyOn } from '../policy/index.ts';
import { faultOfPolicy } from './regulatory.ts';

const PAGE = '/AdminContent/OperationSystem/ProductConfig';
const today = businessDateOf(new Date());
const tomorrow = addDays(today, 1);
let app: TestApp;
let maker: Person;
let checker: Person;
beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  for (const name of ['policy.maker', 'policy.checker']) {
    const codes = ['operation:regulatoryPolicy:save', 'operation:regulatoryPolicy:audit'];
    await addPerson(app.database, name, { pages: [PAGE], codes });
  }
  maker = previewing(app, await as(app, 'policy.maker'));
  checker = previewing(app, await as(app, 'policy.checker'));
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
});

const SOURCE = 'Circular 3 of 2026';
const draft = (key: PolicyKey, value: object, effectiveFrom = tomorrow) => ({
  configKey: `policy.${key}`,
  value: { source: SOURCE, ...value },
  effectiveFrom,
  reason: 'Circular of the regulator',
});
const valueOn = async (key: PolicyKey, date: string) => (await policyOn(app.database.db, date)).policy[key];

async function approved(key: PolicyKey, value: object) {
  const { data } = await maker.post(config.save, draft(key, value));
  const named = { versionId: data.versionId, version: data.version };
  const { version } = (await maker.post(config.submit, named)).data;
  const own = await maker.post(config.approve, { ...named, version });
  expect(own.data.error).toBe('CHANGE_OWN');
  return (await checker.post(config.approve, { ...named, version })).data;
}

it('changes a limit from a day on, by two people, and the engine reads it from then', async () => {
  const before = await valueOn('refund', today);
  await approved('refund', { minimumCents: 5_000 });
  expect([await valueOn('refund', today), await valueOn('refund', tomorrow)]).toEqual([
    before,
    { minimumCents: 5_000 },
  ]);
  const { versions, sourceOf } = await policyOn(app.database.db, tomorrow);
  expect(versions.refund).toBe(`refund@${tomorrow}`);
  expect(sourceOf('refund')).toBe(SOURCE);
  expect((await policyOn(app.database.db, today)).sourceOf('inDuplum')).toBe('Banking Act (Cap. 488), s. 44A');
});

it('takes a limit back whose day has not come', async () => {
  const before = await valueOn('contactHours', today);
  const { versionId, version } = await approved('contactHours', { from: '09:00', to: '18:00' });
  expect(await valueOn('contactHours', tomorrow)).toEqual({ from: '09:00', to: '18:00' });
  await maker.post(config.withdraw, { versionId, version });
  expect(await valueOn('contactHours', tomorrow)).toEqual(before);
});

it('begins no limit today, and refuses what is no limit', async () => {
  const now = await maker.post(config.save, draft('badDebt', { poolFromDpd: 60 }, today));
  expect(now.data.error).toBe('CONFIG_DATE_PAST');
  const mistyped = await maker.post(config.save, draft('badDebt', { poolFromDpd: -1 }));
  expect(mistyped.data).toMatchObject({ error: 'BAD_REQUEST', fields: [{ field: 'value.poolFromDpd' }] });
  const nameless = await maker.post(config.save, draft('badDebt', { poolFromDpd: 60, source: ' ' }));
  expect(nameless.data.fields).toMatchObject([{ field: 'value.source' }]);
  const backwards = { from: '19:00', to: '08:00' };
  const hours = await maker.post(config.save, draft('contactHours', backwards));
  expect(hours.data.fields).toMatchObject([{ field: 'value' }]);
});

it('asks levels to rise and to be all there', async () => {
  const levels = await valueOn('caseLevels', today);
  expect(faultOfPolicy('caseLevels', levels)).toBeNull();
  expect(Array.isArray(levels)).toBe(true);
  if (!Array.isArray(levels)) return;
  expect(faultOfPolicy('caseLevels', levels.slice(1))).not.toBeNull();
  expect(
    faultOfPolicy(
      'caseLevels',
      levels.map((one) => ({ ...one, fromDpd: 1 })),
    ),
  ).not.toBeNull();
});
