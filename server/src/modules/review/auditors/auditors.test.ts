import { job, user } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { previewing } from '../../../../testing/test-previews.ts';
import { createLogger } from '../../platform/health/index.ts';
import { startJobWorker } from '../../platform/jobs/index.ts';
import { allocateOrder } from '../../lending/orders/index.ts';
import { makeProduct } from '../../lending/orders/testing/lend.ts';
import { waitingOrder } from '../../lending/orders/testing/review.ts';
import { expectRefusal } from '../../payments/payments/testing/every-row.ts';
import { pickable, autoPick } from '../../staff/personnel/index.ts';

const BASE = 'loans/audit/personnel';
let app: TestApp;
let lead: Person;
let productNo: string;
let stop: () => Promise<void>;

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  lead = previewing(app, await as(app, 'wambui.gitau'));
  const { db } = app.database;
  productNo = await makeProduct(db);
  stop = await startJobWorker({ db, services: app.services, log: createLogger('silent') });
});
afterAll(async () => {
  await stop();
  await app[Symbol.asyncDispose]();
});

const detail = async (userNo: string) => (await lead.get(`${BASE}/${userNo}`)).data;
async function update(userNo: string, patch: object) {
  const { version } = await detail(userNo);
  return await lead.post(`${BASE}/update`, { userNo, version, ...patch });
}
async function give(userNo: string): Promise<string> {
  const { db } = app.database;
  const orderNo = await waitingOrder(db, { productNo });
  await db.transaction().execute((tx) => allocateOrder(tx, orderNo, userNo, { userNo: 'U000012' }));
  return orderNo;
}

