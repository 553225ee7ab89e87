import type { Locator, Page } from 'playwright';

/** The toast that says it, under the pointer: it stays until its button is clicked, however long that takes. */
export async function heldToast(page: Page, text: string): Promise<Locator> {
  const toast = page.locator('.ks-toast').filter({ hasText: text });
  await toast.hover();
  return toast;
}
