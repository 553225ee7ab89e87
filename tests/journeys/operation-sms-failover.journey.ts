import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomInt } from 'node:crypto';
import { verificationCode } from '@kituo/sdk/contracts';
import type { Page } from 'playwright';
import { afterAll, expect, it } from 'vitest';
import { callAs, newAdministrator } from '../e2e/support/staff.ts';
import { station } from '../e2e/support/station.ts';
import { journey } from './journey.ts';

const { url, as, faults } = journey();
const SYSTEM = '/AdminContent/OperationSystem';

/** The sandbox refuses texts under these sender IDs, as those of an account without credit. */
async function refuseSenders(senders: readonly string[]): Promise<void> {
  const sandbox = readFileSync(join(station().dataDir, 'sandbox/address'), 'utf8');
  const answered = await fetch(`${sandbox}/sandbox/refused-senders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ senders }),
  });
  expect(answered.status).toBe(200);
}
afterAll(async () => {
  await refuseSenders([]);
});

/** Sends the draft whose form is open on its way. */
async function submit(page: Page, label = 'Submit for approval'): Promise<void> {
  await page.getByRole('dialog').getByLabel('Reason').fill('New wording');
  await page.getByRole('dialog').getByRole('button', { name: 'Save draft' }).click();
  const asked = page.getByRole('alertdialog');
  await asked.getByRole('button', { name: label }).click();
  await asked.waitFor({ state: 'detached' });
}

/** Approves the newest version of the row that is named so. */
async function approveVersion(page: Page, name: string): Promise<void> {
  await page.getByRole('grid').getByRole('row').filter({ hasText: name }).getByRole('rowheader').click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('tab', { name: 'Versions' }).click();
  await drawer.getByRole('button', { name: 'Review', exact: true }).click();
  const decision = page.getByRole('alertdialog');
  await decision.getByRole('button', { name: 'Approve' }).click();
  await decision.waitFor({ state: 'detached' });
}

it('sends a customer’s code in an approved text, by the second account where the first one refuses', async () => {
  const mark = String(randomInt(100_000, 1_000_000));
  const template = `Code text ${mark}`;
  const second = await newAdministrator(url);
  const { page } = await as({ path: `${SYSTEM}/MessageTemplateConfiguration` });
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const added = page.getByRole('dialog', { name: 'Add message template' });
  await added.getByLabel('Name').fill(template);
  await added.getByLabel('Business node').selectOption('VERIFICATION_CODE');
  await added.getByRole('button', { name: 'Add', exact: true }).click();
  await added.waitFor({ state: 'detached' });
  await page.getByRole('search', { name: 'Filters' }).getByLabel('Name').fill(template);
  await page.getByRole('button', { name: `Edit: ${template}` }).click();
  const form = page.getByRole('dialog', { name: template });
  await form.getByLabel('English').fill(`Code {{code}} for your application, valid {{minutes}} min. Ref ${mark}`);
  await form.getByLabel('Kiswahili').fill(`Nambari {{code}} ya maombi yako, dakika {{minutes}}. Ref ${mark}`);
  await submit(page, 'Put in force');
  await page.getByRole('button', { name: `More actions for ${template}` }).click();
  await page.getByRole('menuitem', { name: 'Enable' }).click();
  const enable = page.getByRole('dialog', { name: `Enable ${template}?` });
  // What the approver and its author read: the text with an example of each variable.
  await enable.getByText(`Code 482913 for your application, valid 5 min. Ref ${mark}`).waitFor();
  await enable.getByLabel('Reason').fill('New wording');
  await enable.getByRole('button', { name: 'Submit for approval' }).click();
  await enable.waitFor({ state: 'detached' });

  const checker = await as({ ...second, path: `${SYSTEM}/MessageTemplateConfiguration?tab=approvals` });
  const desk = checker.page;
  await desk.getByRole('button', { name: new RegExp(`^Review: .*${template}`) }).click();
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click();
  await desk.getByRole('alertdialog').waitFor({ state: 'detached' });

  // The merchant's codes go out in it.
  await page.goto(`${url}${SYSTEM}/BusinessNode?merchantNo=M0002&nodeCode=VERIFICATION_CODE`);
  await page.getByRole('button', { name: 'Edit: Verification code, Jirani Credit' }).click();
  await page
    .getByRole('dialog')
    .getByLabel('Template', { exact: true })
    .selectOption({ label: `${template} (SMS)` });
  await submit(page);
  await desk.goto(`${url}${SYSTEM}/BusinessNode?merchantNo=M0002&nodeCode=VERIFICATION_CODE`);
  await approveVersion(desk, 'Jirani Credit');

  // Codes of this merchant leave by one account, and by another where that one fails.
  const routes = `${url}${SYSTEM}/SmsRouterConfig?smsKind=VERIFICATION&merchantNo=M0002&network=SAFARICOM`;
  await page.goto(routes);
  await page
    .getByRole('status')
    .getByText(/results?$/)
    .waitFor();
  const known = page.getByRole('button', { name: /^Edit: Verification, Jirani Credit/ });
  if (await known.isVisible()) await known.click();
  else {
    await page.getByRole('button', { name: 'Add route' }).first().click();
    const route = page.getByRole('dialog', { name: 'Add route' });
    await route.getByLabel('SMS kind').selectOption('VERIFICATION');
    await route.getByLabel('Merchant').selectOption('M0002');
    await route.getByLabel('Network').selectOption('SAFARICOM');
    await route.getByRole('button', { name: 'Add route' }).click();
  }
  const ways = page.getByRole('dialog');
  await ways.getByLabel('Account 1').selectOption('MAIN');
  await ways.getByLabel('Weight 1').fill('100');
  await ways.getByLabel('Failover account').selectOption('SECOND');
  await submit(page);
  await desk.goto(routes);
  await approveVersion(desk, 'Jirani Credit');

  // Where a text to this customer would go is said before one is sent.
  const phone = `25471${randomInt(1_000_000, 10_000_000)}`;
  await page.getByRole('button', { name: 'Simulate' }).click();
  const asked = page.getByRole('dialog', { name: 'Which route a text takes' });
  await asked.getByLabel('SMS kind').selectOption('VERIFICATION');
  await asked.getByLabel('Phone').fill(phone);
  await asked.getByLabel('Merchant').selectOption('M0002');
  await asked.getByRole('button', { name: 'Simulate' }).click();
  const simulated = page.getByRole('list', { name: 'Simulation' });
  await simulated.getByText(/^MAIN · 100% · ready$/).waitFor();
  await simulated.getByText(/^SECOND · failover · ready$/).waitFor();

  await refuseSenders(['KITUO']);
  await callAs(url, null, verificationCode.send, { merchantNo: 'M0002', phone, codePurpose: 'REGISTER' });
  await page.goto(`${url}${SYSTEM}/BusinessNode?merchantNo=M0002&nodeCode=VERIFICATION_CODE`);
  const story = page.getByRole('dialog').getByRole('list', { name: 'Accounts tried' }).first();
  // The provider reports when it likes.
  await expect
    .poll(async () => {
      await page.reload();
      await page.getByRole('grid').getByRole('row').filter({ hasText: 'Jirani Credit' }).getByRole('rowheader').click();
      await page.getByRole('dialog').getByRole('tab', { name: 'Deliveries' }).click();
      await story.waitFor();
      return (await story.getByRole('listitem').allInnerTexts()).join('; ');
    })
    .toMatch(/MAIN \(\w+\) · refused · InsufficientBalance; .*SECOND \(\w+\) · sent · delivered$/);
  expect(faults()).toEqual([]);
});
