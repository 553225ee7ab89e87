// Waivers of interest and fees, requested and approved; each collection system reaches its own orders.

import { waiverStrategy } from '@kituo/sdk/contracts';
import { defineModule } from '../../../define-module.ts';
import { decideKinds } from './decide-many.ts';
import { waiverExports } from './export.ts';
import { implement } from '../../../http/implement.ts';
import { productsSeen } from '../../lending/product-rules/index.ts';
import { copyToProductsBatch, ruleExport, ruleRoutes, stateManyBatch, versionsOf } from '../../platform/rules/index.ts';
import { routes } from './routes.ts';
import { simulateStrategy } from './strategy-preview.ts';
import { strategyUsage } from './strategy-usage.ts';
import { strategyFamily } from './strategies.ts';

export { ordersOf, reachOrderOf } from './reach.ts';
export type { System } from './reach.ts';

const batches = [
  stateManyBatch(strategyFamily, waiverStrategy.stateMany),
  copyToProductsBatch(strategyFamily, waiverStrategy.copyMany),
];

export const waivers = defineModule({
  name: 'waivers',
  routes: [
    ...routes,
    ...ruleRoutes(strategyFamily),
    ...batches.flatMap((batch) => batch.routes),
    implement(waiverStrategy.simulate, (asked, call) => simulateStrategy(asked, call)),
    implement(waiverStrategy.usagePage, strategyUsage.page),
    implement(waiverStrategy.products, (_request, call) => productsSeen(call)),
  ],
  config: [versionsOf(strategyFamily)],
  jobs: [decideKinds.ORDER, decideKinds.BILL, ...batches.flatMap((batch) => batch.jobs)],
  exports: [waiverExports.ORDER.kind, waiverExports.BILL.kind, ruleExport(strategyFamily).kind],
});
