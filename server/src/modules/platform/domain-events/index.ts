export { dispatchEvents } from './dispatch.ts';
export type { DomainEvent, EventSubscriber } from './dispatch.ts';
export { notifyBrowsers } from './notify-browsers.ts';
