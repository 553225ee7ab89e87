import { chargeOff, deduction } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';

const SYSTEMS = [
  { system: 'ORDER', waivers: deduction.byOrder, losses: chargeOff.byOrder },
  { system: 'BILL', waivers: deduction.byBill, losses: chargeOff.byBill },
] as const;
const PAGES = ['', 'New'].flatMap((ending) =>
  ['DeductionAmountManagement', 'BadDebtManagement'].map(
    (name) => `/AdminContent/CollectionSystem${ending}/${name}${ending}`,
  ),
);

let app: TestApp;
let auditor: Person;
let blind: Person;

beforeAll(async () => {
  app = await createTestApp({ content: 'lending' });
  const codes = ['collection:deduction:audit', 'collectionStage:deduction:audit'];
  const { roleNo } = await addPerson(app.database, 'auditor', { pages: PAGES, codes });
  await addPerson(app.database, 'blind', { pages: PAGES, codes: [] });
  await app.database.db
    .updateTable('role')
    .set({ dataScope: 'ALL', deductionCapCents: 5_000_000 })
    .where('roleNo', '=', roleNo)
    .execute();
  auditor = await as(app, 'auditor');
  blind = await as(app, 'blind');
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
});

const list = <Filters extends object>(filters: Filters) => ({ filters, page: 1, pageSize: 20 as const, sort: null });

it.each(SYSTEMS)(
  '$system: waivers are found by each filter, and say what they ask of what is owed',
  async ({ waivers }) => {
    const { rows } = await auditor.call(waivers.page, list({}));
    const filters = [
      { deductionStatus: 'PENDING' as const },
      { reason: 'DISASTER' },
      { caseLevel: 'S2' as const },
      { lapsesToday: true },
      { appliedAt: { from: '2020-01-01', to: '2020-01-02' } },
    ];
    for (const one of filters) await auditor.call(waivers.page, list(one));
    for (const row of rows) {
      const { parts, capCents, ...detail } = await auditor.call(waivers.detail, { deductionNo: row.deductionNo });
      expect(detail).toMatchObject({ ...row });
      expect(capCents).toBe(5_000_000);
      const asked = parts.reduce((sum, { requestedCents }) => sum + requestedCents, 0);
      expect(asked).toBe(row.approvedCents ?? row.requestedCents);
    }
    const exported = await auditor.post(waivers.exportList, { format: 'csv', filters: {}, sort: null });
    expect(exported.data.jobNo).toMatch(/\w/);
  },
);

it.each(SYSTEMS)(
  '$system: many are decided by a job of who may decide, and a rejection says why',
  async ({ waivers }) => {
    const ask = { deductionNos: ['DN00000001'], isApproved: false };
    expect(await auditor.refusalOf(waivers.decideMany, ask)).toMatchObject({ error: 'BAD_REQUEST' });
    expect(await blind.refusalOf(waivers.decideMany, { ...ask, isApproved: true })).toMatchObject({
      error: 'FORBIDDEN',
    });
    const { jobNo } = await auditor.call(waivers.decideMany, { ...ask, reason: 'Paid since' });
    expect(jobNo).toMatch(/\w/);
  },
);

it('what came back of losses is recovery income, and no more than was lost', async () => {
  const found = await Promise.all(SYSTEMS.map(({ losses }) => auditor.call(losses.recoveries, list({}))));
  const rows = found.flatMap((one) => one.rows);
  expect(rows.length).toBeGreaterThan(0);
  for (const { recoveredCents } of rows) expect(recoveredCents).toBeGreaterThan(0);
  for (const { losses } of SYSTEMS) {
    const reversed = await auditor.call(losses.recoveries, list({ reversed: true }));
    for (const { applicationStatus } of reversed.rows) expect(applicationStatus).toBe('ROLLED_BACK');
  }
});
