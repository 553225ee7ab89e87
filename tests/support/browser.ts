import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright';

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

/** Chromium's page alone, without the window around it: a fifth less to compute for the same page. */
const SHELLS = ['/usr/bin/chromium-headless-shell'];

/** What tests open pages in, where benches take a whole browser: `KITUO_BROWSER`, a headless shell, or Chromium. */
export function findTestBrowser(): string | undefined {
  return process.env.KITUO_BROWSER || SHELLS.find((path) => existsSync(path)) || findBrowser();
}

// As root, and in most containers, Chromium's own sandbox cannot be set up. A shell has to be told to
// keep frames in processes of their own, as people's browsers do.
export const BROWSER_ARGUMENTS = ['--no-sandbox', '--site-per-process'];

/**
 * Starts the browser of this machine.
 * @throws Error telling how to get one when there is none.
 */
export async function launchBrowser(executablePath = findBrowser()): Promise<Browser> {
  if (!executablePath) {
    throw new Error('There is no Chromium here. npm test installs one; or name yours in KITUO_BROWSER.');
  }
  return chromium.launch({ executablePath, args: BROWSER_ARGUMENTS });
}
