import { randomInt } from 'node:crypto';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { addDays, businessDateOf } from '../../server/src/modules/platform/policy/index.ts';
import { journey } from './journey.ts';

/*
 * A file of people to refuse is read, its faulty row left out, and listed once another person approved it. The entries
 * are extended and taken off again, each time by two.
 */

const { url, as, faults, withDatabase } = journey();
const PATH = '/AdminContent/RiskControlSystem/ListManagement';
const today = businessDateOf(new Date());
const phone = () => `2547${randomInt(10_000_000, 100_000_000)}`;

/** Approves the newest request of the lists that awaits this person. */
async function approved(desk: Page, title: string): Promise<void> {
  await desk.goto(`${url}${PATH}?tab=approvals&isDecidable=true`);
  await desk
    .getByRole('button', { name: new RegExp(`^Review: ${title}`) })
    .first()
    .click();
  const decision = desk.getByRole('alertdialog');
  await decision.getByRole('button', { name: 'Approve' }).click();
  await decision.waitFor({ state: 'detached' });
}

it('a file of entries is listed by two people, extended by two and taken off by two', async () => {
  const phones = [phone(), phone()];
  const rows = [...phones, '0712345678'].map(
    (value) => `BLACK,PHONE,${value},${addDays(today, 30)},Shared by the bureau`,
  );
  const buffer = Buffer.from(['listType,subjectType,subjectValue,expiresOn,note', ...rows].join('\n'));
  const { page } = await as({ userName: 'operator', path: PATH });
  const { page: desk } = await as({ userName: 'finance', path: PATH });
  const entries = async () =>
    await withDatabase(
      async (db) =>
        await db
          .selectFrom('riskListEntry')
          .select(['entryNo', 'listSource', 'removedAt', 'expiresAt'])
          .where('subjectValue', 'in', phones)
          .orderBy('entryNo')
          .execute(),
    );
  const until = async () => (await entries()).map(({ expiresAt }) => addDays(businessDateOf(expiresAt), -1));

  await page.getByRole('button', { name: 'More of this page' }).click();
  await page.getByRole('menuitem', { name: 'Import', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[type=file]').setInputFiles({ name: 'bureau.csv', mimeType: 'text/csv', buffer });
  await dialog.getByText('3 rows', { exact: true }).waitFor();
  await dialog
    .getByText(/254 plus 9 digits/)
    .first()
    .waitFor();
  await dialog.getByRole('button', { name: 'Remove invalid row' }).first().click();
  await dialog.getByText('2 rows', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: /^Import/ }).click();
  await page
    .getByText(/2 rows sent for approval/)
    .first()
    .waitFor();
  expect(await entries()).toEqual([]);
  await approved(desk, 'Import of risk lists');
  await expect.poll(async () => (await entries()).map(({ listSource }) => listSource)).toEqual(['IMPORT', 'IMPORT']);

  const [first, second] = (await entries()).map(({ entryNo }) => entryNo);
  const chosen = async () => {
    await page.goto(`${url}${PATH}?listSource=IMPORT&listStatus=ACTIVE`);
    for (const entryNo of [first, second]) {
      const row = page.getByRole('row').filter({ hasText: entryNo ?? '' });
      await row.getByRole('checkbox').check({ force: true });
    }
  };
  await chosen();
  await page.getByRole('button', { name: 'Extend', exact: true }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Last day').fill(addDays(today, 60));
  await form.getByLabel('Reason').fill('The bureau still lists them');
  await form.getByRole('button', { name: 'Submit for approval' }).click();
  await form.waitFor({ state: 'detached' });
  await approved(desk, 'Extension of risk list entries');
  await expect.poll(until).toEqual([addDays(today, 60), addDays(today, 60)]);

  await chosen();
  await page.locator('.kp-batch').getByRole('button', { name: 'Remove', exact: true }).click();
  await form.getByLabel('Reason').fill('Cleared by the bureau');
  await form.getByRole('button', { name: 'Submit for approval' }).click();
  await form.waitFor({ state: 'detached' });
  await approved(desk, 'Removal from risk lists');
  await expect.poll(async () => (await entries()).every(({ removedAt }) => removedAt !== null)).toBe(true);
  await page.goto(`${url}${PATH}?entryNo=${first ?? ''}`);
  await page
    .getByRole('row')
    .filter({ hasText: first ?? '' })
    .getByText('Removed', { exact: true })
    .waitFor();
  expect(faults()).toEqual([]);
});
