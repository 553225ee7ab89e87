import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
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
  const isPhoneFull = await hasEnough(tx, marketing, { phone, at });
  const waitsUntil =
    heldUntil(route, at, await dayOf(tx, route, at)) ?? (isPhoneFull ? opensTomorrow(route, at) : null);
  return { routeNo, optOutText: marketing.optOutText, waitsUntil };
}

/** What campaigns took of a route's day: by the provider's word, and by the account's price until it is heard. */
async function dayOf(tx: Tx, { routeNo, value }: RouteInForce, at: Date) {
  const { rows } = await sql<{ sent: number; costCents: number }>`
    select count(*)::int as sent, coalesce(sum(coalesce(case when r.is_priced then r.cost_cents end,
      r.segments * (select max(a.unit_price_cents) from sms_account a
        where a.account_code = any(${value.accounts.map(({ accountCode }) => accountCode)}::text[])))), 0)::bigint
      as cost_cents
    from sms_marketing_recipient r where r.route_no = ${routeNo}
      and r.sent_at >= ${startOfBusinessDate(businessDateOf(at))}`.execute(tx);
  return rows[0] ?? { sent: 0, costCents: 0 };
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
