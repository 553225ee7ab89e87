// The file of an order: person, evidence, history, credit.

import { defineModule } from '../../../define-module.ts';
import { routes } from './routes.ts';
import { seesOrder } from './find-order.ts';
import { revealKinds } from './reveals.ts';

export { denialReasonOf } from './details.ts';
export { evidenceOf } from './evidence.ts';
export type { EvidenceOf } from './evidence.ts';
export { findDetails, readOrder, seesOrder } from './find-order.ts';
export type { OrderRecord } from './find-order.ts';
export { hidden, nameFor } from './masked.ts';
export { accountOf } from './payee.ts';

export const orderFile = defineModule({
  name: 'order-file',
  routes,
  reveals: revealKinds,
  fileSubjects: [
    {
      subjectType: 'order',
      sees: seesOrder,
      codes: { attach: 'audit:attach:upload', remove: 'audit:attach:delete' },
    },
  ],
});
