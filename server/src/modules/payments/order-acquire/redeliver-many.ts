import * as z from 'zod/mini';
import type { Tx } from '../../../db/database.ts';
import type { AuditActor } from '../../platform/audit/index.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { defineJob } from '../../platform/jobs/index.ts';
import { AppError } from '../../../http/app-error.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { acquiredEvent, redeliver } from './deliver.ts';

/** Queues one order again and says so in its trail. */
export async function redeliverOne(
  tx: Tx,
  { orderNo, merchantNo }: { readonly orderNo: string; readonly merchantNo: string },
  actor: AuditActor,
  userNo: string,
): Promise<void> {
  await redeliver(tx, orderNo, userNo);
  await acquiredEvent.queued?.(tx, orderNo);
  await writeAudit(tx, actor, {
    action: 'orderAcquire.redeliver',
    subjectType: 'acquiredOrder',
    subjectNo: orderNo,
    merchantNo,
    before: { deliveryStatus: 'FAILED' },
    after: { deliveryStatus: 'QUEUED' },
  });
}

/** Redeliveries of many orders, each in a transaction of its own. */
export const redeliverManyKind = defineJob({
  kind: 'acquiredOrders.redeliver',
  title: { en: 'Redeliver orders', zh: '批量重新推送订单' },
  code: 'merchant:orderAcquire:redeliver',
  params: z.strictObject({}),
  async runItem({ subjectNo: orderNo }, _params, run) {
    const { userNo, scope } = run.caller;
    const held = await run.tx
      .selectFrom('acquiredOrder')
      .select('merchantNo')
      .where('orderNo', '=', orderNo)
      .executeTakeFirst();
    if (!held || !seesMerchant(scope, held.merchantNo)) throw new AppError('NOT_FOUND');
    const { merchantNo } = held;
    await redeliverOne(run.tx, { orderNo, merchantNo }, { ...run, requestId: run.jobNo, address: '' }, userNo);
    return null;
  },
});
