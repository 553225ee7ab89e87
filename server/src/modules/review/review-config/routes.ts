import { reviewConfig } from '@kituo/sdk/contracts';
import { implement } from '../../../http/implement.ts';
import { auditRules, restoreRules, saveRules, submitRules, withdrawRules } from './commands.ts';
import { codesExport, rulesExport } from './export.ts';
import { askToSave, askToSwitch, listRefuseCodes } from './refuse-codes.ts';
import { detailOfRules, pageOfRules } from './rows.ts';
import { simulateRules } from './simulate.ts';

export const routes = [
  implement(reviewConfig.page, pageOfRules),
  implement(reviewConfig.exportList, rulesExport.queue),
  implement(reviewConfig.codesExport, codesExport.queue),
  implement(reviewConfig.detail, async ({ configNo }, call) => await detailOfRules(configNo, call)),
  implement(reviewConfig.simulate, simulateRules),
  implement(reviewConfig.save, saveRules),
  implement(reviewConfig.submit, submitRules),
  implement(reviewConfig.audit, auditRules),
  implement(reviewConfig.withdraw, withdrawRules),
  implement(reviewConfig.restore, restoreRules),
  implement(reviewConfig.refuseCodes, async (_, call) => await listRefuseCodes(call)),
  implement(reviewConfig.saveRefuseCode, askToSave),
  implement(reviewConfig.enableRefuseCode, async (form, call) => askToSwitch('enable', form, call)),
  implement(reviewConfig.disableRefuseCode, async (form, call) => askToSwitch('disable', form, call)),
];
