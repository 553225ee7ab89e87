import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../db/database.ts';
import { addDays, businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { heldUntil, opensTomorrow, type RouteInForce, routesFor } from '../../platform/sms-routes/index.ts';

interface Asked {
  readonly merchantNo: string;
  readonly phone: string;
  readonly at: Date;
}

/**
 * What the marketing route of a person says: the words that end the text, and until when the person waits. Null where
 * no route applies. Whoever asks waits for others who take from the same route's day.
 */
export async function askRoute(tx: Tx, { merchantNo, phone, at }: Asked) {
  const [route] = await routesFor(tx, { smsKind: 'MARKETING', merchantNo, phone });
  if (!route?.marketing) return null;
  const { routeNo, marketing } = route;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`sms route ${routeNo}`}, 0))`.execute(tx);
  // Caps of a phone hold over all routes: the gate takes the same lock next.
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`contact ${phone}`}, 0))`.execute(tx);
  const isPhoneFull = await hasEnough(tx, marketing, { phone, at });
  const waitsUntil =
    heldUntil(route, at, await dayOf(tx, route, at)) ?? (isPhoneFull ? opensTomorrow(route, at) : null);
  return { routeNo, optOutText: marketing.optOutText, waitsUntil };
}

/** What the provider said a text cost; null until it is heard. */
const heard = sql`left join lateral (select max(c.cost_cents) as cents from contact_result c
  where c.attempt_id = s.attempt_id) heard on true`;

/** What campaigns, standing rules and AI pushes took of a route's day: by the provider's word, until then by the account's price. */
export async function dayOf(db: Queryable, { routeNo, value }: RouteInForce, at: Date) {
  const today = startOfBusinessDate(businessDateOf(at));
  const { rows } = await sql<{ sent: number; costCents: number }>`
    with taken as (
      select segments, case when is_priced then cost_cents end as cents from sms_marketing_recipient
      where route_no = ${routeNo} and sent_at >= ${today}
      union all select segments, heard.cents from unrenewed_send s ${heard}
      where s.route_no = ${routeNo} and s.sent_at >= ${today}
      union all select segments, heard.cents from marketing_route_use s ${heard}
      where s.route_no = ${routeNo} and s.sent_at >= ${today})
    select count(*)::int as sent, coalesce(sum(coalesce(r.cents,
      r.segments * (select max(a.unit_price_cents) from sms_account a
        where a.account_code = any(${value.accounts.map(({ accountCode }) => accountCode)}::text[])))), 0)::bigint
      as cost_cents
    from taken r`.execute(db);
  return rows[0] ?? { sent: 0, costCents: 0 };
}

/** Takes of the day of a route for a text that is kept without its route. */
export async function noteRouteUse(
  tx: Tx,
  use: { readonly attemptId: number; readonly routeNo: string; readonly segments: number; readonly sentAt: Date },
): Promise<void> {
  await tx.insertInto('marketingRouteUse').values(use).execute();
}

/** Whether a phone got all the marketing texts of its day or of its seven days (EAT). */
async function hasEnough(
  tx: Tx,
  { perPhonePerDay, perPhonePerWeek }: NonNullable<RouteInForce['marketing']>,
  { phone, at }: Pick<Asked, 'phone' | 'at'>,
): Promise<boolean> {
  const today = businessDateOf(at);
  const since = (date: string) => startOfBusinessDate(date);
  const { ofDay, ofWeek } = await tx
    .selectFrom('contactAttempt')
    .select([
      sql<number>`count(*) filter (where attempted_at >= ${since(today)})::int`.as('ofDay'),
      sql<number>`count(*)::int`.as('ofWeek'),
    ])
    .where('phone', '=', phone)
    .where('purpose', '=', 'MARKETING')
    .where('channel', '=', 'SMS')
    .where('refusedFor', 'is', null)
    .where('attemptedAt', '>=', since(addDays(today, -6)))
    .executeTakeFirstOrThrow();
  return ofDay >= perPhonePerDay || ofWeek >= perPhonePerWeek;
}
