import { sql } from 'kysely';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { lend } from '../../server/src/modules/lending/orders/testing/lend.ts';
import { journey } from './journey.ts';

const { as, faults, withDatabase } = journey();
const PRODUCTS = '/AdminContent/OperationSystem/ProductConfig';
const REPAYMENTS = '/AdminContent/AfterLoanSystem/RepaymentManagement';

/** The product's row, alone in the list. */
async function find(page: Page, name: string): Promise<void> {
  await page.getByRole('search', { name: 'Filters' }).getByLabel('Name').fill(name);
  await page.getByRole('grid').getByText(name, { exact: true }).waitFor();
}

/** Drafts terms with this service fee and submits them; the form says what they come to before. */
async function draft(page: Page, name: string, serviceFee: string, repaid: string): Promise<void> {
  await page.getByRole('button', { name: `Edit: ${name}` }).click();
  const form = page.getByRole('dialog', { name });
  const values = [
    ['Minimum amount', '1,000'],
    ['Maximum amount', '10,000'],
    ['Term (days)', '30'],
    ['Instalments', '1'],
    ['Interest a day', '0.1'],
    ['Service fee', serviceFee],
    ['Management fee', '0'],
    ['Excise', '20'],
    ['Grace', '0'],
    ['Late fee a day', '1'],
    ['Extension fee a day', '0.5'],
    ['Extension', '14'],
    ['Extensions at most', '3'],
  ] as const;
  for (const [label, value] of values) await form.getByLabel(label, { exact: true }).fill(value);
  await form.getByRole('region', { name: 'Worked example' }).getByText(repaid).first().waitFor();
  await form.getByLabel('Reason').fill(`Service fee ${serviceFee}%`);
  await form.getByRole('button', { name: 'Save draft' }).click();
  const submit = page.getByRole('alertdialog', { name: /^Submit / });
  await submit.getByRole('button', { name: 'Submit for approval' }).click();
  await submit.waitFor({ state: 'detached' });
}

/** Approves the newest version as somebody who sees what it comes to, beside what applies. */
async function approve(page: Page, name: string, repaid: readonly string[]): Promise<void> {
  await find(page, name);
  await page.getByRole('grid').getByText(name, { exact: true }).click();
  const drawer = page.getByRole('dialog', { name });
  await drawer.getByRole('tab', { name: 'Versions' }).click();
  await drawer.getByRole('button', { name: 'Review', exact: true }).click();
  const decision = page.getByRole('alertdialog');
  for (const money of repaid) await decision.getByText(money).first().waitFor();
  await decision.getByRole('button', { name: 'Approve' }).click();
  await decision.waitFor({ state: 'detached' });
}

/** The day on which its versions begin comes: they were drafted a day ago. */
const dayPasses = (name: string) =>
  withDatabase(async (db) => {
    const { productNo, merchantNo } = await db
      .selectFrom('loanProduct')
      .select(['productNo', 'merchantNo'])
      .where('productName', '=', name)
      .executeTakeFirstOrThrow();
    await db.transaction().execute(async (tx) => {
      // Versions are kept as they are: only time itself moves them.
      await sql`set local session_replication_role = replica`.execute(tx);
      await sql`update loan_product_version set effective_from = effective_from - 1
        where product_no = ${productNo}`.execute(tx);
      await sql`update config_version set effective_from = effective_from - 1, in_force_from = in_force_from - interval '1 day'
        where config_key = 'product.terms' and subject_no = ${`${merchantNo}_${productNo}`}`.execute(tx);
    });
    return productNo;
  });

const lent = (productNo: string) =>
  withDatabase((db) => lend(db, { productNo, approvedCents: 1_000_000, maker: 'U000002', checker: 'U000013' }));

