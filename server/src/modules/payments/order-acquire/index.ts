// Acquisition: which applications go to a merchant, their delivery and their charge.

import { orderAcquire as contract } from '@kituo/sdk/contracts';
import './tables.ts';
import { defineModule } from '../../../define-module.ts';
import { implement } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { ruleRoutes, versionsOf } from '../../platform/rules/index.ts';
import { acquireApplied, acquiredEvent, redeliver } from './deliver.ts';
import { recordExport, records, acquiredOrderReveals } from './records.ts';
import { acquireFamily } from './rules.ts';
import { simulateRule } from './simulate.ts';

const routes = [
  ...ruleRoutes(acquireFamily),
  implement(contract.simulate, simulateRule),
  implement(contract.recordPage, records.page),
  implement(contract.recordExport, recordExport.queue),
  implement(contract.redeliver, async ({ orderNo }, call) => {
    const { merchantNo } = await records.one(orderNo, call);
    await redeliver(call.tx, orderNo, call.caller.userNo);
    await acquiredEvent.queued?.(call.tx, orderNo);
    const deliveryStatus = 'QUEUED' as const;
    await writeAudit(call.tx, call, {
      action: 'orderAcquire.redeliver',
      subjectType: 'acquiredOrder',
      subjectNo: orderNo,
      merchantNo,
      before: { deliveryStatus: 'FAILED' },
      after: { deliveryStatus },
    });
    return { orderNo, deliveryStatus };
  }),
];

export const orderAcquire = defineModule({
  name: 'order-acquire',
  routes,
  reveals: [...acquiredOrderReveals],
  config: [versionsOf(acquireFamily)],
  exports: [recordExport.kind],
  subscribers: [acquireApplied],
  merchantEvents: [acquiredEvent],
});
