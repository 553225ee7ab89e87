import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { Locator, Page } from 'playwright';
import { expect, it } from 'vitest';
import { decision, REVIEW_PAGE, reviewOpens } from '../e2e/support/reviewing.ts';
import { journey } from './journey.ts';
import { applyInApp, openAtAnyHour, plugMicrophoneIn, reportTalk, workAtAnyHour } from './outreach.ts';

const { as, faults, url, withDatabase } = journey();
const SECTION = '/AdminContent/TelemarketingSystem';
const MUTUA = 'U000006';
const NJOKI = 'U000030';

const HEAD = ['Merchant number', 'Phone', 'List type', 'Marketing target', 'Consent given through', 'Consent given on'];

/** Brings a file in, without the row that has no consent. */
async function importPeople(page: Page, rows: readonly (readonly string[])[]): Promise<void> {
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Import people to call' });
  const buffer = Buffer.from([HEAD, ...rows].map((cells) => cells.join(',')).join('\r\n'));
  await dialog.getByLabel('Choose a file').setInputFiles({ name: 'leads.csv', mimeType: 'text/csv', buffer });
  const consent = dialog.getByLabel('Row 3, Consent given through');
  expect(await consent.getAttribute('aria-invalid')).toBe('true');
  await dialog.getByRole('button', { name: 'Remove invalid row' }).click();
  await dialog.getByRole('button', { name: 'Import 2 rows' }).click();
  await page.getByRole('region', { name: 'Import of people to call' }).getByText('2 of 2').waitFor();
}

/** Takes the next entry, talks, and says by keys what came of it. Answers the last digits of the number. */
async function callNext(page: Page, key: string, content: string): Promise<string> {
  await plugMicrophoneIn(page);
  await page.getByRole('button', { name: 'Next entry' }).click();
  await page.getByText('May be called now').waitFor();
  const shown = await page
    .getByText(/^25\*+\d{3}$/)
    .first()
    .textContent();
  await page.getByRole('button', { name: 'Call', exact: true }).click();
  const dock = page.getByRole('complementary', { name: 'Call', exact: true });
  await dock.getByText('In call').waitFor();
  await dock.getByRole('button', { name: 'Hang up' }).click();
  await dock.getByText('Call ended').waitFor();
  await page.keyboard.press(key);
  await page.keyboard.type(content);
  await page.getByLabel('Next call (EAT)').fill('2030-01-15T10:00');
  await page.keyboard.press('Control+Enter');
  await page.getByText('No entry can be called now.').waitFor();
  return (shown ?? '').slice(-3);
}

async function work(page: Page, taskName: string, key: string, content: string): Promise<string> {
  await page.getByRole('button', { name: `Work: ${taskName}` }).click();
  return await callNext(page, key, content);
}

/** An application goes to a reviewer, passes, and the money goes out. */
async function disburse(orderNo: string): Promise<void> {
  const path = `/AdminContent/AuditSystem/OrderAllocation?orderNo=${orderNo}&applyTime=any`;
  const lead = await as({ userName: 'wambui.gitau', path });
  await lead.page.getByRole('button', { name: `Assign: ${orderNo}` }).click();
  const form = lead.page.getByRole('dialog');
  await form.getByRole('button', { name: /^Reviewer/ }).click();
  await lead.page.getByRole('option', { name: /Otieno Odhiambo/ }).click();
  await form.getByRole('button', { name: 'Assign', exact: true }).click();
  await lead.page.getByText(`${orderNo} assigned.`).waitFor();
  const reviewer = await as({ userName: 'reviewer', path: `${REVIEW_PAGE}?source=MyAudit&orderNo=${orderNo}` });
  const { page } = reviewer;
  await reviewOpens(page);
  const answered = () => decision(page).getByRole('radio', { checked: true }).count();
  const isAtChoice = () => page.evaluate(() => Boolean(document.activeElement?.closest('[role=radiogroup]')));
  await expect.poll(isAtChoice).toBe(true);
  for (const key of ['1', '1', 'Alt+1', '2', '2']) {
    const before = await answered();
    await page.keyboard.press(key);
    await expect.poll(answered).toBeGreaterThan(before);
    await expect.poll(isAtChoice).toBe(true);
  }
  await page.keyboard.press('Control+Enter');
  await page.getByRole('dialog', { name: `Pass ${orderNo}?` }).waitFor();
  await page.keyboard.press('Control+Enter');
  await page.getByText(`${orderNo} passed, disbursement in progress`).waitFor();
}

