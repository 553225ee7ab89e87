import { auditAllot, auditOrder, orderAudit, orderDetail } from '@kituo/sdk/contracts';
import type { Page } from 'playwright';
import { afterAll, afterEach, expect, it } from 'vitest';
import { openDatabase } from '../../server/src/db/pool.ts';
import { endIdleReviews } from '../../server/src/modules/review/decisions/index.ts';
import { lapseReturned } from '../../server/src/modules/lending/orders/index.ts';
import { databaseOfStation } from '../support/station-process.ts';
import { waitingApplications } from './support/applications.ts';
import { focused, tabTo } from './support/keyboard.ts';
import { answerSteps, confirmByKeys, decision, REVIEW_PAGE, reviewOpens } from './support/reviewing.ts';
import { callAs, tokenOf } from './support/staff.ts';
import { station } from './support/station.ts';
import { Visits } from './support/visits.ts';

const { url, dataDir } = station();
const visits = new Visits(url);
afterEach(() => visits.leave());
afterAll(() => visits.close());

const REVIEWER = 'U000002';
const review = (orderNo: string) => `${REVIEW_PAGE}?source=MyAudit&orderNo=${orderNo}`;

async function allocated(count: number) {
  const orders = await waitingApplications(dataDir, count);
  const lead = await tokenOf(url, 'wambui.gitau');
  for (const { orderNo } of orders) {
    await callAs(url, lead, auditAllot.allot, {
      orderNos: [orderNo],
      allotMode: 'ONE_PERSON',
      auditorUserNos: [REVIEWER],
    });
  }
  return { orders, lead };
}

/** Chooses the radio by keys alone: Tab to its group, arrows within it. */
async function chooseByKeys(page: Page, group: string, place: number): Promise<void> {
  const radios = decision(page).getByRole('radiogroup', { name: group }).getByRole('radio');
  await tabTo(page, radios.first(), 80);
  if (place === 0) await page.keyboard.press('Space');
  for (let step = 0; step < place; step += 1) await page.keyboard.press('ArrowRight');
  await expect.poll(() => radios.nth(place).isChecked()).toBe(true);
}

/** What the server keeps of the reviewer's form, read again with each call. */
async function draftOf(orderNo: string) {
  const token = await tokenOf(url, 'reviewer');
  return async () => (await callAs(url, token, orderAudit.open, { orderNo })).draft?.content;
}

/** What other files left with the reviewer goes back: after a decision, the next of theirs would open automatically. */
async function emptyQueue(): Promise<void> {
  const [reviewer, admin] = await Promise.all([tokenOf(url, 'reviewer'), tokenOf(url, 'admin')]);
  for (;;) {
    const { nextOrderNo } = await callAs(url, reviewer, auditOrder.mySummary, {});
    if (nextOrderNo === null) return;
    await callAs(url, admin, auditAllot.recall, { orderNos: [nextOrderNo] });
  }
}

/** A lead hands the order over on their page. */
async function allocate(orderNo: string): Promise<void> {
  const path = `/AdminContent/AuditSystem/OrderAllocation?orderNo=${orderNo}&applyTime=any`;
  const { page } = await visits.as({ userName: 'wambui.gitau', path });
  await page.getByRole('button', { name: `Assign: ${orderNo}` }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('button', { name: /^Reviewer/ }).click();
  await page.getByRole('option', { name: /Otieno Odhiambo/ }).click();
  await form.getByRole('button', { name: 'Assign', exact: true }).click();
  await page.getByText(`${orderNo} assigned.`).waitFor();
}

it('is allocated, reviewed by the keyboard alone, and the money goes out: pass, disbursed, bills', async () => {
  const [{ orderNo } = { orderNo: '' }] = await waitingApplications(dataDir, 1);
  const lead = await tokenOf(url, 'wambui.gitau');
  await emptyQueue();
  await allocate(orderNo);
  const queue = `/AdminContent/AuditSystem/MyAudit?orderNo=${orderNo}`;
  const { page, faults } = await visits.as({ userName: 'reviewer', path: queue });
  await page.getByRole('button', { name: `Review: ${orderNo}` }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: orderNo }).waitFor();
  await reviewOpens(page);
  await page.getByRole('tab', { name: 'App list' }).waitFor();
  await page.keyboard.press('4');
  await page.getByRole('tab', { name: 'App list', selected: true }).waitFor();
  await page.keyboard.press('Alt+1');
  await expect.poll(() => decision(page).getByRole('radio', { name: /^Pass/ }).isChecked()).toBe(true);
  await page.keyboard.press('Control+Enter');
  const asked = page.getByRole('dialog', { name: `Pass ${orderNo}?` });
  // Nothing was answered: each open question says so before anything is asked, and the first has the focus.
  await decision(page).getByText('All options must be filled').first().waitFor();
  await focused(
    decision(page)
      .getByRole('radiogroup', { name: /^Compare the selfie/ })
      .getByRole('radio')
      .first(),
  );
  await page.keyboard.press('Space');
  await chooseByKeys(page, 'Employer and income', 0);
  const faces = decision(page).getByRole('radiogroup', { name: 'Face match' });
  await tabTo(page, faces.getByRole('radio').first(), 80);
  await page.keyboard.press('Space');
  await chooseByKeys(page, 'Change bank card', 1);
  await chooseByKeys(page, 'Change payout type', 1);
  await decision(page).getByText('Draft saved at').waitFor();
  await page.keyboard.press('Control+Enter');
  await asked.getByText(/KES 10,000\.00, to be paid to 25\*+\d{3}\? It is disbursed automatically./).waitFor();
  await focused(asked.getByRole('button', { name: 'Cancel' }));
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText(`${orderNo} passed, disbursement in progress`).waitFor();
  const entry = () => callAs(url, lead, orderDetail.entry, { orderNo });
  await expect.poll(async () => (await entry()).header.orderStatus).toBe('DISBURSED');
  // It was the last: the reviewer is among their own reviews again.
  await page.waitForURL(/\/AdminContent\/AuditSystem\/MyAudit/);
  await page.goto(`${url}${review(orderNo)}&tab=apps`);
  await page.getByRole('tab', { name: 'App list', selected: true }).waitFor();
  await page.keyboard.press('1');
  const plan = page.getByRole('grid', { name: 'Repayment plan' });
  await plan.getByRole('row').nth(1).waitFor();
  expect((await entry()).plan).toHaveLength(1);
  // How long it took stands with the reviewer, as this browser told.
  const pace = async () =>
    (await callAs(url, lead, auditAllot.auditors, {})).find((one) => one.auditorUserNo === REVIEWER)?.medianSeconds;
  await expect.poll(pace).toBeGreaterThan(0);
  expect(faults).toEqual([]);
});

