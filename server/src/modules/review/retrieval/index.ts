// Orders returned from machine review to people, in batches.

import { defineModule } from '../../../define-module.ts';
import { routes } from './routes.ts';
import { retrievalImportKind } from './import.ts';
import { retrieveKind, releaseRetrievalKind } from './run.ts';
import { batchExport } from './export.ts';

export const retrieval = defineModule({
  name: 'retrieval',
  routes,
  jobs: [retrieveKind, releaseRetrievalKind],
  imports: [retrievalImportKind],
  exports: [batchExport.kind],
});
