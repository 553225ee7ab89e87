import { autoRule, payment } from '@kituo/sdk/contracts';
import { implement } from '../../../http/implement.ts';
import { simulateAutoWriteOff } from '../payments/index.ts';
import { simulateAutoSettle } from './auto-settle.ts';
import { importWriteOffs, retryWriteOff } from './batch.ts';

export { autoSettleFamily, settleAlmost } from './auto-settle.ts';
export { writeOffBatch } from './batch.ts';
export { writeOffImportKind } from './import.ts';

export const routes = [
  implement(payment.writeOffImport, importWriteOffs),
  implement(payment.writeOffRetry, retryWriteOff),
  implement(autoRule.writeOffDryRun, simulateAutoWriteOff),
  implement(autoRule.settleDryRun, simulateAutoSettle),
];
