import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** A Chromium on this machine: `KITUO_BROWSER`, the system's, or the one Playwright downloaded. */
export function findBrowser(): string | undefined {
  const chosen = process.env.KITUO_BROWSER;
  if (chosen) return chosen;
  return [...INSTALLED, chromium.executablePath()].find((path) => existsSync(path));
}

/**
 * Starts the browser of this machine.
 * @throws Error telling how to get one when there is none.
 */
export async function launchBrowser(args: readonly string[] = []): Promise<Browser> {
  const executablePath = findBrowser();
  if (!executablePath) {
    throw new Error(
      'There is no Chromium here. npm test installs one; or name yours in KITUO_BROWSER.',
    );
  }
  // As root, and in most containers, Chromium's own sandbox cannot be set up.
  return chromium.launch({ executablePath, args: ['--no-sandbox', ...args] });
}
