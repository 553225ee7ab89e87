import type { Locator, Page } from 'playwright-core';

const has = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement).catch(() => false);

/** Presses Tab until the focus stands there. Throws Error when it does not come within `most` steps. */
export async function tabTo(page: Page, target: Locator, most = 40): Promise<void> {
  for (let step = 0; step <= most; step += 1) {
    if (await has(target)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${target.toString()}.`);
}

/** Waits until the focus stands there. */
export async function focused(target: Locator): Promise<void> {
  const page = target.page();
  const element = await target.elementHandle();
  await page.waitForFunction((wanted) => wanted === document.activeElement, element);
}
