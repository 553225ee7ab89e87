import type { Database } from './db/database.ts';
import { type EventSubscriber, notifyBrowsers } from './modules/platform/domain-events/index.ts';
import type { Services } from './services.ts';

/** Everybody in this process who follows what commands did. */
export function eventSubscribers(db: Database, services: Services): readonly EventSubscriber[] {
  return [notifyBrowsers(db, services.events)];
}
