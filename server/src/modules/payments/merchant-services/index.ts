// Merchants' service accounts: interfaces, keys, callbacks and balance alarms.

import { defineModule } from '../../../define-module.ts';
import { enableServiceKind, saveServiceKind } from './changes.ts';
import { eventExport, serviceExport } from './export.ts';
import { merchantServiceReveals } from './list.ts';
import { routes } from './routes.ts';

export { attemptsAbout } from './attempts.ts';
export type { Attempted, MerchantEventKind } from './events.ts';
export { queueEvent } from './events.ts';
export { postSigned } from './post-signed.ts';
export { moveEventOf, resendEventOf } from './resend.ts';
export { sendDueEvents } from './send-events.ts';
export { hashOf, isAllowed } from './keys.ts';

export const merchantServices = defineModule({
  name: 'merchant-services',
  routes,
  reveals: [...merchantServiceReveals],
  changes: [saveServiceKind, enableServiceKind],
  exports: [serviceExport.kind, eventExport.kind],
});
