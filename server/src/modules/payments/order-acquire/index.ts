// Acquisition: which applications go to a merchant, their delivery and their charge.

import { orderAcquire as contract } from '@kituo/sdk/contracts';
import './tables.ts';
import { defineModule } from '../../../define-module.ts';
import { AppError } from '../../../http/app-error.ts';
import { implement } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { createJob } from '../../platform/jobs/index.ts';
import { ruleExport, ruleRoutes, versionsOf } from '../../platform/rules/index.ts';
import { acquireApplied, acquiredEvent, reassign } from './deliver.ts';
import { redeliverManyKind, redeliverOne } from './redeliver-many.ts';
import { readRecord, recordExport, records, acquiredOrderReveals } from './records.ts';
import { acquireFamily } from './rules.ts';
import { simulateRule } from './simulate.ts';

const routes = [
  ...ruleRoutes(acquireFamily),
  implement(contract.simulate, simulateRule),
  implement(contract.recordPage, records.page),
  implement(contract.record, readRecord),
  implement(contract.recordExport, recordExport.queue),
  implement(contract.redeliver, async ({ orderNo }, call) => {
    const { merchantNo } = await records.one(orderNo, call);
    await redeliverOne(call.tx, { orderNo, merchantNo }, call, call.caller.userNo);
    const deliveryStatus = 'QUEUED' as const;
    return { orderNo, deliveryStatus };
  }),
  implement(contract.redeliverMany, async ({ orderNos }, call) => {
    const items = [...new Set(orderNos)].map((subjectNo) => ({ subjectNo, input: null }));
    return { jobNo: await createJob(redeliverManyKind, {}, call, items) };
  }),
  implement(contract.reassign, async ({ orderNo, toMerchantNo, reason }, call) => {
    const { merchantNo, deliveryStatus: before } = await records.one(orderNo, call);
    const target = await call.tx
      .selectFrom('merchant')
      .select(['merchantNo', 'merchantName'])
      .where('merchantNo', '=', toMerchantNo)
      .executeTakeFirst();
    if (!target || !seesMerchant(call.caller.scope, toMerchantNo)) {
      throw new AppError('REFERENCE_UNKNOWN', { fields: ['toMerchantNo'] });
    }
    const { ruleName } = await reassign(call.tx, orderNo, toMerchantNo);
    const deliveryStatus = 'QUEUED' as const;
    await writeAudit(call.tx, call, {
      action: 'orderAcquire.reassign',
      subjectType: 'acquiredOrder',
      subjectNo: orderNo,
      merchantNo: toMerchantNo,
      before: { merchantNo, deliveryStatus: before },
      after: { merchantNo: toMerchantNo, deliveryStatus, ruleName },
      reason,
    });
    return { orderNo, ...target, deliveryStatus };
  }),
];

export const orderAcquire = defineModule({
  name: 'order-acquire',
  routes,
  reveals: [...acquiredOrderReveals],
  config: [versionsOf(acquireFamily)],
  jobs: [redeliverManyKind],
  exports: [recordExport.kind, ruleExport(acquireFamily).kind],
  subscribers: [acquireApplied],
  merchantEvents: [acquiredEvent],
});
