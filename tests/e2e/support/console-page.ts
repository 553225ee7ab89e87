import type { BrowserContext, Locator, Page } from 'playwright';

/** Everything that is asked for below `/plugins/`, as addresses without the origin. */
export function pluginRequests(context: BrowserContext): Set<string> {
  const asked = new Set<string>();
  context.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/plugins/')) asked.add(pathname);
  });
  return asked;
}

export const menuOf = (page: Page): Locator => page.locator('nav.k-nav');

/** A menu entry, by the address it leads to. */
export const menuLink = (page: Page, path: string): Locator =>
  menuOf(page).locator(`a.k-nav-link[href="${path}"]`).first();

/**
 * Waits until the page of an address is drawn and nothing more is being loaded. The address alone does not
 * tell: it changes before the page does.
 */
export async function drawn(page: Page, path: string): Promise<void> {
  await page.waitForURL((url) => url.pathname.toLowerCase() === path.toLowerCase());
  const main = `main#k-main[aria-busy=false][data-path="${path}" i]`;
  await page.locator(main).locator('h1').first().waitFor();
}

/** Marks the document: a reload would lose the mark. */
export async function mark(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => document.documentElement.setAttribute('data-e2e', 'kept'));
  return async () => (await page.locator('html[data-e2e=kept]').count()) === 1;
}
