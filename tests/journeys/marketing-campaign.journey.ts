import { randomInt } from 'node:crypto';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { askGate } from '../../server/src/modules/collections/contacts/index.ts';
import { storeCallback } from '../../server/src/modules/platform/gateways/index.ts';
import { newAdministrator, type NewStaff } from '../e2e/support/staff.ts';
import { journey } from './journey.ts';
import { choose, openAtAnyHour } from './outreach.ts';

const { as, faults, url, withDatabase } = journey();
const SECTION = '/AdminContent/MarketingManagement';
const merchantNo = 'M0001';

const row = (page: Page, words: string) => page.getByRole('grid').getByRole('row').filter({ hasText: words });
const dialogOf = (page: Page, name: string | RegExp) =>
  page.getByRole('dialog', { name }).or(page.getByRole('alertdialog', { name }));

/** People of a county of their own who agreed to offers; the lender's name. */
async function agreed(county: string, phones: readonly string[]): Promise<string> {
  return await withDatabase(async (db) => {
    await openAtAnyHour(db);
    for (const phone of phones) {
      const customer = {
        merchantNo,
        customerName: `Nafula ${phone.slice(-3)}`,
        phone,
        idCardNo: phone.slice(-8),
        county,
      };
      await db.insertInto('customer').values(customer).execute();
      const lead = { partyKind: 'LEAD', merchantNo, phone, partyName: 'Lead', consentedAt: new Date() } as const;
      await db.insertInto('contactParty').values(lead).execute();
    }
    const { merchantName } = await db
      .selectFrom('merchant')
      .select('merchantName')
      .where('merchantNo', '=', merchantNo)
      .executeTakeFirstOrThrow();
    return merchantName;
  });
}

/** Writes a text and hands it in. */
async function writeText(page: Page, name: string, content: string): Promise<void> {
  await page.getByRole('button', { name: 'New template' }).click();
  const form = page.getByRole('dialog', { name: 'New template' });
  await form.getByLabel('Merchant').selectOption(merchantNo);
  await form.getByLabel('Name', { exact: true }).fill(name);
  await form.getByLabel('Text').fill(content);
  await form.getByText(/^1 SMS with the opt-out text/).waitFor();
  await form.getByRole('button', { name: 'Save' }).click();
  await choose(page, 'Submit', name);
  await dialogOf(page, `Submit ${name}?`).getByRole('button', { name: 'Submit for approval' }).click();
  await row(page, name).getByText('Awaiting approval').waitFor();
}

async function chooseText(page: Page, form: ReturnType<typeof dialogOf>, label: string, name: string): Promise<void> {
  await form.getByRole('button', { name: new RegExp(`^${label}`) }).click();
  await page.getByRole('combobox', { name: new RegExp(label) }).fill(name);
  await page.getByRole('option', { name: new RegExp(name) }).click();
}

async function approver(second: NewStaff, path: string): Promise<Page> {
  return (await as({ userName: second.userName, password: second.password, path })).page;
}

