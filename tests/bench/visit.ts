import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type CDPSession, type Page } from 'playwright';
import type { SignedIn } from '../../server/testing/test-app.ts';
import { BROWSER_ARGUMENTS, findBrowser } from '../support/browser.ts';
import type { Profile } from './profiles.ts';
import { overNetwork, recordRequests, serialHops, type RecordedRequests, type SeenRequest } from './requests.ts';

/** From navigation to the first plugin page answering a click. */
export interface Start {
  readonly milliseconds: number;
  /** Over the wire, heads included, until the answer. */
  readonly bytes: number;
  readonly requests: number;
  readonly hops: number;
  readonly seen: readonly SeenRequest[];
}

const HOME_BUTTON = '.home-strip button[aria-expanded]';

const ANSWER_WITHIN_MS = 30_000;
/** A new tab works for itself at first, beside which a start would go for nothing. */
const TAB_RESTS_MS = 300;
const VIEWPORT = { viewport: { width: 1440, height: 900 } };
const POLL_MS = 50;
/** How often in a row a page is found at rest before it is believed. */
const TURNS_AT_REST = 3;
const IDLE_WITHIN_MS = 1_000;

declare global {
  interface Window {
    /** Ends of what `benchWatch` was requested: milliseconds since navigation. */
    benchAnswered?: number;
    /** Clicks the first element of the selector, and notes when the click shows in `shown` of it. */
    benchWatch?: (selector: string, heading: string | null) => void;
  }
}

/** Runs in the page before anything of it: clicks as soon as there is something to click. */
function probe(): void {
  window.benchWatch = (selector, heading) => {
    delete window.benchAnswered;
    let clicked: Element | null = null;
    let before = '';
    const state = (element: Element) => `${element.getAttribute('aria-expanded') ?? ''} ${element.textContent}`;
    const look = (): void => {
      const element = document.querySelector(selector);
      if (!(element instanceof HTMLElement)) return;
      if (heading !== null && document.querySelector('h1#heading')?.textContent !== heading) return;
      if (element !== clicked) {
        clicked = element;
        before = state(element);
        element.click();
      }
      if (state(element) === before) return;
      window.benchAnswered = performance.now();
      observer.disconnect();
    };
    const observer = new MutationObserver(look);
    observer.observe(document, {
      childList: true,
      subtree: true,
      attributes: true,
      characterData: true,
    });
    look();
  };
}

/** A tab of a signed-in person with an empty cache, slowed down as the profile says. */
export class Visitor implements AsyncDisposable {
  readonly #context: BrowserContext;
  readonly #profile: Profile;
  /** What the console said, for the words of a failure. */
  readonly #said: string[] = [];
  #page: Page | undefined;
  #cdp: CDPSession | undefined;
  #requests: RecordedRequests | undefined;
  /** Where a browser of its own keeps what it keeps. */
  readonly #folder: string | null;

  private constructor(context: BrowserContext, profile: Profile, folder: string | null) {
    this.#context = context;
    this.#profile = profile;
    this.#folder = folder;
  }

  static async arrive(browser: Browser, url: string, session: SignedIn, profile: Profile): Promise<Visitor> {
    return Visitor.#signedIn(await browser.newContext(VIEWPORT), url, session, profile, null);
  }

  /** In a browser of their own, which keeps compiled code on disk, as contexts beside others do not. */
  static async arriveAlone(url: string, session: SignedIn, profile: Profile): Promise<Visitor> {
    const folder = await mkdtemp(join(tmpdir(), 'bench-browser-'));
    const executablePath = findBrowser() ?? '';
    const options = { ...VIEWPORT, executablePath, args: BROWSER_ARGUMENTS };
    return Visitor.#signedIn(await chromium.launchPersistentContext(folder, options), url, session, profile, folder);
  }

