import { randomInt } from 'node:crypto';
import { promoCode } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { lend, makeProduct } from '../../server/src/modules/lending/orders/testing/lend.ts';
import { receiveFlow } from '../../server/src/modules/payments/payments/index.ts';
import { adminToken, callAs } from '../e2e/support/staff.ts';
import { journey } from './journey.ts';
import { choose } from './outreach.ts';

const { as, faults, url, withDatabase } = journey();
const PATH = '/AdminContent/OperationSystem/CouponCodeManagement';
const DESK = '/AdminContent/AfterLoanSystem/RepaymentManagement';
const PEOPLE = { maker: 'U000002', checker: 'U000013' };

const row = (page: Page, words: string) => page.getByRole('grid').getByRole('row').filter({ hasText: words });

/** A borrower who owes KES 5,420.00 and paid KES 5,270.00. */
const borrowed = (mark: string) =>
  withDatabase(async (db) => {
    const productNo = await makeProduct(db);
    const loan = await lend(db, { productNo, approvedCents: 500_000, ...PEOPLE });
    const { orderNo, merchantNo, customerNo } = loan;
    const paymentCode = `PRM${mark}`;
    await db.transaction().execute(async (tx) => {
      await receiveFlow(tx, {
        merchantNo,
        paymentChannel: 'MPESA',
        paymentCode,
        account: 'BANK.MPESA_PAYBILL',
        amountCents: 527_000,
        repayTime: new Date(),
        payerPhone: '254711000222',
      });
      await tx.updateTable('paymentFlow').set({ customerNo }).where('paymentCode', '=', paymentCode).execute();
    });
    return { orderNo, customerNo };
  });

/** Approves what awaits approval under this name. */
async function approve(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Review: ${name}` }).click();
  const decision = page.getByRole('alertdialog');
  await decision.getByRole('button', { name: 'Approve' }).click();
  await decision.waitFor({ state: 'detached' });
}

it('a coupon is written, its promo code approved, redeemed in the app once, and taken off a loan', async () => {
  const mark = String(randomInt(100_000, 1_000_000));
  const [content, code] = [`Welcome ${mark}`, `KARIBU${mark}`];
  const { orderNo, customerNo } = await borrowed(mark);
  const { page } = await as({ userName: 'operator', path: PATH });
  await page.getByRole('button', { name: 'Add template' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add coupon template' });
  await form.getByLabel('Merchant').selectOption('M0001');
  await form.getByLabel('Content').fill(content);
  await form.getByLabel('Amount', { exact: true }).fill('150');
  await form.getByRole('button', { name: 'Submit for approval' }).click();
  await form.waitFor({ state: 'detached' });
  await row(page, content).getByText('Awaiting approval').waitFor();
  // Who wrote it does not approve it.
  expect(await page.getByRole('button', { name: `Review: ${content}` }).count()).toBe(0);

  const checker = await as({ path: PATH });
  const desk = checker.page;
  await approve(desk, content);

  await page.reload();
  await row(page, content).waitFor();
  await choose(page, 'Generate codes', content);
  const batch = page.getByRole('dialog', { name: `Generate promo codes for ${content}` });
  await batch.getByLabel('Own code').fill(code);
  await batch.getByLabel('Budget').fill('150');
  await batch.getByLabel('Reason').fill('Radio of the week');
  await batch.getByRole('button', { name: 'Submit for approval' }).click();
  await batch.waitFor({ state: 'detached' });

  const redeem = async () =>
    await callAs(url, await adminToken(url), promoCode.redeem, { customerNo, promoCode: code });
  // Until another person approved the batch there is no such code.
  await expect(redeem()).rejects.toThrow(/promoCode.redeem/);
  await desk.goto(`${url}${PATH}?tab=promoBatches`);
  const waiting = row(desk, content);
  const batchNo = (await waiting.getByRole('rowheader').innerText()).trim();
  await approve(desk, batchNo);
  const { couponNo } = await redeem();
  await expect(redeem()).rejects.toThrow(/redeem/);

  await page.goto(`${url}${PATH}?tab=coupons&couponNo=${couponNo}`);
  // It takes effect within a minute.
  await expect
    .poll(async () => {
      await page.reload();
      await row(page, couponNo).waitFor();
      return await row(page, couponNo).innerText();
    })
    .toContain('Waiting to be used');

  const repayer = await as({ userName: 'repayer', path: `${DESK}?orderNo=${orderNo}` });
  await repayer.page.getByRole('button', { name: `Allocate: ${orderNo}` }).click();
  const allocation = repayer.page.locator('.payments-write-off');
  await allocation.getByLabel('Type').selectOption('SETTLE');
  await allocation.getByLabel('Coupon (optional)').selectOption(couponNo);
  await allocation.getByRole('button', { name: 'Allocate', exact: true }).click();
  await allocation.waitFor({ state: 'detached' });

  await page.reload();
  await row(page, couponNo).getByText('Used', { exact: true }).waitFor();
  await page.goto(`${url}${PATH}?tab=promoCodes&promoCode=${code}`);
  await row(page, code).getByText('Fully redeemed').waitFor();
  const money = await withDatabase(async (db) => {
    const { rows } = await sql<{ orderStatus: string; expenseCents: number; outOfBalance: number }>`
      select o.order_status, (select coalesce(sum(p.amount_cents), 0)::bigint from posting p
          where p.account_code = 'MARKETING_EXPENSE' and p.journal_id in (select b.journal_id from posting b
            join bill l on l.bill_no = b.bill_no where l.order_no = o.order_no)) as expense_cents,
        (select count(*)::int from (select journal_id from posting group by journal_id having sum(amount_cents) <> 0) j)
          as out_of_balance
      from loan_order o where o.order_no = ${orderNo}`.execute(db);
    return rows[0];
  });
  expect(money).toMatchObject({ orderStatus: 'CLOSED', expenseCents: 15_000, outOfBalance: 0 });
  expect(faults()).toEqual([]);
});
