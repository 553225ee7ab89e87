import { config } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import { type ConfigFamily, createConfigFamilies } from './families.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf } from '../../../../testing/test-calls.ts';
import { narrowable } from '../../staff/menus/testing/narrowed.ts';
import { expectRefusal } from '../../payments/payments/testing/every-row.ts';
import { addDays, businessDateOf } from '../policy/index.ts';

const KEY = 'test.patience';
const PAGE = '/AdminContent/AfterLoanSystem/AutomaticLoanCancelConfig';
const CODES = ['afterLoan:autoCancel:save', 'afterLoan:autoCancel:audit'];
const hours = z.strictObject({ pendingHours: z.nullable(z.number()), failed: z.null() });
/** One for each merchant, on a page that data rules may narrow. */
const patience: ConfigFamily<z.output<typeof hours>> = {
  key: KEY,
  title: { en: 'Patience', zh: '耐心' },
  value: hours,
  isPerSubject: true,
  access: { see: { page: [PAGE] }, save: 'afterLoan:autoCancel:save', decide: 'afterLoan:autoCancel:audit' },
  initial: async () => await Promise.resolve(null),
};
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  Object.assign(app.services, { configs: createConfigFamilies([...app.services.configs.values(), patience]) });
});
afterAll(async () => await app[Symbol.asyncDispose]());

it('keeps to the rules of the page that a family belongs to: subjects of another merchant are not there', async () => {
  const { db } = app.database;
  const tomorrow = addDays(businessDateOf(new Date()), 1);
  const rights = { codes: CODES, pages: [PAGE] };
  const { person: maker } = await narrowable(app, 'config.maker', 'M0001', rights);
  const { person, narrow } = await narrowable(app, 'config.narrow', 'M0002', rights);
  const formOf = (subjectNo: string) => ({
    configKey: KEY,
    subjectNo,
    value: { pendingHours: 48, failed: null },
    effectiveFrom: tomorrow,
    reason: 'Patience',
  });
  const draft = (await maker.post(config.save, formOf('M0001'))).data;
  const pending = (await maker.post(config.submit, { versionId: draft.versionId, version: draft.version })).data;
  const seen = async () => [
    (await person.post(config.page, listOf({ configKey: KEY }))).data.rows.length,
    (await person.post(config.page, listOf({ configKey: KEY, isDecidable: true }))).data.total,
    (await person.get(config.inForce, { key: KEY, subjectNo: 'M0001' })).status,
  ];
  expect(await seen()).toEqual([1, 1, 200]);
  await narrow();
  expect(await seen()).toEqual([0, 0, 404]);
  const { versionId, version } = pending;
  const refused = (error: string, path: string, form: object) =>
    expectRefusal(db, ['config_version'], error, () => person.post(`config/version/${path}`, form));
  await refused('NOT_FOUND', 'approve', { versionId, version });
  await refused('NOT_FOUND', 'reject', { versionId, version, reason: 'Not mine' });
  await refused('NOT_FOUND', 'withdraw', { versionId, version });
  await refused('NOT_FOUND', 'copy', { versionId });
  await refused('REFERENCE_UNKNOWN', 'save', formOf('M0003'));
  expect((await person.post(config.save, formOf('M0002'))).code).toBe(0);
  // Other pages have rules of their own.
  const admin = await as(app, 'admin');
  expect((await admin.post(config.page, listOf({ configKey: KEY }))).data.rows).toHaveLength(2);
});
