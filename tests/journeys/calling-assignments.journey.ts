import { randomInt } from 'node:crypto';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { journey } from './journey.ts';
import { openAtAnyHour, workAtAnyHour } from './outreach.ts';

const { as, faults, url, withDatabase } = journey();
const SECTION = '/AdminContent/CustomerServiceSystem';
const HEAD = ['Merchant number', 'Phone', 'List', 'App', 'Last sign-in'];

const row = (page: Page, words: string) => page.getByRole('grid').getByRole('row').filter({ hasText: words });

/** The last digits of the number that the person works on. */
async function takeNext(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Next entry' }).click();
  await page.getByText('May be called now').waitFor();
  return (
    (await page
      .getByText(/^25\*+\d{3}$/)
      .first()
      .textContent()) ?? ''
  ).slice(-3);
}

/** Says by its key what came of it. */
async function say(page: Page, key: string, content: string): Promise<void> {
  await page.keyboard.press(key);
  await page.keyboard.type(content);
  await page.keyboard.press('Control+Enter');
}

it('entries are shared out, and no two people ever work on one; what is typed outlives a lease', async () => {
  const mark = randomInt(10_000, 100_000);
  const taskName = `Win back ${mark}`;
  const phones = ['601', '602', '603', '604'].map((end) => `2547${mark}${end}`);
  await withDatabase(async (db) => {
    await openAtAnyHour(db);
    const customer = (phone: string) => ({
      merchantNo: 'M0002',
      customerName: `Away ${phone.slice(-3)} ${mark}`,
      phone,
      idCardNo: phone.slice(-8),
    });
    await db.insertInto('customer').values(phones.map(customer)).execute();
  });

  const lead = await as({ path: `${SECTION}/ListLibraryManage` });
  const { page } = lead;
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Import customers' });
  const rows = phones.map((phone) => ['M0002', phone, 'DORMANT', 'Kituo', '2026-09-01']);
  const buffer = Buffer.from([HEAD, ...rows].map((cells) => cells.join(',')).join('\r\n'));
  await dialog.getByLabel('Choose a file').setInputFiles({ name: 'away.csv', mimeType: 'text/csv', buffer });
  await dialog.getByRole('button', { name: 'Import 4 rows' }).click();
  await page
    .getByRole('region', { name: /^Import of/ })
    .getByText('4 of 4')
    .waitFor();
  const batchNo = await withDatabase(async (db) => {
    const { batchNo: made } = await db
      .selectFrom('callEntry')
      .select('batchNo')
      .where('phone', '=', phones[0] ?? '')
      .executeTakeFirstOrThrow();
    return made ?? '';
  });
  await page.goto(`${url}${SECTION}/ListLibraryManage?batchNo=${batchNo}`);
  await expect.poll(() => row(page, 'Pool').count()).toBe(4);
  // Two are handed out, one each; two stay for whoever comes first.
  for (const place of [1, 2]) await page.getByRole('grid').getByRole('row').nth(place).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Distribute', exact: true }).click();
  const share = page.getByRole('dialog', { name: 'Distribute 2 entries' });
  await share.getByRole('button', { name: /^People/ }).click();
  await page.getByRole('option', { name: /Fatuma Hassan/ }).click();
  await page.getByRole('option', { name: /Salma Athman/ }).click();
  await page.keyboard.press('Escape');
  await share.getByRole('button', { name: 'Distribute', exact: true }).click();
  await row(page, 'Fatuma Hassan').getByText('Assigned').waitFor();
  await row(page, 'Salma Athman').getByText('Assigned').waitFor();

  await page.goto(`${url}${SECTION}/CallingAssignments`);
  await page.getByRole('button', { name: 'New task' }).click();
  const form = page.getByRole('dialog', { name: 'New dial task' });
  await form.getByLabel('Task', { exact: true }).fill(taskName);
  await form.getByLabel('Merchant').selectOption('M0002');
  await form.getByLabel('Batch').fill(batchNo);
  await form.getByRole('button', { name: /^People/ }).click();
  await page.getByRole('option', { name: /Fatuma Hassan/ }).click();
  await page.getByRole('option', { name: /Salma Athman/ }).click();
  await page.keyboard.press('Escape');
  await form.getByLabel('From', { exact: true }).fill(new Date().toISOString().slice(0, 10));
  await form.getByLabel('Until', { exact: true }).fill('2030-12-31');
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Task saved with 4 entries.').waitFor();
  await page.getByRole('button', { name: `Start: ${taskName}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Start' }).click();
  await row(page, taskName).getByText('Running').waitFor();
  await withDatabase((db) => workAtAnyHour(db, taskName));

  const fatuma = (await as({ userName: 'service', path: `${SECTION}/CallingAssignments` })).page;
  const salma = (await as({ userName: 'salma.athman', path: `${SECTION}/CallingAssignments` })).page;
  for (const one of [fatuma, salma]) await one.getByRole('button', { name: `Work: ${taskName}` }).click();
  const done: string[] = [];
  // Both press at once, twice: four entries, each with one person.
  const first = await Promise.all([takeNext(fatuma), takeNext(salma)]);
  done.push(...first);
  await say(salma, '4', 'Has all she needs');
  await expect
    .poll(async () =>
      (
        await salma
          .getByText(/^25\*+\d{3}$/)
          .first()
          .textContent()
      )?.slice(-3),
    )
    .not.toBe(first[1]);
  done.push(
    (
      (await salma
        .getByText(/^25\*+\d{3}$/)
        .first()
        .textContent()) ?? ''
    ).slice(-3),
  );
  expect(new Set(done).size).toBe(3);

  // The lead takes it back and ten minutes pass while Fatuma types: nothing is written down, and her text stays.
  await withDatabase((db) =>
    db
      .updateTable('callEntry')
      .set({ leasedUntil: new Date(Date.now() - 1_000), ownerUserNo: null, listStatus: 'POOL' })
      .where('phone', '=', `2547${mark}${first[0]}`)
      .execute(),
  );
  await say(fatuma, '4', 'Signs in again on Monday');
  await fatuma.getByText('Your 10 minutes for this entry have expired. Take it again.').waitFor();
  expect(await fatuma.getByLabel('Content').inputValue()).toBe('Signs in again on Monday');
  expect(faults()).toEqual([]);
});
