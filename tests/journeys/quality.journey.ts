import { randomInt } from 'node:crypto';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { newAdministrator } from '../e2e/support/staff.ts';
import { journey } from './journey.ts';

/*
 * A lead draws a sample by rule and scores it. The collector appeals, another lead amends. A second inspector scores what
 * was scored, and the fatal one leads to a discipline record that another person confirms.
 */

const { url, as, faults, withDatabase } = journey();
const QUALITY = '/AdminContent/QualitySystem/QualityCenter';
const DISCIPLINE = '/AdminContent/AppraisalSystem/EmployeeDisciplineData';
const COLLECTOR = 'U000005';
const ITEMS = [
  'Says who calls and for which lender',
  'Speaks to the borrower or an agreed guarantor alone',
  'Stays polite, threatens nobody',
  'Names the amount, the due date and how to pay',
] as const;

/** Calls of the collector that nobody inspected, as telephony leaves them; their numbers. */
async function called(count: number): Promise<number[]> {
  return await withDatabase(async (db) => {
    const made: number[] = [];
    for (let at = 0; at < count; at += 1) {
      const { attemptId } = await db
        .insertInto('contactAttempt')
        .values({
          attemptedAt: new Date(Date.now() - 60_000),
          phone: `2547${randomInt(10_000_000, 100_000_000)}`,
          purpose: 'COLLECTION',
          channel: 'CALL',
          partyKind: 'BORROWER',
          merchantNo: 'M0001',
          userNo: COLLECTOR,
        })
        .returning('attemptId')
        .executeTakeFirstOrThrow();
      await db.insertInto('contactResult').values({ attemptId, outcome: 'ANSWERED', talkSeconds: 180 }).execute();
      made.push(attemptId);
    }
    return made;
  });
}

const inspectionOf = async (attemptId: number): Promise<string> =>
  await withDatabase(
    async (db) =>
      (
        await db
          .selectFrom('inspection')
          .select('inspectionNo')
          .where('sourceType', '=', 'CALL')
          .where('subjectNo', '=', String(attemptId))
          .executeTakeFirstOrThrow()
      ).inspectionNo,
  );

