// Automatic allocation and settlement: rules, imports and their runs.

import { defineModule } from '../../../define-module.ts';
import { writeOffImportKind } from './import.ts';
import { autoRule, payment } from '@kituo/sdk/contracts';
import { implement } from '../../../http/implement.ts';
import { simulateAutoWriteOff } from '../payments/index.ts';
import { autoSettleFamily, simulateAutoSettle } from './auto-settle.ts';
import { importWriteOffs, retryWriteOff, writeOffBatch } from './batch.ts';

export { settleAlmost } from './auto-settle.ts';

const routes = [
  implement(payment.writeOffImport, importWriteOffs),
  implement(payment.writeOffRetry, retryWriteOff),
  implement(autoRule.writeOffDryRun, simulateAutoWriteOff),
  implement(autoRule.settleDryRun, simulateAutoSettle),
];

export const autoWriteOff = defineModule({
  name: 'auto-write-off',
  routes,
  jobs: writeOffBatch.jobKinds,
  imports: [writeOffImportKind],
  changes: [writeOffBatch.changeKind],
  config: [autoSettleFamily],
});
