import { randomInt } from 'node:crypto';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { journey } from './journey.ts';
import { applyInApp } from './outreach.ts';
import { pick } from './pick.ts';

const { as, faults, url, withDatabase } = journey();
const SECTION = '/AdminContent/CustomerServiceSystem';

const row = (page: Page, words: string) => page.getByRole('grid').getByRole('row').filter({ hasText: words });

/** Writes down what a caller complains of; its number. */
async function complain(page: Page, phone: string, content: string): Promise<string> {
  await page.getByRole('button', { name: 'New feedback' }).click();
  const form = page.getByRole('dialog', { name: 'New feedback' });
  await form.getByLabel('Phone').fill(phone);
  await form.getByLabel('Category').selectOption('CHARGES');
  await form.getByText('High', { exact: true }).click();
  await form.getByLabel('Content').fill(content);
  // The message of the one before may still stand.
  const told = await page.getByText(/^FB\d+ recorded/).allTextContents();
  await form.getByRole('button', { name: 'Save' }).click();
  const fresh = async () =>
    (await page.getByText(/^FB\d+ recorded/).allTextContents()).find((text) => !told.includes(text)) ?? '';
  await expect.poll(fresh).toMatch(/^FB/);
  return /FB\d+/.exec(await fresh())?.[0] ?? '';
}

/** Adds the text that an answer begins with. */
async function addReply(page: Page): Promise<void> {
  await page.goto(`${url}${SECTION}/CustomerFeedback`);
  await page.getByRole('tab', { name: 'Reply templates' }).click();
  await page.getByRole('button', { name: 'Add template' }).click();
  const form = page.getByRole('dialog', { name: 'New reply template' });
  await pick(form, 'Merchant', 'Haraka Mkopo');
  await form.getByLabel('Name', { exact: true }).fill('Fee explained');
  await form.getByLabel('Content').fill('The late fee is charged once for each instalment paid after its due date.');
  await form.getByRole('button', { name: 'Save' }).click();
  await row(page, 'Fee explained').waitFor();
}

async function take(page: Page, feedbackNo: string): Promise<void> {
  await page.getByRole('button', { name: `Take: ${feedbackNo}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take' }).click();
  await row(page, feedbackNo).getByText('In progress').waitFor();
}

async function answer(page: Page, feedbackNo: string, words: string): Promise<void> {
  await page.getByRole('button', { name: `Finish: ${feedbackNo}` }).click();
  const form = page.getByRole('dialog', { name: `Finish ${feedbackNo}` });
  await form.getByText('Explained', { exact: true }).click();
  const reply = form.getByLabel('Reply', { exact: true });
  await form.getByLabel(/^Reply template/).selectOption({ label: 'Fee explained · English' });
  await expect.poll(async () => await reply.inputValue()).toMatch(/^The late fee is charged once/);
  await reply.fill(words);
  await form.getByRole('button', { name: 'Finish' }).click();
  await row(page, feedbackNo).getByText('Answered').waitFor();
}

it('a call becomes a complaint with a deadline, one is answered in time and one is late, and says so', async () => {
  const mark = randomInt(10_000, 100_000);
  const phone = `2547${mark}340`;
  const orderNo = await withDatabase((db) => applyInApp(url, db, { phone, customerName: 'Wambui Caller' }));

  const agent = await as({ userName: 'service', path: `${SECTION}/CustomerInCallRecord` });
  const { page } = agent;
  await page.getByRole('button', { name: 'New call' }).click();
  const form = page.getByRole('dialog', { name: 'New call' });
  await form.getByLabel('Phone').fill(phone);
  await form.getByLabel('Order').selectOption(orderNo);
  await form.getByLabel('Reason for call').selectOption('COMPLAINT');
  await form.getByLabel('Content').fill('Says the fee was charged twice');
  await form.getByText('Unresolved').click();
  await form.getByLabel('E-mail').fill('not an address');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByRole('alert').first().waitFor();
  await form.getByLabel('E-mail').fill('');
  await form.getByRole('button', { name: 'Save' }).click();
  await page
    .getByText(/recorded\.$/)
    .first()
    .waitFor();
  await row(page, 'Says the fee was charged twice').getByText('Unresolved').waitFor();
  const inTime = await complain(page, phone, 'The service fee was charged twice');
  const late = await complain(page, phone, 'Nobody rang back about the fee');

  await addReply(page);
  await page.getByRole('tab', { name: 'Feedback', exact: true }).click();
  await row(page, inTime)
    .getByText(/^23 h \d+ min left$/)
    .waitFor();
  await take(page, inTime);
  await answer(page, inTime, 'The second fee was of another instalment. Both are in your contract.');

  // A day and two hours later.
  await withDatabase((db) =>
    db
      .updateTable('feedback')
      .set({ dueAt: new Date(Date.now() - 2 * 3_600_000 - 60_000) })
      .where('feedbackNo', '=', late)
      .execute(),
  );
  await page.goto(`${url}${SECTION}/CustomerFeedback?isOverdue=true`);
  await row(page, late)
    .getByText(/^2 h \d+ min late$/)
    .waitFor();
  expect(await row(page, inTime).count()).toBe(0);
  await take(page, late);
  await page.goto(`${url}${SECTION}/CustomerFeedback`);
  await answer(page, late, 'We are sorry for the wait. The fee was charged once.');
  // Answered, it no longer runs: when it was due stays to be seen.
  await expect
    .poll(() =>
      row(page, late)
        .getByText(/left|late/)
        .count(),
    )
    .toBe(0);
  await row(page, late).click();
  await page.getByText('We are sorry for the wait. The fee was charged once.').waitFor();
  expect(faults()).toEqual([]);
});
