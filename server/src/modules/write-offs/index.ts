import { payment } from '@kituo/sdk/contracts';
import { implement } from '../../http/implement.ts';
import { importWriteOffs, retryWriteOff } from './batch.ts';

export { writeOffBatch } from './batch.ts';
export { writeOffImportKind } from './import.ts';

export const routes = [
  implement(payment.writeOffImport, importWriteOffs),
  implement(payment.writeOffRetry, retryWriteOff),
];