/** Takes an inspection and gives points by item; what is lost is explained. */
async function scored(
  page: Page,
  inspectionNo: string,
  points: readonly number[],
  lost: Readonly<Record<number, string>>,
) {
  await page.getByRole('button', { name: `Take: ${inspectionNo}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take' }).click();
  await page.getByRole('button', { name: `Score: ${inspectionNo}` }).click();
  const form = page.getByRole('dialog');
  for (const [at, item] of ITEMS.entries()) await form.getByLabel(item).fill(String(points[at]));
  for (const [at, comment] of Object.values(lost).entries())
    await form.getByLabel('Why points are lost').nth(at).fill(comment);
  await form.getByRole('button', { name: 'Save score' }).click();
  await form.waitFor({ state: 'detached' });
}

it('a sample is drawn by rule, scored, appealed, decided by another, calibrated and kept as discipline', async () => {
  const [appealed = 0, fatal = 0] = await called(2);
  const { page: lead } = await as({ userName: 'wambui.gitau', path: QUALITY });
  await lead.getByRole('button', { name: 'Draw sample' }).first().click();
  const draw = lead.getByRole('dialog');
  await draw.getByLabel('Sampling rule').selectOption({ label: 'Collection calls, weekly' });
  await draw.getByRole('button', { name: 'Draw sample' }).click();
  // Calls that other journeys made in this database are drawn, too; the two that matter are looked up.
  await lead
    .getByText(/^\d+ inspections opened/)
    .first()
    .waitFor();
  const [one, other] = [await inspectionOf(appealed), await inspectionOf(fatal)];

  await scored(lead, one, [20, 30, 30, 15], { 3: 'Did not say how to pay' });
  await scored(lead, other, [20, 0, 30, 20], { 1: 'Told a neighbour of the debt' });

  const { page: collector } = await as({ userName: 'collector', path: QUALITY });
  await collector.getByRole('button', { name: `Appeal: ${one}` }).click();
  const appeal = collector.getByRole('dialog');
  await appeal.getByLabel('Appeal').fill('The paybill number was said at 01:40');
  await appeal.getByRole('button', { name: 'Submit' }).click();
  await appeal.waitFor({ state: 'detached' });

  const { page: principal } = await as({ userName: 'kiplagat.cheruiyot', path: QUALITY });
  await principal.getByRole('button', { name: `Decide: ${one}` }).click();
  const decide = principal.getByRole('dialog');
  await decide.getByText(/The paybill number was said at 01:40/).waitFor();
  await decide.getByText('Amend the score', { exact: true }).click();
  for (const [at, item] of ITEMS.entries()) await decide.getByLabel(item).fill(String([20, 30, 30, 20][at]));
  await decide.getByLabel('Reason').fill('It was said');
  await decide.getByRole('button', { name: 'Decide' }).click();
  await decide.waitFor({ state: 'detached' });
  const row = collector.getByRole('row').filter({ hasText: one });
  await collector.reload();
  await row.getByText('Closed', { exact: true }).waitFor();
  expect(await row.textContent()).toContain('100');

  await lead.goto(`${url}${QUALITY}?tab=calibration`);
  await lead.getByRole('button', { name: 'Draw sample' }).first().click();
  await draw.getByLabel('Score sheet').selectOption({ label: 'Collection contact' });
  await draw.getByRole('button', { name: /^Inspectors/ }).click();
  await lead.getByRole('option', { name: 'Wanjiru Kamau' }).click();
  await lead.keyboard.press('Escape');
  await draw.getByRole('button', { name: 'Draw', exact: true }).click();
  await draw.waitFor({ state: 'detached' });
  const { page: admin } = await as({ userName: 'admin', path: `${QUALITY}?tab=calibration` });
  const open = admin.getByRole('row').filter({ hasText: other });
  await open.getByRole('button', { name: /^Score/ }).click();
  const second = admin.getByRole('dialog');
  for (const [at, item] of ITEMS.entries()) await second.getByLabel(item).fill(String([20, 30, 30, 20][at]));
  await second.getByRole('button', { name: 'Score', exact: true }).click();
  await second.waitFor({ state: 'detached' });
  await lead.reload();
  const agreement = lead.getByRole('region', { name: 'Agreement of inspectors' });
  await agreement
    .getByText(/same in \d+ of \d+/)
    .first()
    .waitFor();

  const keeper = await newAdministrator(url);
  const { page: appraisal } = await as({ userName: keeper.userName, password: keeper.password, path: DISCIPLINE });
  const record = appraisal.getByRole('row').filter({ hasText: 'Achieng Ouma' }).filter({ hasText: 'Pending' }).first();
  await record.getByRole('button', { name: /^Confirm/ }).click();
  const confirm = appraisal.getByRole('dialog');
  await confirm.getByLabel('Reason').fill('Told a third person of the debt');
  await confirm.getByRole('button', { name: 'Confirm' }).click();
  await confirm.waitFor({ state: 'detached' });
  await appraisal.getByRole('row').filter({ hasText: 'Achieng Ouma' }).getByText('Confirmed').first().waitFor();
  await appraisal.getByRole('tab', { name: 'Summary' }).click();
  await appraisal.getByRole('link', { name: 'Achieng Ouma' }).click();
  await appraisal.getByRole('row').filter({ hasText: 'Achieng Ouma' }).getByText('Confirmed').first().waitFor();

  // The person reads their own, and no more.
  await collector.goto(url + DISCIPLINE);
  const own = collector.getByRole('grid').getByRole('row');
  await own.getByText('Confirmed').first().waitFor();
  const names = await own.filter({ has: collector.getByRole('rowheader') }).allTextContents();
  expect(names.every((text) => text.includes('Achieng Ouma'))).toBe(true);
  expect(await collector.getByRole('button', { name: /^(Confirm|Dismiss|Revoke|Record)/ }).count()).toBe(0);
  expect(faults()).toEqual([]);
});
