import { auditAllot, orgMerchant } from '@kituo/sdk/contracts';
import { afterAll, afterEach, expect, it } from 'vitest';
import { brokenInWidths } from './support/accessibility.ts';
import { waitingApplications } from './support/applications.ts';
import { REVIEW_PAGE, reviewOpens } from './support/reviewing.ts';
import { callAs, newAdministrator, tokenOf } from './support/staff.ts';
import { station } from './support/station.ts';
import { HOME, Visits } from './support/visits.ts';

// What people meet every day, in each width and theme: what a page shows at first is looked at on every page.

const { url, dataDir } = station();
const visits = new Visits(url);
afterEach(() => visits.leave());
afterAll(() => visits.close());

it('nothing breaks A or AA where people sign in, with those of a demonstration', async () => {
  const { page } = await visits.blank();
  await page.goto(`${url}/Login`);
  await page.getByRole('button', { name: /^Otieno Odhiambo/ }).waitFor();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText('Password cannot be blank').waitFor();
  expect(await brokenInWidths(page, 'sign-in')).toEqual([]);
});

it('nothing breaks A or AA on Home and in what awaits approval', async () => {
  const asker = await newAdministrator(url);
  const trafficLimits = [{ settledOrderCount: 0, dailyLimit: 150 }];
  const asked = { merchantNo: 'M0003', trafficLimits, reason: 'More reviewers from Monday' };
  await callAs(url, await tokenOf(url, asker.userName, asker.password), orgMerchant.limit, asked);
  const { page } = await visits.as({ path: HOME });
  await page.getByRole('heading', { name: /^Awaiting my approval/ }).waitFor();
  const found = await brokenInWidths(page, 'Home');
  await page
    .getByRole('button', { name: /^Review: Traffic limits/ })
    .first()
    .click();
  const review = page.getByRole('alertdialog');
  await review.getByRole('button', { name: 'Approve' }).waitFor();
  found.push(...(await brokenInWidths(page, 'what awaits approval')));
  expect(found).toEqual([]);
});

it('nothing breaks A or AA in what is found', async () => {
  const [{ orderNo } = { orderNo: '' }] = await waitingApplications(dataDir, 1);
  const { page } = await visits.as({ path: HOME });
  await page.getByRole('heading', { name: /^Awaiting my approval/ }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill(orderNo);
  await page.keyboard.press('Enter');
  await page.getByRole('option', { name: new RegExp(`^${orderNo}`) }).waitFor();
  expect(await brokenInWidths(page, 'what is found')).toEqual([]);
});

it('nothing breaks A or AA in the review of an order', async () => {
  const [{ orderNo } = { orderNo: '' }] = await waitingApplications(dataDir, 1);
  const allot = { orderNos: [orderNo], allotMode: 'ONE_PERSON' as const, auditorUserNos: ['U000002'] };
  await callAs(url, await tokenOf(url, 'wambui.gitau'), auditAllot.allot, allot);
  const path = `${REVIEW_PAGE}?source=MyAudit&orderNo=${orderNo}`;
  const { page } = await visits.as({ userName: 'reviewer', path });
  await reviewOpens(page);
  expect(await brokenInWidths(page, 'review')).toEqual([]);
});
