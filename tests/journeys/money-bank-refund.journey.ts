import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { lend, makeProduct } from '../../server/src/modules/lending/orders/testing/lend.ts';
import { applyPayment, receiveFlow } from '../../server/src/modules/payments/payments/index.ts';
import { journey } from './journey.ts';
import { outside } from './outside.ts';
import { openAccount } from './payout-account.ts';
import { pick } from './pick.ts';
import { rowOf } from './returned-payment.ts';

const { as, faults, withDatabase } = journey();
const { behave } = outside();
afterEach(async () => await behave({ failure: 0 }));

const FOLDER = '/AdminContent/ChargeToAnAccountSystem';

/** A settled loan whose customer paid KES 1,580.00 too much. */
async function overpaid(): Promise<{ orderNo: string; paymentCode: string }> {
  return await withDatabase(async (db) => {
    const people = { maker: 'U000002', checker: 'U000013' };
    const { orderNo, merchantNo } = await lend(db, {
      productNo: await makeProduct(db),
      approvedCents: 500_000,
      ...people,
    });
    const paymentCode = `JB${Date.now().toString(36)}`.toUpperCase();
    await db.transaction().execute(async (tx) => {
      const { flowNo } = await receiveFlow(tx, {
        merchantNo,
        paymentChannel: 'MPESA',
        paymentCode,
        account: 'BANK.MPESA_PAYBILL',
        amountCents: 700_000,
        repayTime: new Date(),
        payerPhone: '254711000222',
        payerName: 'Grace Wanjiru Mwangi',
      });
      await applyPayment(tx, {
        orderNo,
        billNo: null,
        repayType: 'GENERIC',
        flowNo,
        amountCents: 700_000,
        acknowledged: ['SURPLUS_TO_CREDIT'],
        idempotencyKey: `bank-refund/${paymentCode}`,
      });
    });
    return { orderNo, paymentCode };
  });
}

it('a refund goes to a bank card: declined by the bank first, then paid, with two checks of the payee', async () => {
  await openAccount(as, { channel: 'Bank transfer', bank: 'Co-operative Bank of Kenya' });
  const { orderNo, paymentCode } = await overpaid();
  const { page } = await as({ userName: 'repayer', path: `${FOLDER}/ClientRefundManagement` });
  await page.getByRole('button', { name: 'Request refund' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel(/^Order/).fill(orderNo);
  const payment = form.getByLabel(/^Payment number/);
  const option = payment.locator('option', { hasText: paymentCode });
  await option.waitFor({ state: 'attached' });
  await payment.selectOption((await option.getAttribute('value')) ?? '');
  await form.getByLabel('Amount').fill('1580');
  await form.getByText('Bank card', { exact: true }).click();
  await form.getByLabel('Account name').fill('Grace Mwangi');
  await pick(form, 'Bank', 'Equity Bank');
  await form.getByLabel('Account number').fill('0560112233445');
  const certificate = { name: 'letter.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 letter') };
  const kept = page.waitForResponse((response) => response.url().includes('upload/attach'));
  await form.locator('input[type=file]').setInputFiles(certificate);
  await kept;
  await form.getByRole('progressbar').waitFor({ state: 'detached' });
  await form.getByLabel('Remark').fill('Paid too much, wants it on her account');
  await form.getByRole('button', { name: 'Submit for approval' }).click();
  const toast = page.getByText(/RF\w+ submitted/).first();
  const refundNo = /RF\w+/.exec((await toast.textContent()) ?? '')?.[0] ?? '';

  const checked = `${FOLDER}/ClientRefundAuditManagement?refundNo=${refundNo}`;
  const { page: desk } = await as({ userName: 'finance', path: checked });
  await desk.getByRole('button', { name: `Review: ${refundNo}` }).click();
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click();
  await desk.getByRole('button', { name: `Verify: ${refundNo}` }).click();
  await desk.getByRole('dialog').getByLabel('Registered name').fill('MWANGI GRACE');
  await desk.getByRole('dialog').getByRole('button', { name: 'Verify' }).click();
  await rowOf(desk, refundNo).getByText('Passed', { exact: true }).waitFor();
  // Not her own phone: a second person confirms the payee before the money may leave.
  const { page: second } = await as({ userName: 'kipruto.sang', path: checked });
  await second.getByRole('button', { name: `Second check: ${refundNo}` }).click();
  const confirm = second.getByRole('dialog').or(second.getByRole('alertdialog'));
  await confirm.getByRole('button', { name: /Confirm/ }).click();
  await confirm.waitFor({ state: 'detached' });

  await behave({ failure: 1 });
  await desk.getByRole('button', { name: `Pay out: ${refundNo}` }).click();
  const pay = desk.getByRole('alertdialog');
  await pay.getByText(/Pay KES 1,580\.00 to .* now/).waitFor();
  await pay.getByRole('button', { name: 'Pay out' }).click();
  await rowOf(desk, refundNo).getByText('Failed', { exact: true }).waitFor();
  await behave({ failure: 0 });
  await desk.getByRole('button', { name: `Refund again: ${refundNo}` }).click();
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Refund again' }).click();
  for (const screen of [desk, page]) {
    await rowOf(screen, refundNo).getByText('Refunded', { exact: true }).waitFor();
  }
  await rowOf(desk, refundNo).getByText(refundNo, { exact: true }).first().click();
  const attempts = desk.getByRole('list', { name: 'Payout attempts' });
  await attempts.getByText(/Attempt 2 · Paid/).waitFor();
  await attempts.getByText(/Account closed \(AC04\)/).waitFor();
  await withDatabase(async (db) => {
    const { rows } = await sql<{ account: string; cents: number }>`
      select p.account_code as account, sum(p.amount_cents)::bigint as cents from posting p
      join journal j on j.journal_id = p.journal_id and j.business_date = p.business_date
      join payout_attempt a on a.attempt_no = j.cause_no and j.cause_type = 'PAYOUT'
      where a.subject_no = ${refundNo} group by 1 order by 1`.execute(db);
    const sums = rows.map(({ account, cents }) => [account.startsWith('BANK.') ? 'BANK' : account, Number(cents)]);
    expect(sums).toEqual([
      ['BANK', -158_000],
      ['CUSTOMER_CREDIT', 158_000],
      ['REFUND_CLEARING', 0],
    ]);
  });
  expect(faults()).toEqual([]);
});
