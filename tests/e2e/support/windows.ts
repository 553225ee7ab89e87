import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright';
import { findTestBrowser, launchBrowser } from '../../support/browser.ts';

/** How long a browser may take for one step. Generous: only failures wait so long. */
const STEP_MS = 45_000;
/** A window that takes longer to be put in order is given up. */
const TIDY_MS = 3_000;
const SIZE = { width: 1440, height: 900 } as const;

/** A window with cookies and storage of its own, and the page that it began with. */
export interface BrowserWindow {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Whether somebody after this visit may have it. */
  readonly isOrdinary: boolean;
}

/** One browser for all files of a worker; Playwright ends it with the worker. */
let shared: Promise<Browser> | undefined;
/** Put in order, and nobody's: starting a renderer takes as long as what most tests do in it. */
const idle: BrowserWindow[] = [];

/** Ends it where the process goes on. */
export async function endBrowser(): Promise<void> {
  idle.length = 0;
  await (await shared)?.close();
  shared = undefined;
}

/** A window that nobody had before. */
export async function newWindow(options: BrowserContextOptions = {}, isOrdinary = false): Promise<BrowserWindow> {
  shared ??= launchBrowser(findTestBrowser());
  const browser = await shared;
  const context = await browser.newContext({
    viewport: SIZE,
    reducedMotion: 'reduce',
    ...options,
  });
  context.setDefaultTimeout(STEP_MS);
  return { context, page: await context.newPage(), isOrdinary };
}

/** A window of the ordinary size where nobody is signed in and nothing is stored; files may be cached. */
export function ordinaryWindow(): Promise<BrowserWindow> {
  const window = idle.pop();
  return window ? Promise.resolve(window) : newWindow({}, true);
}

const HEARD_OF_CONTEXTS = ['console', 'page', 'request', 'response', 'weberror'] as const;
const HEARD_OF_PAGES = ['download', 'load', 'popup', 'request', 'response', 'worker'] as const;

/** Takes away what a visit left. False where something of it would stay. */
async function tidy({ context, page }: BrowserWindow, server: string): Promise<boolean> {
  for (const event of HEARD_OF_CONTEXTS) context.removeAllListeners(event);
  for (const event of HEARD_OF_PAGES) page.removeAllListeners(event);
  const others = context.pages().filter((each) => each !== page);
  await Promise.all([
    context.unrouteAll({ behavior: 'ignoreErrors' }),
    page.unrouteAll({ behavior: 'ignoreErrors' }),
    context.clearPermissions(),
    ...others.map((each) => each.close()),
  ]);
  await page.setViewportSize(SIZE);
  await page.emulateMedia({ colorScheme: null, forcedColors: null, reducedMotion: 'reduce' });
  // Same origin, no script: what is stored can be cleared, and nothing runs that stores it again.
  await page.goto(`${server}/version.json`);
  await context.clearCookies();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Page.resetNavigationHistory');
  await devtools.detach();
  return page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
    // A clock that a test set cannot be taken out again.
    return Date.now.toString().includes('[native code]');
  });
}

/** Ends a visit: an ordinary window is kept for the next one, any other is closed. */
export async function giveBack(window: BrowserWindow, server: string): Promise<void> {
  const { context, page, isOrdinary } = window;
  if (isOrdinary && !page.isClosed()) {
    page.setDefaultTimeout(TIDY_MS);
    const isTidy = await tidy(window, server).catch(() => false);
    page.setDefaultTimeout(STEP_MS);
    if (isTidy) {
      idle.push(window);
      return;
    }
  }
  // What answers a request of the page meanwhile may fail with the window: no test hears of it.
  await context.unrouteAll({ behavior: 'ignoreErrors' }).catch(() => undefined);
  await context.close();
}
