import type { Locator, Page } from 'playwright';

/** The toast that says it, under the pointer: it stays until its button is clicked, however long that takes. */
export async function heldToast(page: Page, text: string): Promise<Locator> {
  const toast = page.locator('.ks-toast').filter({ hasText: text });
  await toast.hover();
  const covered = await toast.evaluate((element) => {
    const over = element.getBoundingClientRect();
    const titles = [...document.querySelectorAll('h1')];
    return titles.flatMap((title) => {
      const { top, bottom, left, right } = title.getBoundingClientRect();
      const isUnder = top < over.bottom && bottom > over.top && left < over.right && right > over.left;
      return isUnder ? [title.textContent] : [];
    });
  });
  if (covered.length > 0) throw new Error(`the toast “${text}” covers ${covered.join(', ')}`);
  return toast;
}
