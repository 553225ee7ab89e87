// What the loan supermarket recommends, where and to whom.

import { marketRecommend } from '@kituo/sdk/contracts';
import { defineModule } from '../../../define-module.ts';
import { implement } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { ruleExport, ruleRoutes, versionsOf } from '../../platform/rules/index.ts';
import { noteEvent, recommendedProduct, recommendTo, shelfFor } from './for-customer.ts';
import { previewFor } from './preview.ts';
import { slotStatistics } from './statistics.ts';
import { replaceProduct } from './replace.ts';
import { recommend } from './recommend.ts';
import { recommendFamily } from './rules.ts';

const NOBODY_KNOWN = { modelLevel: null, vipLevelNo: null, refuseCode: null };

export const marketRecommends = defineModule({
  name: 'market-recommends',
  routes: [
    implement(marketRecommend.products, async (_request, { db, caller }) => {
      const merchantNos = merchantsSeen(caller.scope);
      return await db
        .selectFrom('partnerProduct as p')
        .innerJoin('partnerPlatform as f', 'f.platformCode', 'p.platformCode')
        .select(['p.marketProductNo', 'p.productName', 'f.platformName'])
        .$if(merchantNos !== null, (query) => query.where('f.merchantNo', 'in', [...(merchantNos ?? []), '']))
        .where('p.productStatus', '=', 'ON_SHELF')
        .orderBy('p.sort')
        .orderBy('p.marketProductNo')
        .execute();
    }),
    implement(marketRecommend.preview, previewFor),
    implement(marketRecommend.statPage, slotStatistics),
    implement(marketRecommend.forCustomer, recommendTo),
    implement(marketRecommend.shelf, shelfFor),
    implement(marketRecommend.event, noteEvent),
    implement(marketRecommend.replace, replaceProduct),
    implement(marketRecommend.forApp, async ({ merchantNo, scene }, { db }) => {
      const found = await recommend(db, { merchantNo, scene, audience: NOBODY_KNOWN }, new Date());
      return found?.cards ?? [];
    }),
    ...ruleRoutes(recommendFamily),
  ],
  recommendedProduct,
  config: [versionsOf(recommendFamily)],
  exports: [ruleExport(recommendFamily).kind],
});
