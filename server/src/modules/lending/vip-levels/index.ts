// Levels that reward good repayment, and who has which.

import { vipLevel } from '@kituo/sdk/contracts';
import './tables.ts';
import { defineModule } from '../../../define-module.ts';
import { AppError } from '../../../http/app-error.ts';
import { implement } from '../../../http/implement.ts';
import { merchantsSeen, seesMerchant } from '../../../http/merchant-scope.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { ruleExport, ruleRoutes, versionsOf } from '../../platform/rules/index.ts';
import { adjustKind, requestAdjust } from './adjust.ts';
import { levelsForApp, shownIcon } from './icons.ts';
import { levelIcons } from './icon-files.ts';
import { memberPath } from './member-path.ts';
import { memberExport, members, vipMemberReveals } from './members.ts';
import { recalculate } from './recalculate.ts';
import { vipLevelFamily } from './rules.ts';
import { simulateLevels } from './simulate.ts';

export { levelNamesOf } from './level-names.ts';
export { vipLevelOf } from './members.ts';
export { recalculateDay } from './recalculate.ts';

export const vipLevels = defineModule({
  name: 'vip-levels',
  reveals: [...vipMemberReveals],
  routes: [
    implement(vipLevel.templates, async (_request, { db, caller }) => {
      const merchantNos = merchantsSeen(caller.scope);
      return await db
        .selectFrom('couponTemplate')
        .select(['couponTemplateNo', 'couponContent'])
        .where('templateStatus', '=', 'ENABLED')
        .$if(merchantNos !== null, (query) => query.where('merchantNo', 'in', [...(merchantNos ?? []), '']))
        .orderBy('couponTemplateNo')
        .execute();
    }),
    implement(vipLevel.recalculate, async ({ merchantNo }, call) => {
      const { tx, caller } = call;
      if (!seesMerchant(caller.scope, merchantNo)) throw new AppError('REFERENCE_UNKNOWN', { fields: ['merchantNo'] });
      const found = await recalculate(tx, merchantNo, new Date());
      await writeAudit(tx, call, {
        action: 'vipLevel.recalculate',
        subjectType: 'merchant',
        subjectNo: merchantNo,
        merchantNo,
        after: { ...found },
      });
      return found;
    }),
    implement(vipLevel.simulate, simulateLevels),
    implement(vipLevel.memberPage, members.page),
    implement(vipLevel.member, memberPath),
    implement(vipLevel.memberExport, memberExport.queue),
    implement(vipLevel.memberAdjust, requestAdjust),
    implement(vipLevel.forApp, levelsForApp),
    implement(vipLevel.icon, shownIcon),
    ...ruleRoutes(vipLevelFamily),
  ],
  config: [versionsOf(vipLevelFamily)],
  changes: [adjustKind],
  exports: [memberExport.kind, ruleExport(vipLevelFamily).kind],
  fileSubjects: [levelIcons],
});
