import { refusedCallback } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';
import { watchWarnings } from '../../console/warning-watch/index.ts';
import { type LentLoan, lend, makeProduct } from '../../lending/orders/testing/lend.ts';
import { createMetrics } from '../../platform/health/index.ts';
import { driftedBills, trialBalance } from '../../platform/ledger/index.ts';

const SECRET = 'a-secret-that-nobody-can-guess';
const PAGES = ['/AdminContent/AfterLoanSystem/FlowRecordSupplement'];
const LIST = { filters: { isOpen: true }, page: 1, pageSize: 20, sort: null };

let app: TestApp;
let operator: Person;
let stranger: Person;
let loan: LentLoan & { readonly repaymentCode: string };
let serial = 0;

async function person(name: string, dataScope: 'ALL' | 'MERCHANTS'): Promise<Person> {
  const { roleNo } = await addPerson(app.database, name, { pages: PAGES, codes: ['afterLoan:flow:commit'] });
  await app.database.db.updateTable('role').set({ dataScope }).where('roleNo', '=', roleNo).execute();
  return await as(app, name);
}

beforeAll(async () => {
  app = await createTestApp({
    content: 'seeded',
    env: { KITUO_CALLBACK_SECRET: SECRET, KITUO_PUBLIC_URL: 'http://127.0.0.1:1' },
  });
  operator = await person('refused.operator', 'ALL');
  stranger = await person('refused.stranger', 'MERCHANTS');
  const lenders = {
    maker: (await addPerson(app.database, 'refused.lender')).userNo,
    checker: (await addPerson(app.database, 'refused.approver')).userNo,
  };
  const productNo = await makeProduct(app.database.db);
  const lent = await lend(app.database.db, { productNo, approvedCents: 500_000, ...lenders });
  const { repaymentCode } = await app.database.db
    .selectFrom('loanOrder')
    .select('repaymentCode')
    .where('orderNo', '=', lent.orderNo)
    .executeTakeFirstOrThrow();
  loan = { ...lent, repaymentCode };
});
afterAll(async () => {
  expect((await trialBalance(app.database.db)).differenceCents).toBe(0);
  expect(await driftedBills(app.database.db)).toEqual([]);
  await app[Symbol.asyncDispose]();
});

const eat = (at: Date) => new Date(at.getTime() + 3 * 3_600_000).toISOString().replace(/\D/g, '').slice(0, 14);
const codeOf = () => `REF${String((serial += 1)).padStart(7, '0')}`;
const confirmation = (more: object = {}) => ({
  TransactionType: 'Pay Bill',
  TransID: codeOf(),
  TransTime: eat(new Date()),
  TransAmount: '150.00',
  BusinessShortCode: '600100',
  BillRefNumber: loan.repaymentCode,
  InvoiceNumber: '',
  OrgAccountBalance: '',
  ThirdPartyTransID: '',
  MSISDN: '254712345678',
  FirstName: 'Wanjiku',
  MiddleName: '',
  LastName: 'Test',
  ...more,
});

/** As Safaricom calls us; worked off when it returns. */
async function tell(body: object | string, topic = 'mpesa/c2b/confirmation'): Promise<void> {
  const reply = await app.http.inject({
    method: 'POST',
    url: `/gateway/${SECRET}/${topic}`,
    headers: { 'content-type': 'application/json' },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  });
  expect(reply.statusCode).toBe(200);
  await app.services.engine.callbacks.settled();
}
const flowOf = async (paymentCode: string) =>
  await app.database.db
    .selectFrom('paymentFlow')
    .select(['flowNo', 'amountCents', 'flowStatus', 'payerPhone', 'accountReference'])
    .where('paymentCode', '=', paymentCode)
    .executeTakeFirst();
const listed = async (paymentCode: string, who = operator) =>
  (await who.post(refusedCallback.page, { ...LIST, filters: { isOpen: true, paymentCode } })).data.rows;

const LOOSE = [
  'TransactionType',
  'BusinessShortCode',
  'BillRefNumber',
  'InvoiceNumber',
  'OrgAccountBalance',
  'ThirdPartyTransID',
  'MSISDN',
  'FirstName',
  'MiddleName',
  'LastName',
];
const SHAPES = {
  null: () => null,
  absent: () => undefined,
  numeric: () => 600_100,
  yes: () => true,
  object: () => ({}),
} as const;

