import { sql } from 'kysely';
import type { Page } from 'playwright';
import { afterAll, afterEach, expect, it } from 'vitest';
import type { Tx } from '../../server/src/db/database.ts';
import { openDatabase } from '../../server/src/db/pool.ts';
import { applyPayment, receiveFlow } from '../../server/src/modules/payments/payments/index.ts';
import { databaseOfStation } from '../support/station-process.ts';
import { station } from './support/station.ts';
import { Visits } from './support/visits.ts';

const { url, dataDir } = station();
const visits = new Visits(url);
afterEach(() => visits.leave());
afterAll(() => visits.close());

const FOLDER = '/AdminContent/ChargeToAnAccountSystem';
const PAYER = { payerPhone: '254711000222', payerName: 'Grace Wanjiru Mwangi' };

/** A payment of a stranger; of `orderNo`, so that most of it is the customer's credit. */
async function paid(paymentCode: string, amountCents: number, isSurplus: boolean): Promise<string> {
  const { db, close } = openDatabase(databaseOfStation(dataDir), { maxConnections: 2 });
  try {
    return await db.transaction().execute((tx) => pay(tx, paymentCode, amountCents, isSurplus));
  } finally {
    await close();
  }
}

async function pay(tx: Tx, paymentCode: string, amountCents: number, isSurplus: boolean): Promise<string> {
  const { rows } = await sql<{ orderNo: string; merchantNo: string }>`
    select order_no, merchant_no from bill where bill_status = 'ACTIVE' and merchant_no = 'M0001'
    order by bill_no limit 1`.execute(tx);
  const [owed] = rows;
  if (!owed) throw new Error('the demonstration lends nothing');
  const { flowNo } = await receiveFlow(tx, {
    merchantNo: owed.merchantNo,
    paymentChannel: 'MPESA',
    paymentCode,
    account: 'BANK.MPESA_PAYBILL',
    amountCents,
    repayTime: new Date(),
    ...PAYER,
  });
  if (!isSurplus) return flowNo;
  await applyPayment(tx, {
    orderNo: owed.orderNo,
    billNo: null,
    repayType: 'GENERIC',
    flowNo,
    amountCents,
    acknowledged: ['SURPLUS_TO_CREDIT'],
    idempotencyKey: `refund-journey/${paymentCode}`,
  });
  return owed.orderNo;
}

/** The number that a toast names. */
async function numberIn(page: Page, pattern: RegExp): Promise<string> {
  const toast = page.getByText(pattern).first();
  await toast.waitFor();
  return pattern.exec((await toast.textContent()) ?? '')?.[1] ?? '';
}

it('pays a refund back that one person requested and another verified, approved and released', async () => {
  const orderNo = await paid('E2EREFUND1', 9_000_000, true);
  const { page, faults } = await visits.as({ userName: 'repayer', path: `${FOLDER}/ClientRefundManagement` });
  await page.getByRole('button', { name: 'Request refund' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel(/^Order/).fill(orderNo);
  const payment = form.getByLabel(/^Payment number/);
  await payment.locator('option', { hasText: 'E2EREFUND1' }).waitFor({ state: 'attached' });
  const value = await payment.locator('option', { hasText: 'E2EREFUND1' }).getAttribute('value');
  await payment.selectOption(value ?? '');
  await form.getByLabel('Amount').fill('350');
  await form.getByLabel('Remark').fill('Paid twice');
  await form.getByRole('button', { name: 'Submit for approval' }).click();
  const refundNo = await numberIn(page, /(RF\w+) submitted/);
  expect(refundNo).not.toBe('');

  const checker = await visits.as({
    userName: 'finance',
    path: `${FOLDER}/ClientRefundAuditManagement?refundNo=${refundNo}`,
  });
  const desk = checker.page;
  await desk.getByRole('button', { name: `Review: ${refundNo}` }).click();
  const decision = desk.getByRole('alertdialog');
  await decision.getByRole('table', { name: 'Payer and payee' }).waitFor();
  await decision.getByRole('button', { name: 'Approve' }).click();
  await desk.getByRole('button', { name: `Verify: ${refundNo}` }).click();
  const verify = desk.getByRole('dialog');
  await verify.getByLabel('Registered name').fill('MWANGI GRACE W');
  await verify.getByRole('button', { name: 'Verify' }).click();
  await desk.getByRole('button', { name: `Pay out: ${refundNo}` }).click();
  const pay = desk.getByRole('alertdialog');
  await pay.getByText(/Pay KES 350\.00 to .* now\? It cannot be undone/).waitFor();
  await pay.getByRole('button', { name: 'Pay out' }).click();
  await desk.getByText(`${refundNo} is being paid`).waitFor();
  expect([...faults, ...checker.faults]).toEqual([]);
});

it('returns a stranger’s payment that one person requested and another approved and released', async () => {
  await paid('E2ERETURN1', 70_000, false);
  const { page, faults } = await visits.as({ userName: 'repayer', path: `${FOLDER}/CashTransferApplyFor` });
  await page.getByRole('button', { name: 'Request transfer' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByText('Return to payer').click();
  await form.getByLabel('Payment number').fill('E2ERETURN1');
  await form.getByText('Available to allocate').waitFor();
  await form.getByLabel('Amount').fill('700');
  await form.getByLabel('Purpose').fill('Paid by mistake, asks for it back');
  const certificate = { name: 'letter.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 letter') };
  const kept = page.waitForResponse((response) => response.url().includes('upload/attach'));
  await form.locator('input[type=file]').setInputFiles(certificate);
  expect((await kept).status()).toBe(200);
  await form.getByRole('progressbar').waitFor({ state: 'detached' });
  await form.getByRole('button', { name: 'Submit for approval' }).click();
  const transferNo = await numberIn(page, /(TR\d+) submitted/);

  const checker = await visits.as({
    userName: 'finance',
    path: `${FOLDER}/CashTransferAudit?transferNo=${transferNo}`,
  });
  const desk = checker.page;
  await desk.getByRole('button', { name: `Review: ${transferNo}` }).click();
  const decision = desk.getByRole('alertdialog');
  await decision.getByText('Paid by mistake, asks for it back').first().waitFor();
  await decision.getByRole('button', { name: 'Approve' }).click();
  await desk.getByRole('button', { name: `Release: ${transferNo}` }).click();
  const release = desk.getByRole('alertdialog');
  await release.getByText(/Release KES 700\.00 to .* now/).waitFor();
  await release.getByRole('button', { name: 'Release' }).click();
  await desk.getByText(`${transferNo} released`).waitFor();
  expect([...faults, ...checker.faults]).toEqual([]);
});