/** Opens the page until it says so: what follows an event does not come with the click. */
async function shown(page: Page, path: string, what: () => Locator): Promise<void> {
  await expect
    .poll(async () => {
      await page.goto(`${url}${SECTION}/${path}`);
      await page
        .getByRole('status')
        .filter({ hasText: /^\d+ results?$/ })
        .waitFor();
      return await what().count();
    })
    .toBeGreaterThan(0);
}

/** An activity for first loans: one of the same days is refused, and another person approves it. */
async function rewarded(page: Page, name: string): Promise<void> {
  const path = `${SECTION}/InboundOrderConfig?tab=activities`;
  const [today, end] = [new Date().toISOString().slice(0, 10), '2030-12-31'];
  await page.goto(url + path);
  for (const each of [name, `${name} again`]) {
    // An empty list offers it twice.
    await page.getByRole('button', { name: 'Add activity' }).first().click();
    const form = page.getByRole('dialog', { name: 'New activity' });
    await form.getByLabel('Merchant').selectOption('M0001');
    await form.getByLabel('Activity', { exact: true }).fill(each);
    await form.getByRole('button', { name: /^Targets/ }).click();
    await page.getByRole('option', { name: /First loan/ }).click();
    await page.keyboard.press('Escape');
    await form.getByLabel('First day').fill(today);
    await form.getByLabel('Last day').fill(end);
    await form.getByLabel('Bonus per application').fill('50');
    await form.getByLabel('Bonus per loan').fill('200');
    await form.getByRole('button', { name: 'Submit for approval' }).click();
    if (each === name) await row(page, name).getByText('Awaiting approval').waitFor();
    // One application counts once.
    else await form.getByText(`${name} covers this merchant and target in this period`).waitFor();
  }
  // A second manager: the demonstration of tests has one.
  await withDatabase(
    async (db) =>
      await sql`insert into user_role (user_no, role_no) select user_no, 'R-001' from app_user
        where user_name = 'nyambura.karanja' on conflict do nothing`.execute(db),
  );
  const other = await as({ userName: 'nyambura.karanja', path });
  await other.page.getByRole('button', { name: `Approve: ${name}` }).click();
  const ask = other.page.getByRole('alertdialog');
  await ask.getByText('KES 200.00').waitFor();
  await ask.getByRole('button', { name: 'Approve' }).click();
  await row(other.page, name).getByText('Enabled').waitFor();
}

const row = (page: Page, words: string) => page.getByRole('grid').getByRole('row').filter({ hasText: words });

