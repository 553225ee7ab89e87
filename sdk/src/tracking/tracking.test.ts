// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setAdapter } from '../api/call.ts';
import { report } from '../contracts/platform/tracking.contract.ts';
import type { TrackingEvent } from '../contracts/platform/tracking.contract.ts';
import { startSession } from '../session/session-store.ts';
import { createFakeServer, reply } from '../testing/fake-server.ts';
import { fakeUser } from '../testing/fakes.ts';
import { resetFakeHost } from '../testing/render-page.tsx';
import { flushTracking, startTracking, tracking$, trackView } from './tracking.ts';

let seen: TrackingEvent[] = [];
let stop: () => void = () => undefined;
beforeEach(() => {
  resetFakeHost();
  vi.useFakeTimers();
  seen = [];
  const subscription = tracking$.subscribe((event) => seen.push(event));
  stop = () => {
    subscription.unsubscribe();
  };
});
afterEach(() => {
  trackView(null);
  stop();
  vi.useRealTimers();
  resetFakeHost();
});

it('pairs VIEW and OUT with the time between, and adds EXIT where a source was given', () => {
  trackView({
    pageName: 'OrderDetail',
    path: '/AdminContent/OrderDetailAudit/OrderDetail',
    orderNo: 'O1',
    source: 'collection',
  });
  vi.advanceTimersByTime(1500);
  trackView({ pageName: 'Home', path: '/AdminContent/Home' });
  vi.advanceTimersByTime(10);
  trackView(null);
  expect(seen.map(({ eventType, pageName, duration, type }) => [eventType, pageName, duration, type])).toEqual([
    ['VIEW', 'OrderDetail', null, null],
    ['OUT', 'OrderDetail', 1500, null],
    ['EXIT', 'OrderDetail', 1500, 'collection'],
    ['VIEW', 'Home', null, null],
    ['OUT', 'Home', 10, null],
  ]);
});

it('reports in one batch that the contract takes, without the token’s secret', async () => {
  startSession('sid.secret', fakeUser());
  const server = createFakeServer([reply(report, { accepted: 1 })]);
  setAdapter(server.adapter);
  trackView({ pageName: 'Home', path: '/AdminContent/Home' });
  await flushTracking();
  const made = server.callsOf(report).at(-1);
  expect(report.request.safeParse(made?.request).success).toBe(true);
  expect(JSON.stringify(made?.request)).toContain('"token":"sid"');
  expect(JSON.stringify(made?.request)).not.toContain('secret');
});

it('sends what waits and what is on its way again when the page is closed, as the person’s', async () => {
  startSession('sid.secret', fakeUser());
  setAdapter(() => new Promise(() => undefined));
  const sent = vi.fn<typeof fetch>(() => new Promise(() => undefined));
  vi.stubGlobal('fetch', sent);
  const end = startTracking('1.0.0');
  try {
    trackView({ pageName: 'Home', path: '/AdminContent/Home' });
    void flushTracking();
    window.dispatchEvent(new Event('pagehide'));
  } finally {
    end();
    vi.unstubAllGlobals();
  }
  const [, made] = sent.mock.calls.at(-1) ?? [];
  expect(made).toMatchObject({ keepalive: true, headers: { 'auth-token': 'sid.secret' } });
  const body = report.request.parse(JSON.parse(String(made?.body)));
  const events = 'events' in body ? body.events : [];
  expect(events.slice(-2).map(({ eventType, pageName }) => [eventType, pageName])).toEqual([
    ['VIEW', 'Home'],
    ['OUT', 'Home'],
  ]);
});
