import { auditAllot } from '@kituo/sdk/contracts';
import { afterAll, afterEach, expect, it } from 'vitest';
import { broken, cancel, stay, walk, type Step } from './support/accessibility.ts';
import { waitingApplications } from './support/applications.ts';
import { effectsRun } from './support/keyboard.ts';
import { callAs, tokenOf } from './support/staff.ts';
import { station } from './support/station.ts';
import { Visits } from './support/visits.ts';

const { url, dataDir } = station();
const visits = new Visits(url);
afterEach(() => visits.leave());
afterAll(() => visits.close());

const DETAIL = '/AdminContent/OrderDetailAudit/';

it('nothing breaks A or AA in an order’s file and its decision', async () => {
  const [{ orderNo } = { orderNo: '' }] = await waitingApplications(dataDir, 1);
  const allot = {
    orderNos: [orderNo],
    allotMode: 'ONE_PERSON' as const,
    auditorUserNos: ['U000002'],
  };
  await callAs(url, await tokenOf(url, 'wambui.gitau'), auditAllot.allot, allot);
  const { page } = await visits.as({
    userName: 'reviewer',
    path: `${DETAIL}OrderDetail?source=MyAudit&orderNo=${orderNo}`,
  });
  // The others are drawn of the same parts.
  const tabs = ['Social relations', 'App list', 'Location info'];
  const steps: readonly Step[] = [
    ['OrderDetail', (file) => file.getByRole('region', { name: 'Application data' }).waitFor(), stay],
    ...tabs.map((name): Step => [
      name,
      async () => {
        await page.getByRole('tab', { name }).click();
        await page.getByRole('tabpanel', { name }).waitFor();
      },
      stay,
    ]),
    [
      'follow-up',
      async () => {
        await page.getByRole('button', { name: 'Follow-up' }).click();
        await page.getByRole('dialog').waitFor();
      },
      cancel,
    ],
  ];
  expect(await walk(page, steps)).toEqual([]);
  await page.goto(`${url}${DETAIL}OrderAudit?source=MyAudit&orderNo=${orderNo}`);
  const panel = page.getByRole('complementary', { name: 'Decision' });
  // Its buttons are in the window whichever way the menu is drawn: at 1260 px it is a row above the page.
  const before = page.viewportSize();
  const submit = panel.getByRole('button', { name: 'Pass' });
  for (const width of [1440, 1260]) {
    await page.setViewportSize({ width, height: 700 });
    await expect
      .poll(async () => (await submit.boundingBox().then((box) => box && box.y + box.height)) ?? 701)
      .toBeLessThan(700);
  }
  if (before) await page.setViewportSize(before);
  for (const [key, result] of [
    ['1', /^Pass/],
    ['3', /^Return/],
  ] as const) {
    const radio = panel.getByRole('radio', { name: result });
    await radio.waitFor();
    await effectsRun(page);
    await page.keyboard.press(`Alt+${key}`);
    await expect.poll(() => radio.isChecked()).toBe(true);
    // What the answer opens unfolds: while it does, its controls stand closer than they will.
    await expect.poll(() => broken(page, `OrderAudit, ${key}`), { timeout: 30_000 }).toEqual([]);
  }
});
