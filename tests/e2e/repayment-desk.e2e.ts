import { repayment } from '@kituo/sdk/contracts';
import type { Page } from 'playwright';
import { afterAll, afterEach, expect, it } from 'vitest';
import { openDatabase } from '../../server/src/db/pool.ts';
import { lend, makeProduct } from '../../server/src/modules/lending/orders/testing/lend.ts';
import { receiveFlow } from '../../server/src/modules/payments/payments/index.ts';
import { databaseOfStation } from '../support/station-process.ts';
import { callAs } from './support/staff.ts';
import { station } from './support/station.ts';
import { Visits } from './support/visits.ts';

const { url, dataDir } = station();
const visits = new Visits(url);
afterEach(() => visits.leave());
afterAll(() => visits.close());

const PATH = '/AdminContent/AfterLoanSystem/RepaymentManagement';
const PEOPLE = { maker: 'U000002', checker: 'U000013' };

/** Loans of KES 5,000.00 that owe KES 5,420.00, each with a payment of its customer that nobody used. */
async function lentAndPaid(amounts: readonly number[]) {
  const database = openDatabase(databaseOfStation(dataDir), { maxConnections: 2 });
  try {
    const { db } = database;
    const productNo = await makeProduct(db);
    const made: { readonly orderNo: string; readonly paymentCode: string }[] = [];
    for (const [index, amountCents] of amounts.entries()) {
      const { orderNo, merchantNo, customerNo } = await lend(db, { productNo, approvedCents: 500_000, ...PEOPLE });
      const paymentCode = `E2E${Date.now()}${index}`;
      await db.transaction().execute(async (tx) => {
        await receiveFlow(tx, {
          merchantNo,
          paymentChannel: 'MPESA',
          paymentCode,
          account: 'BANK.MPESA_PAYBILL',
          amountCents,
          repayTime: new Date(),
          payerPhone: '254711000222',
        });
        await tx.updateTable('paymentFlow').set({ customerNo }).where('paymentCode', '=', paymentCode).execute();
      });
      made.push({ orderNo, paymentCode });
    }
    return made;
  } finally {
    await database.close();
  }
}

async function find(page: Page, orderNo: string): Promise<void> {
  await page.getByLabel('Order', { exact: true }).fill(orderNo);
  await page.getByRole('button', { name: `Allocate: ${orderNo}` }).waitFor();
}

/** Puts the customer's payment on the loan, in the way that is named; `surplus` is typed, and agreed to. */
async function allocate(page: Page, orderNo: string, type: string, surplus?: string): Promise<void> {
  await find(page, orderNo);
  await page.getByRole('button', { name: `Allocate: ${orderNo}` }).click();
  const form = page.locator('.payments-write-off');
  await form.getByLabel('Type').selectOption(type);
  if (surplus !== undefined) {
    await form.getByLabel('Allocate now 1').fill(surplus);
    await form.getByRole('checkbox').check();
  }
  await form.getByRole('button', { name: 'Allocate', exact: true }).click();
  await form.waitFor({ state: 'detached' });
}

it('payments are placed by partial, settle, extension and generic, and one is undone', async () => {
  const [partial, settled, extended, generic] = await lentAndPaid([100_000, 542_000, 77_000, 600_000]);
  if (!partial || !settled || !extended || !generic) throw new Error('four loans');
  const { page, token, faults } = await visits.as({ userName: 'repayer', path: PATH });
  await allocate(page, partial.orderNo, 'PARTIAL');
  await allocate(page, settled.orderNo, 'SETTLE');
  await allocate(page, extended.orderNo, 'EXTENSION');
  await allocate(page, generic.orderNo, 'GENERIC', '6,000.00');

  const rowOf = async (orderNo: string) => (await callAs(url, token, repayment.order, { orderNo })).row;
  expect(await rowOf(partial.orderNo)).toMatchObject({ amountDueCents: 442_000, actualPaidCents: 100_000 });
  expect(await rowOf(settled.orderNo)).toMatchObject({ orderStatus: 'CLOSED', amountDueCents: 0 });
  expect(await rowOf(extended.orderNo)).toMatchObject({ rolloverCount: 1, amountDueCents: 500_000 });
  expect(await rowOf(generic.orderNo)).toMatchObject({ orderStatus: 'CLOSED', overpaymentCents: 58_000 });

  await find(page, partial.orderNo);
  await page.getByRole('button', { name: `More actions for ${partial.orderNo}` }).click();
  await page.getByRole('menuitem', { name: 'Undo newest' }).click();
  const tree = page.locator('.payments-write-off');
  await tree.getByText('Undo 1 write-off, KES 1,000.00?').waitFor();
  await tree.getByText(/KES 1,000\.00 is owed again/).waitFor();
  await tree.getByLabel('Reason').fill('The wrong loan');
  await tree.getByRole('button', { name: 'Undo', exact: true }).click();
  await tree.waitFor({ state: 'detached' });
  expect(await rowOf(partial.orderNo)).toMatchObject({ amountDueCents: 542_000, actualPaidCents: 0 });
  expect(faults).toEqual([]);
});
