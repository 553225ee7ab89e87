import { setTimeout as delay } from 'node:timers/promises';
import type { App } from './app.ts';
import { endStreams } from './modules/platform/events/index.ts';
import type { Services } from './services.ts';

/** Readiness answers 503 for this long before the listener closes, so that a balancer sees it. */
const NOTICE_MS = 300;
const DRAIN_MS = 10_000;

/** Takes a process out: not ready any more, then streams end, calls in flight finish, in ten seconds. */
export async function drain(app: App, services: Services): Promise<void> {
  app.readiness.isDraining = true;
  await delay(NOTICE_MS);
  endStreams(services);
  const closed = app.http.close();
  const timer = setTimeout(() => app.http.server.closeAllConnections(), DRAIN_MS - NOTICE_MS);
  await closed;
  clearTimeout(timer);
}
