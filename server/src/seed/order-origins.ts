import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { businessDateOf, startOfBusinessDate } from '../modules/platform/policy/index.ts';
import type { SeedStep } from './lending/seed-step.ts';

/**
 * Where each order came from and what the models said of it; and the desks of today: whoever has an order works
 * for its merchant, most have opened what they have, and some leases have just begun. Drawn from the order's
 * number, so the same book gets the same.
 */
export const orderOrigins: SeedStep = {
  name: 'order origins',
  async run(db, { now }) {
    await fillOrigins(db);
    await limitTraffic(db, now);
    await giveToOwnPeople(db);
    await arrangeDesks(db, now);
  },
};

const pick = (salt: string, values: readonly string[]) =>
  sql.raw(
    `(ARRAY[${values.map((value) => `'${value}'`).join(', ')}])[1 + abs(hashtext(order_no || '${salt}')) % ${values.length}]`,
  );

async function fillOrigins(db: Database): Promise<void> {
  const channels = ['APP_ANDROID', 'APP_ANDROID', 'APP_ANDROID', 'APP_IOS', 'USSD', 'PARTNER_API'];
  const promotions = ['ORGANIC', 'ORGANIC', 'SMS', 'GOOGLE_ADS', 'FACEBOOK', 'AGENT'];
  await sql`
    UPDATE loan_order SET
      incoming_channel = ${pick('incoming', channels)},
      promotion_channel = ${pick('promotion', promotions)},
      lending_channel = CASE WHEN lending_time IS NULL THEN NULL ELSE 'MPESA_B2C' END,
      data_source = ${pick('source', ['OWN', 'OWN', 'CRB', 'PARTNER'])},
      model_level = coalesce(model_level, ${pick('model', ['A', 'B', 'B', 'C', 'C', 'D', 'E'])}),
      is_whitelisted = abs(hashtext(order_no || 'white')) % 12 = 0,
      third_party_order_no = CASE WHEN ${pick('incoming', channels)} = 'PARTNER_API'
        THEN 'TP' || to_char(apply_time, 'YYMMDD') || right(order_no, 6) END
    WHERE data_source IS NULL`.execute(db);
}

/** New customers and returning ones have limits of their own; what the day's applications came to is counted. */
async function limitTraffic(db: Database, now: Date): Promise<void> {
  await sql`
    INSERT INTO merchant_traffic_limit (merchant_no, settled_order_count, daily_limit)
    SELECT m.merchant_no, l.settled, l.daily FROM merchant m, (VALUES (0, 400), (1, 600), (-1, -1)) AS l (settled, daily)
    ON CONFLICT DO NOTHING`.execute(db);
  await sql`UPDATE loan_order SET admitted_under = CASE loan_type WHEN 'FIRST' THEN 0 ELSE 1 END
    WHERE admitted_under IS NULL`.execute(db);
  await sql`
    INSERT INTO traffic_admission (merchant_no, biz_date, admission_kind, settled_order_count, admitted)
    SELECT merchant_no, ${businessDateOf(now)}::date, 'APPLICATION', admitted_under, count(*) FROM loan_order
    WHERE apply_time >= ${startOfBusinessDate(businessDateOf(now))} GROUP BY merchant_no, admitted_under
    ON CONFLICT DO NOTHING`.execute(db);
}

/** The engine's book draws its reviewers from everybody: an order goes to somebody of its merchant. */
async function giveToOwnPeople(db: Database): Promise<void> {
  await sql`
    WITH misplaced AS (
      SELECT o.order_no, (
        SELECT m.user_no FROM personnel_merchant m
          JOIN personnel p ON p.personnel_kind = m.personnel_kind AND p.user_no = m.user_no
        WHERE m.personnel_kind = 'AUDITOR' AND m.merchant_no = o.merchant_no AND NOT p.is_ai_employee
        ORDER BY p.daily_cap < 40, hashtext(o.order_no || m.user_no) LIMIT 1) AS user_no
      FROM loan_order o
      WHERE o.order_status = 'PENDING_REVIEW' AND NOT EXISTS (
        SELECT FROM personnel_merchant m WHERE m.personnel_kind = 'AUDITOR'
          AND m.user_no = o.auditor_user_no AND m.merchant_no = o.merchant_no)
    ), moved AS (
      UPDATE loan_order o SET auditor_user_no = misplaced.user_no FROM misplaced
      WHERE o.order_no = misplaced.order_no AND misplaced.user_no IS NOT NULL
      RETURNING o.order_no, o.auditor_user_no
    )
    UPDATE order_allotment a SET auditor_user_no = moved.auditor_user_no FROM moved
    WHERE a.order_no = moved.order_no AND a.ended_at IS NULL`.execute(db);
}

/** A third of the desks' orders came just now and wait to be opened; the others are being worked on. */
async function arrangeDesks(db: Database, now: Date): Promise<void> {
  await sql`
    WITH fresh AS (
      UPDATE loan_order SET
        allotted_at = ${now}::timestamptz - make_interval(mins => 1 + abs(hashtext(order_no)) % 9),
        lease_ends_at = ${now}::timestamptz + make_interval(mins => 29 - abs(hashtext(order_no)) % 9),
        opened_at = NULL
      WHERE order_status = 'PENDING_REVIEW' AND opened_at IS NULL AND apply_time < ${now}
        AND abs(hashtext(order_no || 'desk')) % 3 = 0
      RETURNING order_no, allotted_at
    )
    UPDATE order_allotment a SET allotted_at = fresh.allotted_at FROM fresh
    WHERE a.order_no = fresh.order_no AND a.ended_at IS NULL`.execute(db);
  await sql`
    UPDATE loan_order SET opened_at = least(allotted_at + interval '4 minutes', ${now}::timestamptz)
    WHERE order_status = 'PENDING_REVIEW' AND opened_at IS NULL
      AND abs(hashtext(order_no || 'desk')) % 3 <> 0`.execute(db);
}
