import { aiPushTask } from '@kituo/sdk/contracts';
import { implement } from '../../../http/implement.ts';
import { auditPush, createPush, proceedPush, startByHand, stopPush } from './commands.ts';
import { pushExport, pushList, recordExport, recordList } from './list.ts';
import { planChoices } from './plans.ts';
import { readPush } from './read-one.ts';

export const routes = [
  implement(aiPushTask.page, pushList.page),
  implement(aiPushTask.exportList, pushExport.queue),
  implement(aiPushTask.recordPage, recordList.page),
  implement(aiPushTask.recordExport, recordExport.queue),
  implement(aiPushTask.detail, ({ taskNo }, call) => readPush(taskNo, call)),
  implement(aiPushTask.create, createPush),
  implement(aiPushTask.audit, auditPush),
  implement(aiPushTask.start, startByHand),
  implement(aiPushTask.proceed, proceedPush),
  implement(aiPushTask.plans, planChoices),
  implement(aiPushTask.stop, stopPush),
];
