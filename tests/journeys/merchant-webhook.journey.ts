import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { newAdministrator } from '../e2e/support/staff.ts';
import { journey } from './journey.ts';
import { applyInApp, choose } from './outreach.ts';
import { outside } from './outside.ts';

const { url, as, faults, withDatabase } = journey();
const SYSTEM = '/AdminContent/MerchantSystem';
const MERCHANT = { merchantNo: 'M0001', name: 'Haraka Mkopo', host: 'partner.example' };

/** The merchant's open account, with something to pay deliveries from. */
const account = () =>
  withDatabase(async (db) => {
    const { merchantNo } = MERCHANT;
    const open = {
      services: ['ORDER_ACQUIRE' as const],
      billingModel: 'CREDIT' as const,
      callbackUrl: `https://${MERCHANT.host}/kituo`,
      ipAllowList: [],
      contactPhone: '254700000800',
      contactEmail: `ops@${MERCHANT.host}`,
      serviceStatus: 'ENABLED' as const,
    };
    await db
      .insertInto('merchantService')
      .values({ merchantNo, ...open })
      .onConflict((conflict) => conflict.column('merchantNo').doUpdateSet(open))
      .execute();
    const line = { creditLineCents: 10_000_00 };
    await db
      .insertInto('merchantPrepaid')
      .values({ merchantNo, ...line })
      .onConflict((conflict) => conflict.column('merchantNo').doUpdateSet(line))
      .execute();
  });

/** Writes a rule that acquires every application for KES 10,000.00 of the merchant, and has it approved. */
async function addRule(page: Page, desk: Page, ruleName: string): Promise<void> {
  await page.getByRole('button', { name: 'Add', exact: true }).first().click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Merchant').selectOption(MERCHANT.merchantNo);
  await form.getByLabel('Name', { exact: true }).fill(ruleName);
  await form.getByLabel('Priority').fill(String(randomInt(1_000, 9_999)));
  await form.getByLabel('Minimum amount').fill('10,000');
  await form.getByLabel('Maximum amount').fill('10,000');
  await form.getByLabel('Reason').fill('Contract of the month');
  await form.getByRole('button', { name: 'Submit for approval' }).click();
  await form.waitFor({ state: 'detached' });
  await desk.getByRole('grid').getByRole('row').filter({ hasText: ruleName }).getByRole('rowheader').click();
  await desk
    .getByRole('dialog')
    .getByRole('button', { name: `Review: ${ruleName}, version 1` })
    .click();
  const decision = desk.getByRole('alertdialog');
  await decision.getByRole('button', { name: 'Approve' }).click();
  await decision.waitFor({ state: 'detached' });
}

/** The pause before the next attempt is over. */
const pauseEnds = (eventNo: string) =>
  withDatabase((db) =>
    sql`update merchant_event set next_attempt_at = now() where event_no = ${eventNo} and next_attempt_at > now()`.execute(
      db,
    ),
  );

