import { auditAllot, auditOrder, orderAudit } from '@kituo/sdk/contracts';
import type { Page } from 'playwright';
import { afterAll, afterEach, expect, it } from 'vitest';
import { waitingApplications } from './support/applications.ts';
import { decision, REVIEW_PAGE } from './support/reviewing.ts';
import { callAs, newAdministrator, newRoleOf, newStaff, tokenOf } from './support/staff.ts';
import { station } from './support/station.ts';
import { heldToast } from './support/toasts.ts';
import { Visits } from './support/visits.ts';

const { url, dataDir } = station();
const visits = new Visits(url);
afterEach(() => visits.leave());
afterAll(() => visits.close());

const SECTION = '/AdminContent/AuditSystem';
const REVIEWER = 'U000002';
const rowOf = (page: Page, orderNo: string) => page.getByRole('grid').getByRole('row').filter({ hasText: orderNo });

/** A row is dragged by its first cell onto a person. */
async function dragOnto(page: Page, orderNo: string, person: string): Promise<void> {
  const handle = rowOf(page, orderNo).getByRole('rowheader');
  const target = page.getByRole('region', { name: 'Reviewer workload' }).getByText(person);
  // The reviewers come later than the rows and push them down: not while the pointer holds one.
  await target.waitFor();
  await handle.dragTo(target);
}

it('goes from allocation to the reviewer’s queue and back: by drag, undone, given back with a reason', async () => {
  const lead = await tokenOf(url, 'wambui.gitau');
  const [{ orderNo } = { orderNo: '' }] = await waitingApplications(dataDir, 1);
  const { page, faults } = await visits.as({
    userName: 'wambui.gitau',
    path: `${SECTION}/OrderAllocation?orderNo=${orderNo}&applyTime=any`,
  });
  await rowOf(page, orderNo).waitFor();
  await dragOnto(page, orderNo, 'Otieno Odhiambo');
  const form = page.getByRole('dialog');
  await form.getByRole('cell', { name: 'Otieno Odhiambo' }).waitFor();
  await form.getByRole('button', { name: 'Assign 1 order' }).click();
  await page.getByText('No matches').waitFor();

  const reviewer = await visits.as({
    userName: 'reviewer',
    path: `${SECTION}/MyAudit?orderNo=${orderNo}`,
  });
  const row = rowOf(reviewer.page, orderNo);
  await row.getByRole('button', { name: `Review: ${orderNo}` }).waitFor();
  await reviewer.page.getByRole('button', { name: `More actions for ${orderNo}` }).click();
  await reviewer.page.getByRole('menuitem', { name: 'Release' }).click();
  const giveBack = reviewer.page.getByRole('dialog');
  await giveBack.getByRole('button', { name: 'Release' }).click();
  await giveBack.getByText('Content cannot be blank').waitFor();
  await giveBack.getByLabel('Reason').fill('The customer speaks Somali');
  await giveBack.getByRole('button', { name: 'Release' }).click();
  await reviewer.page.getByText(`${orderNo} returned to assignment.`).waitFor();

  await page.reload();
  await rowOf(page, orderNo)
    .getByRole('button', { name: `Assign: ${orderNo}` })
    .click();
  const single = page.getByRole('dialog');
  await single.getByRole('button', { name: /^Reviewer/ }).click();
  await page.getByRole('option', { name: /Otieno Odhiambo/ }).click();
  await single.getByRole('button', { name: 'Assign', exact: true }).click();
  const allocated = await heldToast(page, `${orderNo} assigned.`);
  // The row of before may still stand there: it is waited for again.
  await page.getByText('No matches').waitFor();
  await allocated.getByRole('button', { name: 'Undo' }).click();
  await rowOf(page, orderNo).waitFor();
  const log = await callAs(url, lead, auditOrder.log, { orderNo });
  expect(log.slice(0, 4).map(({ command, remark }) => [command, remark])).toEqual([
    ['recall', null],
    ['allocate', null],
    ['recall', 'The customer speaks Somali'],
    ['allocate', null],
  ]);
  expect(faults).toEqual([]);
});

it('tells the second of two leads, and a reviewer whose order was taken, at the form they stand in', async () => {
  const [{ orderNo } = { orderNo: '' }] = await waitingApplications(dataDir, 1);
  const { page } = await visits.as({
    userName: 'wambui.gitau',
    path: `${SECTION}/OrderManagement?orderNo=${orderNo}&applyTime=any`,
  });
  await rowOf(page, orderNo)
    .getByRole('button', { name: `Assign: ${orderNo}` })
    .click();
  const form = page.getByRole('dialog');
  await form.getByRole('button', { name: /^Reviewer/ }).click();
  await page.getByRole('option', { name: /Otieno Odhiambo/ }).click();
  const admin = await tokenOf(url, 'admin');
  await callAs(url, admin, auditAllot.allot, {
    orderNos: [orderNo],
    allotMode: 'ONE_PERSON',
    auditorUserNos: [REVIEWER],
  });
  await form.getByRole('button', { name: 'Assign', exact: true }).click();
  await form.getByText(/already assigned to Otieno Odhiambo at \d\d:\d\d/).waitFor();
  await form.getByRole('button', { name: 'Cancel' }).click();
  await rowOf(page, orderNo).getByText('Pending review').waitFor();

  const reviewer = await visits.as({
    userName: 'reviewer',
    path: `${SECTION}/MyAudit?orderNo=${orderNo}`,
  });
  await reviewer.page.getByRole('button', { name: `More actions for ${orderNo}` }).click();
  await reviewer.page.getByRole('menuitem', { name: 'Release' }).click();
  await callAs(url, admin, auditAllot.recall, { orderNos: [orderNo] });
  const giveBack = reviewer.page.getByRole('dialog');
  await giveBack.getByLabel('Reason').fill('Too late');
  await giveBack.getByRole('button', { name: 'Release' }).click();
  await giveBack.getByText(/This order returned to assignment at \d\d:\d\d/).waitFor();
});

it('shows a reviewer who may not decide the order’s file alone, and opens no review by hand', async () => {
  const [{ orderNo } = { orderNo: '' }] = await waitingApplications(dataDir, 1);
  const second = await newAdministrator(url);
  const pages = ['AuditSystem/OrderManagement', 'OrderDetailAudit/OrderDetail', 'OrderDetailAudit/OrderAudit'];
  const roleNo = await newRoleOf(url, await tokenOf(url, second.userName, second.password), {
    pages: pages.map((each) => `/admincontent/${each.toLowerCase()}`),
    codes: [],
  });
  const person = await newStaff(url, {
    roleNos: [roleNo],
    merchantNos: ['M0001', 'M0002', 'M0003'],
  });
  const { page, faults } = await visits.as({
    ...person,
    path: `${REVIEW_PAGE}?source=OrderManagement&orderNo=${orderNo}`,
  });
  await page.getByRole('heading', { name: orderNo }).waitFor();
  expect(await decision(page).count()).toBe(0);
  const mine = await tokenOf(url, person.userName, person.password);
  const byHand = callAs(url, mine, orderAudit.open, { orderNo });
  await expect(byHand).rejects.toThrow(/You do not have permission/);
  expect(faults).toEqual([]);
});
