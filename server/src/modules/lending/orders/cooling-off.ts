import type { Queryable } from '../../../db/database.ts';
import { addDays, type BusinessDate, businessDateOf } from '../../platform/policy/index.ts';
import type { LoanOrder } from './loan-order.ts';

/** Until when a declined customer may not apply: the days of what declined, or of the product where those are more. */
export function coolOffEnd({ terms }: LoanOrder, ofDecline: number, at: Date): BusinessDate | null {
  const days = Math.max(ofDecline, terms.coolOffDays ?? 0);
  return days === 0 ? null : addDays(businessDateOf(at), days);
}

/** The day (EAT) from which a declined customer may apply again; null: at once. */
export async function applyFrom(db: Queryable, customerNo: string, at: Date): Promise<BusinessDate | null> {
  const cooling = await db
    .selectFrom('loanOrder')
    .select('coolOffUntil')
    .where('customerNo', '=', customerNo)
    .where('orderStatus', 'in', ['REFUSED', 'MACHINE_REFUSED'])
    .where('coolOffUntil', '>', businessDateOf(at))
    .orderBy('coolOffUntil', 'desc')
    .limit(1)
    .executeTakeFirst();
  return cooling?.coolOffUntil ?? null;
}
