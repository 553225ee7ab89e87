import type { Tx } from '../../db/database.ts';
import { lockOrder, retrieveOrder } from '../../modules/lending/orders/index.ts';
import { callTime } from './call-desk.ts';
import type { Desk } from './desk.ts';

/** Target, approval, days ago, how many orders went back and how many stayed, why it was asked for. */
const BATCHES = [
  ['TO_ALLOCATE', 'NONE', 12, 2, 0, 'The bureau was down that morning'],
  ['TO_ALLOCATE', 'NONE', 8, 1, 1, 'Refused by a rule that was switched off'],
  ['TO_ALLOCATE', 'NONE', 5, 0, 2, 'Taken from a list of last month'],
  ['PENDING_DISBURSEMENT', 'REJECTED', 3, 0, 0, 'The number of the payee is not registered'],
  ['PENDING_DISBURSEMENT', 'PENDING', 1, 0, 0, 'The customer registered the number for M-Pesa'],
] as const;
const PER_BATCH = 2;

/** Batches of orders that were returned to a state before: whole, in part, not at all, refused and waiting. */
export async function retrievals(desk: Desk): Promise<void> {
  const { does, maker, checker, now } = desk;
  const from = { REFUSED: await ordersIn(desk, 'REFUSED'), DISBURSE_FAILED: await ordersIn(desk, 'DISBURSE_FAILED') };
  for (const [place, [targetStatus, approvalStatus, days, went, stayed, reason]] of BATCHES.entries()) {
    const fromStatus = targetStatus === 'TO_ALLOCATE' ? 'REFUSED' : 'DISBURSE_FAILED';
    const orders = from[fromStatus].splice(0, targetStatus === 'TO_ALLOCATE' ? PER_BATCH : 1);
    if (orders.length === 0) continue;
    const createdAt = callTime(now, days, place);
    const isDecided = approvalStatus === 'REJECTED';
    await does(async (tx) => {
      const { batchNo } = await tx
        .insertInto('retrievalBatch')
        .values({
          targetStatus,
          approvalStatus,
          reason,
          makerUserNo: maker,
          createdAt,
          ...(isDecided && {
            checkerUserNo: checker,
            checkerNote: 'Ask the customer for another number first',
            decidedAt: createdAt,
          }),
        })
        .returning('batchNo')
        .executeTakeFirstOrThrow();
      for (const [index, order] of orders.entries()) {
        const { orderNo, merchantNo, version, auditorUserNo } = order;
        await tx
          .insertInto('retrievalItem')
          .values({
            batchNo,
            orderNo,
            merchantNo,
            lineNo: index + 1,
            seenVersion: version,
            fromStatus,
            fromAuditorUserNo: auditorUserNo,
            ...(index >= went &&
              index < went + stayed && {
                itemStatus: 'FAILURE' as const,
                failure: 'STATE_MOVED',
                doneAt: createdAt,
              }),
          })
          .execute();
        if (index < went) await goesBack(tx, { batchNo, orderNo, userNo: maker, reason, at: createdAt });
      }
    });
  }
}

async function ordersIn({ db }: Desk, orderStatus: 'REFUSED' | 'DISBURSE_FAILED') {
  return await db
    .selectFrom('loanOrder as o')
    .select(['o.orderNo', 'o.merchantNo', 'o.orderStatus', 'o.version', 'o.auditorUserNo'])
    .where('o.orderStatus', '=', orderStatus)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('reReview as r').select('r.orderNo').whereRef('r.orderNo', '=', 'o.orderNo'))),
    )
    // Who has another loan under way applies for none.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('loanOrder as n')
            .select('n.orderNo')
            .whereRef('n.customerNo', '=', 'o.customerNo')
            .whereRef('n.orderNo', '<>', 'o.orderNo'),
        ),
      ),
    )
    .orderBy('o.orderNo', 'desc')
    .limit(BATCHES.length * PER_BATCH)
    .execute();
}

async function goesBack(
  tx: Tx,
  {
    batchNo,
    orderNo,
    userNo,
    reason,
    at,
  }: {
    readonly batchNo: string;
    readonly orderNo: string;
    readonly userNo: string;
    readonly reason: string;
    readonly at: Date;
  },
): Promise<void> {
  const order = await lockOrder(tx, orderNo);
  const { version } = await retrieveOrder(tx, order, { target: 'TO_ALLOCATE', userNo, reason });
  await tx
    .updateTable('retrievalItem')
    .set({ itemStatus: 'SUCCESS', leftVersion: version, doneAt: at })
    .where('batchNo', '=', batchNo)
    .where('orderNo', '=', orderNo)
    .execute();
}
