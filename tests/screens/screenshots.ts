import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../support/browser.ts';
import { startServerProcess } from '../support/server-process.ts';
import { ROOT } from '../../scripts/build/paths.ts';

/**
 * `npm run screenshots` takes the README's pictures into docs/screenshots/.
 * `-- --all` takes every screen at three widths, in both themes and languages, into .cache/screens/,
 * for people who look at what they changed.
 */

interface Screen {
  readonly name: string;
  readonly path: string;
  /** Null: nobody is signed in. */
  readonly user: string | null;
  /** Visible once the screen is there. */
  readonly ready: string;
  /** What to do before the picture is taken. */
  readonly act?: (page: Page) => Promise<void>;
}

const SCREENS: readonly Screen[] = [
  { name: 'sign-in', path: '/Login', user: null, ready: 'input[type=password]' },
  { name: 'home', path: '/AdminContent/Home', user: 'admin', ready: '.home-greeting h1' },
  {
    name: 'user-management',
    path: '/AdminContent/UserSystem/UserManagement',
    user: 'admin',
    ready: 'main tbody input[type=checkbox]',
  },
  {
    name: 'warnings',
    path: '/AdminContent/WarningNotify',
    user: 'admin',
    ready: 'main tbody input[type=checkbox]',
  },
];

interface Look {
  readonly width: number;
  readonly theme: 'light' | 'dark';
  readonly language: 'en' | 'zh';
}

const README_LOOK: Look = { width: 1440, theme: 'light', language: 'en' };

const ALL_LOOKS: readonly Look[] = [1440, 1260, 390].flatMap((width) =>
  (['light', 'dark'] as const).flatMap((theme) =>
    (['en', 'zh'] as const).map((language) => ({ width, theme, language })),
  ),
);

async function take(browser: Browser, url: string, screen: Screen, look: Look, file: string) {
  const context = await browser.newContext({
    viewport: { width: look.width, height: look.width < 500 ? 844 : 900 },
    colorScheme: look.theme,
    timezoneId: 'Africa/Nairobi',
  });
  const page = await context.newPage();
  await page.goto(`${url}/Login`);
  await chooseLanguage(page, look.language);
  if (screen.user !== null) {
    await page.fill('input[autocomplete=username]', screen.user);
    await page.fill('input[type=password]', 'Kituo-demo-1');
    await page.keyboard.press('Enter');
    await page.waitForURL(/AdminContent/);
    await confirmAnnouncements(page);
    await page.goto(url + screen.path);
  }
  const ready =
    look.width < 500 && screen.ready.includes('tbody') ? 'main li, main article' : screen.ready;
  await page.locator(ready).first().waitFor();
  await screen.act?.(page);
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: file, animations: 'disabled' });
  await context.close();
}

/** Chosen by hand before signing in: that choice alone wins over the language the person had last. */
async function chooseLanguage(page: Page, language: Look['language']): Promise<void> {
  const chosen = page.locator(`html[lang^="${language}"]`);
  await page.locator('input[type=password]').waitFor();
  await page.locator('.k-sign-in-top .k-bar-button').click();
  await page.locator(`.k-dropdown-item[lang^="${language}"]`).first().click();
  await chosen.waitFor({ state: 'attached' });
}

/** Announcements that cover Home are read first. */
async function confirmAnnouncements(page: Page): Promise<void> {
  const cover = page.locator('.home-cover');
  const greeting = page.locator('.home-greeting h1');
  for (;;) {
    await cover.or(greeting).first().waitFor();
    if ((await cover.count()) === 0) return;
    const title = await cover.locator('h1, h2').first().textContent();
    await cover.locator('button').last().click();
    await page.waitForFunction(
      (before) => document.querySelector('.home-cover :is(h1, h2)')?.textContent !== before,
      title,
    );
  }
}

const all = process.argv.includes('--all');
const folder = join(ROOT, all ? '.cache/screens' : 'docs/screenshots');
await mkdir(folder, { recursive: true });
const server = await startServerProcess();
const browser = await launchBrowser();
try {
  for (const screen of SCREENS.filter(({ name }) => all || name !== 'warnings'))
    for (const look of all ? ALL_LOOKS : [README_LOOK]) {
      const suffix = all ? `-${look.width}-${look.theme}-${look.language}` : '';
      await take(browser, server.url, screen, look, join(folder, `${screen.name}${suffix}.png`));
    }
  process.stdout.write(`Pictures in ${folder}\n`);
} finally {
  await browser.close();
  await server.stop();
}
