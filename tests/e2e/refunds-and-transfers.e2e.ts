import type { Page } from 'playwright';
import { afterAll, afterEach, expect, it } from 'vitest';
import { openDatabase } from '../../server/src/db/pool.ts';
import { lend, makeProduct } from '../../server/src/modules/lending/orders/testing/lend.ts';
import { applyPayment, receiveFlow } from '../../server/src/modules/payments/payments/index.ts';
import { databaseOfStation } from '../support/station-process.ts';
import { station } from './support/station.ts';
import { Visits } from './support/visits.ts';

const { url, dataDir } = station();
const visits = new Visits(url);
afterEach(() => visits.leave());
afterAll(() => visits.close());

const FOLDER = '/AdminContent/ChargeToAnAccountSystem';
const PEOPLE = { maker: 'U000002', checker: 'U000013' };
const PAYER = { payerPhone: '254711000222', payerName: 'Grace Wanjiru Mwangi' };

/** A payment of a stranger; with `isSurplus` on a loan that owes less, so that most of it is the customer's credit. */
async function paid(paymentCode: string, amountCents: number, isSurplus: boolean): Promise<string> {
  const { db, close } = openDatabase(databaseOfStation(dataDir), { maxConnections: 2 });
  try {
    const receipt = {
      paymentChannel: 'MPESA',
      paymentCode,
      account: 'BANK.MPESA_PAYBILL',
      amountCents,
      repayTime: new Date(),
      ...PAYER,
    } as const;
    if (!isSurplus) {
      const { flowNo } = await db.transaction().execute((tx) => receiveFlow(tx, { ...receipt, merchantNo: 'M0001' }));
      return flowNo;
    }
    // A loan of its own: those of the demonstration are paid by other tests, too.
    const { orderNo, merchantNo } = await lend(db, {
      productNo: await makeProduct(db),
      approvedCents: 500_000,
      ...PEOPLE,
    });
    await db.transaction().execute(async (tx) => {
      const { flowNo } = await receiveFlow(tx, { ...receipt, merchantNo });
      await applyPayment(tx, {
        orderNo,
        billNo: null,
        repayType: 'GENERIC',
        flowNo,
        amountCents,
        acknowledged: ['SURPLUS_TO_CREDIT'],
        idempotencyKey: `refund-journey/${paymentCode}`,
      });
    });
    return orderNo;
  } finally {
    await close();
  }
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
  await verify.getByLabel('Registered ID number').fill('31234567');
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
