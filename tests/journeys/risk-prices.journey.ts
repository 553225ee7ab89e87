import { randomInt } from 'node:crypto';
import { intake } from '@kituo/sdk/contracts';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { makeProduct } from '../../server/src/modules/lending/orders/testing/lend.ts';
import { adminToken, callAs } from '../e2e/support/staff.ts';
import { journey } from './journey.ts';

/*
 * Prices come by file twice, are compared cell by cell and approved by another person. An order keeps the version that
 * priced it after the second import was rolled back.
 */

const { url, as, faults, withDatabase } = journey();
const PATH = '/AdminContent/RiskControlSystem/RiskPricingConfiguration';
const MERCHANT = 'M0001';
const HEAD =
  'productNo,modelLevel,settledOrderCount,dailyInterestBps,serviceFeeBps,minLimitCents,maxLimitCents,stepUpBps';

/** A file with one price for every customer of a product. */
const fileOf = (productNo: string, interestBps: number, maximum: number) => ({
  name: 'prices.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(`${HEAD}\n${productNo},,-1,${interestBps},300,1000,${maximum},0\n`),
});

async function applied(productNo: string): Promise<string> {
  const token = await adminToken(url);
  const payeePhone = `2547${randomInt(10_000_000, 100_000_000)}`;
  const payeeName = `Achieng Journey${randomInt(1_000, 10_000)}`;
  const person = { phone: payeePhone, customerName: payeeName, idCardNo: String(randomInt(10_000_000, 100_000_000)) };
  const { customerNo } = await callAs(url, token, intake.customer, { merchantNo: MERCHANT, ...person });
  const request = { customerNo, productNo, appliedCents: 300_000, payeePhone, payeeName };
  return (await callAs(url, token, intake.apply, request)).orderNo;
}

const pricedBy = async (orderNo: string) =>
  await withDatabase(
    async (db) =>
      await db
        .selectFrom('loanOrder')
        .select(['pricingVersionNo', 'terms'])
        .where('orderNo', '=', orderNo)
        .executeTakeFirstOrThrow(),
  );

/** Imports a file on the tab of prices; answers the number of the batch, as its tab lists it first. */
async function imported(page: Page, file: ReturnType<typeof fileOf>): Promise<string> {
  await page.goto(url + PATH);
  await page.getByRole('button', { name: 'Import', exact: true }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[type=file]').setInputFiles(file);
  await dialog.getByText('1 row', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: /^Import/ }).click();
  await page
    .getByText(/1 rows? imported/)
    .first()
    .waitFor();
  await page.goto(`${url}${PATH}?tab=batches`);
  const first = page.getByRole('grid').getByRole('row').nth(1);
  await first.getByText('Awaiting approval').waitFor();
  return /PB\d+/.exec((await first.textContent()) ?? '')?.[0] ?? '';
}

/** Approves what awaits it after reading the comparison that says `words` of the product. */
async function approved(desk: Page, productName: string, words: readonly RegExp[]): Promise<void> {
  await desk.goto(`${url}${PATH}?tab=versions&versionStatus=PENDING&subjectNo=${MERCHANT}`);
  await desk.getByRole('button', { name: /^Review: M0001/ }).click();
  const decision = desk.getByRole('alertdialog');
  const row = decision.getByRole('row').filter({ has: desk.getByRole('rowheader', { name: productName }) });
  for (const text of words) await expect.poll(() => row.textContent()).toMatch(text);
  await decision.getByRole('button', { name: 'Approve' }).click();
  await decision.waitFor({ state: 'detached' });
}

it('imported prices are compared, approved by another, kept by the order that they priced, and rolled back', async () => {
  const productName = `Journey price ${randomInt(100_000, 1_000_000)}`;
  const productNo = await withDatabase(async (db) => {
    const made = await makeProduct(db);
    await db.updateTable('loanProduct').set({ productName }).where('productNo', '=', made).execute();
    return made;
  });
  const { page } = await as({ userName: 'operator', path: PATH });
  const { page: desk } = await as({ userName: 'finance', path: PATH });

  await imported(page, fileOf(productNo, 5, 5_000));
  await approved(desk, productName, [/None.*0\.05 ?%/, /None.*KES 5,000\.00/]);
  const first = await pricedBy(await applied(productNo));
  expect(first.terms).toMatchObject({ dailyInterestBps: 5 });

  const batchNo = await imported(page, fileOf(productNo, 4, 4_000));
  await approved(desk, productName, [/0\.05 ?%.*0\.04 ?%/, /KES 5,000\.00.*KES 4,000\.00/]);
  const orderNo = await applied(productNo);
  const second = await pricedBy(orderNo);
  expect(second.terms).toMatchObject({ dailyInterestBps: 4 });
  expect(second.pricingVersionNo).toBe((first.pricingVersionNo ?? 0) + 1);

  await page.goto(`${url}${PATH}?tab=batches`);
  await page.getByRole('button', { name: `Roll back: ${batchNo}` }).click();
  const back = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  const undone = back.getByRole('row').filter({ has: page.getByRole('rowheader', { name: productName }) });
  await expect.poll(() => undone.textContent()).toMatch(/0\.04 ?%.*0\.05 ?%/);
  await back.getByLabel('Reason').fill('Too cheap');
  await back.getByRole('button', { name: 'Submit for approval' }).click();
  await back.waitFor({ state: 'detached' });
  await approved(desk, productName, [/0\.04 ?%.*0\.05 ?%/]);

  expect(await pricedBy(orderNo)).toEqual(second);
  const third = await pricedBy(await applied(productNo));
  expect(third.terms).toMatchObject({ dailyInterestBps: 5 });
  expect(third.pricingVersionNo).toBe((second.pricingVersionNo ?? 0) + 1);
  expect(faults()).toEqual([]);
});