  static async #signedIn(
    context: BrowserContext,
    url: string,
    session: SignedIn,
    profile: Profile,
    folder: string | null,
  ): Promise<Visitor> {
    const [name = '', value = ''] = session.cookie.split('=');
    await context.addCookies([{ name, value, url }]);
    await context.addInitScript((token) => sessionStorage.setItem('token', token), session.token);
    await context.addInitScript(probe);
    return new Visitor(context, profile, folder);
  }

  get page(): Page {
    if (!this.#page) throw new Error('nothing was opened yet');
    return this.#page;
  }

  get cdp(): CDPSession {
    if (!this.#cdp) throw new Error('nothing was opened yet');
    return this.#cdp;
  }

  /** Opens Home in a new tab and waits until it answers a click. */
  async start(url: string): Promise<Start> {
    const last = this.#page;
    const page = await this.#context.newPage();
    // After the new one is there: a browser of its own ends with its last tab.
    await last?.close();
    this.#page = page;
    this.#said.length = 0;
    page.on('console', (message) => this.#said.push(message.text()));
    page.on('pageerror', (error) => this.#said.push(String(error)));
    const cdp = await this.#context.newCDPSession(page);
    this.#cdp = cdp;
    await page.addInitScript((selector) => window.benchWatch?.(selector, null), HOME_BUTTON);
    const recorded = await recordRequests(cdp);
    this.#requests = recorded;
    await this.#slowDown(cdp);
    await new Promise((resolve) => setTimeout(resolve, TAB_RESTS_MS));
    await page.goto(`${url}/AdminContent/Home`, { waitUntil: 'commit' });
    const milliseconds = await this.#answer(page);
    const all = recorded.seen();
    const begun = Math.min(...all.map(({ startedAt }) => startedAt));
    const network = overNetwork(all.filter(({ startedAt }) => startedAt <= begun + milliseconds / 1000));
    return {
      milliseconds,
      bytes: network.reduce((sum, { bytes }) => sum + bytes, 0),
      requests: network.length,
      hops: serialHops(network),
      seen: network,
    };
  }

  /** Follows a link of the menu; milliseconds until the page behind it answers a click. */
  async follow(path: string, heading: string, selector = '[data-bench="answer"]'): Promise<number> {
    const { page } = this;
    // Entries of sections that were not opened are drawn after the first paint.
    await page.locator(`.k-nav a[href="${path}" i]`).waitFor({ state: 'attached' });
    const begun = await page.evaluate(
      ({ to, wanted, what }) => {
        const link = document.querySelector(`.k-nav a[href="${to}" i]`);
        if (!(link instanceof HTMLElement)) throw new Error(`the menu has no link to ${to}`);
        window.benchWatch?.(what, wanted === '' ? null : wanted);
        const now = performance.now();
        link.click();
        return now;
      },
      { to: path, wanted: heading, what: selector },
    );
    return (await this.#answer(page)) - begun;
  }

  /** Points at a link and waits until everything requested because of it has come. */
  async hover(path: string): Promise<void> {
    const { page } = this;
    await page.hover(`.k-nav a[href="${path}" i]`);
    await this.quiet();
  }

  /**
   * Waits until what a page asks for late has come, the event stream is open and the browser has nothing
   * to do: no measurement pays for the one before.
   */
  async quiet(): Promise<void> {
    const deadline = Date.now() + ANSWER_WITHIN_MS;
    for (let turns = 0; turns < TURNS_AT_REST;) {
      if (Date.now() > deadline) {
        const open = this.#requests?.seen().filter(({ endedAt }) => endedAt === null);
        const urls = open?.map(({ url }) => url).join(', ');
        throw new Error(`${this.page.url()} does not come to rest; on their way: ${urls}`);
      }
      await this.page.evaluate(
        // A page without frames to draw may be told of its idle time seconds late.
        (timeout) => new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout })),
        IDLE_WITHIN_MS,
      );
      turns = this.#requests?.isAtRest() === true ? turns + 1 : 0;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }

  /** Bytes of the JavaScript heap in use after a collection. */
  async heap(): Promise<number> {
    await this.cdp.send('HeapProfiler.collectGarbage');
    const { usedSize } = await this.cdp.send('Runtime.getHeapUsage');
    return usedSize;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#context.close();
    if (this.#folder !== null) await rm(this.#folder, { recursive: true, force: true });
  }

  async #answer(page: Page): Promise<number> {
    // Asked from outside: the console's content security policy forbids what `waitForFunction` does.
    const deadline = Date.now() + ANSWER_WITHIN_MS;
    for (;;) {
      const answered = await page.evaluate(() => window.benchAnswered ?? null).catch(() => null);
      if (answered !== null) return answered;
      if (Date.now() > deadline) {
        const shown = await page.evaluate(() => document.body.innerText);
        throw new Error(`${page.url()} did not answer; it shows:\n${shown}\n${this.#said.join('\n')}`);
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }

  async #slowDown(cdp: CDPSession): Promise<void> {
    const { latencyMs, bytesPerSecond, cpuSlowdown } = this.#profile;
    await cdp.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: latencyMs ?? 0,
      downloadThroughput: bytesPerSecond ?? -1,
      uploadThroughput: bytesPerSecond ?? -1,
    });
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  }
}
