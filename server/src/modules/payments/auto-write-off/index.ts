// Automatic allocation and settlement: rules, imports and their runs.

import { defineModule } from '../../../define-module.ts';
import { almostExport } from './almost-export.ts';
import { almostSettled } from './almost-settled.ts';
import { writeOffImportKind } from './import.ts';
import { importWriteOffFile } from './import-file.ts';
import { almostSettled as almost, payment } from '@kituo/sdk/contracts';
import { implement } from '../../../http/implement.ts';
import { ruleExport, ruleRoutes, versionsOf } from '../../platform/rules/index.ts';
import { autoSettleFamily } from './auto-settle-rules.ts';
import { importWriteOffs, retryWriteOff, writeOffBatch } from './batch.ts';
import { settleByHand, zeroSettleKind } from './zero-settle-by-hand.ts';

export { settleAlmost } from './auto-settle.ts';

const routes = [
  implement(payment.writeOffImport, importWriteOffs),
  implement(payment.writeOffFile, importWriteOffFile),
  implement(payment.writeOffRetry, retryWriteOff),
  implement(payment.zeroSettle, settleByHand),
  implement(almost.page, almostSettled.page),
  implement(almost.exportList, almostExport.queue),
  ...ruleRoutes(autoSettleFamily),
];

export { writeOffBatchOf } from './batch.ts';
export { writeOffImportOf } from './import.ts';

export const autoWriteOff = defineModule({
  name: 'auto-write-off',
  routes,
  jobs: writeOffBatch.jobKinds,
  imports: [writeOffImportKind],
  exports: [almostExport.kind, ruleExport(autoSettleFamily).kind],
  changes: [writeOffBatch.changeKind, zeroSettleKind],
  config: [versionsOf(autoSettleFamily)],
});
