import type { Page } from 'playwright';

export const UNMATCHED = '/AdminContent/AfterLoanSystem/FlowRecordSupplement?tab=unmatched';
export const TRANSFERS = '/AdminContent/ChargeToAnAccountSystem/CashTransferAudit';

export const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

/** From the unmatched inbox: the payment of that receipt is to go back to who sent it. @returns the transfer's number */
export async function requestReturn(page: Page, receipt: string, shillings: string): Promise<string> {
  await rowOf(page, receipt).getByText(receipt).click();
  await page.getByRole('link', { name: 'Return to payer' }).click();
  const form = page.getByRole('dialog');
  await form.getByText('Available to allocate').waitFor();
  await form.getByLabel('Amount').fill(shillings);
  await form.getByLabel('Purpose').fill('Meant for a school, asks for it back');
  const certificate = { name: 'letter.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 letter') };
  const kept = page.waitForResponse((response) => response.url().includes('upload/attach'));
  await form.locator('input[type=file]').setInputFiles(certificate);
  await kept;
  await form.getByRole('progressbar').waitFor({ state: 'detached' });
  await form.getByRole('button', { name: 'Submit for approval' }).click();
  const toast = page.getByText(/TR\d+ submitted/).first();
  return /TR\d+/.exec((await toast.textContent()) ?? '')?.[0] ?? '';
}

/** A checker approves the transfer and releases it: M-Pesa is asked to pay. */
export async function approveAndRelease(desk: Page, transferNo: string): Promise<void> {
  await desk.getByRole('button', { name: `Review: ${transferNo}` }).click();
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click();
  await desk.getByRole('button', { name: `Release: ${transferNo}` }).click();
  const release = desk.getByRole('alertdialog');
  await release.getByText(/Release KES .* to/).waitFor();
  await release.getByRole('button', { name: 'Release' }).click();
  await desk.getByText(`${transferNo} released`).waitFor();
}