it('is passed with at most eight keys', async () => {
  await emptyQueue();
  const { orders } = await allocated(1);
  const orderNo = orders[0]?.orderNo ?? '';
  const { page } = await visits.as({ userName: 'reviewer', path: review(orderNo) });
  await reviewOpens(page);
  let keys = 0;
  const press = async (key: string) => {
    keys += 1;
    await page.keyboard.press(key);
  };
  const answered = () => decision(page).getByRole('radio', { checked: true }).count();
  const isAtChoice = () => page.evaluate(() => Boolean(document.activeElement?.closest('[role=radiogroup]')));
  await expect.poll(isAtChoice).toBe(true);
  // Two steps, the result, and that neither bank card nor payout type changes; the focus goes on by itself.
  for (const key of ['1', '1', 'Alt+1', '2', '2']) {
    const before = await answered();
    await press(key);
    await expect.poll(answered).toBeGreaterThan(before);
    await expect.poll(isAtChoice).toBe(true);
  }
  await press('Control+Enter');
  const asked = page.getByRole('dialog', { name: `Pass ${orderNo}?` });
  await asked.waitFor();
  await press('Control+Enter');
  await page.getByText(`${orderNo} passed, disbursement in progress`).waitFor();
  expect(keys).toBeLessThanOrEqual(8);
  // Nothing else is assigned to the reviewer.
  await page.waitForURL(/\/AdminContent\/AuditSystem\/MyAudit/);
});

it('keeps number, name and amount in sight at 1366 by 768; Evidence scrolls and marks, answering moves nothing', async () => {
  await emptyQueue();
  const { orders } = await allocated(1);
  const orderNo = orders[0]?.orderNo ?? '';
  const context = { viewport: { width: 1366, height: 768 } };
  const { page, faults } = await visits.as({ userName: 'reviewer', path: review(orderNo), context });
  await reviewOpens(page);
  const file = page.getByRole('region', { name: 'Order review' });
  const head = file.locator('header').first();
  const inSight = async (text: string | RegExp) => {
    const box = await head.getByText(text).boundingBox();
    return box !== null && box.y >= 0 && box.y + box.height <= 768;
  };
  const amount = /KES 10,000\.00/;
  await head.getByText(amount).waitFor();
  await file.getByRole('heading', { level: 2 }).last().scrollIntoViewIfNeeded();
  expect(
    await page.evaluate(() => document.querySelector('.of-facts:not(.of-head-facts)')?.getBoundingClientRect().y),
  ).toBeLessThan(0);
  for (const text of [orderNo, 'Customer', amount]) expect(await inSight(text)).toBe(true);

  const steps = decision(page).getByRole('radiogroup', { name: /^Employer and income/ });
  const before = await steps.boundingBox();
  await decision(page)
    .getByRole('radiogroup', { name: /^Compare the selfie/ })
    .getByRole('radio')
    .first()
    .check();
  await decision(page)
    .getByLabel(/^Note on Compare the selfie/)
    .waitFor();
  expect(await steps.boundingBox()).toEqual(before);

  await decision(page).getByRole('button', { name: 'Evidence' }).first().click();
  const marked = page.locator('[role=tabpanel][data-marked]');
  await marked.waitFor();
  const [evidence, line] = [await marked.boundingBox(), await head.boundingBox()];
  // Its beginning stands right below the head.
  expect(evidence?.y).toBeGreaterThanOrEqual((line?.y ?? 0) + (line?.height ?? 0) - 1);
  expect(evidence?.y).toBeLessThan(384);
  expect(faults).toEqual([]);
});

