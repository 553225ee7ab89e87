// Hands committed events to their subscribers, at least once and in order.

import { defineModule } from '../../../define-module.ts';
import { notifyBrowsers } from './notify-browsers.ts';

export { dispatchEvents } from './dispatch.ts';
export type { DomainEvent, EventSubscriber } from './dispatch.ts';

export const domainEvents = defineModule({
  name: 'domain-events',
  subscribers: [(db, { events }) => notifyBrowsers(db, events)],
});