it('a file of people becomes calls, calls become applications, and each loan is counted for whoever earned it, with its bonus', async () => {
  await withDatabase(openAtAnyHour);
  const mark = randomInt(10_000, 100_000);
  const taskName = `Leads ${mark}`;
  // What ends in 0 or 5 answers the telephone.
  const phones = [`2547${mark}110`, `2547${mark}225`] as const;
  const line = (phone: string, source: string) => ['M0001', phone, 'LEAD', 'FIRST_LOAN', source, '2026-11-01'];

  const manager = await as({ path: `${SECTION}/ListLibraryManagement` });
  const { page } = manager;
  await rewarded(page, `Season ${mark}`);
  await page.goto(`${url}${SECTION}/ListLibraryManagement`);
  await importPeople(page, [...phones.map((phone) => line(phone, 'WEBSITE')), line(`2547${mark}339`, '')]);
  await page.goto(`${url}${SECTION}/ImportRecord`);
  const brought = page.getByRole('grid').getByRole('row').nth(1);
  await brought.getByText('Success').waitFor();
  const batchNo = /LB\d+/.exec((await brought.textContent()) ?? '')?.[0] ?? '';
  expect(batchNo).not.toBe('');

  await page.goto(`${url}${SECTION}/ListLibraryManagement?batchNo=${batchNo}`);
  await expect.poll(() => row(page, batchNo).count()).toBe(2);
  await page.getByLabel('Select all rows on this page').check();
  await page.getByRole('button', { name: 'Distribute' }).click();
  const share = page.getByRole('dialog', { name: 'Distribute 2 entries' });
  await share.getByRole('button', { name: /^People/ }).click();
  await page.getByRole('option', { name: /Mutua Musyoka/ }).click();
  await page.getByRole('option', { name: /Njoki Muriuki/ }).click();
  await page.keyboard.press('Escape');
  await share.getByRole('button', { name: 'Distribute' }).click();
  await row(page, 'Mutua Musyoka').getByText('Assigned').waitFor();
  await row(page, 'Njoki Muriuki').getByText('Assigned').waitFor();

  await page.goto(`${url}${SECTION}/DialTask`);
  await page.getByRole('button', { name: 'New task' }).click();
  const form = page.getByRole('dialog', { name: 'New dial task' });
  await form.getByLabel('Task', { exact: true }).fill(taskName);
  await form.getByLabel('Merchant').selectOption('M0001');
  await form.getByLabel('Batch').fill(batchNo);
  await form.getByRole('button', { name: /^People/ }).click();
  await page.getByRole('option', { name: /Mutua Musyoka/ }).click();
  await page.getByRole('option', { name: /Njoki Muriuki/ }).click();
  await page.keyboard.press('Escape');
  const today = new Date().toISOString().slice(0, 10);
  await form.getByLabel('From', { exact: true }).fill(today);
  await form.getByLabel('Until', { exact: true }).fill('2030-12-31');
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Task saved with 2 entries.').waitFor();
  await page.getByRole('button', { name: `Start: ${taskName}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Start' }).click();
  await row(page, taskName).getByText('Running').waitFor();
  await withDatabase((db) => workAtAnyHour(db, taskName));

  const mutua = await as({ userName: 'telemarketer', path: `${SECTION}/DialTask` });
  const njoki = await as({ userName: 'njoki.muriuki', path: `${SECTION}/DialTask` });
  const first = await work(mutua.page, taskName, '1', 'Wants a loan for stock, applies today');
  await withDatabase((db) => reportTalk(db, MUTUA, 95));
  // Too short for the rule: this one has to be claimed.
  const second = await work(njoki.page, taskName, '2', 'Line was bad, will look at the app');
  await withDatabase((db) => reportTalk(db, NJOKI, 12));
  expect([first, second].toSorted()).toEqual(['110', '225']);
  const phoneOf = (digits: string) => phones.find((phone) => phone.endsWith(digits)) ?? '';

  const found = await withDatabase((db) =>
    applyInApp(url, db, { phone: phoneOf(first), customerName: 'Achieng Lead' }),
  );
  const missed = await withDatabase((db) =>
    applyInApp(url, db, { phone: phoneOf(second), customerName: 'Barasa Lead' }),
  );
  // Credited a moment after it came in.
  await shown(mutua.page, `MyIncoming?orderNo=${found}`, () => row(mutua.page, found).getByText('Rule'));
  await njoki.page.goto(`${url}${SECTION}/MyIncoming`);
  await njoki.page.getByRole('button', { name: 'Claim a missing order' }).click();
  const claim = njoki.page.getByRole('dialog', { name: 'Claim a missing order' });
  await claim.getByLabel('Order').fill(found);
  await claim.getByLabel('Reason').fill('My customer');
  await claim.getByRole('button', { name: 'Submit for approval' }).click();
  // The other one's customer was never called by this person.
  await claim.getByRole('alert').first().waitFor();
  await claim.getByLabel('Order').fill(missed);
  await claim.getByLabel('Reason').fill('I called an hour before they applied');
  await claim.getByRole('button', { name: 'Submit for approval' }).click();
  await njoki.page.getByText('Sent for approval.').waitFor();

  await page.goto(`${url}${SECTION}/Approval?orderNo=${missed}`);
  await row(page, missed).getByText('Awaiting approval').waitFor();
  await row(page, missed).getByText(missed).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Approve: / }).click();
  const decide = page.getByRole('dialog', { name: /^Approve the application of Njoki Muriuki/ });
  await decide.getByRole('button', { name: 'Approve' }).click();
  await row(page, missed).getByText('Approved').waitFor();
  await njoki.page.goto(`${url}${SECTION}/MyIncoming?orderNo=${missed}`);
  await row(njoki.page, missed).getByText('Approval').waitFor();

  await disburse(found);
  await disburse(missed);
  for (const [{ page: own }, orderNo] of [
    [mutua, found],
    [njoki, missed],
  ] as const) {
    await shown(own, `MyLoan?orderNo=${orderNo}`, () => row(own, orderNo).getByText('10,000.00'));
    // What it counts for in the activity: the application and the loan.
    await row(own, orderNo).getByText('250.00').waitFor();
    await row(own, orderNo).getByText(orderNo).click();
    await own.getByText(`Counts for Season ${mark}.`).waitFor();
    await own.getByText('Application: KES 50.00').waitFor();
    await own.getByText('Loan disbursed: KES 200.00').waitFor();
    await own.keyboard.press('Escape');
  }
  // The entries are over: whoever has the money is not called for it again.
  await page.goto(`${url}${SECTION}/ListLibraryManagement?batchNo=${batchNo}`);
  await expect.poll(() => row(page, 'Converted').count()).toBe(2);
  expect(faults()).toEqual([]);
});
