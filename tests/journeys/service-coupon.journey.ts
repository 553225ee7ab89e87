import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { saveTemplate, moveTemplate } from '../../server/src/modules/lending/coupons/index.ts';
import { lend, makeProduct } from '../../server/src/modules/lending/orders/testing/lend.ts';
import { receiveFlow } from '../../server/src/modules/payments/payments/index.ts';
import { newStaff } from '../e2e/support/staff.ts';
import { journey } from './journey.ts';

const { as, faults, url, withDatabase } = journey();
const SECTION = '/AdminContent/CustomerServiceSystem';
const DESK = '/AdminContent/AfterLoanSystem/RepaymentManagement';
const PEOPLE = { maker: 'U000002', checker: 'U000013' };

const row = (page: Page, words: string) => page.getByRole('grid').getByRole('row').filter({ hasText: words });

/** A borrower who owes KES 5,420.00 and paid KES 5,270.00, and a coupon of KES 150.00 that may be offered. */
async function borrowed(mark: string) {
  return await withDatabase(async (db) => {
    const { orderNo, merchantNo, customerNo } = await lend(db, {
      productNo: await makeProduct(db),
      approvedCents: 500_000,
      ...PEOPLE,
    });
    const { phone } = await db
      .selectFrom('customer')
      .select('phone')
      .where('customerNo', '=', customerNo)
      .executeTakeFirstOrThrow();
    const paymentCode = `CPN${mark}`;
    await db.transaction().execute(async (tx) => {
      await receiveFlow(tx, {
        merchantNo,
        paymentChannel: 'MPESA',
        paymentCode,
        account: 'BANK.MPESA_PAYBILL',
        amountCents: 527_000,
        repayTime: new Date(),
        payerPhone: phone,
      });
      await tx.updateTable('paymentFlow').set({ customerNo }).where('paymentCode', '=', paymentCode).execute();
      const what = { couponContent: `Sorry ${mark}`, couponType: 'DISCOUNT', amountCents: 15_000 } as const;
      const by = { ...what, merchantNo, validityDays: 7, useRule: {} };
      const no = await saveTemplate(tx, by, { userNo: PEOPLE.maker, scope: 'all' });
      await moveTemplate(tx, no, 'approve', { userNo: PEOPLE.checker, scope: 'all', at: new Date() });
    });
    return { orderNo, phone };
  });
}

it('a coupon is offered within limits, asked for, granted by another, and takes its amount off the loan', async () => {
  const mark = String(randomInt(100_000, 1_000_000));
  const content = `Sorry ${mark}`;
  const { orderNo, phone } = await borrowed(mark);
  const second = await newStaff(url, { deptNo: 'D0001', merchantNos: ['M0001'], roleNos: ['R-001'] });

  const lead = await as({ path: `${SECTION}/CustomerServiceCouponConfig` });
  await lead.page.getByRole('button', { name: 'Add', exact: true }).first().click();
  const setting = lead.page.getByRole('dialog', { name: 'New coupon setting' });
  const template = setting.getByLabel('Template');
  await template.locator('option', { hasText: content }).waitFor({ state: 'attached' });
  await template.selectOption({ label: (await template.locator('option', { hasText: content }).textContent()) ?? '' });
  await setting.getByLabel('Coupon', { exact: true }).fill(content);
  await setting.getByLabel('Per customer').fill('2');
  await setting.getByLabel('Per agent and day').fill('1');
  await setting.getByRole('button', { name: 'Submit for approval' }).click();
  // More at once than in a day makes no sense, and says so beside the field.
  await setting.locator('[aria-invalid=true]').first().waitFor();
  await setting.getByLabel('Per customer').fill('1');
  await setting.getByLabel('Per agent and day').fill('2');
  await setting.getByRole('button', { name: 'Submit for approval' }).click();
  await row(lead.page, content).getByText('Awaiting approval').waitFor();
  // Who wrote it does not approve it.
  expect(await lead.page.getByRole('button', { name: `Approve: ${content}` }).count()).toBe(0);

  const other = await as({
    userName: second.userName,
    password: second.password,
    path: `${SECTION}/CustomerServiceCouponConfig`,
  });
  await other.page.getByRole('button', { name: `Approve: ${content}` }).click();
  await other.page.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click();
  await row(other.page, content).getByText('Enabled').waitFor();

  const agent = await as({ userName: 'service', path: `${SECTION}/MyCustomerServiceCouponApply` });
  const { page } = agent;
  await page.getByRole('button', { name: 'Apply', exact: true }).first().click();
  const form = page.getByRole('dialog', { name: 'Apply for coupons' });
  const offer = form.getByLabel('Setting');
  await offer.locator('option', { hasText: content }).waitFor({ state: 'attached' });
  await offer.selectOption({ label: (await offer.locator('option', { hasText: content }).textContent()) ?? '' });
  await form.getByText('2 left today').waitFor();
  await form.getByRole('textbox', { name: 'Phone numbers' }).fill(phone);
  await form.getByLabel('Coupons per customer').fill('2');
  await form.getByLabel('Reason').fill('Charged twice, promised on the phone');
  const letter = { name: 'letter.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 letter') };
  const kept = page.waitForResponse((response) => response.url().includes('upload/attach'));
  await form.getByLabel('Certificate').and(form.locator('input')).setInputFiles(letter);
  expect((await kept).status()).toBe(200);
  await form.getByRole('button', { name: 'Submit for approval' }).click();
  await form.locator('[aria-invalid=true]').first().waitFor();
  await form.getByLabel('Coupons per customer').fill('1');
  await form.getByRole('button', { name: 'Submit for approval' }).click();
  await row(page, content).getByText('Awaiting approval').waitFor();
  const applicationNo = /CA\d+/.exec((await row(page, content).textContent()) ?? '')?.[0] ?? '';
  expect(applicationNo).not.toBe('');

  await lead.page.goto(`${url}${SECTION}/CustomerServiceCouponAudit?couponApplicationNo=${applicationNo}`);
  await lead.page.getByRole('button', { name: `Approve: ${applicationNo}` }).click();
  const decision = lead.page.getByRole('alertdialog');
  await decision.getByText('Issues 1 coupon, KES 150.00.').waitFor();
  await decision.getByRole('button', { name: 'Approve' }).click();
  await row(lead.page, applicationNo).getByText('Approved').waitFor();

  await page.reload();
  await row(page, applicationNo).getByText('Approved').waitFor();
  await row(page, applicationNo).click();
  await page.getByText('Waiting to be used').waitFor();
  const couponNo =
    /CP\w+/.exec(
      (await page.getByRole('listitem').filter({ hasText: 'Waiting to be used' }).textContent()) ?? '',
    )?.[0] ?? '';

  const desk = await as({ userName: 'repayer', path: `${DESK}?orderNo=${orderNo}` });
  await desk.page.getByRole('button', { name: `Allocate: ${orderNo}` }).click();
  const allocation = desk.page.locator('.payments-write-off');
  await allocation.getByLabel('Type').selectOption('SETTLE');
  await allocation.getByLabel('Coupon (optional)').selectOption(couponNo);
  await allocation.getByRole('button', { name: 'Allocate', exact: true }).click();
  await allocation.waitFor({ state: 'detached' });
  await page.reload();
  await row(page, applicationNo).click();
  await page.getByText('Used', { exact: true }).first().waitFor();
  // The loan is over, the coupon's amount is the lender's expense, and every journal balances.
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
