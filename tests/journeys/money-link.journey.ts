import { AxeBuilder } from '@axe-core/playwright';
import { sql } from 'kysely';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { lend, makeProduct } from '../../server/src/modules/lending/orders/testing/lend.ts';
import { tokenOf } from '../../server/src/modules/payments/payment-links/token.ts';
import { journey } from './journey.ts';

const { url, as, stranger, faults, withDatabase } = journey();

const DESK = '/AdminContent/AfterLoanSystem/RepaymentManagement';
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
const PEOPLE = { maker: 'U000002', checker: 'U000013' };

/** A loan of KES 5,000.00 that owes KES 5,420.00. */
const lent = async () =>
  await withDatabase(
    async (db) => await lend(db, { productNo: await makeProduct(db), approvedCents: 500_000, ...PEOPLE }),
  );

/** Makes a link on the desk for what the loan owes, and reads its address. */
async function makeLink(page: Page, orderNo: string): Promise<string> {
  await page.getByRole('button', { name: `More actions for ${orderNo}` }).click();
  await page.getByRole('menuitem', { name: 'Payment link' }).click();
  const form = page.getByRole('dialog');
  await form.getByText('This amount pays').waitFor();
  await form.getByRole('switch').or(form.getByRole('checkbox')).first().uncheck({ force: true });
  await form.getByRole('button', { name: 'Create link' }).click();
  const made = page.getByRole('dialog').filter({ hasText: 'Give the link to the customer' });
  const address = (await made.locator('code').textContent()) ?? '';
  await made.getByRole('button', { name: 'Close' }).last().click();
  return address;
}

/** Broken rules of what a customer's phone shows, in both themes. */
async function brokenOn(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
    found.push(...violations.map(({ id, nodes }) => `${colorScheme}: ${id}: ${nodes[0]?.html ?? ''}`));
  }
  await page.emulateMedia({ colorScheme: 'light' });
  return found;
}

it('a customer pays by the link that the repayment desk made, and the link is spent', async () => {
  const { orderNo } = await lent();
  const { page: desk } = await as({ userName: 'repayer', path: `${DESK}?orderNo=${orderNo}` });
  const address = await makeLink(desk, orderNo);
  expect(address.startsWith(`${url}/pay/k`)).toBe(true);

  const { page } = await stranger({ ...PHONE, locale: 'en-KE' });
  await page.goto(`${address}?lang=en`);
  await page.getByText('KES 5,420.00').first().waitFor();
  await page.getByText(/^Due /).waitFor();
  expect(await brokenOn(page)).toEqual([]);
  await page.getByRole('button', { name: 'Pay with M-Pesa' }).click();
  await page.getByRole('heading', { name: 'Check your phone' }).waitFor();
  expect(await brokenOn(page)).toEqual([]);
  // The prompt's callback comes to the server; the page asks it by itself.
  await page.getByRole('heading', { name: 'Payment received' }).waitFor();
  const receipt = (await page.locator('dd').first().textContent()) ?? '';
  expect(receipt).toMatch(/^S[0-9A-Z]{9}$/);
  expect(await brokenOn(page)).toEqual([]);
  await page.reload();
  await page.getByRole('heading', { name: 'Payment received' }).waitFor();
  expect(await page.getByRole('button').count()).toBe(0);

  // The desk sees it without asking: the loan is closed, the link paid by that receipt.
  await desk.getByRole('row').filter({ hasText: orderNo }).getByText('Closed', { exact: true }).waitFor();
  await desk.getByRole('row').filter({ hasText: orderNo }).getByText(orderNo, { exact: true }).first().click();
  await desk.getByRole('tab', { name: 'Links and number' }).click();
  await desk.getByText('Paid', { exact: true }).last().waitFor();
  await desk.getByText(new RegExp(receipt)).first().waitFor();
  await withDatabase(async (db) => {
    const bill = await db
      .selectFrom('bill')
      .innerJoin('billBalance', 'billBalance.billNo', 'bill.billNo')
      .select(['bill.billStatus', 'billBalance.principalCents'])
      .where('bill.orderNo', '=', orderNo)
      .execute();
    expect(bill).toEqual([{ billStatus: 'SETTLED', principalCents: 0 }]);
    const flow = await db.selectFrom('paymentFlow').select('flowStatus').where('paymentCode', '=', receipt).execute();
    expect(flow).toEqual([{ flowStatus: 'APPLIED' }]);
  });
  expect(faults()).toEqual([]);
});

it('an expired link says so and how to pay, a forged one says nothing of any loan', async () => {
  const { orderNo } = await lent();
  const { page: desk } = await as({ userName: 'repayer', path: `${DESK}?orderNo=${orderNo}` });
  const address = await makeLink(desk, orderNo);
  const expired = await withDatabase(async (db) => {
    // An hour passed its end: the address is signed with the end that it has.
    const link = await db
      .updateTable('paymentLink')
      .set({ expiresAt: new Date(Date.now() - 3_600_000), createdAt: sql`created_at - interval '1 day'` })
      .where('orderNo', '=', orderNo)
      .returning(['linkNo', 'keyId', 'expiresAt'])
      .executeTakeFirstOrThrow();
    return `${url}/pay/${await tokenOf(db, link)}?lang=en`;
  });
  const { page } = await stranger({ ...PHONE, locale: 'en-KE' });
  await page.goto(expired);
  await page.getByRole('heading', { name: 'This link has expired' }).waitFor();
  await page.getByText('Paybill', { exact: true }).waitFor();
  expect(await page.getByRole('button').count()).toBe(0);
  expect(await brokenOn(page)).toEqual([]);

  const last = address.at(-1) === 'A' ? 'Q' : 'A';
  for (const forged of [`${address.slice(0, -1)}${last}`, address, `${url}/pay/nobody`]) {
    const reply = await page.goto(`${forged}?lang=en`);
    expect(reply?.status()).toBe(404);
    await page.getByRole('heading', { name: 'Link not found' }).waitFor();
    expect(await page.getByText(/KES|Due/).count()).toBe(0);
  }
  expect(await brokenOn(page)).toEqual([]);
  expect(faults()).toEqual([]);
});
