export { dispatchEvents } from './dispatch.ts';
export type { DomainEvent, EventSubscriber } from './dispatch.ts';
export { tellBrowsers } from './tell-browsers.ts';
