import { announcement, API_PREFIX, auth } from '@kituo/sdk/contracts';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import * as z from 'zod/mini';
import { launchBrowser } from '../../support/browser.ts';
import { callAs, DEMO_PASSWORD } from './staff.ts';

export const HOME = '/AdminContent/Home';
export const WARNINGS = '/AdminContent/WarningNotify';
export const USERS = '/AdminContent/UserSystem/UserManagement';

/** How long a browser may take for one step. Generous: only failures wait so long. */
const STEP_MS = 15_000;

export interface VisitOptions {
  readonly userName?: string;
  readonly password?: string;
  readonly path?: string;
  readonly language?: 'en' | 'zh';
  /** Announcements that must be confirmed are confirmed beforehand unless this is true. */
  readonly keepsAnnouncements?: boolean;
  readonly context?: BrowserContextOptions;
}

/** A person at a browser of their own. */
export interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly token: string;
  /** Uncaught errors, console errors and broken content rules so far. */
  readonly faults: readonly string[];
}

/** One browser for all files of a worker; Playwright ends it with the worker. */
let shared: Promise<Browser> | undefined;

/** Ends it where the process goes on. */
export async function endBrowser(): Promise<void> {
  await (await shared)?.close();
  shared = undefined;
}

/** The visits of one test file. */
export class Visits {
  readonly server: string;
  readonly #contexts: BrowserContext[] = [];

  constructor(server: string) {
    this.server = server;
  }

  /** A browser window where nobody is signed in. */
  async blank(context: BrowserContextOptions = {}): Promise<Omit<Visit, 'token'>> {
    shared ??= launchBrowser();
    const browser = await shared;
    const opened = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
      ...context,
    });
    this.#contexts.push(opened);
    opened.setDefaultTimeout(STEP_MS);
    const faults = await collectFaults(opened);
    return { context: opened, page: await opened.newPage(), faults };
  }

  /** Signs a person in over the API and opens a page as that person. */
  async as(options: VisitOptions = {}): Promise<Visit> {
    const { userName = 'admin', password = DEMO_PASSWORD, path = HOME } = options;
    const visit = await this.blank(options.context);
    // Through the context, so that the cookie for documents lands in it.
    const response = await visit.context.request.post(
      `${this.server}${API_PREFIX}${auth.login.path}`,
      { data: { userName, password } },
    );
    const reply = z.parse(
      z.object({ data: z.object({ token: z.string() }) }),
      await response.json(),
    );
    const { token } = reply.data;
    if (options.keepsAnnouncements !== true) await this.confirmAnnouncements(token);
    // Kept with the person, so whoever signed in as the same one before may have changed it.
    const language = options.language ?? 'en';
    await callAs(this.server, token, auth.saveSetting, { language }).catch(() => undefined);
    await visit.context.addInitScript(
      ([held, code]) => {
        // Once a tab: signing out has to last.
        if (sessionStorage.getItem('e2e_entered') !== null) return;
        sessionStorage.setItem('e2e_entered', 'yes');
        sessionStorage.setItem('token', held);
        localStorage.setItem('at_present_app_language', code);
      },
      [token, language] as const,
    );
    await visit.page.goto(this.server + path);
    return { ...visit, token };
  }

  /** Closes the windows of a test. */
  async leave(): Promise<void> {
    await Promise.all(this.#contexts.splice(0).map((context) => context.close()));
  }

  /** At the end of the file. */
  close(): Promise<void> {
    return this.leave();
  }

  /** Those that would cover Home. */
  async confirmAnnouncements(token: string): Promise<void> {
    const refusal = () => [];
    const notices = await callAs(this.server, token, announcement.mine, {}).catch(refusal);
    for (const { mustConfirm, confirmedAt, announcementNo } of notices) {
      if (!mustConfirm || confirmedAt !== null) continue;
      await callAs(this.server, token, announcement.confirm, { announcementNo });
    }
  }
}

/** Refusals are answers that pages show; the browser logs them all the same. */
const REFUSAL = /Failed to load resource: the server responded with a status of 4\d\d/;

async function collectFaults(context: BrowserContext): Promise<readonly string[]> {
  const faults: string[] = [];
  context.on('weberror', (error) => faults.push(error.error().message));
  context.on('console', (message) => {
    const text = message.text();
    if (message.type() === 'error' && !REFUSAL.test(text)) faults.push(text);
  });
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`CSP: ${event.violatedDirective} refused ${event.blockedURI}`);
    });
  });
  return faults;
}