it('a merchant’s server that is down is notified again, warned about once given up, and gets a replay by a person', async () => {
  const ruleName = `All loans ${randomInt(10_000, 100_000)}`;
  const { partnerAnswers, noticesOf } = outside();
  await account();
  const second = await newAdministrator(url);
  const { page } = await as({ path: `${SYSTEM}/MerchantConfigManagement?merchantNo=${MERCHANT.merchantNo}` });
  await choose(page, 'Test callback', MERCHANT.name);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send test' }).click();
  await page.getByText('Callback test passed').first().waitFor();

  await page.goto(`${url}${SYSTEM}/OrderAcquireManagement`);
  const checker = await as({ ...second, path: `${SYSTEM}/OrderAcquireManagement` });
  const desk = checker.page;
  await addRule(page, desk, ruleName);

  // Its server goes down; an application arrives.
  await partnerAnswers(MERCHANT.host, 503);
  const customer = { phone: `2547${randomInt(10_000_000, 100_000_000)}`, customerName: `Chebet ${ruleName.slice(-5)}` };
  const orderNo = await withDatabase((db) => applyInApp(url, db, customer));
  const deliveries = `${SYSTEM}/MerchantConfigManagement?tab=deliveries&subjectNo=${orderNo}`;
  const row = page.getByRole('grid').getByRole('row').filter({ hasText: orderNo });
  await expect
    .poll(async () => {
      await page.goto(`${url}${deliveries}`);
      await page
        .getByRole('status')
        .filter({ hasText: /^\d+ results?$/ })
        .waitFor();
      return (await row.count()) === 0 ? '' : await row.innerText();
    })
    .toMatch(/Queued[\s\S]*HTTP 503/);
  const eventNo = /ME\d{10}/.exec(await row.innerText())?.[0] ?? '';

  // Its next attempt comes on its own, and the list on the screen says so.
  await pauseEnds(eventNo);
  await row.getByRole('rowheader').click();
  const drawer = page.getByRole('dialog');
  const attempts = drawer.getByRole('list', { name: 'Attempts' }).getByRole('listitem');
  await expect.poll(() => attempts.count()).toBe(2);
  await expect.poll(() => attempts.first().innerText()).toMatch(/Attempt 2 · .* · HTTP 503 · \d+ ms/);
  await drawer.getByText('{"error":"Down for maintenance"}').first().waitFor();

  // Gone for good: given up, and whoever keeps the account hears of it.
  await partnerAnswers(MERCHANT.host, 410);
  await pauseEnds(eventNo);
  await expect.poll(() => attempts.count()).toBe(3);
  await expect.poll(() => row.innerText()).toContain('Failed');
  await desk.goto(`${url}/AdminContent/WarningNotify?sourceType=WEBHOOK_FAILING`);
  await expect
    .poll(async () => {
      await desk.reload();
      await desk.getByRole('heading', { level: 1 }).waitFor();
      return await desk.locator('main').innerText();
    })
    .toMatch(new RegExp(`The callback of ${MERCHANT.name} fails: \\d+ events? not delivered`));

  // The merchant is back: a person replays the event under its number.
  await partnerAnswers(MERCHANT.host, 200);
  await page.goto(`${url}${deliveries}`);
  await choose(page, 'Resend', eventNo);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Resend' }).click();
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await expect.poll(() => row.innerText()).toContain('Delivered');
  await row.getByRole('rowheader').click();
  await expect.poll(() => attempts.first().innerText()).toMatch(/Attempt 4 · .* · HTTP 200 · \d+ ms · resent by /);
  const notices = (await noticesOf(MERCHANT.host)).filter((notice) => notice.eventId === eventNo);
  expect(notices.map(({ status }) => status)).toEqual([503, 503, 410, 200]);

  await page.goto(`${url}${SYSTEM}/OrderAcquireManagement?tab=orders&orderNo=${orderNo}`);
  const acquired = page.getByRole('grid').getByRole('row').filter({ hasText: orderNo });
  await acquired.getByText('Delivered').waitFor();

  await page.goto(`${url}${SYSTEM}/OrderAcquireManagement`);
  await choose(page, 'Disable', ruleName);
  const disable = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  await disable.getByLabel('Reason').fill('The test is over');
  await disable.getByRole('button', { name: 'Disable' }).click();
  await disable.waitFor({ state: 'detached' });
  // Its warning resolves on its own.
  await desk.goto(`${url}/AdminContent/WarningNotify?sourceType=WEBHOOK_FAILING`);
  const warned = desk
    .getByRole('row')
    .filter({ hasText: `The callback of ${MERCHANT.name} fails` })
    .first();
  await expect
    .poll(async () => {
      await desk.reload();
      await warned.waitFor();
      return await warned.innerText();
    })
    .toContain('Resolved');
  expect(faults()).toEqual([]);
});
