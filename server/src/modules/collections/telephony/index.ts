// Calls that people make and take in their browsers, over the edge that carries them.

import './tables.ts';
import { telephony as endpoints } from '@kituo/sdk/contracts';
import { defineModule } from '../../../define-module.ts';
import { implement } from '../../../http/implement.ts';
import { abandonCall, readCall, signIn } from './commands.ts';

export { callTopics, endSilentCalls, forgetLines } from './follow.ts';
export { readFree } from './free.ts';
export { takeIncoming } from './incoming.ts';
export { ownLine, placeCall } from './place.ts';
export { routeCall } from './route.ts';

export const telephony = defineModule({
  name: 'telephony',
  routes: [
    implement(endpoints.signIn, signIn),
    implement(endpoints.one, readCall),
    implement(endpoints.abandon, abandonCall),
  ],
});
