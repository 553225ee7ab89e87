export { createEventHub, publishIn } from './hub.ts';
export type { Audience, EventHub } from './hub.ts';
export { routes } from './routes.ts';
export { countStreams, endStreams } from './stream.ts';
