// What customers ask about their personal data: copies, corrections, objections, erasures, with the law's clock.

import './tables.ts';
import { dataRequest } from '@kituo/sdk/contracts';
import { defineModule } from '../../../define-module.ts';
import { implement } from '../../../http/implement.ts';
import { correctKind, eraseKind } from './changes.ts';
import {
  declineRequest,
  handOverCopy,
  objectRequest,
  saveRequest,
  submitCorrection,
  submitErasure,
  verifyRequest,
} from './commands.ts';
import { copyKind, makeCopy } from './copy.ts';
import { dataRequestExport, dataRequests as list, readHandlers, dataRequestReveals } from './list.ts';
import { readRequest } from './read.ts';

export { removeErasedFiles } from './erased-files.ts';

export const dataRequests = defineModule({
  name: 'data-requests',
  reveals: [...dataRequestReveals],
  routes: [
    implement(dataRequest.page, list.page),
    implement(dataRequest.exportList, dataRequestExport.queue),
    implement(dataRequest.people, (_nothing, call) => readHandlers(call)),
    implement(dataRequest.one, readRequest),
    implement(dataRequest.save, saveRequest),
    implement(dataRequest.verify, verifyRequest),
    implement(dataRequest.decline, declineRequest),
    implement(dataRequest.makeCopy, makeCopy),
    implement(dataRequest.handOver, handOverCopy),
    implement(dataRequest.object, objectRequest),
    implement(dataRequest.correct, submitCorrection),
    implement(dataRequest.erase, submitErasure),
  ],
  changes: [correctKind, eraseKind],
  exports: [dataRequestExport.kind, copyKind],
});
