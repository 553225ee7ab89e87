import type { Locator, Page } from 'playwright';

const has = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement).catch(() => false);

/** Asked of the page, and not of a locator: that one would wait for a link that a page such as the sign-in lacks. */
const isOnSkipLink = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.activeElement?.matches('.k-skip') ?? false);

/**
 * Presses Tab until the focus is there, past the menu by its skip link as a person would, the first time that it is
 * reached. Throws Error when it does not come within `most` steps.
 */
export async function tabTo(page: Page, target: Locator, most = 400): Promise<void> {
  let hasSkipped = false;
  for (let step = 0; step <= most; step += 1) {
    if (await has(target)) return;
    const isSkip: boolean = !hasSkipped && (await isOnSkipLink(page));
    hasSkipped ||= isSkip;
    await page.keyboard.press(isSkip ? 'Enter' : 'Tab');
  }
  throw new Error(`Tab does not lead to ${target.toString()}.`);
}

/** Waits until what was drawn listens to keys, too: its effects run after it is on the screen. */
export async function effectsRun(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await frame();
    await new Promise((resolve) => setTimeout(resolve));
  });
}

/** Waits until the focus is there. */
export async function focused(target: Locator): Promise<void> {
  const page = target.page();
  const element = await target.elementHandle();
  await page.waitForFunction((wanted) => wanted === document.activeElement, element);
}

/** Waits until the focus came to what lies over the page: it hears no key before. */
export async function focusedOver(page: Page): Promise<void> {
  await page.waitForFunction(() => document.activeElement?.closest('.bp6-portal') != null);
}
