import type { orderAcquire, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import type { Call } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { addDays, businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { priceAt } from '../prepaid/index.ts';
import { clockOf, speaksOf, SPOKEN_OF } from './rules.ts';

const DAYS = 7;
/** A merchant with more in a week is tried on the newest. */
const MAX = 20_000;

/** What a rule would have acquired of the seven days before today, at the price of now. @throws AppError REFERENCE_UNKNOWN */
export async function simulateRule(
  { merchantNo, value }: ParsedRequestOf<typeof orderAcquire.simulate>,
  { db, caller }: Call,
): Promise<ReplyOf<typeof orderAcquire.simulate>> {
  if (!seesMerchant(caller.scope, merchantNo)) throw new AppError('REFERENCE_UNKNOWN', { fields: ['merchantNo'] });
  const now = new Date();
  const today = businessDateOf(now);
  const newest = await db
    .selectFrom('loanOrder')
    .select(['merchantNo', 'applyTime', ...SPOKEN_OF])
    .where('merchantNo', '=', merchantNo)
    .where('applyTime', '>=', startOfBusinessDate(addDays(today, -DAYS)))
    .where('applyTime', '<', startOfBusinessDate(today))
    .orderBy('applyTime', 'desc')
    .limit(MAX)
    .execute();
  const byDay = Map.groupBy(newest.toReversed(), ({ applyTime }) => businessDateOf(applyTime));
  const days = Array.from({ length: DAYS }, (_, index) => addDays(today, index - DAYS)).map((date) => {
    const orders = byDay.get(date) ?? [];
    const wanted = orders.filter((order) => speaksOf(value, order, clockOf(order.applyTime)));
    const room = value.dailyQuota < 0 ? wanted.length : value.dailyQuota;
    const acquired = wanted.slice(0, room);
    const last = acquired.at(-1);
    return {
      date,
      applied: orders.length,
      acquired: acquired.length,
      // The quota held somebody back from then on.
      quotaReachedAt: last && wanted.length > acquired.length ? clockOf(last.applyTime) : null,
    };
  });
  const acquired = days.reduce((sum, day) => sum + day.acquired, 0);
  const unitPriceCents = await priceAt(db, merchantNo, 'ORDER_DELIVERED', now);
  return {
    applied: days.reduce((sum, day) => sum + day.applied, 0),
    acquired,
    unitPriceCents,
    costCents: unitPriceCents === null ? null : unitPriceCents * acquired,
    days,
  };
}
