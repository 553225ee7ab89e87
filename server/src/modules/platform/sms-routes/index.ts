// Routes by which texts leave: accounts, weights, failover, caps and hours, of every kind and of marketing.

import { marketingSmsRoute, smsAccount, smsRoute } from '@kituo/sdk/contracts';
import './tables.ts';
import { defineModule } from '../../../define-module.ts';
import { implement } from '../../../http/implement.ts';
import { readHistory } from '../audit/index.ts';
import { disableAccount, enableAccountKind, requestEnable, requestSave, saveAccountKind } from './account-changes.ts';
import { accountExport, accountOptions, readAccount, smsAccounts } from './account-list.ts';
import { marketingRouteFamily, smsRouteFamily } from './families.ts';
import { checkBalance } from './account-balance.ts';
import { healthOf } from './health.ts';
import { addRoute, failOver, simulateRoute, switchRoute, testRoute } from './route-commands.ts';
import { marketingRouteExport, marketingRouteList, sharesOf, smsRouteExport, smsRouteList } from './route-list.ts';

export { noteSmsDelivery } from './delivery.ts';
export { marketingFaceOf } from './marketing-face.ts';
export { networkOf } from './networks.ts';
export { heldUntil, opensTomorrow, type RouteInForce, routeOf, routesFor, type SmsKind } from './route-in-force.ts';
export { marketingRouteList } from './route-list.ts';
export { createSmsRouter, SmsHeld, type SmsRouter } from './router.ts';

export const smsRouting = defineModule({
  name: 'sms-routes',
  routes: [
    implement(smsRoute.page, smsRouteList.page),
    implement(smsRoute.exportList, smsRouteExport.queue),
    implement(smsRoute.health, healthOf),
    implement(smsRoute.detail, async ({ routeNo }, call) => ({
      row: await smsRouteList.one(routeNo, call),
      shares: await sharesOf(call.db, routeNo),
      history: await readHistory(call.db, 'smsRoute', routeNo),
    })),
    implement(smsRoute.add, addRoute),
    implement(smsRoute.testSend, async (request, call) => await testRoute('OTHER', request, call)),
    implement(marketingSmsRoute.page, marketingRouteList.page),
    implement(marketingSmsRoute.exportList, marketingRouteExport.queue),
    implement(marketingSmsRoute.detail, async ({ routeNo }, call) => ({
      row: await marketingRouteList.one(routeNo, call),
      shares: await sharesOf(call.db, routeNo),
      history: await readHistory(call.db, 'smsRoute', routeNo),
    })),
    implement(
      marketingSmsRoute.add,
      async (request, call) => await addRoute({ ...request, smsKind: 'MARKETING' }, call),
    ),
    implement(marketingSmsRoute.testSend, async (request, call) => await testRoute('MARKETING', request, call)),
    implement(marketingSmsRoute.pause, async (request, call) => await switchRoute(true, request, call)),
    implement(marketingSmsRoute.resume, async (request, call) => await switchRoute(false, request, call)),
    implement(smsRoute.failover, failOver),
    implement(smsRoute.failoverEnd, async (request, call) => await failOver({ ...request, minutes: null }, call)),
    implement(smsRoute.simulate, simulateRoute),
    implement(marketingSmsRoute.simulate, (request, call) => simulateRoute({ ...request, smsKind: 'MARKETING' }, call)),
    implement(smsAccount.page, smsAccounts.page),
    implement(smsAccount.exportList, accountExport.queue),
    implement(smsAccount.options, accountOptions),
    implement(smsAccount.detail, readAccount),
    implement(smsAccount.save, requestSave),
    implement(smsAccount.checkBalance, checkBalance),
    implement(smsAccount.enable, requestEnable),
    implement(smsAccount.disable, disableAccount),
  ],
  config: [smsRouteFamily, marketingRouteFamily],
  changes: [saveAccountKind, enableAccountKind],
  exports: [smsRouteExport.kind, marketingRouteExport.kind, accountExport.kind],
});
