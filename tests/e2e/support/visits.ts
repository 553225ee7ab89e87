import { announcement, API_PREFIX, auth } from '@kituo/sdk/contracts';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright';
import * as z from 'zod/mini';
import { keepEvidence } from './evidence.ts';
import { callAs, DEMO_PASSWORD } from './staff.ts';
import { giveBack, newWindow, ordinaryWindow, type BrowserWindow } from './windows.ts';

export const HOME = '/AdminContent/Home';
export const WARNINGS = '/AdminContent/WarningNotify';
export const USERS = '/AdminContent/UserSystem/UserManagement';

export interface VisitOptions {
  readonly userName?: string;
  readonly password?: string;
  readonly path?: string;
  readonly language?: 'en' | 'zh';
  /** Announcements that must be confirmed are confirmed beforehand unless this is true. */
  readonly keepsAnnouncements?: boolean;
  /** A window unlike the ordinary one: nobody had it before, nobody gets it afterwards. */
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

/** What a visit put into its window, to be taken out at its end. */
type Part = AsyncDisposable;

/** The visits of one test file. */
export class Visits {
  readonly server: string;
  readonly #needsNew: boolean;
  readonly #open: {
    readonly window: BrowserWindow;
    readonly parts: Part[];
    readonly faults: readonly string[];
  }[] = [];

  /**
   * With `needsNew` each visit is in a window that nobody had before: where what is cached, the clock or
   * what the page holds is the subject.
   */
  constructor(server: string, { needsNew = false }: { readonly needsNew?: boolean } = {}) {
    this.server = server;
    this.#needsNew = needsNew;
  }

  /** A browser window where nobody is signed in. */
  async blank(options?: BrowserContextOptions): Promise<Omit<Visit, 'token'>> {
    const { faults, window } = await this.#enter(options);
    return { context: window.context, page: window.page, faults };
  }

  async #enter(options: BrowserContextOptions | undefined) {
    const isOrdinary = options === undefined && !this.#needsNew;
    const window = await (isOrdinary ? ordinaryWindow() : newWindow(options));
    const parts: Part[] = [];
    const faults = await collectFaults(window.context, parts);
    this.#open.push({ window, parts, faults });
    return { window, parts, faults };
  }

  /** Signs a person in over the API and opens a page as that person. */
  async as(options: VisitOptions = {}): Promise<Visit> {
    const { userName = 'admin', password = DEMO_PASSWORD, path = HOME } = options;
    const { window, parts, faults } = await this.#enter(options.context);
    const { context, page } = window;
    // Through the context, so that the cookie for documents lands in it.
    const response = await context.request.post(`${this.server}${API_PREFIX}${auth.login.path}`, {
      data: { userName, password },
    });
    const reply = z.parse(z.object({ data: z.object({ token: z.string() }) }), await response.json());
    const { token } = reply.data;
    if (options.keepsAnnouncements !== true) await this.confirmAnnouncements(token);
    // Kept with the person, so whoever signed in as the same one before may have changed it.
    const language = options.language ?? 'en';
    await callAs(this.server, token, auth.saveSetting, { language }).catch(() => undefined);
    const entering = await context.addInitScript(
      ([held, code]) => {
        // Once a tab: signing out has to last.
        if (sessionStorage.getItem('e2e_entered') !== null) return;
        sessionStorage.setItem('e2e_entered', 'yes');
        sessionStorage.setItem('token', held);
        localStorage.setItem('at_present_app_language', code);
      },
      [token, language] as const,
    );
    parts.push(entering);
    await page.goto(this.server + path);
    return { context, page, faults, token };
  }

  /** Ends the visits of a test. */
  async leave(): Promise<void> {
    await Promise.all(
      this.#open.splice(0).map(async ({ window, parts, faults }, visit) => {
        await keepEvidence(visit, window.context.pages(), faults);
        await Promise.allSettled(parts.map((part) => part[Symbol.asyncDispose]()));
        await giveBack(window, this.server);
      }),
    );
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

async function collectFaults(context: BrowserContext, parts: Part[]): Promise<readonly string[]> {
  const faults: string[] = [];
  context.on('weberror', (error) => faults.push(error.error().message));
  context.on('console', (message) => {
    const text = message.text();
    if (message.type() === 'error' && !REFUSAL.test(text)) faults.push(text);
  });
  const telling = await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`CSP: ${event.violatedDirective} refused ${event.blockedURI}`);
    });
  });
  parts.push(telling);
  return faults;
}
