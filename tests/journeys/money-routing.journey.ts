import { randomInt } from 'node:crypto';
import type { Page } from 'playwright';
import { afterEach, expect, it } from 'vitest';
import { approved, makeProduct } from '../../server/src/modules/lending/orders/testing/lend.ts';
import { newStaff } from '../e2e/support/staff.ts';
import { journey } from './journey.ts';
import { outside } from './outside.ts';
import { openAccount } from './payout-account.ts';
import { pick } from './pick.ts';
import { rowOf } from './returned-payment.ts';

const { url, as, faults, withDatabase } = journey();
const { behave } = outside();
afterEach(async () => await behave({ failure: 0 }));

const LOANS = '/AdminContent/AfterLoanSystem/LoanManagement';
const ROUTES = '/AdminContent/AfterLoanSystem/LoanRouting';
const FLOAT = 'M-Pesa payout float';
/** The sandbox's code for a float that is empty. */
const EMPTY = '1';

async function productNamed(productName: string): Promise<string> {
  return await withDatabase(async (db) => {
    const productNo = await makeProduct(db);
    await db.updateTable('loanProduct').set({ productName }).where('productNo', '=', productNo).execute();
    return productNo;
  });
}
const passed = async (productNo: string, maker: string) =>
  await withDatabase(
    async (db) => await approved(db, { productNo, approvedCents: 300_000, maker, checker: 'U000013' }),
  );

/** Simulates what is typed and submits it; the approver is shown what changes. */
async function submit(page: Page, approver: Page, ruleName: string): Promise<void> {
  const form = page.getByRole('dialog');
  await form.getByLabel('Reason').fill('Two ways out');
  await form.getByRole('button', { name: 'Simulate' }).click();
  await form
    .getByText(/would|Would/)
    .first()
    .waitFor();
  await form.getByRole('button', { name: 'Submit for approval' }).click();
  await form.waitFor({ state: 'detached' });
  await approver.reload();
  await rowOf(approver, ruleName).getByText(ruleName, { exact: true }).first().click();
  await approver
    .getByRole('button', { name: /^Review: / })
    .first()
    .click();
  await approver.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click();
  await approver.getByRole('alertdialog').waitFor({ state: 'detached' });
  await approver.keyboard.press('Escape');
}

it('an order fails over to the second account; what no account can pay is held with its reason', async () => {
  const product = `Mkopo ${randomInt(1_000, 10_000)}`;
  const productNo = await productNamed(product);
  const second = await openAccount(as, { channel: 'M-Pesa', bank: 'M-Pesa' });
  const ruleName = `Route ${product}`;
  const { page } = await as({ userName: 'disburser', path: ROUTES });
  const { page: approver } = await as({ userName: 'finance', path: ROUTES });
  await page.getByRole('button', { name: 'Add rule' }).click();
  const form = page.getByRole('dialog');
  await pick(form, 'Merchant', 'Haraka Mkopo');
  await form.getByLabel('Rule').fill(ruleName);
  await pick(form, 'Products', product);
  await page.keyboard.press('Escape');
  for (const [index, account] of [FLOAT, second].entries()) {
    const place = form.locator('fieldset').nth(index);
    await pick(place, 'Payout account', account);
    await place.getByLabel('Share').fill('50');
  }
  await form.getByLabel(/^Fail-over codes/).fill(EMPTY);
  await form.getByText('Automatic', { exact: true }).click();
  await submit(page, approver, ruleName);

  // The first account refuses; whoever tries again sends it from the other one.
  const { orderNo } = await passed(productNo, 'U000002');
  await behave({ failure: 1 });
  const { page: desk } = await as({ userName: 'disburser', path: `${LOANS}?orderNo=${orderNo}` });
  await desk.getByRole('button', { name: `Disburse: ${orderNo}` }).click();
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Disburse' }).click();
  await rowOf(desk, orderNo).getByText('Failure', { exact: true }).waitFor();
  await behave({ failure: 0 });
  const colleague = await newStaff(url, { deptNo: 'D0003', roleNos: ['R-003'] });
  const { page: other } = await as({ ...colleague, path: `${LOANS}?orderNo=${orderNo}` });
  await other.getByRole('button', { name: `Replay: ${orderNo}` }).click();
  await other.getByRole('alertdialog').getByRole('button', { name: 'Send again' }).click();
  await rowOf(other, orderNo).getByText('Success', { exact: true }).waitFor();
  await rowOf(other, orderNo).getByText(orderNo, { exact: true }).first().click();
  const attempts = other.getByRole('list', { name: 'Payout attempts' });
  await attempts.getByText(/Attempt 2 · Paid/).waitFor();
  const from = await attempts.getByText(/^From /).allTextContents();
  const named = from.map((text) => text.replace(/^From /, '').split(' · ')[0]);
  expect(named.toSorted()).toEqual([second, FLOAT].toSorted());

  // Less may be left than the float has: held as too low; then more than a day's limit: held for that.
  const holds = [
    ['Minimum left', '900000000', 'Float too low', /too little left/],
    ['Daily limit', '1', 'Limit reached', /reached their limits for today/],
  ] as const;
  const { orderNo: held } = await passed(productNo, 'U000002');
  const { page: list } = await as({ userName: 'disburser', path: `${LOANS}?orderNo=${held}` });
  for (const [field, typed, shown, refusal] of holds) {
    await page.reload();
    await page.getByRole('button', { name: `Edit: ${ruleName}` }).click();
    for (const index of [0, 1]) {
      const place = page.getByRole('dialog').locator('fieldset').nth(index);
      for (const [each] of holds) await place.getByLabel(each).fill(each === field ? typed : '');
    }
    await submit(page, approver, ruleName);
    await list.reload();
    await rowOf(list, held).getByText(shown, { exact: true }).waitFor();
    await list.getByRole('button', { name: `Disburse: ${held}` }).click();
    await list.getByRole('alertdialog').getByRole('button', { name: 'Disburse' }).click();
    await list.getByText(refusal).first().waitFor();
    await list.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  }
  expect(faults()).toEqual([]);
});
