import { type messageNodes, smsRoutes } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type { Queryable } from '../../../db/database.ts';
import { addDays, businessDateOf, startOfBusinessDate } from '../policy/index.ts';
import { networkOf } from './networks.ts';
import './tables.ts';

export type SmsKind = z.output<typeof messageNodes.smsKind>;

/** A route that applies; `marketing` has what marketing texts keep to. */
export interface RouteInForce {
  readonly routeNo: string;
  readonly isPaused: boolean;
  /** Whether its failover account goes first now. */
  readonly isFailedOver: boolean;
  readonly value: smsRoutes.SmsRouteValue;
  readonly marketing: smsRoutes.MarketingRouteValue | null;
}

interface Stored {
  readonly routeNo: string;
  readonly smsKind: SmsKind;
  readonly isPaused: boolean;
  readonly failoverUntil: Date | null;
  readonly value: Record<string, unknown> | null;
}

function readRoute({ routeNo, smsKind, isPaused, failoverUntil, value }: Stored): RouteInForce {
  const isFailedOver = failoverUntil !== null && failoverUntil.getTime() > Date.now();
  if (smsKind !== 'MARKETING') {
    return { routeNo, isPaused, isFailedOver, value: smsRoutes.smsRouteValue.parse(value), marketing: null };
  }
  const marketing = smsRoutes.marketingRouteValue.parse(value);
  return { routeNo, isPaused, isFailedOver, value: marketing, marketing };
}

/** The enabled and paused routes of a message, the narrowest first: of its merchant and network down to that of all.
 * `isOwn`: of its merchant. */
export async function routesFor(
  db: Queryable,
  message: { readonly smsKind: SmsKind; readonly merchantNo: string | null; readonly phone: string },
): Promise<(RouteInForce & { readonly isOwn: boolean })[]> {
  const { smsKind, merchantNo, phone } = message;
  const network = networkOf(phone);
  const merchants = merchantNo === null ? ['ALL'] : [merchantNo, 'ALL'];
  const networks = network === null ? ['ALL'] : [network, 'ALL'];
  const subjects = merchants.flatMap((who) => networks.map((where) => `${who}_${smsKind}_${where}`));
  const rows = await db
    .selectFrom('smsRouteNow')
    .select(['routeNo', 'smsKind', 'isPaused', 'failoverUntil', 'value', 'subjectNo'])
    .where('subjectNo', 'in', subjects)
    .where('routeStatus', '<>', 'DISABLED')
    .execute();
  return rows
    .toSorted((one, other) => subjects.indexOf(one.subjectNo) - subjects.indexOf(other.subjectNo))
    .map((row) => ({ ...readRoute(row), isOwn: merchantNo !== null && row.subjectNo.startsWith(`${merchantNo}_`) }));
}

/** A route by its number, unless it is disabled. */
export async function routeOf(db: Queryable, routeNo: string): Promise<RouteInForce | null> {
  const found = await db
    .selectFrom('smsRouteNow')
    .select(['routeNo', 'smsKind', 'isPaused', 'failoverUntil', 'value'])
    .where('routeNo', '=', routeNo)
    .where('routeStatus', '<>', 'DISABLED')
    .executeTakeFirst();
  return found ? readRoute(found) : null;
}

/** What went by a route since 00:00 EAT. */
interface Today {
  readonly sent: number;
  readonly costCents: number;
}

export async function todayOf(db: Queryable, routeNo: string, at: Date): Promise<Today> {
  return await db
    .selectFrom('smsSending')
    .select([
      sql<number>`count(*) filter (where outcome in ('SENT', 'UNKNOWN'))::int`.as('sent'),
      sql<number>`coalesce(sum(cost_cents), 0)::bigint`.as('costCents'),
    ])
    .where('routeNo', '=', routeNo)
    .where('source', '<>', 'TEST')
    .where('at', '>=', startOfBusinessDate(businessDateOf(at)))
    .executeTakeFirstOrThrow();
}

const MINUTE_MS = 60_000;
const timeOn = (date: string, time: string): Date => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return new Date(startOfBusinessDate(date).getTime() + (hours * 60 + minutes) * MINUTE_MS);
};

/** When the route opens on the day after (EAT). */
export function opensTomorrow({ marketing }: RouteInForce, at: Date): Date {
  return timeOn(addDays(businessDateOf(at), 1), marketing?.windowStart ?? '00:00');
}

/** Why a message waits for its route, and until when. */
interface Held {
  readonly why: 'PAUSED' | 'OUTSIDE_HOURS' | 'BUDGET_USED' | 'CAP_REACHED';
  readonly until: Date;
}

/** Pure. Paused, outside its hours, or its day used up; null for now. */
export function heldBy(route: RouteInForce, at: Date, { sent, costCents }: Today): Held | null {
  const { value, marketing, isPaused } = route;
  if (isPaused) return { why: 'PAUSED', until: new Date(at.getTime() + MINUTE_MS) };
  const tomorrow = opensTomorrow(route, at);
  if (marketing) {
    const today = businessDateOf(at);
    const opens = timeOn(today, marketing.windowStart);
    if (at < opens) return { why: 'OUTSIDE_HOURS', until: opens };
    if (at >= timeOn(today, marketing.windowEnd)) return { why: 'OUTSIDE_HOURS', until: tomorrow };
    if (costCents >= marketing.dailyBudgetCents) return { why: 'BUDGET_USED', until: tomorrow };
  }
  return value.dailyCap >= 0 && sent >= value.dailyCap ? { why: 'CAP_REACHED', until: tomorrow } : null;
}

/** Pure. Until when a message waits for its route; null for now. */
export const heldUntil = (route: RouteInForce, at: Date, today: Today): Date | null =>
  heldBy(route, at, today)?.until ?? null;
