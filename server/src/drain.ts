import { setTimeout as delay } from 'node:timers/promises';
import type { App } from './app.ts';
import { endStreams } from './modules/platform/events/index.ts';
import type { Services } from './services.ts';

const DRAIN_MS = 10_000;
/** How long callers have to let go of connections that the notice told them to close. */
const GONE_MS = 2_000;

/**
 * Takes a process out: not ready any more, then streams end, calls in flight finish, in ten seconds.
 * @param noticeMs How long the listener stays open, so that a balancer sees it. Whoever calls meanwhile is answered,
 *   and told to use another connection the next time: one that nobody uses can be closed without a call on its way.
 */
export async function drain(app: App, services: Services, noticeMs: number): Promise<void> {
  app.readiness.isDraining = true;
  await delay(noticeMs);
  endStreams(services);
  if (noticeMs > 0) await connectionsGone(app, GONE_MS);
  const closed = app.http.close();
  const timer = setTimeout(() => app.http.server.closeAllConnections(), DRAIN_MS);
  await closed;
  clearTimeout(timer);
}

/**
 * Waits until nobody is connected any more, at most so long. A listener that closes while a call is on its way resets
 * it, and a client sends its next call on a connection that it has only just been told to close.
 */
async function connectionsGone({ http: { server } }: App, withinMs: number): Promise<void> {
  const until = Date.now() + withinMs;
  const count = () =>
    new Promise<number>((resolve, reject) => {
      server.getConnections((error, connections) => (error ? reject(error) : resolve(connections)));
    });
  while (Date.now() < until && (await count()) > 0) await delay(20);
}