describe('the records of reviewers', () => {
  it('are filtered, sorted and counted within the scope', async () => {
    await give('U000013');
    const ai = await lead.post(`${BASE}/page`, listOf({ isAiEmployee: true }));
    expect(ai.data.rows.map((row: { userNo: string }) => row.userNo)).toEqual(['UAI001', 'UAI002']);
    const desk = await lead.post(
      `${BASE}/page`,
      listOf({ groupName: 'nairobi', merchantNo: 'M0001', joinAutoAllot: true }),
    );
    expect(desk.data.rows).toMatchObject([
      { userNo: 'U000002', principalName: 'Wambui Gitau' },
      { userNo: 'U000013', open: 1, dailyCap: 60 },
    ]);
    const { db } = app.database;
    await db.updateTable('role').set({ dataScope: 'MERCHANTS' }).where('roleNo', '=', 'R-013').execute();
    await db.deleteFrom('userMerchant').where('userNo', '=', 'U000012').where('merchantNo', '<>', 'M0002').execute();
    const narrow = await lead.post(`${BASE}/page`, listOf({}));
    const seen = narrow.data.rows.map((row: { userNo: string }) => row.userNo);
    expect(seen).not.toContain('U000015');
    expect((await lead.get(`${BASE}/U000015`)).status).toBe(404);
    const merchants = ['M0001', 'M0003'].map((merchantNo) => ({ userNo: 'U000012', merchantNo }));
    await db.insertInto('userMerchant').values(merchants).execute();
  });

  it('keep to the account’s merchants, the group’s principal and an accepted cap', async () => {
    expect((await update('U000013', { merchantNos: ['M0003'] })).data.fields).toMatchObject([
      { field: 'merchantNos', msg: 'The account does not work for one of these merchants' },
    ]);
    expect((await update('U000013', { principalUserNo: 'U000015' })).data.fields).toMatchObject([
      { field: 'principalUserNo' },
    ]);
    await give('U000013');
    const low = await update('U000013', { dailyCap: 0 });
    expect(low.data).toMatchObject({ error: 'PERSONNEL_CAP', fields: [{ field: 'dailyCap' }] });
    const accepted = await update('U000013', { dailyCap: 1, acceptsCapBelowOpen: true });
    expect(accepted.data.dailyCap).toBe(1);
    const stale = await lead.post(`${BASE}/update`, { userNo: 'U000013', version: 0, dailyCap: 9 });
    expect(stale.data.error).toBe('STALE');
    const { history } = await detail('U000013');
    expect(history[0]).toMatchObject({ byName: 'Wambui Gitau', after: { dailyCap: 1 } });
    await update('U000013', { dailyCap: 60 });
  });

  it('are refused by name, and no row moves', async () => {
    const { db } = app.database;
    const tables = ['personnel', 'personnel_merchant', 'order_allotment'];
    const { version } = await detail('U000013');
    const own = { userNo: 'U000013', version };
    const nobody = { userNo: 'U999999' };
    for (const [error, path, form] of [
      ['PERSONNEL_MERCHANT', 'update', { ...own, merchantNos: ['M0003'] }],
      ['PERSONNEL_PRINCIPAL', 'update', { ...own, principalUserNo: 'U000015' }],
      ['PERSONNEL_PRINCIPAL', 'update', { ...own, principalUserNo: 'U000013' }],
      ['PERSONNEL_PRINCIPAL', 'update', { ...own, principalUserNo: 'U999999' }],
      ['PERSONNEL_NOT_FOUND', 'update', { ...nobody, version: 1, dailyCap: 9 }],
      ['PERSONNEL_NOT_FOUND', 'freeze', nobody],
      ['PERSONNEL_NOT_FOUND', 'unfreeze', nobody],
    ] as const) {
      await expectRefusal(db, tables, error, () => lead.post(`${BASE}/${path}`, form));
    }
    expect((await detail('U999999')).error).toBe('PERSONNEL_NOT_FOUND');
  });

  it('change by the dozen, each individually', async () => {
    const { data } = await lead.post(`${BASE}/batchUpdate`, {
      userNos: ['U000013', 'U000014', 'U999999'],
      merchantMode: 'ADD',
      merchantNos: ['M0001'],
      dailyCap: 45,
      firstLoanWhitelist: true,
    });
    const state = async () => (await lead.get(job.detail, { jobNo: data.jobNo })).data;
    await expect.poll(async () => (await state()).jobStatus).toBe('PARTIAL_SUCCESS');
    expect(await state()).toMatchObject({ succeeded: 1, failed: 2 });
    expect(await detail('U000013')).toMatchObject({ dailyCap: 45, firstLoanWhitelist: true });
    expect(await detail('U000014')).toMatchObject({ dailyCap: 30 });
  });

  it('freeze: work goes back, nobody gets new work, sign-in stays unless it is requested', async () => {
    const orderNo = await give('U000013');
    const away = await lead.get(`${BASE}/away/U000013`);
    expect(away.data.merchants[0].open).toBeGreaterThan(0);
    const frozen = await lead.post(`${BASE}/freeze`, { userNo: 'U000013', reason: 'On leave' });
    expect(frozen.data.sentBack).toBeGreaterThan(0);
    const { db } = app.database;
    const order = await db
      .selectFrom('loanOrder')
      .select(['orderStatus', 'auditorUserNo'])
      .where('orderNo', '=', orderNo)
      .executeTakeFirstOrThrow();
    expect(order).toEqual({ orderStatus: 'TO_ALLOCATE', auditorUserNo: null });
    const now = new Date();
    const people = await pickable(db, 'AUDITOR', 'M0001', now);
    expect(people.map(({ userNo }) => userNo)).not.toContain('U000013');
    await as(app, 'odinga.owino');
    // Freezing sign-in takes the right to freeze accounts, which the lead does not have.
    const both = await lead.post(`${BASE}/freeze`, { userNo: 'U000014', alsoSignIn: true });
    expect(both.status).toBe(403);
    const admin = await as(app, 'admin');
    await admin.post(`${BASE}/freeze`, { userNo: 'U000014', alsoSignIn: true });
    expect(await detail('U000014')).toMatchObject({ personnelStatus: 'FROZEN', userStatus: 'FROZEN' });
    expect((await lead.post(`${BASE}/unfreeze`, { userNo: 'U000014' })).data.error).toBe('PERSONNEL_ACCOUNT');
    expect((await lead.post(`${BASE}/unfreeze`, { userNo: 'U000013' })).data.personnelStatus).toBe('NORMAL');
  });

  it('follow a frozen account', async () => {
    const admin = await as(app, 'admin');
    await give('U000002');
    const { records } = (await admin.get(user.freezePreview, { userNo: 'U000002' })).data;
    expect(records).toEqual([{ personnelKind: 'AUDITOR', open: 1 }]);
    await admin.post(user.frozenUser, { userNo: 'U000002', reason: 'Left the house' });
    expect(await detail('U000002')).toMatchObject({ personnelStatus: 'FROZEN', open: 0 });
  });

  it('sync takes over who holds the role, and lets go who left it', async () => {
    const { db } = app.database;
    await db.insertInto('userRole').values({ userNo: 'U000003', roleNo: 'R-002' }).execute();
    await db.deleteFrom('userRole').where('userNo', '=', 'UAI002').execute();
    const orderNo = await give('UAI002');
    const preview = await lead.post(`${BASE}/sync/preview`, {});
    expect(preview.data.added).toEqual([{ userNo: 'U000003', realName: 'Njeri Mwangi' }]);
    expect(preview.data.left).toEqual([{ userNo: 'UAI002', realName: 'AI Kagua', open: 1 }]);
    expect((await lead.post(`${BASE}/sync`, {})).data).toEqual(preview.data);
    expect(await detail('U000003')).toMatchObject({ personnelStatus: 'NORMAL' });
    const order = await db
      .selectFrom('loanOrder')
      .select('orderStatus')
      .where('orderNo', '=', orderNo)
      .executeTakeFirstOrThrow();
    expect(order.orderStatus).toBe('TO_ALLOCATE');
    expect((await lead.post(`${BASE}/sync/preview`, {})).data).toEqual({ added: [], changed: [], left: [] });
    const hours = await lead.post(`${BASE}/hours`, { days: 7 });
    expect(hours.data[0].hours).toHaveLength(24);
  });
});

it('automatically, work goes to the emptiest who takes part, is there and may take first loans', async () => {
  const { db } = app.database;
  const pick = async (options: object) =>
    await db.transaction().execute((tx) => autoPick(tx, 'AUDITOR', 'M0001', new Date(), options));
  expect((await pick({ loanType: 'FIRST' }))?.userNo).toBe('U000013');
  expect(await pick({ loanType: 'FIRST', except: ['U000013'] })).toBeNull();
  await db
    .insertInto('personnelShift')
    .values({
      userNo: 'U000013',
      startsAt: new Date(Date.now() - 72e5),
      endsAt: new Date(Date.now() - 36e5),
    })
    .execute();
  // The shift may have ended yesterday in Nairobi: then nobody planned today.
  const isToday = new Date(Date.now() + 3 * 3_600_000).getUTCHours() >= 1;
  expect((await pick({ loanType: 'FIRST' }))?.userNo ?? null).toBe(isToday ? null : 'U000013');
});
