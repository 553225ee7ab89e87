import { retrieval } from '@kituo/sdk/contracts';
import { implement } from '../../../http/implement.ts';
import { detailOfBatch, batches } from './batches.ts';
import { approveRetrieval, rejectRetrieval } from './decide.ts';
import { batchExport } from './export.ts';
import { checkLines } from './lines.ts';
import { reverseBatch } from './reverse.ts';
import { submitRetrieval } from './submit.ts';

export const routes = [
  implement(retrieval.check, checkLines),
  implement(retrieval.submit, submitRetrieval),
  implement(retrieval.page, batches.page),
  implement(retrieval.exportList, batchExport.queue),
  implement(retrieval.detail, async ({ batchNo }, call) => await detailOfBatch(batchNo, call)),
  implement(retrieval.approve, approveRetrieval),
  implement(retrieval.reject, rejectRetrieval),
  implement(retrieval.reverse, reverseBatch),
];
