// Calls of customers that came in, as agents record them.

import './tables.ts';
import { inCallRecord } from '@kituo/sdk/contracts';
import { defineModule } from '../../../define-module.ts';
import { implement } from '../../../http/implement.ts';
import { assignCalls, assignCallsKind, callBack, callToFeedback, saveInCall, updateInCall } from './commands.ts';
import { readByHour } from './by-hour.ts';
import { inCallExport, inCallPhone, inCalls } from './list.ts';
import { sendInCallRecording } from './listen.ts';
import { checkCaller, readChoices, readInCall } from './look-ups.ts';

export const inCallRecords = defineModule({
  name: 'in-call-records',
  routes: [
    implement(inCallRecord.page, inCalls.page),
    implement(inCallRecord.exportList, inCallExport.queue),
    implement(inCallRecord.choices, (_nothing, call) => readChoices(call)),
    implement(inCallRecord.byHour, readByHour),
    implement(inCallRecord.checkPhone, checkCaller),
    implement(inCallRecord.one, readInCall),
    implement(inCallRecord.recording, sendInCallRecording),
    implement(inCallRecord.save, saveInCall),
    implement(inCallRecord.update, updateInCall),
    implement(inCallRecord.callBack, callBack),
    implement(inCallRecord.toFeedback, callToFeedback),
    implement(inCallRecord.assign, assignCalls),
  ],
  jobs: [assignCallsKind],
  exports: [inCallExport.kind],
  reveals: [inCallPhone],
});
