// Texts that answers to customers begin with.

import './tables.ts';
import { replyTemplate } from '@kituo/sdk/contracts';
import { defineModule } from '../../../define-module.ts';
import { implement } from '../../../http/implement.ts';
import { readHistory } from '../../platform/audit/index.ts';
import { offeredTemplates, replyTemplateExport, replyTemplateList } from './list.ts';
import { saveReplyTemplate } from './save.ts';

export const replyTemplates = defineModule({
  name: 'reply-templates',
  exports: [replyTemplateExport.kind],
  routes: [
    implement(replyTemplate.page, replyTemplateList.page),
    implement(replyTemplate.exportList, replyTemplateExport.queue),
    implement(replyTemplate.detail, async ({ replyTemplateNo }, call) => ({
      row: await replyTemplateList.one(replyTemplateNo, call),
      history: await readHistory(call.db, 'replyTemplate', replyTemplateNo),
    })),
    implement(replyTemplate.offered, offeredTemplates),
    implement(replyTemplate.save, saveReplyTemplate),
  ],
});
