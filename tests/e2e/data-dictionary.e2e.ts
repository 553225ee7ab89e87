import { dictionary } from '@kituo/sdk/contracts';
import { afterAll, afterEach, expect, it } from 'vitest';
import { mark } from './support/console-page.ts';
import { adminToken, callAs, newAdministrator } from './support/staff.ts';
import { station } from './support/station.ts';
import { USERS, Visits } from './support/visits.ts';

const { url } = station();
const visits = new Visits(url);
const DICTIONARY = '/AdminContent/UserSystem/DataDictionary';
afterEach(() => visits.leave());
afterAll(() => visits.close());

it('a renamed status reaches an open page without a reload, and its history puts it back', async () => {
  const someone = await newAdministrator(url);
  const other = await visits.as({ ...someone, path: `${USERS}?employeeCategory=OLD` });
  const list = other.page.getByRole('grid');
  await list.getByText('Experienced').first().waitFor();
  const isKept = await mark(other.page);
  const { userName, password } = await newAdministrator(url);
  const path = `${DICTIONARY}?dictType=EMPLOYEE_CATEGORY`;
  const { page, faults } = await visits.as({ userName, password, path });
  await page.getByRole('button', { name: 'Edit: OLD' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Label: English', { exact: true }).fill('Seasoned');
  await form.getByRole('button', { name: 'Save entry' }).click();
  await form.waitFor({ state: 'detached' });
  await list.getByText('Seasoned').first().waitFor();
  expect(await isKept()).toBe(true);

  // Restoring goes on from the row's version: from the one that was just saved.
  await page.getByRole('treegrid').getByText('Seasoned').waitFor();
  await page.getByRole('treegrid').getByText('OLD', { exact: true }).click();
  const detail = page.getByRole('dialog');
  await detail.getByText(/^Users: \d+ rows?$/).waitFor();
  await detail.getByRole('button', { name: 'Restore' }).first().click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click();
  await list.getByText('Experienced').first().waitFor();
  expect(faults).toEqual([]);
});

it('makes a dictionary of JSON, says its faults by line and column, and refuses a code twice', async () => {
  const { userName, password } = await newAdministrator(url);
  const { page } = await visits.as({ userName, password, path: DICTIONARY });
  const dictType = `E2E_${Date.now()}`;
  await page.getByRole('button', { name: 'Add dictionary' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Dictionary key').fill(dictType);
  await form.getByLabel('Dictionary name').fill('Rules of a test');
  await form.getByText('JSON', { exact: true }).click();
  await form.getByLabel('Key', { exact: true }).fill('R1');
  await form.getByLabel('Label: English', { exact: true }).fill('First rule');
  await form.getByLabel('Value').fill('{\n  "days": 7,\n}');
  await form.getByRole('button', { name: 'Add entry' }).click();
  await form.getByText('Invalid JSON: line 3, column 1').waitFor();
  await form.getByLabel('Value').fill('{"days": 7}');
  await form.getByText('days:').waitFor();
  await form.getByRole('button', { name: 'Add entry' }).click();
  await form.waitFor({ state: 'detached' });
  await page.getByRole('navigation', { name: 'Dictionaries' }).getByText(dictType).click();
  await page.getByRole('treegrid').getByText('R1', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Add entry' }).click();
  await form.getByLabel('Key', { exact: true }).fill('r1');
  await form.getByLabel('Label: English', { exact: true }).fill('Again');
  await form.getByLabel('Value').fill('{}');
  await form.getByRole('button', { name: 'Add entry' }).click();
  await form.getByText('Same-level code or key value repeated').waitFor();
  const [held] = await callAs(url, await adminToken(url), dictionary.tree, { dictType });
  expect(held?.entries).toMatchObject([{ dictKey: 'R1', dictValue: '{"days": 7}' }]);
});
