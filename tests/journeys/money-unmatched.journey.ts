import { randomInt } from 'node:crypto';
import { expect, it } from 'vitest';
import { lend, makeProduct } from '../../server/src/modules/lending/orders/testing/lend.ts';
import { journey } from './journey.ts';
import { outside } from './outside.ts';
import { approveAndRelease, requestReturn, rowOf, TRANSFERS, UNMATCHED } from './returned-payment.ts';

const { as, faults, withDatabase } = journey();
const { pay } = outside();

const PEOPLE = { maker: 'U000002', checker: 'U000013' };
const stranger = () => `2547${randomInt(10_000_000, 100_000_000)}`;

it('money that belongs to nobody is found, taken and put on the loan that it was meant for', async () => {
  const { orderNo, phone, code } = await withDatabase(async (db) => {
    const loan = await lend(db, { productNo: await makeProduct(db), approvedCents: 500_000, ...PEOPLE });
    const found = await db
      .selectFrom('loanOrder')
      .innerJoin('customer', 'customer.customerNo', 'loanOrder.customerNo')
      .select(['customer.phone', 'loanOrder.repaymentCode as code'])
      .where('orderNo', '=', loan.orderNo)
      .executeTakeFirstOrThrow();
    return { orderNo: loan.orderNo, ...found };
  });
  const { page } = await as({ userName: 'repayer', path: UNMATCHED });
  // The customer types an account that is nobody's.
  const { receipt } = await pay({ phone, amount: '1200', reference: `${code}9999` });
  await rowOf(page, receipt).waitFor();
  await page.getByRole('button', { name: `More actions for ${receipt}` }).click();
  await page.getByRole('menuitem', { name: 'Take' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take' }).click();
  await rowOf(page, receipt).getByText('Kipchoge Kiprono').waitFor();
  await rowOf(page, receipt).getByText(receipt).click();
  await page.getByText('Same phone').waitFor();
  await page.getByRole('button', { name: `Allocate to ${orderNo}` }).click();
  const form = page.locator('.payments-write-off');
  expect(await form.getByLabel('Serial number 1').inputValue()).toBe(receipt);
  await form.getByRole('button', { name: 'Allocate', exact: true }).click();
  await form.waitFor({ state: 'detached' });
  await rowOf(page, receipt).waitFor({ state: 'detached' });
  const uses = await withDatabase(
    async (db) =>
      await db
        .selectFrom('paymentFlow')
        .select(['flowStatus', 'appliedCents', 'orderNo'])
        .where('paymentCode', '=', receipt)
        .execute(),
  );
  expect(uses).toMatchObject([{ flowStatus: 'APPLIED', appliedCents: 120_000 }]);
  expect(faults()).toEqual([]);
});

it('a stranger’s money goes back: requested from the inbox, approved and released by a checker, paid by M-Pesa', async () => {
  const phone = stranger();
  const { page } = await as({ userName: 'repayer', path: UNMATCHED });
  const { receipt } = await pay({ phone, amount: '750', reference: 'SCHOOL FEES' });
  await rowOf(page, receipt).waitFor();
  const transferNo = await requestReturn(page, receipt, '750');
  const { page: desk } = await as({ userName: 'finance', path: `${TRANSFERS}?transferNo=${transferNo}` });
  await approveAndRelease(desk, transferNo);
  await rowOf(desk, transferNo).getByText('Paid', { exact: true }).first().waitFor();
  // Whoever asked sees it, too, and the payment is gone from the inbox.
  await rowOf(page, transferNo).getByText('Paid', { exact: true }).first().waitFor();
  await withDatabase(async (db) => {
    const flow = await db
      .selectFrom('paymentFlow')
      .select(['flowStatus', 'returnedCents'])
      .where('paymentCode', '=', receipt)
      .execute();
    expect(flow).toMatchObject([{ flowStatus: 'REFUNDED', returnedCents: 75_000 }]);
    const sums = await db
      .selectFrom('posting')
      .select((eb) => eb.fn.sum<number>('amountCents').as('cents'))
      .where('accountCode', '=', 'SUSPENSE')
      .where('flowNo', '=', (eb) => eb.selectFrom('paymentFlow').select('flowNo').where('paymentCode', '=', receipt))
      .executeTakeFirst();
    expect(Number(sums?.cents)).toBe(0);
  });
  expect(faults()).toEqual([]);
});
