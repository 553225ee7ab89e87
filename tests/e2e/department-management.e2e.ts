import { randomBytes } from 'node:crypto';
import { dept } from '@kituo/sdk/contracts';
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { focused, tabTo } from './support/keyboard.ts';
import { adminToken, callAs, newAdministrator } from './support/staff.ts';
import { connectToStation } from './support/station-database.ts';
import { station } from './support/station.ts';
import { heldToast } from './support/toasts.ts';
import { Visits } from './support/visits.ts';

const { url, dataDir } = station();
const visits = new Visits(url);
const DEPARTMENTS = '/AdminContent/UserSystem/DepartmentManagement';
const switchKey = 'makerChecker.user';

async function setChecker(value: boolean): Promise<boolean> {
  const database = await connectToStation(dataDir);
  const { rows } = await database.query<{ value: boolean }>('select value from policy_setting where setting_key = $1', [
    switchKey,
  ]);
  await database.query('update policy_setting set value = $2 where setting_key = $1', [switchKey, String(value)]);
  await database.end();
  return rows[0]?.value === true;
}
let before = false;
beforeAll(async () => {
  before = await setChecker(false);
});
afterEach(() => visits.leave());
afterAll(async () => {
  await setChecker(before);
  await visits.close();
});

const rowOf = (page: Page, name: string) => page.getByRole('treegrid').getByRole('row').filter({ hasText: name });
const mark = () => randomBytes(3).toString('hex');

/** Two departments below one, with names of their own. */
async function newBranch(): Promise<{ readonly from: string; readonly to: string }> {
  const token = await adminToken(url);
  const add = async (parentDeptNo: string, name: string) => {
    const form = { parentDeptNo, name, leaderUserNo: null, remark: null };
    return (await callAs(url, token, dept.add, form)).deptNo;
  };
  const names = { from: `Field team ${mark()}`, to: `Region ${mark()}` };
  await add('D0012', names.from);
  await add('D0001', names.to);
  return names;
}

it('is walked, added to, renamed and put right again by keys alone', async () => {
  const name = `Laboratory ${mark()}`;
  const { page, faults } = await visits.as({ path: DEPARTMENTS });
  await rowOf(page, 'Technology').waitFor();
  await tabTo(page, rowOf(page, 'Head Office'));
  await page.keyboard.press('End');
  await page.keyboard.press('Home');
  await focused(rowOf(page, 'Head Office'));
  await page.keyboard.press('ArrowLeft');
  await rowOf(page, 'Technology').waitFor({ state: 'detached' });
  await page.keyboard.press('ArrowRight');
  await rowOf(page, 'Technology').waitFor();

  await tabTo(page, page.getByRole('button', { name: 'Add department' }));
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog', { name: 'Add department' });
  await tabTo(page, form.getByLabel('Name'));
  await page.keyboard.type('head office');
  await page.keyboard.press('Enter');
  await form.getByText('Same-level name repeated').waitFor();
  await form.getByLabel('Name').fill(name);
  await page.keyboard.press('Enter');
  await rowOf(page, name).waitFor();
  // Closing, it gives the focus back to the button that opened it.
  await form.waitFor({ state: 'detached' });

  await rowOf(page, name).focus();
  await page.keyboard.press('F2');
  await page.keyboard.type(`${name} two`);
  await page.keyboard.press('Enter');
  const renamed = await heldToast(page, `${name} renamed to ${name} two.`);
  // The name of before stands until the tree is read again.
  await page.getByRole('rowheader', { name: `${name} two`, exact: true }).waitFor();
  await renamed.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('rowheader', { name, exact: true }).waitFor();
  expect(faults).toEqual([]);
});

it('asks for a move by drag, shows who sees more, and waits for somebody else', async () => {
  const { from, to } = await newBranch();
  const second = await newAdministrator(url);
  await setChecker(true);
  try {
    const { page } = await visits.as({ path: DEPARTMENTS });
    await rowOf(page, from).waitFor();
    await rowOf(page, to).waitFor();
    await rowOf(page, from).dragTo(rowOf(page, to));
    const form = page.getByRole('dialog', { name: `Move ${from}` });
    await form.getByText(`From Technology to ${to}.`).waitFor();
    await form.getByText('Lose access: Baraka Omondi.').waitFor();
    await form.getByRole('button', { name: 'Submit for approval' }).click();
    await page.getByText(`Sent for approval. ${from} moves once approved.`).waitFor();

    const there = await visits.as({ ...second, path: `${DEPARTMENTS}?tab=changes` });
    const waiting = there.page.getByRole('row').filter({ hasText: from });
    await waiting.getByRole('button', { name: /^Review/ }).click();
    await there.page.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click();
    await there.page.getByText(`${from} approved.`).waitFor();
    await page.reload();
    await rowOf(page, from).waitFor();
    const levels = await rowOf(page, from).getAttribute('aria-level');
    expect(levels).toBe('3');
    await rowOf(page, from).focus();
    await page.keyboard.press('ArrowLeft');
    await focused(rowOf(page, to));
  } finally {
    await setChecker(false);
  }
});

it('is not deleted with people in it, and says how many of each', async () => {
  const { page } = await visits.as({ path: `${DEPARTMENTS}?name=early` });
  await rowOf(page, 'Early Collection').waitFor();
  expect(await rowOf(page, 'Technology').count()).toBe(0);
  await page.getByRole('button', { name: 'More actions for Early Collection' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByText('Its number will not be reused.').waitFor();
  await question.getByRole('button', { name: 'Delete department' }).click();
  await question.getByText(/^Not empty \(sub-departments: 0, users: \d+/).waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();

  await rowOf(page, 'Early Collection').getByText('Kiplagat Cheruiyot').click();
  await page.getByRole('dialog').getByRole('link', { name: 'Show in user management' }).click();
  await page.getByRole('grid').getByRole('rowheader').first().waitFor();
  expect(new URL(page.url()).searchParams.get('deptNo')).toBe('D0006');
});
