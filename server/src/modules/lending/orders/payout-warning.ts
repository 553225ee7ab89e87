import type { Queryable } from '../../../db/database.ts';
import { raiseWarning, autoResolve, rolesWith } from '../../platform/warnings/index.ts';

interface Failed {
  readonly orderNo: string;
  readonly merchantNo: string;
  readonly amountCents: number | null;
  /** When; now unless history is being written. */
  readonly at?: Date;
}

/** What failed longer ago is history: nobody needs to act on it now. */
const ACTED_ON_MS = 3 * 86_400_000;

/**
 * Tells those who send payouts by hand that a passed order was not paid; once while nobody has resolved it.
 * @returns the warnings' numbers, to be published.
 */
export async function warnOfFailedPayout(
  db: Queryable,
  { orderNo, merchantNo, amountCents, at = new Date() }: Failed,
  reason: string,
): Promise<string[]> {
  if (Date.now() - at.getTime() > ACTED_ON_MS) return [];
  const warningNo = await raiseWarning(db, {
    warningLevel: 'URGENT',
    sourceType: 'PAYOUT_FAILED',
    sourceKey: orderNo,
    subject: `Order ${orderNo} was approved but not disbursed: ${reason}`,
    subjectZh: `订单 ${orderNo} 已通过但未放款：${reason}`,
    subjectPath: `/AdminContent/OrderDetailAudit/OrderDetail?orderNo=${orderNo}&source=WarningNotify`,
    amountCents,
    merchantNo,
    roleNos: await rolesWith(db, 'afterLoan:payout:send'),
    raisedAt: at,
  });
  return warningNo === null ? [] : [warningNo];
}

/** The money is out after all: the warning resolves itself. */
export async function resolvePayoutWarning(db: Queryable, orderNo: string, at: Date): Promise<void> {
  await autoResolve(db, { sourceType: 'PAYOUT_FAILED', sourceKey: orderNo }, null, at);
}