it('prices an application by the version in force on its day, and leaves earlier loans as they were', async () => {
  const name = `Safari ${Date.now()}`;
  const { page } = await as({ userName: 'operator', path: PRODUCTS });
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const added = page.getByRole('dialog', { name: 'Add product' });
  await added.getByLabel('Merchant').selectOption('M0001');
  await added.getByLabel('Name').fill(name);
  await added.getByRole('button', { name: 'Add', exact: true }).click();
  await added.waitFor({ state: 'detached' });
  await find(page, name);

  // KES 10,000 at 0.1% a day for 30 days, a fee of 5% and excise on it.
  await draft(page, name, '5', 'KES 10,900.00');
  const checker = await as({ userName: 'admin', path: PRODUCTS });
  await approve(checker.page, name, ['KES 10,900.00']);
  const productNo = await dayPasses(name);

  await page.reload();
  await find(page, name);
  await page.getByRole('button', { name: `More actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Enable' }).click();
  const enable = page.getByRole('dialog', { name: `Enable ${name}?` });
  await enable.getByLabel('Reason').fill('Launch');
  await enable.getByRole('button', { name: 'Submit for approval' }).click();
  await enable.waitFor({ state: 'detached' });
  await checker.page.goto(new URL(`${PRODUCTS}?tab=approvals`, checker.page.url()).href);
  await checker.page.getByRole('button', { name: new RegExp(`^Review: .*${name}`) }).click();
  await checker.page.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click();
  await checker.page.getByRole('alertdialog').waitFor({ state: 'detached' });
  const earlier = await lent(productNo);

  // A dearer version is drafted; until its day nothing changes.
  await page.reload();
  await find(page, name);
  await draft(page, name, '6.5', 'KES 11,080.00');
  await checker.page.goto(new URL(PRODUCTS, checker.page.url()).href);
  await approve(checker.page, name, ['KES 10,900.00', 'KES 11,080.00']);
  const between = await lent(productNo);
  await dayPasses(name);
  const later = await lent(productNo);

  // What is owed on the first day: the interest of the example comes day by day.
  const desk = await as({ userName: 'repayer', path: REPAYMENTS });
  for (const [orderNo, owed] of [
    [earlier.orderNo, '10,600.00'],
    [between.orderNo, '10,600.00'],
    [later.orderNo, '10,780.00'],
  ] as const) {
    await desk.page.getByLabel('Order', { exact: true }).fill(orderNo);
    const row = desk.page.getByRole('row').filter({ hasText: orderNo });
    await row.getByText(owed, { exact: true }).first().waitFor();
  }
  const versions = await withDatabase((db) =>
    db
      .selectFrom('loanOrder')
      .select(['orderNo', 'productVersionNo'])
      .where('productNo', '=', productNo)
      .orderBy('orderNo')
      .execute(),
  );
  expect(versions.map(({ productVersionNo }) => productVersionNo)).toEqual([1, 1, 2]);
  expect(faults()).toEqual([]);
});

it('shows equal instalments by the month before they are approved, and lends by just those', async () => {
  const name = `Sawa ${Date.now()}`;
  const { page } = await as({ userName: 'operator', path: PRODUCTS });
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const added = page.getByRole('dialog', { name: 'Add product' });
  await added.getByLabel('Merchant').selectOption('M0001');
  await added.getByLabel('Name').fill(name);
  await added.getByRole('button', { name: 'Add', exact: true }).click();
  await added.waitFor({ state: 'detached' });
  await find(page, name);
  await page.getByRole('button', { name: `Edit: ${name}` }).click();
  const form = page.getByRole('dialog', { name });
  for (const choice of ['Months', 'Equal instalments', 'Year', '30/360']) {
    await form.getByRole('radio', { name: choice, exact: true }).click();
  }
  const values = [
    ['Minimum amount', '1,000'],
    ['Maximum amount', '10,000'],
    ['Term (months)', '3'],
    ['Instalments', '3'],
    ['Interest rate', '36'],
    ['Service fee', '0'],
    ['Management fee', '0'],
    ['Excise', '0'],
    ['Grace', '0'],
    ['Late fee a day', '1'],
    ['Extension fee a day', '0.5'],
    ['Extension', '14'],
    ['Extensions at most', '3'],
  ] as const;
  for (const [label, value] of values) await form.getByLabel(label, { exact: true }).fill(value);
  const example = form.getByRole('region', { name: 'Worked example' });
  // 3% a month on 10,000.00 over 3 months is 3,535.30 a month; the last takes the rounding.
  for (const money of ['KES 10,605.91', 'KES 605.91', 'KES 3,535.31']) await example.getByText(money).first().waitFor();
  await example.getByText(/APR \d\d\.\d\d%/).waitFor();
  await form.getByLabel('Reason').fill('Equal instalments');
  await form.getByRole('button', { name: 'Save draft' }).click();
  const submit = page.getByRole('alertdialog', { name: /^Submit / });
  await submit.getByRole('button', { name: 'Submit for approval' }).click();
  await submit.waitFor({ state: 'detached' });

  const checker = await as({ userName: 'admin', path: PRODUCTS });
  await approve(checker.page, name, ['KES 3,535.31']);
  const productNo = await dayPasses(name);
  await withDatabase((db) =>
    db.updateTable('loanProduct').set({ isEnabled: true }).where('productNo', '=', productNo).execute(),
  );
  const { orderNo } = await lent(productNo);
  const bills = await withDatabase((db) =>
    db
      .selectFrom('bill')
      .select(['principalCents', 'interestTotalCents'])
      .where('orderNo', '=', orderNo)
      .orderBy('termNo')
      .execute(),
  );
  expect(bills).toEqual([
    { principalCents: 323_530, interestTotalCents: 30_000 },
    { principalCents: 333_236, interestTotalCents: 20_294 },
    { principalCents: 343_234, interestTotalCents: 10_297 },
  ]);
  const desk = await as({ userName: 'repayer', path: REPAYMENTS });
  await desk.page.getByLabel('Order', { exact: true }).fill(orderNo);
  const row = desk.page.getByRole('row').filter({ hasText: orderNo });
  await row.getByText('10,000.00', { exact: true }).first().waitFor();
  expect(faults()).toEqual([]);
});
