// Merchants' service accounts: interfaces, keys, callbacks and balance alarms.

import { defineModule } from '../../../define-module.ts';
import { enableServiceKind, saveServiceKind } from './changes.ts';
import { serviceExport } from './export.ts';
import { routes } from './routes.ts';

export { sendCallback, signatureOf } from './callback.ts';
export { hashOf, isAllowed } from './keys.ts';

export const merchantServices = defineModule({
  name: 'merchant-services',
  routes,
  changes: [saveServiceKind, enableServiceKind],
  exports: [serviceExport.kind],
});
