// Organisations, companies and merchants, and the traffic that each merchant admits.

import { orgMerchant } from '@kituo/sdk/contracts';
import './tables.ts';
import { defineModule } from '../../../define-module.ts';
import { implement } from '../../../http/implement.ts';
import { enableMerchantKind, requestEnable, requestLimits, requestRisk, riskKind, trafficKind } from './changes.ts';
import { addMerchant, copyMerchant, setMerchantEnabled, updateMerchant } from './commands.ts';
import { orgMerchantExport, orgMerchants as merchantList } from './list.ts';
import { readOrgMerchant } from './read.ts';
import { replayYesterday } from './replay.ts';

export { admissionsToday } from './admissions.ts';
export { admitOrNote } from './turned-away.ts';

export const orgMerchants = defineModule({
  name: 'org-merchants',
  routes: [
    implement(orgMerchant.page, merchantList.page),
    implement(orgMerchant.exportList, orgMerchantExport.queue),
    implement(
      orgMerchant.organizations,
      async (_request, { db }) =>
        await db.selectFrom('organization').select(['orgNo', 'orgName']).orderBy('orgName').execute(),
    ),
    implement(orgMerchant.info, readOrgMerchant),
    implement(orgMerchant.add, addMerchant),
    implement(orgMerchant.copy, copyMerchant),
    implement(orgMerchant.update, updateMerchant),
    implement(orgMerchant.enable, requestEnable),
    implement(
      orgMerchant.disable,
      async ({ merchantNo, reason }, call) => await setMerchantEnabled(merchantNo, false, call, reason),
    ),
    implement(orgMerchant.limit, requestLimits),
    implement(orgMerchant.replay, replayYesterday),
    implement(orgMerchant.riskConfig, requestRisk),
  ],
  changes: [trafficKind, riskKind, enableMerchantKind],
  exports: [orgMerchantExport.kind],
});
