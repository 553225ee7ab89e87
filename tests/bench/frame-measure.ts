import type { Browser, CDPSession, Frame, Page } from 'playwright';
import type { SignedIn } from '../../server/testing/test-app.ts';
import type { GeneratedPlugin } from './fixtures.ts';
import type { Profile } from './profiles.ts';
import { Visitor } from './visit.ts';

/** The same sections, drawn in the page by one station and in frames by the other. */
export interface FrameBench {
  readonly browser: Browser;
  readonly session: SignedIn;
  readonly plugins: readonly GeneratedPlugin[];
  readonly page: string;
  readonly frame: string;
}

/** Milliseconds from a click in the menu until a list page answers a click. */
export interface OpeningTimes {
  /** Of a plugin nothing of which was loaded. */
  readonly first: number[];
  /** The same page a second time. */
  readonly again: number[];
}

const ANSWER = '[data-bench="answer"]';
const CALLS = 200;

/** In every document: one in a frame watches for its page and tells the console that it answered. */
function probeFrame(selector: string): void {
  if (window === window.top) {
    window.addEventListener('message', ({ data }) => {
      if (data === 'bench-answered') window.benchAnswered = performance.now();
    });
    return;
  }
  window.benchWatch?.(selector, null);
  Object.defineProperty(window, 'benchAnswered', {
    set: () => window.parent.postMessage('bench-answered', '*'),
  });
}

/** A frame has a process of its own, which is slowed down like the page's before it does anything. */
async function slowFrames(cdp: CDPSession, profile: Profile): Promise<void> {
  const { latencyMs, bytesPerSecond, cpuSlowdown } = profile;
  const network = {
    offline: false,
    latency: latencyMs ?? 0,
    downloadThroughput: bytesPerSecond ?? -1,
    uploadThroughput: bytesPerSecond ?? -1,
  };
  let last = 0;
  cdp.on('Target.attachedToTarget', ({ sessionId }) => {
    const send = (method: string, params: object = {}) => {
      const message = JSON.stringify({ id: (last += 1), method, params });
      cdp.send('Target.sendMessageToTarget', { sessionId, message }).catch(() => undefined);
    };
    send('Network.enable');
    send('Network.emulateNetworkConditions', network);
    send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
    send('Runtime.runIfWaitingForDebugger');
  });
  await cdp.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: true,
    flatten: false,
  });
}

export async function arrive(bench: FrameBench, url: string, profile: Profile): Promise<Visitor> {
  const visitor = await Visitor.arrive(bench.browser, url, bench.session, profile);
  await visitor.start(url);
  await visitor.page.addInitScript(probeFrame, ANSWER);
  // For the document that stands already.
  await visitor.page.evaluate(probeFrame, ANSWER);
  await slowFrames(visitor.cdp, profile);
  await visitor.quiet();
  return visitor;
}

/** The console begins a frame ahead in its idle time; its requests are heard of in its own process alone. */
async function frameAhead(visitor: Visitor): Promise<void> {
  await visitor.page.locator('[data-frames=ready]').waitFor({ state: 'attached' });
  // And what it fetches ahead has come: nearly every page is made of it.
  await frameOf(visitor.page).evaluate(async () => void (await System.import('@kituo/sdk/page')));
  await visitor.quiet();
}

/** Opens each plugin on both sides in turn, so that both meet the same weather. */
export async function measureOpening(
  bench: FrameBench,
  profile: Profile,
  runs: number,
): Promise<{ readonly page: OpeningTimes; readonly frame: OpeningTimes }> {
  const times = { page: { first: [], again: [] }, frame: { first: [], again: [] } } as {
    page: OpeningTimes;
    frame: OpeningTimes;
  };
  await using page = await arrive(bench, bench.page, profile);
  await using frame = await arrive(bench, bench.frame, profile);
  await frameAhead(frame);
  const sides = [
    ['page', page],
    ['frame', frame],
  ] as const;
  const home = async (visitor: Visitor) => {
    await visitor.follow('/AdminContent/Home', '', '.home-strip button[aria-expanded]');
    await visitor.quiet();
    if (visitor === frame) await frameAhead(frame);
  };
  for (let run = 0; run < runs; run += 1) {
    const path = bench.plugins[run]?.paths[0];
    if (path === undefined) throw new Error('too few generated plugins for so many runs');
    for (const [name, visitor] of run % 2 === 0 ? sides : sides.toReversed()) {
      times[name].first.push(await visitor.follow(path, '', ANSWER));
      await home(visitor);
      times[name].again.push(await visitor.follow(path, '', ANSWER));
      await home(visitor);
    }
  }
  return times;
}

export function frameOf(page: Page): Frame {
  const frame = page.frames().find((each) => new URL(each.url()).pathname.startsWith('/frame/'));
  if (frame === undefined) throw new Error('no section stands in a frame');
  return frame;
}

/** One call after the other, as the frame's code waits for them. Milliseconds each. */
async function timeCalls(frame: Frame, count: number, path: string): Promise<number[]> {
  return frame.evaluate(
    async ({ calls, to }) => {
      const sdk: unknown = await System.import('@kituo/sdk');
      const call: unknown = typeof sdk === 'object' && sdk !== null ? Reflect.get(sdk, 'call') : null;
      if (typeof call !== 'function') throw new Error('the SDK has no call');
      const endpoint = {
        name: 'bench',
        method: 'GET',
        path: to,
        access: 'signedIn',
        kind: 'query',
        replyForm: 'json',
      };
      const times: number[] = [];
      for (let made = 0; made < calls; made += 1) {
        const begun = performance.now();
        try {
          await call(endpoint, {}, { quiet: true, showLoading: false });
        } catch {
          // Refused by the console, or by the server: answered all the same.
        }
        times.push(performance.now() - begun);
      }
      return times;
    },
    { calls: count, to: path },
  );
}

/**
 * The SDK's `call` in a frame: `channel` is answered by the console itself, which refuses an address that is none
 * of the API, and `whole` by the server.
 */
export async function measureCalls(
  bench: FrameBench,
): Promise<{ readonly channel: number[]; readonly whole: number[] }> {
  const profile = { name: '', latencyMs: null, bytesPerSecond: null, cpuSlowdown: 1 };
  await using visitor = await arrive(bench, bench.frame, profile);
  await visitor.follow(bench.plugins[0]?.paths[0] ?? '', '', ANSWER);
  const frame = frameOf(visitor.page);
  const elsewhere = '/elsewhere';
  // The first ones are compiled.
  await timeCalls(frame, CALLS, elsewhere);
  const channel = await timeCalls(frame, CALLS, elsewhere);
  return { channel, whole: await timeCalls(frame, CALLS / 4, 'dictionary/none') };
}
