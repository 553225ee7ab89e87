// The file of an order: person, evidence, history, credit.

import { defineModule } from '../../../define-module.ts';
import { routes } from './routes.ts';
import { seesOrder } from './find-order.ts';
import { revealKinds } from './reveals.ts';

export { denialReasonOf } from './details.ts';
export { evidenceOf } from './evidence.ts';
export { keepEvidence } from './keep-evidence.ts';
export type { EvidenceOf } from './evidence.ts';
export { findDetails, readOrder, seesOrder } from './find-order.ts';
export type { OrderRecord } from './find-order.ts';
export { hidden, nameFor } from './masked.ts';
export { accountOf } from './payee.ts';

/** Commands of the money desk and of cases whose certificate is kept with the order. */
const PROVED_ON_ORDER = [
  'afterLoan:offlineLoan:import',
  'afterLoan:flow:save',
  'afterLoan:flow:update',
  'afterLoan:flow:commit',
  'afterLoan:writeOff:commit',
  'afterLoan:writeOff:commitMulti',
  'collection:writeOff:commit',
  'collection:badDebt:enter',
  'collectionStage:writeOff:commit',
  'collectionStage:badDebt:enter',
];

export const orderFile = defineModule({
  name: 'order-file',
  routes,
  reveals: revealKinds,
  fileSubjects: [
    {
      subjectType: 'order',
      sees: seesOrder,
      codes: { attach: ['audit:attach:upload', ...PROVED_ON_ORDER], remove: 'audit:attach:delete' },
    },
  ],
});
