import { menuRules, transfer } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { receiveFlow } from '../payments/index.ts';
import { expectRefusal } from '../payments/testing/every-row.ts';
import { attachFile } from '../../platform/files/testing/attach-file.ts';

let app: TestApp;
let maker: Person;
let checker: Person;
let merchantNo: string;
const PAYBILL = 'BANK.MPESA_PAYBILL';
const FLOAT = 'BANK.MPESA_FLOAT';
const CODES = ['submit', 'audit', 'payout'].map((code) => `charge:transfer:${code}`);
const PAGES = ['CashTransferApplyFor', 'CashTransferAudit'].map(
  (name) => `/AdminContent/ChargeToAnAccountSystem/${name}`,
);

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  ({ merchantNo } = await db
    .selectFrom('merchant')
    .select('merchantNo')
    .orderBy('merchantNo')
    .limit(1)
    .executeTakeFirstOrThrow());
  for (const name of ['cash.maker', 'cash.checker']) {
    const { userNo } = await addPerson(app.database, name, { codes: CODES, pages: PAGES });
    await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
  }
  maker = await as(app, 'cash.maker');
  checker = await as(app, 'cash.checker');
});
afterAll(async () => await app[Symbol.asyncDispose]());

it('keeps to the rules of its pages: a role of every merchant that they narrow reaches its own alone', async () => {
  const { db } = app.database;
  await db.transaction().execute((tx) =>
    receiveFlow(tx, {
      merchantNo,
      paymentChannel: 'MPESA',
      paymentCode: 'NARROW1',
      account: PAYBILL,
      amountCents: 5_000_00,
      repayTime: new Date(),
    }),
  );
  await attachFile(db, { attachmentNo: 'AT000001', subjectType: 'chargeVoucher', subjectNo: merchantNo });
  const asked = {
    transferType: 'OWN_ACCOUNT',
    merchantNo,
    sourceAccountId: PAYBILL,
    targetAccountId: FLOAT,
    amountCents: 1_000_00,
    purpose: 'Fill the float',
    voucherIds: ['AT000001'],
  };
  const { transferNo } = (await maker.post(transfer.submit, asked)).data;
  const { userNo, roleNo } = await addPerson(app.database, 'cash.narrow', { codes: CODES, pages: PAGES });
  await db.updateTable('role').set({ dataScope: 'ALL' }).where('roleNo', '=', roleNo).execute();
  const { merchantNo: other } = await db
    .selectFrom('merchant')
    .select('merchantNo')
    .where('merchantNo', '<>', merchantNo)
    .orderBy('merchantNo')
    .limit(1)
    .executeTakeFirstOrThrow();
  await db.insertInto('userMerchant').values({ userNo, merchantNo: other }).execute();
  const narrow = await as(app, 'cash.narrow');
  const seen = async () => (await narrow.post(transfer.auditPage, listOf({ transferNo }))).data.rows.length;
  expect(await seen()).toBe(1);
  const admin = await as(app, 'admin');
  const menus = await db.selectFrom('menu').select('menuNo').where('perms', 'in', PAGES).execute();
  for (const { menuNo } of menus) {
    // Operations follow the rules of the page that they stand below.
    await db.updateTable('menu').set({ parentMenuNo: menuNo }).where('perms', 'in', CODES).execute();
    const rules = [{ roleNo, rowScope: 'MERCHANTS', maskedFields: [] }];
    expect((await admin.post(menuRules.saveDataRules, { menuNo, rules })).data).toEqual({ changed: 1 });
  }
  expect(await seen()).toBe(0);
  const tables = ['cash_transfer', 'payout_attempt', 'audit_log'];
  const refused = (error: string, path: string, form: object) =>
    expectRefusal(db, tables, error, () => narrow.post(path, form));
  await refused('REFERENCE_UNKNOWN', 'transferApply/submit', asked);
  await refused('TRANSFER_NOT_FOUND', 'transferApply/approve', { transferNo });
  expect((await checker.post(transfer.approve, { transferNo })).data.transferStatus).toBe('APPROVED');
  await refused('TRANSFER_NOT_FOUND', 'transferApply/release', { transferNo });
  const request = { transferNos: [transferNo], totalCents: 1_000_00 };
  await refused('TOTAL_MISMATCH', 'transferApply/oneKeyPayout', request);
});
