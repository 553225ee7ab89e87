import { randomInt } from 'node:crypto';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { newAdministrator } from '../e2e/support/staff.ts';
import { journey } from './journey.ts';
import { choose } from './outreach.ts';

const { url, as, faults } = journey();
const SYSTEM = '/AdminContent/OperationSystem';

/** Fills both languages of the template whose form is open, and saves the draft. */
async function write(page: Page, words: string): Promise<void> {
  const form = page.getByRole('dialog');
  await form.getByLabel('English').fill(`Code {{code}}, valid {{minutes}} min. ${words}`);
  await form.getByLabel('Kiswahili').fill('Nambari {{code}}, dakika {{minutes}}.');
  await form.getByLabel('Reason').fill('New wording');
  await form.getByRole('button', { name: 'Save draft' }).click();
}

it('a word that was added today is refused in a template and an announcement, and permitted in its exception', async () => {
  const mark = String(randomInt(100_000, 1_000_000));
  const [word, group, template] = [`shark${mark}`, `Insults ${mark}`, `Worded ${mark}`];
  const editor = await newAdministrator(url);
  const words = await as({ ...editor, path: `${SYSTEM}/SensitiveWordConfig` });
  const desk = words.page;
  await desk.getByRole('button', { name: 'Add group' }).first().click();
  const added = desk.getByRole('dialog', { name: 'Add words' });
  await added.getByLabel('Group').fill(group);
  await added.getByLabel('Words').fill(`${word}, ${word}`);
  await added.getByText('1 word, duplicates removed').waitFor();
  await added.getByRole('button', { name: /^Where/ }).click();
  const scopes = desk.getByRole('listbox');
  await scopes.getByRole('option', { name: 'Templates' }).click();
  await scopes.getByRole('option', { name: 'Announcements' }).click();
  await desk.keyboard.press('Escape');
  await added.getByRole('button', { name: 'Add', exact: true }).click();
  await added.waitFor({ state: 'detached' });

  const { page } = await as({ path: `${SYSTEM}/MessageTemplateConfiguration` });
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Add message template' });
  await form.getByLabel('Name').fill(template);
  await form.getByLabel('Business node').selectOption('VERIFICATION_CODE');
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await form.waitFor({ state: 'detached' });
  await page.getByRole('search', { name: 'Filters' }).getByLabel('Name').fill(template);
  await page.getByRole('button', { name: `Edit: ${template}` }).click();
  await write(page, `Whatever the case: ${word.toUpperCase()} pays.`);
  const drawer = page.getByRole('dialog', { name: template });
  // Beside the text that holds it.
  await drawer.getByText(`Contains a blocked word: ${word}`).first().waitFor();
  expect(await drawer.getByLabel('English').getAttribute('aria-invalid')).toBe('true');

  // Where it is innocent, it is permitted.
  await desk.getByRole('search', { name: 'Filters' }).getByLabel('Word', { exact: true }).fill(word);
  await choose(desk, 'Edit', group);
  const edited = desk.getByRole('dialog', { name: `Edit ${group}` });
  await edited.getByLabel(/^Exceptions/).fill(`beware of the ${word}`);
  await edited.getByRole('button', { name: 'Save' }).click();
  await edited.waitFor({ state: 'detached' });
  await write(page, `Beware of the ${word}.`);
  const submit = page.getByRole('alertdialog');
  await submit.getByRole('button', { name: 'Put in force' }).click();
  await submit.waitFor({ state: 'detached' });
  await drawer.waitFor({ state: 'detached' });

  await page.goto(`${url}${SYSTEM}/AnnouncementManagement`);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const notice = page.getByRole('dialog', { name: 'Add announcement' });
  await notice.getByLabel('Title: English').fill(`Notice ${mark}`);
  await notice.getByLabel('Title: 中文').fill(`通知 ${mark}`);
  await notice.getByLabel('Content: English').fill(`No ${word} pays today.`);
  await notice.getByLabel('Content: 中文').fill('今天');
  await notice.getByLabel('From').fill('2030-01-01T00:00');
  await notice.getByRole('button', { name: 'Save draft' }).click();
  await notice.getByText(`Contains a blocked word: ${word}`).first().waitFor();

  // Whoever keeps the words sees where it was tried, and by whom.
  await desk.reload();
  await desk.getByRole('grid').getByRole('row').filter({ hasText: group }).getByRole('rowheader').click();
  const hits = desk.getByRole('dialog');
  await hits.getByText(`No ${word} pays today.`).waitFor();
  await hits.getByRole('listitem').filter({ hasText: 'Announcements' }).first().waitFor();
  await desk.keyboard.press('Escape');
  await hits.waitFor({ state: 'detached' });

  // A group that is disabled stops nothing.
  await choose(desk, 'Disable', group);
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Disable' }).click();
  await desk.getByRole('alertdialog').waitFor({ state: 'detached' });
  await notice.getByRole('button', { name: 'Save draft' }).click();
  await notice.waitFor({ state: 'detached' });
  expect(faults()).toEqual([]);
});
