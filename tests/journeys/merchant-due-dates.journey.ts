import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { lend, makeProduct } from '../../server/src/modules/lending/orders/testing/lend.ts';
import { addDays, businessDateOf } from '../../server/src/modules/platform/policy/index.ts';
import { formatDate } from '../../sdk/src/format/dates.ts';
import { journey } from './journey.ts';

const { url, as, faults, withDatabase } = journey();
const PATH = '/AdminContent/MerchantSystem/MaturityConfigManagement';
const BILLS = '/AdminContent/AfterLoanSystem/RepaymentManagementNew';
const TUESDAY = 2;

/** A product whose loans of today fall due on a Monday of a week without holidays; its number, and that Monday. */
const productOf = (productName: string) =>
  withDatabase(async (db) => {
    const named = await db.selectFrom('businessCalendar').select('day').execute();
    const isNamed = (day: string) => named.some((one) => one.day === day);
    const today = businessDateOf(new Date());
    const fits = Array.from({ length: 300 }, (_, index) => 30 + index).filter((term) => {
      const tuesday = addDays(today, term + 1);
      const isTuesday = new Date(`${tuesday}T00:00:00Z`).getUTCDay() === TUESDAY;
      return isTuesday && [-1, 0, 1].every((step) => !isNamed(addDays(tuesday, step)));
    });
    const termDays = fits[randomInt(fits.length)] ?? 30;
    const productNo = await makeProduct(db, { termDays });
    await db.updateTable('loanProduct').set({ productName }).where('productNo', '=', productNo).execute();
    return { productNo, monday: addDays(today, termDays) };
  });

const lent = (productNo: string) =>
  withDatabase(
    async (db) => (await lend(db, { productNo, approvedCents: 300_000, maker: 'U000002', checker: 'U000013' })).orderNo,
  );

/** The day on which the rule begins comes: it was approved a day ago. */
const dayPasses = (ruleName: string) =>
  withDatabase((db) =>
    db.transaction().execute(async (tx) => {
      // Versions are kept as they are: only time itself moves them.
      await sql`set local session_replication_role = replica`.execute(tx);
      await sql`update config_version set effective_from = effective_from - 1, in_force_from = in_force_from - interval '1 day'
        where config_key = 'merchant.maturity' and value ->> 'ruleName' = ${ruleName}`.execute(tx);
    }),
  );

it('a rule moves due dates from its day on, a holiday moves the next ones, and earlier loans keep theirs', async () => {
  const mark = String(randomInt(10_000, 100_000));
  const [productName, ruleName] = [`Weekly ${mark}`, `Counted ${mark}`];
  const { productNo, monday } = await productOf(productName);
  const tuesday = addDays(monday, 1);
  const before = await lent(productNo);

  const { page } = await as({ userName: 'operator', path: PATH });
  await page.getByRole('button', { name: 'Add', exact: true }).first().click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Merchant').selectOption('M0001');
  await form.getByLabel('Name', { exact: true }).fill(ruleName);
  await form.getByRole('button', { name: /^Products/ }).click();
  await page.getByRole('option', { name: new RegExp(productName) }).click();
  await page.keyboard.press('Escape');
  await form.getByText('Next day', { exact: true }).click();
  await form.getByText('Due dates of 30-day loans').waitFor();
  await form.getByLabel('Effective from').fill(addDays(businessDateOf(new Date()), 1));
  await form.getByLabel('Reason').fill('As its contract says');
  await form.getByRole('button', { name: 'Submit for approval' }).click();
  await form.waitFor({ state: 'detached' });

  // Whoever audits the money of merchants finds it there, and decides.
  const checker = await as({ userName: 'finance', path: PATH });
  const desk = checker.page;
  await desk.getByRole('grid').getByRole('row').filter({ hasText: ruleName }).getByRole('rowheader').click();
  await desk
    .getByRole('dialog')
    .getByRole('button', { name: `Review: ${ruleName}, version 1` })
    .click();
  const decision = desk.getByRole('alertdialog');
  await decision.getByText('Next day').first().waitFor();
  await decision.getByRole('button', { name: 'Approve' }).click();
  await decision.waitFor({ state: 'detached' });

  const early = await lent(productNo);
  await dayPasses(ruleName);
  const ruled = await lent(productNo);

  // The day it counts to becomes a holiday.
  await page.goto(`${url}${PATH}?tab=calendar`);
  await page.getByRole('button', { name: 'Name a day' }).click();
  const holiday = page.getByRole('dialog', { name: 'Name a day' });
  await holiday.getByLabel('Day', { exact: true }).fill(tuesday);
  await holiday.getByLabel('Name', { exact: true }).fill(`County day ${mark}`);
  await holiday.getByLabel('Reason').fill('Gazette notice');
  await holiday.getByRole('button', { name: 'Submit for approval' }).click();
  await holiday.waitFor({ state: 'detached' });
  await desk.goto(`${url}${PATH}?tab=approvals`);
  await desk.getByRole('button', { name: new RegExp(`^Review: .*County day ${mark}`) }).click();
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click();
  await desk.getByRole('alertdialog').waitFor({ state: 'detached' });
  await page.reload();
  await page
    .getByRole('row')
    .filter({ hasText: `County day ${mark}` })
    .getByText('Holiday')
    .waitFor();
  const moved = await lent(productNo);

  const bills = await as({ userName: 'repayer', path: BILLS });
  for (const [orderNo, due] of [
    [before, monday],
    [early, monday],
    [ruled, tuesday],
    [moved, addDays(tuesday, 1)],
  ] as const) {
    await bills.page.goto(`${url}${BILLS}?orderNo=${orderNo}`);
    const row = bills.page.getByRole('row').filter({ hasText: orderNo });
    await row.getByText(formatDate(due), { exact: true }).first().waitFor();
  }
  // A day later costs nothing: interest is of the plain term.
  const owed = await withDatabase((db) =>
    db.selectFrom('bill').select('interestThrough').where('orderNo', '=', moved).execute(),
  );
  expect(owed).toEqual([{ interestThrough: monday }]);
  expect(faults()).toEqual([]);
});
