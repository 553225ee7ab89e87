import { randomInt } from 'node:crypto';
import type { Journey } from './journey.ts';
import { pick } from './pick.ts';
import { rowOf } from './returned-payment.ts';

const ACCOUNTS = '/AdminContent/AfterLoanSystem/LoanerManagement';

/** A payout account that finance requested and a colleague approved, on the page. @returns its name */
export async function openAccount(
  as: Journey['as'],
  { channel, bank }: { readonly channel: 'M-Pesa' | 'Bank transfer'; readonly bank: string },
): Promise<string> {
  const { page } = await as({ userName: 'finance', path: ACCOUNTS });
  await page.getByRole('button', { name: 'Add account' }).click();
  const form = page.getByRole('dialog');
  const name = `${channel} ${randomInt(1_000, 10_000)}`;
  await form.getByLabel('Lender').fill('Kituo Credit');
  await pick(form, 'Channel', channel);
  await pick(form, 'Bank', bank);
  await form.getByLabel('Branch').fill('Nairobi CBD');
  await form.getByLabel('Account name').fill(name);
  if (channel === 'M-Pesa') await form.getByLabel(/^Short code/).fill(String(randomInt(700_000, 799_999)));
  else await form.getByLabel(/^Account number/).fill(String(randomInt(1_000_000_000, 9_999_999_999)));
  await form.getByLabel('Daily limit').fill('500000');
  await pick(form, 'Merchants', 'Haraka Mkopo');
  await page.keyboard.press('Escape');
  await form.getByLabel('Reason').fill('One more way for money out');
  await form.getByRole('button', { name: 'Submit for approval' }).click();
  await form.waitFor({ state: 'detached' });
  const { page: checker } = await as({
    userName: 'kipruto.sang',
    path: `${ACCOUNTS}?tab=approvals&isDecidable=true`,
  });
  await checker
    .getByRole('button', { name: /^Review: / })
    .first()
    .click();
  await checker.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click();
  await rowOf(page, name).waitFor();
  return name;
}