it.each(LOOSE)('books a payment whose %s is null, absent, numeric or something else', async (field) => {
  for (const shape of Object.values(SHAPES)) {
    const body = confirmation({ [field]: shape() });
    await tell(body);
    expect(await flowOf(body.TransID), JSON.stringify(body)).toMatchObject({ amountCents: 15_000 });
  }
});

it('books what comes with a byte order mark, and with numbers for texts', async () => {
  const marked = confirmation();
  await tell(`\uFEFF${JSON.stringify(marked)}`);
  expect(await flowOf(marked.TransID)).toMatchObject({ amountCents: 15_000 });
  const numeric = confirmation({ TransID: 7_001_002_003, TransAmount: 150.5, TransTime: Number(eat(new Date())) });
  await tell(numeric);
  expect(await flowOf('7001002003')).toMatchObject({ amountCents: 15_050 });
});

it('shows when a message came as it was written, and phones masked wherever they stand', async () => {
  const body = confirmation({ TransAmount: 'none', TransTime: '20260105090000', BillRefNumber: 'LOAN 0712345678' });
  await tell(body);
  const [row] = await listed(body.TransID);
  const said = new Map(row?.fields.map(({ name, value }) => [name, value]));
  expect(said.get('TransTime')).toBe('20260105090000');
  expect(said.get('BillRefNumber')).not.toContain('0712345678');
  expect(said.get('MSISDN')).not.toContain('254712345678');
});

it.each([
  ['an amount that is no number', { TransAmount: 'KES ten' }],
  ['an amount of nothing', { TransAmount: '0.00' }],
  ['no amount', { TransAmount: null }],
  ['no time', { TransTime: undefined }],
  ['a time that is none', { TransTime: '20261399000000' }],
])('lists a payment with %s, warns of it and counts it', async (_, more) => {
  const body = confirmation(more);
  await tell(body);
  expect(await flowOf(body.TransID)).toBeUndefined();
  const [row] = await listed(body.TransID);
  expect(row).toMatchObject({ callbackKind: 'C2B', refusedStatus: 'REFUSED', allowedActions: ['process', 'setAside'] });
  expect(row.fault).not.toBe('');
  expect(JSON.stringify(row)).not.toContain('254712345678');
  expect(await listed(body.TransID, stranger)).toEqual([]);
  await watchWarnings(app.database.db, app.services);
  const { warningStatus } = await app.database.db
    .selectFrom('warning')
    .select('warningStatus')
    .where('sourceType', '=', 'CALLBACK_REFUSED')
    .where('sourceKey', '=', `CALLBACK-${row.callbackNo}`)
    .executeTakeFirstOrThrow();
  expect(warningStatus).toBe('OPEN');
  const text = await createMetrics(app.services, undefined).registry.metrics();
  expect(text).toMatch(/kituo_callbacks_without_effect\{status="refused"\} [1-9]/);
});

it('lists what is no JSON at all', async () => {
  await tell('<xml>what</xml>');
  const { rows } = (await operator.post(refusedCallback.page, LIST)).data;
  expect(rows[0]).toMatchObject({ callbackKind: 'C2B', refusedStatus: 'REFUSED', paymentCode: null });
});

it('takes the same receipt again for a repeat, and with other facts for a difference', async () => {
  const body = confirmation();
  await tell(body);
  await tell({ ...body, OrgAccountBalance: '10' });
  expect(await listed(body.TransID)).toEqual([]);
  const others = {
    TransAmount: '9000.00',
    TransTime: eat(new Date(Date.now() - 3_600_000)),
    MSISDN: '254799999999',
    BillRefNumber: 'OTHER1',
  };
  for (const [field, value] of Object.entries(others)) await tell({ ...body, [field]: value });
  const rows = await listed(body.TransID);
  expect(rows.map((row: { refusedStatus: string }) => row.refusedStatus)).toEqual(['HELD', 'HELD', 'HELD', 'HELD']);
  expect(await flowOf(body.TransID)).toMatchObject({ amountCents: 15_000, accountReference: loan.repaymentCode });
  const future = confirmation({ TransTime: eat(new Date(Date.now() + 86_400_000)) });
  await tell(future);
  expect(await listed(future.TransID)).toMatchObject([{ refusedStatus: 'HELD' }]);
});