it('two texts are written, approved and sent to halves of an audience; STOP silences every channel and is counted', async () => {
  const mark = randomInt(10_000, 100_000);
  const county = `Journey ${mark}`;
  const phones = Array.from({ length: 6 }, (_, index) => `2547${mark}7${String(index).padStart(2, '0')}`);
  const lender = await agreed(county, phones);
  const second = await newAdministrator(url);
  const [short, warm, taskName] = [`Short ${mark}`, `Warm ${mark}`, `Come back ${mark}`];

  const maker = await as({ path: `${SECTION}/SmsMarketingTemplate` });
  const { page } = maker;
  await writeText(page, short, `{{firstName}}, borrow again today. ${lender}`);
  await writeText(page, warm, `{{firstName}}, thank you for paying on time. ${lender}`);
  // Who wrote a text does not let it out.
  await expect.poll(() => page.getByRole('button', { name: `Approve: ${warm}` }).count()).toBe(0);
  const desk = await approver(second, `${SECTION}/SmsMarketingTemplate`);
  for (const name of [short, warm]) {
    await choose(desk, 'Approve', name);
    await dialogOf(desk, `Approve ${name}?`).getByRole('button', { name: 'Approve' }).click();
    await row(desk, name).getByText('Enabled').waitFor();
  }

  await page.goto(`${url}${SECTION}/SmsMarketingTask`);
  await page.getByRole('button', { name: 'New task' }).click();
  const form = dialogOf(page, 'New SMS task');
  await form.getByLabel('Task', { exact: true }).fill(taskName);
  await form.getByLabel('Audience').selectOption('CUSTOMER_FILTER');
  await form.getByLabel('Merchant').selectOption(merchantNo);
  await form.getByLabel('County').fill(county);
  await chooseText(page, form, 'Template A', short);
  await form.getByLabel('Share A').fill('50');
  await chooseText(page, form, 'Template B', warm);
  await form.getByLabel('Share B').fill('50');
  await form.getByLabel('Hold-out').fill('0');
  await form.getByLabel('Scheduled').fill('2030-01-15T10:00');
  await form.getByLabel('SMS per minute').fill('600');
  await form.getByLabel('Budget').fill('100');
  // What it would send stands beside the form before it is saved: people, texts and cost.
  await form.getByText('6 people', { exact: true }).waitFor();
  await form.getByText(/^6 people get a message, 0 are held out/).waitFor();
  await form.getByRole('button', { name: 'Save' }).click();
  await choose(page, 'Submit', taskName);
  const submitting = dialogOf(page, `Submit ${taskName}?`);
  await submitting.getByText(/^6 people get a message/).waitFor();
  await submitting.getByRole('button', { name: 'Submit for approval' }).click();
  await row(page, taskName).getByText('Awaiting approval').waitFor();

  await desk.goto(`${url}${SECTION}/SmsMarketingTask`);
  await choose(desk, 'Approve', taskName);
  const approving = dialogOf(desk, `Approve ${taskName}?`);
  await approving.getByText(/^6 people get a message/).waitFor();
  await approving.getByText(/thank you for paying on time/).waitFor();
  await approving.getByRole('button', { name: 'Approve' }).click();
  await row(desk, taskName).getByText('Scheduled').waitFor();

  // Its hour comes; the server writes to the people by itself.
  await withDatabase((db) =>
    db.updateTable('smsMarketingTask').set({ scheduledAt: new Date() }).where('taskName', '=', taskName).execute(),
  );
  await expect
    .poll(
      async () => {
        await page.goto(`${url}${SECTION}/SmsMarketingTask`);
        return await row(page, taskName).getByText('Done', { exact: true }).count();
      },
      { timeout: 120_000, interval: 5_000 },
    )
    .toBe(1);
  const [stopper = ''] = phones;
  await withDatabase(async (db) => {
    const told = { id: `in-${mark}`, from: `+${stopper}`, to: '20880', text: 'STOP', date: new Date().toISOString() };
    const content = Buffer.from(JSON.stringify(told));
    await storeCallback(db, { topic: 'sms/incoming', content, contentType: 'application/json' });
  });
  const refusals = async () =>
    await withDatabase(async (db) => {
      const found: string[] = [];
      for (const channel of ['CALL', 'SMS', 'ROBOT'] as const) {
        const about = { phone: stopper, merchantNo, customerNo: null, purpose: 'MARKETING', at: new Date() } as const;
        const answer = await askGate(db, { ...about, channel });
        if (!answer.isAllowed) found.push(answer.error);
      }
      return found;
    });
  await expect.poll(refusals).toEqual(['CONTACT_OBJECTED', 'CONTACT_OBJECTED', 'CONTACT_OBJECTED']);
  await expect
    .poll(async () => {
      await page.goto(`${url}${SECTION}/SmsMarketingTask`);
      await row(page, taskName).click();
      await page.getByText('Arm B').waitFor();
      const facts = (await page.locator('dl').filter({ hasText: 'Opted out' }).first().textContent()) ?? '';
      return /Opted out\s*1/.test(facts);
    })
    .toBe(true);
  await page.getByText('Arm A').waitFor();
  expect(faults()).toEqual([]);
});
