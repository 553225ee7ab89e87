import type { CDPSession, Page } from 'playwright';
import * as z from 'zod/mini';
import { API_PREFIX, auth } from '@kituo/sdk/contracts';
import { quantile } from 'simple-statistics';
import { launchBrowser } from '../support/browser.ts';
import { DEMO_PASSWORD } from '../e2e/support/staff.ts';
import type { Served } from './orders-server.ts';
import type { Profile } from './profiles.ts';
import { atMost, inMs, table, type Verdict } from './report.ts';
import { recordRequests, type RecordedRequests } from './requests.ts';

/** The network of the target; the processor is this machine's own. */
const SLOW: Profile = { name: '1.6 Mbit/s 300 ms', latencyMs: 300, bytesPerSecond: 200_000, cpuSlowdown: 1 };
const BEYOND_THE_ROUND_TRIP_MS = 150;
const FIRST = 'first tab';
/** A page comes to rest within this time, or the measurement ends. */
const REST_WITHIN_MS = 30_000;
const POLL_MS = 50;
/** How often in a row a page is found at rest before it is believed. */
const TURNS_AT_REST = 3;

const token = z.object({ data: z.object({ token: z.string() }) });

/** A context of a browser that `admin` is signed in in. */
async function signIn(url: string) {
  const response = await fetch(url + API_PREFIX + auth.login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userName: 'admin', password: DEMO_PASSWORD }),
  });
  const { data } = z.parse(token, await response.json());
  const [cookie = ''] = (response.headers.get('set-cookie') ?? '').split(';');
  const [name = '', value = ''] = cookie.split('=');
  return { token: data.token, cookie: { name, value, url } };
}

/**
 * Clicks, and answers after how many milliseconds the page shows what was requested. Looked at in each frame from
 * within the page, so that nothing of this process is in it.
 */
async function clickUntil(page: Page, click: string, shows: string): Promise<number> {
  return await page.evaluate(
    async ([what, wanted]) => {
      const element = document.querySelector(what);
      if (!(element instanceof HTMLElement)) throw new Error(`there is no ${what}`);
      const begun = performance.now();
      element.click();
      for (;;) {
        if (document.querySelector(wanted)) return performance.now() - begun;
        if (performance.now() - begun > 20_000) throw new Error(`${wanted} does not show`);
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
    },
    [click, shows] as const,
  );
}

/** Waits until nothing is on its way and the browser has nothing to do: no measurement pays for the one before. */
async function quiet(page: Page, requests: RecordedRequests): Promise<void> {
  const deadline = Date.now() + REST_WITHIN_MS;
  for (let turns = 0; turns < TURNS_AT_REST;) {
    if (Date.now() > deadline) throw new Error(`${page.url()} does not come to rest`);
    await page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve())));
    turns = requests.isAtRest() ? turns + 1 : 0;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

async function slowDown(cdp: CDPSession, { latencyMs, bytesPerSecond }: Profile): Promise<void> {
  const speed = bytesPerSecond ?? -1;
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs ?? 0,
    downloadThroughput: speed,
    uploadThroughput: speed,
  });
}

const LIST = '/AdminContent/AuditSystem/OrderManagement';
/** Something of the tab itself, not what is there while it is read. */
const FILLED = ':is(.of-section, .of-missing, [data-row], table, dl, p)';
const FIRST_FILLED = '.of-page .of-section';

/** From the list, within one document, so that the plugin is loaded: opens the order of a row and each of its tabs. */
async function openTabs(page: Page, requests: RecordedRequests, row: number): Promise<Map<string, number>> {
  const times = new Map<string, number>();
  await page.locator(`.k-nav a[href$="${LIST}" i]`).first().click();
  const cell = `[data-row="${row}"] td:nth-of-type(3)`;
  await page.locator(cell).waitFor();
  await quiet(page, requests);
  times.set(FIRST, await clickUntil(page, cell, FIRST_FILLED));
  await quiet(page, requests);
  const tabs = await page
    .getByRole('tablist')
    .first()
    .getByRole('tab')
    .evaluateAll((all) =>
      all.map((tab) => ({
        id: tab.id,
        panel: tab.getAttribute('aria-controls') ?? '',
        title: tab.textContent,
      })),
    );
  for (const { id, panel, title } of tabs.slice(1)) {
    times.set(title, await clickUntil(page, `[id="${id}"]`, `[id="${panel}"] ${FILLED}`));
    await quiet(page, requests);
  }
  return times;
}

/** An order's file on a slow network: from the click to the tab's content, once the plugin is loaded. */
export async function measureTabs(
  { url }: Served,
  { isQuick }: { readonly isQuick: boolean },
): Promise<readonly Verdict[]> {
  const session = await signIn(url);
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await context.addCookies([session.cookie]);
    await context.addInitScript((own) => sessionStorage.setItem('token', own), session.token);
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    const requests = await recordRequests(cdp);
    await page.goto(url + LIST);
    await openTabs(page, requests, 0);
    await slowDown(cdp, SLOW);
    const all: Map<string, number>[] = [];
    for (let row = 1; row <= (isQuick ? 2 : 6); row += 1) all.push(await openTabs(page, requests, row));
    const names = [...new Set(all.flatMap((times) => [...times.keys()]))];
    const medianOf = (name: string) =>
      quantile(
        all.flatMap((times) => times.get(name) ?? []),
        0.5,
      );
    const lines = names.map((name) => [name, inMs(medianOf(name))]);
    console.log(`\nOrder’s file at ${SLOW.name}\n${table([['from the click', 'median'], ...lines])}`);
    const limit = (SLOW.latencyMs ?? 0) + BEYOND_THE_ROUND_TRIP_MS;
    const others = names.filter((name) => name !== FIRST).map(medianOf);
    return [
      atMost('order’s first tab, one round trip + 150 ms', medianOf(FIRST), limit, inMs),
      atMost('its slowest other tab, likewise', Math.max(...others), limit, inMs),
    ];
  } finally {
    await browser.close();
  }
}
