import type { Tx } from '../../../db/database.ts';
import { businessDateOf, shownDay } from '../../platform/policy/index.ts';
import { administratorRoles, raiseWarning, rolesWith } from '../../platform/warnings/index.ts';

/** A payment was told late, and its loan could not be lived again from the day it was paid: somebody looks at the charges. */
export async function warnNotBackdated(
  tx: Tx,
  payment: { readonly orderNo: string; readonly flowNo: string; readonly amountCents: number; readonly paidAt: Date },
): Promise<void> {
  const { orderNo, flowNo, amountCents, paidAt } = payment;
  const { merchantNo } = await tx
    .selectFrom('loanOrder')
    .select('merchantNo')
    .where('orderNo', '=', orderNo)
    .executeTakeFirstOrThrow();
  const told = await rolesWith(tx, 'afterLoan:writeOff:commit');
  const paidOn = shownDay(businessDateOf(paidAt));
  await raiseWarning(tx, {
    sourceType: 'NOT_BACKDATED',
    sourceKey: `BACKDATE-${flowNo}`,
    warningLevel: 'ATTENTION',
    subject: `Payment ${flowNo} of ${paidOn} counts from today: order ${orderNo} was charged or changed since`,
    subjectZh: `${paidOn} 的流水 ${flowNo} 按今日入账：订单 ${orderNo} 其间已计费或有其他变动`,
    subjectPath: `/AdminContent/OrderDetailAudit/OrderDetail?orderNo=${orderNo}&source=WarningNotify`,
    amountCents,
    merchantNo,
    roleNos: told.length > 0 ? told : await administratorRoles(tx),
  });
}
