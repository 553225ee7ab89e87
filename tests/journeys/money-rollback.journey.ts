import { repayment } from '@kituo/sdk/contracts';
import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { lend, makeProduct } from '../../server/src/modules/lending/orders/testing/lend.ts';
import { receiveFlow } from '../../server/src/modules/payments/payments/index.ts';
import { callAs } from '../e2e/support/staff.ts';
import { journey } from './journey.ts';

const { url, as, faults, withDatabase } = journey();
const DESK = '/AdminContent/AfterLoanSystem/RepaymentManagement';

/** A loan of KES 5,000.00 that owes KES 5,420.00. */
const lent = async () =>
  await withDatabase(async (db) => {
    const people = { maker: 'U000002', checker: 'U000013' };
    return await lend(db, { productNo: await makeProduct(db), approvedCents: 500_000, ...people });
  });

/** Payments of a customer that nobody used. */
async function paid(loan: Awaited<ReturnType<typeof lent>>, amounts: readonly number[]): Promise<void> {
  await withDatabase(async (db) => {
    for (const amountCents of amounts) {
      await db.transaction().execute(async (tx) => {
        const paymentCode = `J${Date.now().toString(36)}${randomInt(1_000, 10_000)}`.toUpperCase();
        const { flowNo } = await receiveFlow(tx, {
          merchantNo: loan.merchantNo,
          paymentChannel: 'MPESA',
          paymentCode,
          account: 'BANK.MPESA_PAYBILL',
          amountCents,
          repayTime: new Date(),
        });
        const { customerNo } = loan;
        await tx.updateTable('paymentFlow').set({ customerNo }).where('flowNo', '=', flowNo).execute();
      });
    }
  });
}

it('payments are placed in part, by extension, over all bills and to settle, each as its form shows it', async () => {
  const loan = await lent();
  const { orderNo } = loan;
  const { page, token } = await as({ userName: 'repayer', path: `${DESK}?orderNo=${orderNo}` });
  const form = page.locator('.payments-write-off');
  const placed = async () =>
    await withDatabase(async (db) => {
      const of = db.selectFrom('paymentApplication').select('repayType').where('orderNo', '=', orderNo);
      return (await of.orderBy('appliedAt').execute()).map(({ repayType }) => repayType);
    });
  const kinds = [
    ['PARTIAL', 'Partial', 100_000],
    ['EXTENSION', 'Extension', 50_000],
    ['GENERIC', 'Generic', 100_000],
    ['SETTLE', 'Settle', 600_000],
  ] as const;
  for (const [index, [, label, amountCents]] of kinds.entries()) {
    await paid(loan, [amountCents]);
    await page.getByRole('button', { name: `Allocate: ${orderNo}` }).click();
    await form.getByLabel('Type').selectOption({ label });
    const allocate = form.getByRole('button', { name: 'Allocate', exact: true });
    // What is beyond the bill becomes credit, once that was agreed to.
    await expect
      .poll(async () => {
        for (const box of await form.getByRole('checkbox').all()) await box.check({ force: true });
        return await allocate.isEnabled();
      })
      .toBe(true);
    await allocate.click();
    await form.waitFor({ state: 'detached' });
    await expect.poll(placed).toEqual(kinds.slice(0, index + 1).map(([kind]) => kind));
  }
  const { row } = await callAs(url, token, repayment.order, { orderNo });
  expect(row).toMatchObject({ orderStatus: 'CLOSED', amountDueCents: 0 });
  expect(faults()).toEqual([]);
});

it('three payments settle a loan; somebody else sees what their rollback undoes, and does it', async () => {
  const loan = await lent();
  const { orderNo } = loan;
  await paid(loan, [100_000, 200_000, 242_000]);
  const { page, token } = await as({ userName: 'repayer', path: `${DESK}?orderNo=${orderNo}` });
  const row = async () => (await callAs(url, token, repayment.order, { orderNo })).row;
  const form = page.locator('.payments-write-off');
  for (let paidCents = 0; paidCents < 542_000;) {
    await page.getByRole('button', { name: `Allocate: ${orderNo}` }).click();
    await form
      .getByText(/Principal/)
      .first()
      .waitFor();
    await form.getByRole('button', { name: 'Allocate', exact: true }).click();
    await form.waitFor({ state: 'detached' });
    const before = paidCents;
    await expect.poll(async () => (await row()).actualPaidCents).toBeGreaterThan(before);
    paidCents = (await row()).actualPaidCents;
  }
  expect(await row()).toMatchObject({ orderStatus: 'CLOSED', actualPaidCents: 542_000 });

  // A later payment leans on each earlier one: the newest alone can be undone by itself.
  const { page: other } = await as({ userName: 'admin', path: `${DESK}?orderNo=${orderNo}` });
  const more = other.getByRole('button', { name: `More actions for ${orderNo}` });
  await more.click();
  await other.getByRole('menuitem', { name: 'Undo all' }).click();
  const tree = other.locator('.payments-write-off');
  await tree.getByText('Undo 3 write-offs, KES 5,420.00?').waitFor();
  await tree.getByText(/KES 5,420\.00 is owed again/).waitFor();
  for (const money of ['KES 1,000.00', 'KES 2,000.00', 'KES 2,420.00']) {
    await tree.getByText(new RegExp(`${money.replaceAll('.', '\\.')} returns to payment FL`)).waitFor();
  }
  expect(await row()).toMatchObject({ amountDueCents: 0 });
  await tree.getByLabel('Reason').fill('Paid for another loan');
  await tree.getByRole('button', { name: 'Undo all', exact: true }).click();
  await tree.waitFor({ state: 'detached' });
  expect(await row()).toMatchObject({ orderStatus: 'DISBURSED', amountDueCents: 542_000, actualPaidCents: 0 });
  // Whoever put the payments there sees it, too, with the payments to place again.
  await page.getByRole('button', { name: `Allocate: ${orderNo}` }).waitFor();
  await withDatabase(async (db) => {
    const { rows } = await sql<{ free: number; gap: number }>`
      select (select sum(writable_cents)::bigint from payment_flow f where f.customer_no = o.customer_no) as free,
        (select sum(p.amount_cents)::bigint from posting p join bill b on b.bill_no = p.bill_no
          where b.order_no = o.order_no and p.account_code like 'RECEIVABLE%') as gap
      from loan_order o where o.order_no = ${orderNo}`.execute(db);
    expect(rows.map(({ free, gap }) => [Number(free), Number(gap)])).toEqual([[542_000, 542_000]]);
  });
  expect(faults()).toEqual([]);
});
