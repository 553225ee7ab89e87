import { auditAllot, orderAudit, retrieval, type RequestOf } from '@kituo/sdk/contracts';
import type { Page } from 'playwright';
import { afterAll, afterEach, expect, it } from 'vitest';
import { waitingApplications } from './support/applications.ts';
import { answerSteps, confirmByKeys, decision, REVIEW_PAGE, reviewOpens } from './support/reviewing.ts';
import { callAs, tokenOf } from './support/staff.ts';
import { station } from './support/station.ts';
import { Visits } from './support/visits.ts';

const { url, dataDir } = station();
const visits = new Visits(url);
afterEach(() => visits.leave());
afterAll(() => visits.close());

const LEAD = 'wambui.gitau';
const tokens = new Map<string, Promise<string>>();
/** One session a person for all of the file. */
function tokenFor(userName: string): Promise<string> {
  const held = tokens.get(userName) ?? tokenOf(url, userName);
  tokens.set(userName, held);
  return held;
}
const [FIRST, SECOND] = [
  { userName: 'reviewer', userNo: 'U000002' },
  { userName: 'odinga.owino', userNo: 'U000013' },
];

/** Hands the order to somebody and lets them decide it, as their page would. */
async function decide(
  orderNo: string,
  by: typeof FIRST,
  decision: Partial<RequestOf<typeof orderAudit.audit>> & { auditResult: 'PASS' | 'REFUSE' },
): Promise<string> {
  const lead = await tokenFor(LEAD);
  await callAs(url, lead, auditAllot.allot, {
    orderNos: [orderNo],
    allotMode: 'ONE_PERSON',
    auditorUserNos: [by.userNo],
  });
  const reviewer = await tokenFor(by.userName);
  const { steps } = await callAs(url, reviewer, orderAudit.open, { orderNo });
  const { orderStatus } = await callAs(url, reviewer, orderAudit.audit, {
    orderNo,
    faceConsistency: 'CONSISTENT' as const,
    ...(decision.auditResult === 'PASS' && {
      changeBankCard: false,
      changePayoutType: false,
    }),
    steps: steps.map(({ stepName, answers }) => ({
      stepName,
      answer: answers[0] ?? null,
    })),
    ...decision,
  });
  return orderStatus;
}

async function refused(count: number): Promise<string[]> {
  const orders = await waitingApplications(dataDir, count);
  const numbers = orders.map(({ orderNo }) => orderNo);
  for (const orderNo of numbers) {
    await decide(orderNo, FIRST, { auditResult: 'REFUSE', refuseCode: 'R01', remark: 'Blurred' });
  }
  return numbers;
}

const lines = (page: Page) => page.getByRole('grid', { name: 'Checked orders' });

async function send(page: Page, reason: string): Promise<void> {
  const form = page.getByRole('dialog', { name: /^Return \d+ orders?/ });
  await form.getByLabel('Reason').fill(reason);
  await form.getByRole('button', { name: 'Return orders' }).click();
  // Gone, it was answered, and no longer keeps keys from the panel that follows it.
  await form.waitFor({ state: 'detached' });
}

it('returns orders from a pasted list and from a file, faulty lines marked and dropped', async () => {
  const [pasted = '', filed = ''] = await refused(2);
  const path = '/AdminContent/AuditSystem/MachineReviewRetrieval';
  const { page, faults } = await visits.as({ userName: LEAD, path });
  await page.getByLabel('Order numbers').fill(`${pasted}, ${pasted}\nLO-nothing`);
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await page.getByText('Duplicates removed: 1.').waitFor();
  await lines(page).getByRole('row').filter({ hasText: 'Order not found' }).waitFor();
  const all = page.getByRole('button', { name: 'Return 1 order' });
  expect(await all.isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Remove 1 invalid' }).click();
  await all.click();
  await page.getByText('Return 1 order to assignment?').waitFor();
  await send(page, 'The camera rule was wrong');
  await page
    .getByText(/Orders returned: 1\. Failed: 0|Orders returned to a state before/)
    .first()
    .waitFor();

  await page.reload();
  const buffer = Buffer.from(`orderNo\r\n${filed}\r\nLO-gone\r\n`);
  await page.getByLabel('Or import a file').setInputFiles({ name: 'orders.csv', mimeType: 'text/csv', buffer });
  await page.getByText('Invalid rows in the file: 1.').waitFor();
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await page.getByRole('button', { name: 'Remove 1 invalid' }).click();
  await page.getByRole('button', { name: 'Return 1 order' }).click();
  await send(page, 'Out of a file');
  const lead = await tokenFor(LEAD);
  const batches = async (orderNo: string) =>
    (await callAs(url, lead, retrieval.page, { filters: { orderNo }, page: 1, pageSize: 20, sort: null })).rows;
  await expect.poll(async () => (await batches(filed))[0]?.batchStatus).toBe('SUCCESS');
  // Nothing failed, so nothing opens over the page.
  expect(await page.locator('.bp6-drawer').count()).toBe(0);
  await page.getByRole('tab', { name: 'Batches' }).click();
  const row = page.getByRole('grid', { name: 'Batches' }).getByRole('row').filter({ hasText: 'Out of a file' });
  await row.first().waitFor();
  expect(faults).toEqual([]);
});

it('has a refused order looked at by another person, who passes it', async () => {
  const [orderNo = ''] = await refused(1);
  const path = `/AdminContent/AuditSystem/RejectOrderReview?orderNo=${orderNo}`;
  const { page, faults } = await visits.as({ userName: LEAD, path });
  const row = page.getByRole('grid').getByRole('row').filter({ hasText: orderNo });
  await row.getByRole('button', { name: 'Submit' }).click();
  const form = page.getByRole('dialog', { name: `Submit ${orderNo} for re-review` });
  await form.getByText('Declined by Otieno Odhiambo (R01).').waitFor();
  await form.getByRole('button', { name: 'Submit' }).click();
  await form.getByText('Content cannot be blank').waitFor();
  await form.getByLabel('Reason').fill('A clear picture came by mail');
  await form.getByRole('button', { name: 'Submit' }).click();
  await page.getByText(`${orderNo} submitted.`).first().waitFor();

  await expect(decide(orderNo, FIRST, { auditResult: 'PASS', approvedAmountCents: 1_000_000 })).rejects.toThrow();
  await callAs(url, await tokenFor(LEAD), auditAllot.allot, {
    orderNos: [orderNo],
    allotMode: 'ONE_PERSON',
    auditorUserNos: [SECOND.userNo],
  });
  const second = await visits.as({
    userName: SECOND.userName,
    path: `${REVIEW_PAGE}?source=MyAudit&orderNo=${orderNo}`,
  });
  await reviewOpens(second.page);
  await second.page.keyboard.press('Alt+1');
  for (const name of [/^Change bank card/, /^Change payout type/])
    await decision(second.page).getByRole('radiogroup', { name }).getByRole('radio').last().check();
  await answerSteps(second.page);
  await confirmByKeys(second.page, /KES 10,000\.00, to be paid to/);
  await second.page.getByText(`${orderNo} passed`).waitFor();
  await page.goto(`${url}${path.replace('?', '?tab=submitted&')}`);
  await row.getByText('Passed').waitFor();
  await row.getByText('Approval rejected').waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
});
