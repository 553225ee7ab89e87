// The stream of notices to open browsers.

import { defineModule } from '../../../define-module.ts';
import { routes } from './routes.ts';

export { createEventHub, publishIn } from './hub.ts';
export type { Audience, EventHub } from './hub.ts';
export { countStreams, endStreams } from './stream.ts';

export const events = defineModule({
  name: 'events',
  routes,
});
