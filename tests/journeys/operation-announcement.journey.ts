import { randomInt } from 'node:crypto';
import { announcement } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { callAs, newAdministrator } from '../e2e/support/staff.ts';
import { journey } from './journey.ts';

const { url, as, faults, withDatabase } = journey();
const PATH = '/AdminContent/OperationSystem/AnnouncementManagement';
const HOUR_MS = 3_600_000;

/** As the field of a moment takes it: EAT, to the minute. */
const eatMinute = (at: Date): string => new Date(at.getTime() + 3 * HOUR_MS).toISOString().slice(0, 16);

/** Writes an announcement that begins in an hour, and submits it. */
async function write(page: Page, title: string, audience: 'Staff' | 'Customers'): Promise<void> {
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Add announcement' });
  await form.getByLabel('Title: English').fill(title);
  await form.getByLabel('Title: 中文').fill(title);
  await form.getByLabel('Content: English').fill(`${title}: the paybill rests on Sunday night.`);
  await form.getByLabel('Content: 中文').fill(`${title}：周日夜间维护。`);
  await form.getByText(audience, { exact: true }).click();
  await form.getByLabel('From').fill(eatMinute(new Date(Date.now() + HOUR_MS)));
  await form.getByRole('button', { name: 'Save draft' }).click();
  await form.waitFor({ state: 'detached' });
  await page.getByRole('search', { name: 'Filters' }).getByLabel('Title').fill(title);
  await page.getByRole('button', { name: `Publish: ${title}` }).click();
  const asked = page.getByRole('dialog', { name: `Publish ${title}?` });
  await asked.getByLabel('Reason').fill('Maintenance');
  await asked.getByRole('button', { name: 'Submit for approval' }).click();
  await asked.waitFor({ state: 'detached' });
}

/** Its minute comes: what was to begin in an hour begins now. */
const minuteComes = (title: string) =>
  withDatabase((db) =>
    sql`update announcement set published_at = now() - interval '1 second' where title ->> 'en' = ${title}`.execute(db),
  );

it('shows an approved announcement at its minute: to staff on Home, to customers in the app', async () => {
  const mark = String(randomInt(100_000, 1_000_000));
  const [toStaff, toCustomers] = [`Staff notice ${mark}`, `App notice ${mark}`];
  const second = await newAdministrator(url);
  const { page } = await as({ path: PATH });
  await write(page, toStaff, 'Staff');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await write(page, toCustomers, 'Customers');

  const checker = await as({ ...second, path: `${PATH}?tab=approvals` });
  const desk = checker.page;
  for (const title of [toStaff, toCustomers]) {
    await desk.getByRole('button', { name: new RegExp(`^Review: .*${title}`) }).click();
    await desk.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click();
    await desk.getByRole('alertdialog').waitFor({ state: 'detached' });
  }

  const inApp = async () =>
    (await callAs(url, null, announcement.forApp, { merchantNo: 'M0001' })).map(({ title }) => title);
  // Approved, but not yet its minute.
  expect(await inApp()).not.toContain(toCustomers);
  const reader = await as({ userName: 'repayer' });
  await reader.page.getByRole('main').waitFor();
  expect(await reader.page.getByText(toStaff).count()).toBe(0);

  await minuteComes(toStaff);
  await minuteComes(toCustomers);
  expect(await inApp()).toContain(toCustomers);
  await reader.page.reload();
  await reader.page.getByText(toStaff).first().waitFor();
  expect(await reader.page.getByText(toCustomers).count()).toBe(0);

  // Taken back, it is gone from both.
  await page.reload();
  await page.getByRole('search', { name: 'Filters' }).getByLabel('Title').fill(toCustomers);
  await page.getByRole('button', { name: `Abolish: ${toCustomers}` }).click();
  const abolish = page.getByRole('dialog', { name: `Abolish ${toCustomers}?` });
  await abolish.getByLabel('Reason').fill('The maintenance was moved');
  await abolish.getByRole('button', { name: 'Abolish' }).click();
  await abolish.waitFor({ state: 'detached' });
  expect(await inApp()).not.toContain(toCustomers);
  expect(faults()).toEqual([]);
});
