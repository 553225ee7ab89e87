import { randomInt } from 'node:crypto';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { applyForRecharge, decideRecharge } from '../../server/src/modules/payments/prepaid/index.ts';
import { journey } from './journey.ts';

const { url, as, faults, withDatabase } = journey();
const SYSTEM = '/AdminContent/MerchantSystem';
const MERCHANT = { merchantNo: 'M0002', name: 'Jirani Credit' };

/** What the merchant may still use, and how its journals add up, in cents. */
const account = () =>
  withDatabase(async (db) => {
    const held = await db
      .selectFrom('merchantPrepaid')
      .select(['balanceCents', 'creditLineCents'])
      .where('merchantNo', '=', MERCHANT.merchantNo)
      .executeTakeFirst();
    // A merchant who never paid in has none yet.
    const { balanceCents, creditLineCents } = held ?? { balanceCents: 0, creditLineCents: 0 };
    return { balanceCents, leftCents: balanceCents + creditLineCents };
  });
/** Money that the merchant paid in before, so that there is something to use up. */
const paidIn = (mark: string) =>
  withDatabase(async (db) => {
    const [scope, at] = ['all', new Date()] as const;
    await db.transaction().execute(async (tx) => {
      const rechargeNo = await applyForRecharge(tx, {
        merchantNo: MERCHANT.merchantNo,
        amountCents: 250_000,
        paymentChannel: 'BANK',
        paymentCode: `EARLIER${mark}`,
        payerAccount: '0110449900',
        paidAt: at,
        voucherIds: [`EARLIER-${mark}`],
        applicantUserNo: 'U000002',
        scope,
        at,
      });
      await decideRecharge(tx, rechargeNo, { isApproved: true, userNo: 'U000013', scope, remark: null, at });
    });
  });
const kes = (cents: number): string => (cents / 100).toFixed(2);

/** Fills the form that charges the merchant by hand for one thing of this price, and sends it. */
async function charge(page: Page, causeNo: string, price: string) {
  await page.getByRole('button', { name: 'Charge by hand' }).click();
  const form = page.getByRole('dialog', { name: 'Charge a merchant by hand' });
  await form.getByLabel('Merchant').selectOption(MERCHANT.merchantNo);
  await form.getByLabel('Unit price').fill(price);
  await form.getByLabel('Cause').fill(causeNo);
  await form.getByLabel('Remark').fill('Data of the month');
  await form.getByRole('button', { name: 'Charge', exact: true }).click();
  return form;
}

it('charges a merchant down to its line, refuses more, warns, and goes on after a recharge another checked', async () => {
  const mark = String(randomInt(100_000, 1_000_000));
  await paidIn(mark);
  const before = await account();
  const { page } = await as({ userName: 'operator', path: `${SYSTEM}/ConsumptionRecord` });
  const last = await charge(page, `LAST-${mark}`, kes(before.leftCents));
  await last.waitFor({ state: 'detached' });
  expect(await account()).toEqual({ balanceCents: before.balanceCents - before.leftCents, leftCents: 0 });

  const refused = await charge(page, `MORE-${mark}`, '1');
  await refused.getByRole('alert').getByText('Insufficient merchant balance: KES 0.00 available').waitFor();
  await refused.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await refused.waitFor({ state: 'detached' });

  // Whoever recharges merchants hears of it without having looked.
  await page.goto(`${url}/AdminContent/WarningNotify`);
  await expect
    .poll(async () => {
      await page.reload();
      await page.getByRole('heading', { level: 1 }).waitFor();
      return await page.locator('main').innerText();
    })
    .toContain(`Prepaid balance of ${MERCHANT.name} is used up`);

  await page.goto(`${url}${SYSTEM}/RechargeRecord`);
  await page.getByRole('button', { name: 'Record recharge' }).click();
  const form = page.getByRole('dialog', { name: 'Record a recharge' });
  await form.getByLabel('Merchant').selectOption(MERCHANT.merchantNo);
  await form.getByText(/^Balance/).waitFor();
  await form.getByLabel('Amount').fill('5,000');
  await form.getByLabel('Serial number').fill(`RTGS${mark}`);
  await form.getByLabel('Paid').fill('2026-11-20T10:30');
  const kept = page.waitForResponse((response) => response.url().includes('upload/attach'));
  const file = { name: 'slip.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 slip') };
  await form.locator('input[type=file]').setInputFiles(file);
  expect((await kept).status()).toBe(200);
  await form.getByRole('progressbar').waitFor({ state: 'detached' });
  await form.getByRole('button', { name: 'Submit for approval' }).click();
  const toast = page.getByText(/^\S+ submitted$/).first();
  await toast.waitFor();
  const [rechargeNo = ''] = ((await toast.textContent()) ?? '').split(' ');
  // Recorded is not paid in: until somebody checked it nothing can be spent.
  expect((await account()).leftCents).toBe(0);

  const checker = await as({ path: `${SYSTEM}/RechargeRecord?rechargeNo=${rechargeNo}` });
  const desk = checker.page;
  await desk.getByRole('button', { name: `Review: ${rechargeNo}` }).click();
  const decision = desk.getByRole('alertdialog');
  await decision.getByText(`Approval adds KES 5,000.00 to the balance of ${MERCHANT.name}.`).waitFor();
  await decision.getByText('slip.pdf').waitFor();
  await decision.getByRole('button', { name: 'Approve' }).click();
  await decision.waitFor({ state: 'detached' });
  expect((await account()).leftCents).toBe(500_000);

  await page.goto(`${url}${SYSTEM}/ConsumptionRecord`);
  const goesOn = await charge(page, `MORE-${mark}`, '1');
  await goesOn.waitFor({ state: 'detached' });
  const after = await account();
  expect(after.leftCents).toBe(499_900);
  const posted = await withDatabase((db) =>
    db
      .selectFrom('posting')
      .select(['accountCode', 'amountCents'])
      .where('merchantNo', '=', MERCHANT.merchantNo)
      .where('journalId', 'in', (eb) =>
        eb.selectFrom('merchantRecharge').select('journalId').where('rechargeNo', '=', rechargeNo),
      )
      .orderBy('lineNo')
      .execute(),
  );
  expect(posted.map(({ amountCents }) => amountCents).toSorted((one, other) => one - other)).toEqual([
    -500_000, 500_000,
  ]);
  expect(faults()).toEqual([]);
});
