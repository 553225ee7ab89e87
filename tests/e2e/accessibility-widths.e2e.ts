import { auditAllot } from '@kituo/sdk/contracts';
import { afterAll, afterEach, expect, it } from 'vitest';
import { brokenInWidths } from './support/accessibility.ts';
import { waitingApplications } from './support/applications.ts';
import { REVIEW_PAGE, reviewOpens } from './support/reviewing.ts';
import { callAs, tokenOf } from './support/staff.ts';
import { station } from './support/station.ts';
import { Visits } from './support/visits.ts';

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

it('nothing breaks A or AA in the review of an order', async () => {
  const [{ orderNo } = { orderNo: '' }] = await waitingApplications(dataDir, 1);
  const allot = { orderNos: [orderNo], allotMode: 'ONE_PERSON' as const, auditorUserNos: ['U000002'] };
  await callAs(url, await tokenOf(url, 'wambui.gitau'), auditAllot.allot, allot);
  const path = `${REVIEW_PAGE}?source=MyAudit&orderNo=${orderNo}`;
  const { page } = await visits.as({ userName: 'reviewer', path });
  await reviewOpens(page);
  expect(await brokenInWidths(page, 'review')).toEqual([]);
});