it('processes a message again once its cause is gone, and closes what is nothing of ours', async () => {
  const { db } = app.database;
  const body = confirmation();
  await tell(confirmation({ TransID: body.TransID, TransAmount: '99.00' }));
  const { flowNo } = (await flowOf(body.TransID)) ?? { flowNo: '' };
  await tell(body);
  const [held] = await listed(body.TransID);
  const { callbackNo, version } = held;
  const process = async (who: Person, at: number) =>
    await who.post(refusedCallback.process, { callbackNo, version: at });
  expect((await process(stranger, version)).data.error).toBe('CALLBACK_NOT_FOUND');
  expect((await process(operator, version)).data).toMatchObject({ callbackNo, refusedStatus: 'HELD' });
  expect((await process(operator, version)).data.error).toBe('STALE');
  await watchWarnings(db, app.services);
  // The correction: the other one was of another receipt.
  await db.updateTable('paymentFlow').set({ paymentCode: codeOf() }).where('flowNo', '=', flowNo).execute();
  const [row] = await listed(body.TransID);
  expect((await process(operator, row.version)).data).toEqual({ callbackNo, refusedStatus: null, fault: null });
  expect(await flowOf(body.TransID)).toMatchObject({ amountCents: 15_000 });
  expect(await listed(body.TransID)).toEqual([]);
  const warned = await db
    .selectFrom('warning')
    .select('warningStatus')
    .where('sourceKey', '=', `CALLBACK-${callbackNo}`)
    .execute();
  expect(warned).toEqual([{ warningStatus: 'RESOLVED' }]);
  expect((await process(operator, row.version + 1)).data.error).toBe('CALLBACK_NOT_FOUND');

  const nothing = confirmation({ TransAmount: 'x' });
  await tell(nothing);
  const [refused] = await listed(nothing.TransID);
  const aside = { callbackNo: refused.callbackNo, version: refused.version, reason: 'A test of the channel' };
  const { data } = await operator.post(refusedCallback.setAside, aside);
  expect(data).toEqual({ callbackNo: refused.callbackNo, refusedStatus: 'SET_ASIDE' });
  expect(await listed(nothing.TransID)).toEqual([]);
});

it('lists what fails more than three times, and goes on trying', async () => {
  const { db } = app.database;
  const body = confirmation();
  const { topics } = app.services.engine as { topics: Record<string, { handle: unknown }> };
  const real = topics['mpesa/c2b/confirmation'];
  topics['mpesa/c2b/confirmation'] = {
    ...real,
    handle: async () => await Promise.reject(new Error('the database is in a bad mood')),
  };
  await tell(body);
  for (let attempt = 1; attempt < 4; attempt += 1) {
    expect(await listed(body.TransID)).toEqual([]);
    await db
      .updateTable('gatewayCallbackState')
      .set({ nextAttemptAt: new Date(0) })
      .execute();
    app.services.engine.callbacks.wake();
    await app.services.engine.callbacks.settled();
  }
  const [row] = await listed(body.TransID);
  expect(row).toMatchObject({ refusedStatus: 'RETRYING', attempts: 4 });
  await watchWarnings(db, app.services);
  const warnings = db.selectFrom('warning').select(['warningStatus', 'subject']);
  expect(await warnings.where('sourceKey', '=', `CALLBACK-${row.callbackNo}`).execute()).toMatchObject([
    { warningStatus: 'OPEN', subject: expect.stringMatching(/failed more than three times$/) },
  ]);
  if (real) topics['mpesa/c2b/confirmation'] = real;
  await db
    .updateTable('gatewayCallbackState')
    .set({ nextAttemptAt: new Date(0) })
    .execute();
  app.services.engine.callbacks.wake();
  await app.services.engine.callbacks.settled();
  expect(await flowOf(body.TransID)).toMatchObject({ amountCents: 15_000 });
  expect(await listed(body.TransID)).toEqual([]);
});
