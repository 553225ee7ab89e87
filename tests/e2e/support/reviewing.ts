import type { Page } from 'playwright';
import { effectsRun, focused } from './keyboard.ts';

export const REVIEW_PAGE = '/AdminContent/OrderDetailAudit/OrderAudit';

/** Where an order is decided on its page. */
export const decision = (page: Page) => page.getByRole('complementary', { name: 'Decision' });

/** Waits until the order is there to be decided, and the keys of deciding are heard. */
export async function reviewOpens(page: Page): Promise<void> {
  await decision(page)
    .getByText(/^\d+ min left$/)
    .waitFor();
  await effectsRun(page);
}

/** Answers what has to be answered whatever the result: each step by its first answer. */
export async function answerSteps(page: Page): Promise<void> {
  for (const name of [/^Compare the selfie/, /^Employer and income/, 'Face match'])
    await decision(page).getByRole('radiogroup', { name }).getByRole('radio').first().check();
}

/** Asks for the decision that was chosen, and confirms the question that says `words`. */
export async function confirmByKeys(page: Page, words: RegExp): Promise<void> {
  await page.keyboard.press('Control+Enter');
  const question = page.getByRole('dialog');
  await question.getByText(words).waitFor();
  // Where the focus is before tells what Tab leads to.
  await focused(question.getByRole('button', { name: 'Cancel' }));
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
}
