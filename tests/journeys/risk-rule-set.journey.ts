import { randomInt } from 'node:crypto';
import { intake } from '@kituo/sdk/contracts';
import type { Locator, Page } from 'playwright';
import { expect, it } from 'vitest';
import { makeProduct } from '../../server/src/modules/lending/orders/testing/lend.ts';
import { adminToken, callAs } from '../e2e/support/staff.ts';
import { journey } from './journey.ts';

/*
 * An analyst writes a rule set, tries it, and sends it for approval; finance approves it; the next application is
 * declined by it, and the analyst reads why, line by line.
 */

const { url, as, faults, withDatabase } = journey();
const PATH = '/AdminContent/RiskControlSystem/RuleSet';
const MERCHANT = 'M0001';

/** A product that no other set names, so that nobody else's applications are decided differently. */
async function ownProduct(productName: string): Promise<string> {
  return await withDatabase(async (db) => {
    const productNo = await makeProduct(db);
    await db.updateTable('loanProduct').set({ productName }).where('productNo', '=', productNo).execute();
    return productNo;
  });
}

/** A customer's application, as their app sends it. */
async function applied(productNo: string, appliedCents: number) {
  const token = await adminToken(url);
  const payeePhone = `2547${randomInt(10_000_000, 100_000_000)}`;
  const payeeName = `Njeri Journey${randomInt(1_000, 10_000)}`;
  const person = { phone: payeePhone, customerName: payeeName, idCardNo: String(randomInt(10_000_000, 100_000_000)) };
  const { customerNo } = await callAs(url, token, intake.customer, { merchantNo: MERCHANT, ...person });
  return await callAs(url, token, intake.apply, { customerNo, productNo, appliedCents, payeePhone, payeeName });
}

async function fillRule(form: Locator, place: number, rule: Readonly<Record<string, string>>): Promise<void> {
  const fields = form.getByRole('region', { name: `Rule ${place}`, exact: true });
  for (const [label, value] of Object.entries(rule)) {
    const isChosen = (await fields.getByRole('combobox', { name: label, exact: true }).count()) > 0;
    if (isChosen) await fields.getByRole('combobox', { name: label, exact: true }).selectOption({ label: value });
    else await fields.getByRole('textbox', { name: label, exact: true }).fill(value);
  }
}

const openSet = async (page: Page, name: string) => {
  await page.getByRole('grid').getByText(name, { exact: true }).click();
  return page.getByRole('dialog');
};

it('a rule set goes from its draft through backtest and approval to the application that it declines', async () => {
  const mark = randomInt(100_000, 1_000_000);
  const [ruleName, productName] = [`Journey ${mark}`, `Journey loan ${mark}`];
  const productNo = await ownProduct(productName);
  const earlier = await applied(productNo, 300_000);
  const passed = { orderNo: earlier.orderNo, isPassed: true };
  const reviewed = await callAs(url, await adminToken(url), intake.machineReview, passed);
  expect(reviewed.orderStatus).toBe('TO_ALLOCATE');
  // A backtest reads days that are over.
  await withDatabase(async (db) => {
    const applyTime = new Date(Date.now() - 3 * 86_400_000);
    await db.updateTable('loanOrder').set({ applyTime }).where('orderNo', '=', earlier.orderNo).execute();
  });

  const { page } = await as({ userName: 'operator', path: PATH });
  await page.getByRole('button', { name: 'Add rule set' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Merchant').selectOption(MERCHANT);
  await form.getByLabel('Name', { exact: true }).first().fill(ruleName);
  await form.getByRole('button', { name: /^Products/ }).click();
  await page.getByRole('option', { name: new RegExp(productName) }).click();
  await page.keyboard.press('Escape');
  await form.getByLabel('External scorer').uncheck({ force: true });
  await fillRule(form, 1, {
    Name: 'Small loans alone',
    Field: 'Amount applied for',
    Comparison: '>',
    'Value (KES)': '2000',
    Decision: 'Decline',
  });
  await fillRule(form, 1, { 'Decline code': 'M203', 'Cool-off days': '7' });
  await form.getByRole('button', { name: 'Add rule', exact: true }).click();
  await fillRule(form, 2, {
    Name: 'The rest',
    Field: 'Open loans',
    Comparison: '≥',
    Value: '0',
    Decision: 'To a person',
  });
  await form.getByLabel('Reason').fill('Losses of large loans');
  await form.getByRole('button', { name: 'Simulate' }).click();
  await form.getByText(/1 of 1 past applications declined, 0 now/).waitFor();
  await form.getByRole('button', { name: 'Submit for approval' }).click();
  await form.waitFor({ state: 'detached' });

  const drawer = await openSet(page, ruleName);
  await drawer.getByRole('tab', { name: 'Backtest' }).click();
  await drawer.getByRole('button', { name: 'Run backtest' }).click();
  const days = page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'Run', exact: true }) });
  await days.getByLabel('Days').fill('30');
  await days.getByRole('button', { name: 'Run', exact: true }).click();
  await drawer.getByText(/Version 1, day 30 of 30: 1 of 1 decisions differ\. Compared with the company/).waitFor();
  const flip = drawer.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Small loans alone' }) });
  await expect.poll(() => flip.textContent()).toMatch(/To a person|Pass.*Decline/);

  // Nothing is decided by it before another person agreed.
  expect((await applied(productNo, 300_000)).orderStatus).toBe('MACHINE_REVIEW');

  const checker = await as({ userName: 'finance', path: PATH });
  const desk = checker.page;
  const draft = await openSet(desk, ruleName);
  await draft.getByText('Losses of large loans').first().waitFor();
  await draft.getByRole('button', { name: `Review: ${ruleName}, version 1` }).click();
  const decision = desk.getByRole('alertdialog');
  await decision
    .getByText(/Amount applied for/)
    .first()
    .waitFor();
  await decision.getByRole('button', { name: 'Approve' }).click();
  await decision.waitFor({ state: 'detached' });

  const declined = await applied(productNo, 300_000);
  expect(declined.orderStatus).toBe('MACHINE_REFUSED');
  expect((await applied(productNo, 150_000)).orderStatus).toBe('TO_ALLOCATE');

  await page.goto(`${url}${PATH}?tab=decisions&orderNo=${declined.orderNo}`);
  await page.getByRole('grid').getByText(declined.orderNo, { exact: true }).click();
  const trace = page.getByRole('dialog');
  const line = (name: string) => trace.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });
  await expect.poll(() => line('Small loans alone').textContent()).toMatch(/> KES 2,000\.00.*KES 3,000\.00.*Decline/);
  await expect.poll(() => line('The rest').textContent()).toMatch(/Open loans ≥ 0.*0.*To a person/);
  await trace.getByText('Replayed from the stored facts: same result').waitFor();
  await trace.getByRole('link', { name: declined.orderNo }).click();
  await page.getByRole('heading', { level: 1 }).getByText(declined.orderNo).waitFor();
  const decided = page.getByRole('region', { name: 'Machine decision' });
  await decided.getByText('Decline by “Small loans alone”').waitFor();
  const read = decided.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Small loans alone' }) });
  await expect.poll(() => read.textContent()).toMatch(/> KES 2,000\.00.*KES 3,000\.00.*Decline/);
  expect(faults()).toEqual([]);
});
