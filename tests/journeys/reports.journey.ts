import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { readCsv } from '../e2e/support/workbook.ts';
import { journey } from './journey.ts';

/*
 * Each report opens with its figures. A figure leads in two clicks to rows that add up to it, and a scheduled report
 * reaches its recipient by e-mail, who downloads the file.
 */

const { url, as, faults, withDatabase } = journey();
const FOLDER = '/AdminContent/ReportSystem';
const REPORTS = ['Financial', 'Operation', 'Collection', 'Approval', 'Performance'] as const;

/** The first amount of a text, in cents. */
const centsIn = (text: string): number =>
  Math.round(Number((/-?[\d,]+\.\d\d/.exec(text)?.[0] ?? '').replaceAll(',', '')) * 100);

/** What the sentence over the rows of a figure says. */
async function saidOf(page: Page) {
  const said = page.locator('.rp-as-of');
  await said.getByText('Sum of rows').waitFor();
  const [figure = '', rows = ''] = await said.locator('b').allTextContents();
  return { figure: centsIn(figure), rows: centsIn(rows) };
}

it('every report opens with its figures, as of a time and closed through a day', async () => {
  const { page } = await as({ userName: 'admin', path: `${FOLDER}/FinancialReport` });
  for (const name of REPORTS) {
    await page.goto(`${url}${FOLDER}/${name}Report`);
    await page.getByRole('heading', { name: `${name} report`, level: 1 }).waitFor();
    await page.getByText(/^As of /).waitFor();
    await page.getByRole('grid').getByRole('row').nth(1).waitFor();
  }
  expect(faults()).toEqual([]);
});

it('a figure leads in two clicks to the rows that add up to it', async () => {
  const { page } = await as({ userName: 'finance', path: `${FOLDER}/FinancialReport` });
  const total = page.getByRole('row').filter({ has: page.getByText('Total', { exact: true }) });
  await total.getByText('Total', { exact: true }).click();
  const drawer = page.getByRole('dialog');
  const disbursed = drawer.locator('dl > div').filter({ hasText: /^Disbursed/ });
  const shown = centsIn((await disbursed.locator('.ks-figures').textContent()) ?? '');
  expect(shown).toBeGreaterThan(0);
  await drawer.getByRole('button', { name: 'Rows of Disbursed' }).click();
  await page.getByRole('heading', { name: 'Disbursed', level: 1 }).waitFor();
  expect(await saidOf(page)).toEqual({ figure: shown, rows: shown });
  await page.getByLabel('Items per page').selectOption({ label: '100 items per page' });
  await page.getByText(/^Page 1 of/).waitFor({ state: 'detached' });
  // What the rows on the page come to, as a person would add them up.
  const cells = await page.getByRole('grid').getByRole('gridcell').allTextContents();
  const amounts = cells.filter((text) => /^-?[\d,]+\.\d\d$/.test(text.trim()));
  const sum = amounts.reduce((all, amount) => all + centsIn(amount), 0);
  expect(sum).toBe(shown);
  await page.getByRole('button', { name: 'Back to figures' }).click();
  await page.getByRole('heading', { name: 'Financial report', level: 1 }).waitFor();
  expect(faults()).toEqual([]);
});

it('a report is printed with all its figures and nothing of the console, in the dark theme as well', async () => {
  const { page } = await as({ userName: 'finance', path: `${FOLDER}/FinancialReport?dimension=DATE` });
  // It is drawn once all rows are there, which are more than a page.
  await page.getByRole('figure', { name: 'Chart of the figures below' }).waitFor();
  await page.evaluate(() => {
    document.documentElement.dataset['theme'] = 'dark';
    addEventListener('beforeprint', () => {
      document.body.dataset['rows'] = String(document.querySelectorAll('.rp-paper tbody tr').length);
    });
  });
  const file = await page.pdf();
  expect(file.subarray(0, 4).toString()).toBe('%PDF');
  expect(Number(await page.evaluate(() => document.body.dataset['rows']))).toBeGreaterThan(10);
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  const paper = page.locator('.rp-paper').first();
  await paper.waitFor();
  expect(await page.locator('.k-bar').isVisible()).toBe(false);
  expect(await page.locator('.kp-filters').isVisible()).toBe(false);
  expect(await page.getByRole('grid').isVisible()).toBe(false);
  expect(await paper.evaluate((table) => getComputedStyle(table).color)).toBe('rgb(28, 33, 39)');
  // The last measure is on a sheet as well, and the sheet is no wider than the page.
  await page.locator('.rp-paper').last().getByText('Principal check').waitFor();
  const { wide, room } = await paper.evaluate((table) => ({
    wide: table.scrollWidth,
    room: document.documentElement.clientWidth,
  }));
  expect(wide).toBeLessThanOrEqual(room);
  // The window is the person's in the next test as well.
  await page.emulateMedia({ media: null });
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  expect(faults()).toEqual([]);
});

it('a scheduled report arrives by e-mail, and its recipient downloads the file', async () => {
  const name = `Money of the week ${randomInt(1_000, 10_000)}`;
  const { page } = await as({ userName: 'finance', path: `${FOLDER}/FinancialReport` });
  await page.getByRole('button', { name: 'Schedule', exact: true }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Name', { exact: true }).fill(name);
  await form.getByLabel('Frequency').selectOption({ label: 'Daily' });
  await form.getByLabel('Format').selectOption({ label: 'CSV' });
  await form.getByRole('button', { name: /^Recipients/ }).click();
  await page.getByRole('option', { name: /Kamau Njoroge/ }).click();
  await page.keyboard.press('Escape');
  await form.getByRole('button', { name: 'Schedule', exact: true }).click();
  await form.waitFor({ state: 'detached' });
  await page.getByRole('tab', { name: 'Schedules' }).click();
  await page.getByRole('grid').getByText(name, { exact: true }).waitFor();

  // The hour comes.
  await withDatabase(
    async (db) =>
      await sql`update report_schedule set next_run_at = now() - interval '1 minute' where schedule_name = ${name}`.execute(
        db,
      ),
  );
  const mailed = async () =>
    await withDatabase(async (db) => {
      const { rows } = await sql<{ body: string; messageStatus: string }>`
        select body, message_status from message where kind = 'report.ready' and body like ${`%${name}%`}`.execute(db);
      return rows;
    });
  await expect
    .poll(async () => (await mailed()).map(({ messageStatus }) => messageStatus), { timeout: 120_000 })
    .toEqual(['SENT']);
  const [mail] = await mailed();
  const link = /https?:\/\/\S+/.exec(mail?.body ?? '')?.[0] ?? '';
  await page.goto(url + new URL(link).pathname);
  await page.getByRole('heading', { name: 'Financial report', level: 1 }).waitFor();
  await page.getByRole('button', { name: /job/i }).first().click();
  const arriving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download: Export of the financial report' }).first().click();
  const rows = readCsv(await readFile(await (await arriving).path(), 'utf8'));
  expect(rows.flat().join(' ')).toContain('Total');
  await page.goto(`${url}${FOLDER}/FinancialReport?tab=schedules`);
  await page.getByRole('row').filter({ hasText: name }).getByText('1', { exact: true }).first().waitFor();
  expect(faults()).toEqual([]);
});
