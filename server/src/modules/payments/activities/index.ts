// Activities that award customers: coupons, money in their wallets, or points.

import { taskAward } from '@kituo/sdk/contracts';
import './point-tables.ts';
import './tables.ts';
import { defineModule } from '../../../define-module.ts';
import { implement } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { ruleExport, ruleRoutes, versionsOf } from '../../platform/rules/index.ts';
import { noteAct } from './acts.ts';
import { figuresOf } from './figures.ts';
import { readForApp } from './for-app.ts';
import { pageOfPoints, pointsExport, pointsFamily } from './point-rules.ts';
import { readPoints, usePoints } from './points.ts';
import { recordExport, records, awardReveals } from './records.ts';
import { activityFamily } from './rules.ts';
import { simulateActivity } from './simulate.ts';

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
    implement(taskAward.figures, figuresOf),
    implement(taskAward.simulate, simulateActivity),
    implement(taskAward.pointsPage, pageOfPoints),
    implement(taskAward.pointsExport, pointsExport.queue),
    implement(taskAward.pointsForApp, readPoints),
    implement(taskAward.pointsUse, usePoints),
    ...ruleRoutes(activityFamily),
  ],
  config: [versionsOf(activityFamily), pointsFamily],
  exports: [recordExport.kind, pointsExport.kind, ruleExport(activityFamily).kind],
});
