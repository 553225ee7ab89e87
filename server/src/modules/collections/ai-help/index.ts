// Encrypted UIDs of customers, as the AI-help chat tool shows them, and who looked up whose they are.

import './tables.ts';
import { aiHelp } from '@kituo/sdk/contracts';
import { defineModule } from '../../../define-module.ts';
import { implement } from '../../../http/implement.ts';
import { aiHelpLogs, aiHelpPhone, decryptUids, readOperators, readUid } from './decrypt.ts';
import { aiHelpLogExport } from './log-export.ts';

export const aiHelpModule = defineModule({
  name: 'ai-help',
  routes: [
    implement(aiHelp.decrypt, decryptUids),
    implement(aiHelp.logPage, aiHelpLogs.page),
    implement(aiHelp.logExport, aiHelpLogExport.queue),
    implement(aiHelp.operators, (_nothing, call) => readOperators(call)),
    implement(aiHelp.uid, readUid),
  ],
  exports: [aiHelpLogExport.kind],
  reveals: [aiHelpPhone],
});
