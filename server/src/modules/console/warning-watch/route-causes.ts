import { withoutRoute } from '../../payments/disbursements/index.ts';
import { rolesWith } from '../../platform/warnings/index.ts';
import type { Cause, WatchedSource } from './cause.ts';

/** Merchants with passed orders that no payout route takes now. */
export const unroutedOrders: WatchedSource = {
  sourceType: 'NO_ROUTE',
  prefix: 'ROUTE-',
  quietHours: 24,
  async find(db) {
    const held = await withoutRoute(db);
    if (held.length === 0) return [];
    const roleNos = await rolesWith(db, 'afterLoan:route:save');
    return held.map(({ merchantNo, merchantName, orders, amountCents }): Cause => {
      const waiting = orders === 1 ? '1 order' : `${orders} orders`;
      return {
        key: merchantNo,
        warningLevel: 'ATTENTION',
        subject: `No payout route for ${waiting} of ${merchantName}`,
        subjectZh: `${merchantName} 有 ${orders} 笔订单没有可用的放款路由`,
        subjectPath: '/AdminContent/AfterLoanSystem/LoanManagement?holdReason=NO_ROUTE',
        amountCents,
        merchantNo,
        roleNos,
        assigneeUserNo: null,
      };
    });
  },
};
