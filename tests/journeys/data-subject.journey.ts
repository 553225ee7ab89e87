import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { unzip } from '../e2e/support/workbook.ts';
import { journey } from './journey.ts';
import { choose } from './outreach.ts';

const { as, faults, url, withDatabase } = journey();
const PATH = '/AdminContent/CustomerServiceSystem/CustomerManage';

const row = (page: Page, words: string) => page.getByRole('grid').getByRole('row').filter({ hasText: words });
const dialogOf = (page: Page, name: string | RegExp) =>
  page.getByRole('dialog', { name }).or(page.getByRole('alertdialog', { name }));

/** Writes down what a customer asks; the request's number. */
async function request(page: Page, customerNo: string, kind: string, statement: string): Promise<string> {
  await page.goto(`${url}${PATH}?customerNo=${customerNo}`);
  await choose(page, 'Data request', customerNo);
  const form = dialogOf(page, `Data request of ${customerNo}`);
  await form.getByText(kind, { exact: true }).click();
  await form.getByLabel('Channel').selectOption('LETTER');
  await form.getByLabel('What was requested').fill(statement);
  await form.getByRole('button', { name: 'Save' }).click();
  const told = page.getByText(/^DR\d+ recorded/).first();
  await told.waitFor();
  const requestNo = /DR\d+/.exec((await told.textContent()) ?? '')?.[0] ?? '';
  await page.goto(`${url}${PATH}?tab=dataRequests&requestNo=${requestNo}`);
  await choose(page, 'Verify identity', requestNo);
  const verify = dialogOf(page, /^Verify identity/);
  await verify.getByRole('button', { name: 'Verify' }).click();
  await row(page, requestNo).getByText('In progress').waitFor();
  return requestNo;
}

it('a customer gets a copy of their data, then has it erased by two people, with a proof', async () => {
  const mark = randomInt(10_000, 100_000);
  const [former, phone, customerName] = [`2547${mark}450`, `2547${mark}455`, `Zawadi Subject ${mark}`];
  const customerNo = await withDatabase(async (db) => {
    const customer = { merchantNo: 'M0001', customerName, phone: former, idCardNo: `3${mark}11` };
    const made = await db.insertInto('customer').values(customer).returning('customerNo').executeTakeFirstOrThrow();
    // The number changed once; what came under the old one is the person's, too.
    await db.updateTable('customer').set({ phone }).where('customerNo', '=', made.customerNo).execute();
    const reply = { merchantNo: 'M0001', phone: former, replyText: `Call me, ${customerName}` };
    await db
      .insertInto('smsReply')
      .values({ ...reply, vendorSmsId: `v-${mark}` })
      .execute();
    return made.customerNo;
  });

  const agent = await as({ userName: 'service', path: PATH });
  const { page } = agent;
  const access = await request(page, customerNo, 'Access', 'A copy of everything you hold, by letter');
  // Seven days by the law, counted in sight.
  await row(page, access)
    .getByText(/^[67] d \d+ h left$/)
    .waitFor();
  await choose(page, 'Make copy', access);
  await dialogOf(page, /^Make the copy/)
    .getByRole('button', { name: 'Make copy' })
    .click();
  await page.getByText('Copy is being made.').first().waitFor();
  await expect
    .poll(async () => {
      await page.goto(`${url}${PATH}?tab=dataRequests&requestNo=${access}`);
      await row(page, access).click();
      await page.getByText('Copy of personal data').waitFor();
      return await page.getByRole('button', { name: 'Download' }).count();
    })
    .toBe(1);
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  const copy = unzip(await readFile(await (await coming).path())).get('personal-data.json') ?? '';
  for (const known of [customerName, phone, former]) expect(copy).toContain(known);
  await page.keyboard.press('Escape');
  await choose(page, 'Hand over', access);
  const over = dialogOf(page, /^Hand over/);
  await over.getByLabel('Answer to the customer').fill('Handed over at the counter');
  await over.getByRole('button', { name: 'Hand over' }).click();
  await row(page, access).getByText('Fulfilled').waitFor();

  const erasure = await request(page, customerNo, 'Erasure', 'Erase all of it');
  await row(page, erasure).click();
  await page.getByText('What erasure would do').waitFor();
  await page.keyboard.press('Escape');
  await choose(page, 'Erase', erasure);
  const erase = dialogOf(page, /^Erase personal data/);
  await erase.getByLabel('Reason').fill('Asked by letter, owes nothing');
  await erase.getByRole('button', { name: 'Submit for approval' }).click();
  await row(page, erasure).getByText('Awaiting approval').waitFor();

  const lead = await as({ path: `${PATH}?tab=approvals` });
  await row(lead.page, erasure).getByRole('button').first().click();
  const decision = dialogOf(lead.page, /.*/);
  await decision.getByRole('button', { name: 'Approve' }).waitFor();
  await decision.getByRole('button', { name: 'Approve' }).click();
  await row(lead.page, erasure).getByText('Approved').waitFor();

  await page.goto(`${url}${PATH}?tab=dataRequests&requestNo=${erasure}`);
  await row(page, erasure).getByText('Fulfilled').waitFor();
  await row(page, erasure).click();
  await page.getByText('The proof matches its hash.').waitFor();
  // Nothing says the number, the one before or the name any more.
  const left = await withDatabase(async (db) => {
    const { rows } = await sql<{ customers: number; replies: number; former: number }>`select
      (select count(*)::int from customer where phone in (${phone}, ${former}) or customer_name = ${customerName}) as customers,
      (select count(*)::int from sms_reply where phone = ${former} or reply_text like ${`%${customerName}%`}) as replies,
      (select count(*)::int from former_phone where customer_no = ${customerNo}) as former`.execute(db);
    return rows[0];
  });
  expect(left).toEqual({ customers: 0, replies: 0, former: 0 });
  expect(faults()).toEqual([]);
});