/** Chooses, says why, and confirms by the keyboard. */
async function decideByKeys(page: Page, key: '2' | '3', words: RegExp): Promise<void> {
  await page.keyboard.press(`Alt+${key}`);
  await decision(page).getByLabel('Decline reason').selectOption('R05');
  await decision(page).getByLabel('Remark').fill('The picture is blurred');
  await decision(page).getByText('Draft saved at').waitFor();
  await answerSteps(page);
  await confirmByKeys(page, words);
}

it('returns an order to the customer, who does not hand it in again: void; the next one’s lease runs out', async () => {
  const { orders, lead } = await allocated(2);
  const [returned = '', idle = ''] = orders.map(({ orderNo }) => orderNo);
  const { page } = await visits.as({ userName: 'reviewer', path: review(returned) });
  await reviewOpens(page);
  await decideByKeys(page, '3', /The customer has 7 days/);
  await page.getByText(`${returned} returned to the customer`).waitFor();
  const { db, close } = openDatabase(databaseOfStation(dataDir), { maxConnections: 2 });
  try {
    const past = new Date(Date.now() - 1_000);
    const statusOf = async (orderNo: string) =>
      (await callAs(url, lead, orderDetail.entry, { orderNo })).header.orderStatus;
    expect(await statusOf(returned)).toBe('RETURNED');
    await db.updateTable('loanOrder').set({ returnedUntil: past }).where('orderNo', '=', returned).execute();
    await lapseReturned(db, new Date());
    expect(await statusOf(returned)).toBe('VOIDED');

    await page.goto(url + review(idle));
    await reviewOpens(page);
    await page.keyboard.press('Alt+2');
    await decision(page).getByLabel('Remark').fill('Income does not carry it');
    // A draft of before the remark says "kept", too; one that came later would renew the lease.
    const draft = await draftOf(idle);
    await expect.poll(async () => (await draft())?.remark).toBe('Income does not carry it');
    await db.updateTable('loanOrder').set({ leaseEndsAt: past }).where('orderNo', '=', idle).execute();
    await endIdleReviews(db);
    // The open form hears of it, locks itself, and loses nothing.
    await decision(page)
      .getByRole('alert')
      .getByText(/returned to assignment at \d\d:\d\d/)
      .waitFor();
    const remark = decision(page).getByLabel('Remark');
    await expect.poll(() => remark.isDisabled()).toBe(true);
    expect(await remark.inputValue()).toBe('Income does not carry it');
  } finally {
    await close();
  }
  const allot = { orderNos: [idle], allotMode: 'ONE_PERSON' as const, auditorUserNos: ['U000013'] };
  await callAs(url, lead, auditAllot.allot, allot);
  const next = await callAs(url, await tokenOf(url, 'odinga.owino'), orderAudit.open, { orderNo: idle });
  expect(next.leftBehind?.content.remark).toBe('Income does not carry it');

  // Whoever may not decide gets the file, and no panel.
  const other = await visits.as({ userName: 'disburser', path: review(idle) });
  await other.page.getByRole('heading', { name: idle }).waitFor();
  expect(await decision(other.page).count()).toBe(0);
  const token = await tokenOf(url, 'disburser');
  await expect(callAs(url, token, orderAudit.open, { orderNo: idle })).rejects.toThrow();
});

it('tells a second reviewer who has the order, keeps what the first typed over a reload, and refuses', async () => {
  const { orders } = await allocated(1);
  const orderNo = orders[0]?.orderNo ?? '';
  const { page } = await visits.as({ userName: 'reviewer', path: review(orderNo) });
  await reviewOpens(page);
  await page.keyboard.press('Alt+2');
  await decision(page).getByLabel('Decline reason').selectOption('R05');
  await decision(page).getByLabel('Remark').fill('Income does not carry it');
  // A draft is kept from the first change on: this one has to be in it.
  const draft = await draftOf(orderNo);
  await expect.poll(async () => (await draft())?.remark).toBe('Income does not carry it');
  await page.reload();
  await expect.poll(() => decision(page).getByLabel('Remark').inputValue()).toBe('Income does not carry it');
  const other = await visits.as({ userName: 'odinga.owino', path: review(orderNo) });
  await other.page.getByRole('alert').getByText('Otieno Odhiambo has had this order since').waitFor();
  expect(await decision(other.page).count()).toBe(0);
  const picture = page.getByRole('button', { name: 'Show Selfie' });
  await picture.click();
  const shown = page.getByRole('img', { name: 'Selfie' });
  await expect.poll(() => shown.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth)).toBe(360);
  expect((await draft())?.refuseCode).toBe('R05');
  await answerSteps(page);
  await confirmByKeys(page, /This is final. The customer can apply again from/);
  await page.getByText(`${orderNo} declined`).waitFor();
});
