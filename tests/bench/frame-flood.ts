import type { Frame, Page } from 'playwright';
import { fullPath, home, user } from '@kituo/sdk/contracts';
import { arrive, frameOf, type FrameBench } from './frame-measure.ts';

const ANSWER = '[data-bench="answer"]';
const CALLS = 60;
/** Until what a frame may have at once is used up, and its flood is what is left. Milliseconds. */
const UNDER_WAY_MS = 3_000;
const PROFILE = { name: '', latencyMs: null, bytesPerSecond: null, cpuSlowdown: 1 };

/** Milliseconds of the console's own calls, one after the other. */
export interface FloodTimes {
  /** The same frame stands beside it and is still. */
  readonly alone: number[];
  /** Events and calls, as many as pass without an end of the frame. */
  readonly flooded: number[];
}

async function consoleCalls(page: Page, token: string): Promise<number[]> {
  return await page.evaluate(
    async ({ path, authToken, count }) => {
      const each: number[] = [];
      for (let made = 0; made < count; made += 1) {
        const since = performance.now();
        const reply = await fetch(path, { headers: { 'auth-token': authToken } });
        await reply.text();
        if (reply.status !== 200) throw new Error(`the console's own call was answered ${reply.status}`);
        each.push(performance.now() - since);
      }
      return each;
    },
    { path: fullPath(home.menuCounts), authToken: token, count: CALLS },
  );
}

/** Every ten milliseconds: events, and calls with so many characters. */
export interface Flood {
  readonly events: number;
  readonly calls: number;
  readonly size: number;
}
/** Below what ends a frame by number: what the hostile section of the browser tests sends, 1,600 messages a second. */
export const MANY: Flood = { events: 12, calls: 4, size: 0 };
/** Below what ends a frame by size: 7 MB a second. */
export const LARGE: Flood = { events: 0, calls: 1, size: 70_000 };

async function flood(frame: Frame, load: Flood): Promise<void> {
  const { name, method, path, access, kind, replyForm } = user.getUserList;
  await frame.evaluate(
    async ({ endpoint, events, calls, size }) => {
      const sdk: unknown = await System.import('@kituo/sdk');
      const of = (what: string): ((...given: unknown[]) => unknown) => {
        const found: unknown = typeof sdk === 'object' && sdk !== null ? Reflect.get(sdk, what) : null;
        if (typeof found !== 'function') throw new Error(`the SDK has no ${what}`);
        return (...given) => Reflect.apply(found, undefined, given);
      };
      const [call, track] = [of('call'), of('track')];
      const filters = size > 0 ? { userName: 'x'.repeat(size) } : {};
      const list = { filters, page: 1, pageSize: 20, sort: null };
      setInterval(() => {
        for (let count = 0; count < events; count += 1) track({ eventType: `FLOOD${count}` });
        for (let count = 0; count < calls; count += 1)
          void Promise.resolve(call(endpoint, list, { quiet: true, showLoading: false })).catch(() => undefined);
      }, 10);
    },
    { endpoint: { name, method, path, access, kind, replyForm }, ...load },
  );
}

/** A page in a frame that floods, beside the same page without. */
export async function measureFlood(bench: FrameBench, load: Flood): Promise<FloodTimes> {
  await using visitor = await arrive(bench, bench.frame, PROFILE);
  await visitor.follow(bench.plugins[0]?.paths[0] ?? '', '', ANSWER);
  await visitor.quiet();
  const { page } = visitor;
  // The first ones are compiled.
  await consoleCalls(page, bench.session.token);
  const alone = await consoleCalls(page, bench.session.token);
  await flood(frameOf(page), load);
  await new Promise((resolve) => setTimeout(resolve, UNDER_WAY_MS));
  const flooded = await consoleCalls(page, bench.session.token);
  // Of a frame that was ended nothing is learned.
  await frameOf(page).locator(ANSWER).click();
  return { alone, flooded };
}
