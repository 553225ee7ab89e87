// Which of our accounts pays an order out: strategies a merchant, read whenever an attempt is made.

import { route } from '@kituo/sdk/contracts';
import { defineModule } from '../../../define-module.ts';
import { implement } from '../../../http/implement.ts';
import { ruleExport, ruleRoutes, versionsOf } from '../../platform/rules/index.ts';
import { accountsSeen } from './accounts.ts';
import { attemptsOf } from './attempts.ts';
import { routeFamily } from './route-family.ts';

export { bankAccountOf, planBankRoute } from './bank-account.ts';
export { holdOf, planRoute } from './plan-route.ts';
export type { PlannedRoute } from './plan-route.ts';
export { everyRoute, routesOf } from './routes-of.ts';
export { sendingOf } from './sending-of.ts';
export type { Sending } from './sending-of.ts';

export const routing = defineModule({
  name: 'routing',
  routes: [
    ...ruleRoutes(routeFamily),
    implement(route.accounts, async (_, call) => await accountsSeen(call)),
    implement(route.attempts, attemptsOf),
  ],
  config: [versionsOf(routeFamily)],
  exports: [ruleExport(routeFamily).kind],
});
