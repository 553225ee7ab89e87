import type { marketingRouteTrial } from '@kituo/sdk/contracts';
import type * as z from 'zod/mini';
import { addDays, businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import type { RouteInForce } from '../../platform/sms-routes/index.ts';

type Bound = z.output<typeof marketingRouteTrial.routeBound>;
const MINUTE_MS = 60_000;
/** Longer than this nobody waits. */
const MOST_DAYS = 366;

const timeOn = (date: string, time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return startOfBusinessDate(date).getTime() + (hours * 60 + minutes) * MINUTE_MS;
};

interface Sending {
  readonly messages: number;
  /** Of one message. */
  readonly centsEach: number;
  readonly ratePerMinute: number;
  readonly from: Date;
  /** What the route sent today already. */
  readonly today: { readonly sent: number; readonly costCents: number };
}

export interface RouteEnd {
  readonly days: number;
  readonly finishesAt: Date | null;
  readonly boundBy: Bound | null;
}

/** Pure. When a route would have sent so many messages within its hours, cap and budget, and the campaign's rate. */
export function endOf({ value, marketing, isPaused }: RouteInForce, of: Sending): RouteEnd {
  const never = { days: 0, finishesAt: null, boundBy: null };
  if (marketing === null) return never;
  if (of.messages === 0) return { ...never, finishesAt: of.from };
  if (isPaused || marketing.perPhonePerDay === 0 || marketing.perPhonePerWeek === 0) return never;
  const firstDay = businessDateOf(of.from);
  const isToday = firstDay === businessDateOf(new Date());
  let left = of.messages;
  let boundBy: Bound | null = null;
  let days = 0;
  for (let index = 0; index < MOST_DAYS; index += 1) {
    const day = addDays(firstDay, index);
    const opens = Math.max(timeOn(day, marketing.windowStart), index === 0 ? of.from.getTime() : 0);
    const open = Math.max(0, timeOn(day, marketing.windowEnd) - opens) / MINUTE_MS;
    const used = index === 0 && isToday ? of.today : { sent: 0, costCents: 0 };
    const rooms: readonly (readonly [Bound, number])[] = [
      ['RATE', Math.floor(open * of.ratePerMinute)],
      ['CAP', value.dailyCap < 0 ? Infinity : Math.max(0, value.dailyCap - used.sent)],
      ['BUDGET', of.centsEach === 0 ? Infinity : roomOf(marketing.dailyBudgetCents - used.costCents, of.centsEach)],
    ];
    const [bound, room] = rooms.reduce((least, one) => (one[1] < least[1] ? one : least));
    if (left <= room) {
      const finishesAt = new Date(opens + Math.ceil(left / of.ratePerMinute) * MINUTE_MS);
      return { days: days + 1, finishesAt, boundBy };
    }
    // A day that is as good as over says nothing of what takes long.
    if (open > 0) boundBy = bound;
    if (room > 0) days += 1;
    left -= room;
  }
  return { days, finishesAt: null, boundBy };
}

/** A text that begins below the budget still leaves. */
const roomOf = (cents: number, centsEach: number): number => Math.max(0, Math.ceil(cents / centsEach));
