// Advice that customers wrote in the app, and its answers.

import './tables.ts';
import { appAdvice } from '@kituo/sdk/contracts';
import { defineModule } from '../../../define-module.ts';
import { implement } from '../../../http/implement.ts';
import { adviceToFeedback, finishAdvice, replyToAdvice, submitAdvice, takeAdvice } from './commands.ts';
import { assignAdviceKind, assignAdviceMany, finishAdviceKind, finishAdviceMany } from './jobs.ts';
import { adviceExport, adviceList, advicePhone, readAdvice, readAdvicePeople } from './list.ts';
import { readGroups } from './similar.ts';

export const appAdviceModule = defineModule({
  name: 'app-advice',
  routes: [
    implement(appAdvice.page, adviceList.page),
    implement(appAdvice.exportList, adviceExport.queue),
    implement(appAdvice.people, (_nothing, call) => readAdvicePeople(call)),
    implement(appAdvice.groups, (_nothing, call) => readGroups(call)),
    implement(appAdvice.one, readAdvice),
    implement(appAdvice.submit, submitAdvice),
    implement(appAdvice.take, takeAdvice),
    implement(appAdvice.assign, assignAdviceMany),
    implement(appAdvice.reply, replyToAdvice),
    implement(appAdvice.finish, finishAdvice),
    implement(appAdvice.finishMany, finishAdviceMany),
    implement(appAdvice.toFeedback, adviceToFeedback),
  ],
  jobs: [assignAdviceKind, finishAdviceKind],
  exports: [adviceExport.kind],
  reveals: [advicePhone],
});
