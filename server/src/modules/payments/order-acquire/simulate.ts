import type { orderAcquire, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import type { Call } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { addDays, businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { rulesAt } from '../../platform/rules/index.ts';
import { priceAt } from '../prepaid/index.ts';
import { acquireFamily, type Applied, clockOf, speaksOf, SPOKEN_OF } from './rules.ts';

const DAYS = 7;
/** A merchant with more in a week is tried on the newest. */
const MAX = 20_000;

interface Rival {
  readonly value: orderAcquire.AcquireRule;
  readonly isDraft: boolean;
}
type Order = Applied & { readonly applyTime: Date };

/**
 * What a rule would have acquired of the seven days before today beside the other rules in force, at the price of now.
 * @throws AppError REFERENCE_UNKNOWN
 */
export async function simulateRule(
  { merchantNo, ruleId, value }: ParsedRequestOf<typeof orderAcquire.simulate>,
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
  const others = (await rulesAt(db, acquireFamily, now, merchantNo)).filter((rule) => rule.ruleId !== ruleId);
  const draft: Rival = { value, isDraft: true };
  const rivals = [...others.map((rule): Rival => ({ value: rule.value, isDraft: false })), draft].toSorted(
    (one, other) => one.value.priority - other.value.priority,
  );
  const byDay = Map.groupBy(newest.toReversed(), ({ applyTime }) => businessDateOf(applyTime));
  const replayed = Array.from({ length: DAYS }, (_, index) => addDays(today, index - DAYS)).map((date) => ({
    date,
    applied: byDay.get(date)?.length ?? 0,
    ...replayDay(byDay.get(date) ?? [], rivals),
  }));
  const unitPriceCents = await priceAt(db, merchantNo, 'ORDER_DELIVERED', now);
  const costOf = (count: number) => (unitPriceCents === null ? null : unitPriceCents * count);
  const shares = rivals.map((rival) => {
    const count = replayed.reduce((sum, day) => sum + (day.taken.get(rival) ?? 0), 0);
    const { ruleName, priority } = rival.value;
    return { ruleName, priority, isDraft: rival.isDraft, acquired: count, costCents: costOf(count) };
  });
  const days = replayed.map(({ date, applied, taken, quotaReachedAt }) => ({
    date,
    applied,
    acquired: taken.get(draft) ?? 0,
    quotaReachedAt,
  }));
  const acquired = days.reduce((sum, day) => sum + day.acquired, 0);
  return {
    applied: newest.length,
    acquired,
    unitPriceCents,
    costCents: costOf(acquired),
    shares,
    days,
  };
}

/** Pure: how many of a day's orders, the earliest first, each rule takes; and when the draft's quota held one back. */
function replayDay(orders: readonly Order[], rivals: readonly Rival[]) {
  const taken = new Map<Rival, number>();
  let lastOfDraft: string | null = null;
  let quotaReachedAt: string | null = null;
  for (const order of orders) {
    const clock = clockOf(order.applyTime);
    for (const rival of rivals) {
      if (!speaksOf(rival.value, order, clock)) continue;
      const count = taken.get(rival) ?? 0;
      const { dailyQuota } = rival.value;
      if (dailyQuota < 0 || count < dailyQuota) {
        taken.set(rival, count + 1);
        if (rival.isDraft) lastOfDraft = clock;
        break;
      }
      if (rival.isDraft) quotaReachedAt = lastOfDraft;
    }
  }
  return { taken, quotaReachedAt };
}
