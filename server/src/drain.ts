import { setTimeout as delay } from 'node:timers/promises';
import type { App } from './app.ts';
import { endStreams } from './modules/platform/events/index.ts';
import type { Services } from './services.ts';

const DRAIN_MS = 10_000;

/**
 * Takes a process out: not ready any more, then streams end, calls in flight finish, in ten seconds.
 * @param noticeMs How long the listener stays open, so that a balancer sees it. Whoever calls meanwhile is answered,
 *   and told to use another connection the next time: one that nobody uses can be closed without a call on its way.
 */
export async function drain(app: App, services: Services, noticeMs: number): Promise<void> {
  app.readiness.isDraining = true;
  await delay(noticeMs);
  endStreams(services);
  const closed = app.http.close();
  const timer = setTimeout(() => app.http.server.closeAllConnections(), DRAIN_MS);
  await closed;
  clearTimeout(timer);
}
