import type { ledger, ReplyOf } from '@kituo/sdk/contracts';
import type { Call } from '../../../http/implement.ts';
import { inDuplumOf } from '../../lending/bills/index.ts';
import { explainBill } from '../../platform/ledger/index.ts';
import { readToDate } from './charged-to-date.ts';
import { reachBill } from './reach.ts';

/** Why a bill owes what it owes today, posting by posting. @throws AppError BILL_NOT_FOUND */
export async function readWhy(billNo: string, { db, caller }: Call): Promise<ReplyOf<typeof ledger.whyThisBalance>> {
  const { orderNo } = await reachBill(db, caller.scope, billNo);
  return await readToDate(db, orderNo, async (tx) => {
    const bill = await tx.selectFrom('bill').selectAll().where('billNo', '=', billNo).executeTakeFirstOrThrow();
    const { components, claim } = await explainBill(tx, billNo);
    return {
      billNo,
      orderNo,
      billStatus: bill.billStatus,
      dueDate: bill.dueDate,
      chargedThrough: bill.accruedThrough,
      outstandingCents: components.reduce((sum, { balanceCents }) => sum + balanceCents, 0),
      components: [...components],
      claim,
      inDuplum: inDuplumOf(bill),
    };
  });
}
