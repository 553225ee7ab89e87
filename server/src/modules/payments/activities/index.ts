// Activities that award customers: coupons, or money in their wallets.

import { taskAward } from '@kituo/sdk/contracts';
import './tables.ts';
import { defineModule } from '../../../define-module.ts';
import { implement } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { ruleExport, ruleRoutes, versionsOf } from '../../platform/rules/index.ts';
import { noteAct } from './acts.ts';
import { readForApp } from './for-app.ts';
import { recordExport, records, awardReveals } from './records.ts';
import { activityFamily } from './rules.ts';

export { noteInvite } from './acts.ts';
export { awardActivities } from './award.ts';

export const activities = defineModule({
  name: 'activities',
  reveals: [...awardReveals],
  routes: [
    implement(taskAward.templates, async (_request, { db, caller }) => {
      const merchantNos = merchantsSeen(caller.scope);
      return await db
        .selectFrom('couponTemplate')
        .select(['couponTemplateNo', 'couponContent'])
        .where('templateStatus', '=', 'ENABLED')
        .$if(merchantNos !== null, (query) => query.where('merchantNo', 'in', [...(merchantNos ?? []), '']))
        .orderBy('couponTemplateNo')
        .execute();
    }),
    implement(taskAward.recordPage, records.page),
    implement(taskAward.recordExport, recordExport.queue),
    implement(taskAward.act, noteAct),
    implement(taskAward.forApp, readForApp),
    ...ruleRoutes(activityFamily),
  ],
  config: [versionsOf(activityFamily)],
  exports: [recordExport.kind, ruleExport(activityFamily).kind],
});
