import type { appUpdate, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';

type Release = Pick<appUpdate.ReleaseRow, 'merchantNo' | 'os' | 'versionCode' | 'versionName' | 'publishedAt'>;
type Adoption = ReplyOf<typeof appUpdate.detail>['adoption'];

/** Days of a curve at most, the last ones. */
const DAYS = 30;
/** Bills that are due so soon: their customers must still be able to repay. */
const DUE_WITHIN_DAYS = 3;

/**
 * How a release spread since it was published: by day (EAT) the installs that were known, and those of them that had
 * started with it or a newer one. Nothing before it is published.
 */
export async function adoptionOf(db: Queryable, release: Release, at: Date): Promise<Adoption> {
  const { merchantNo, os, versionCode, publishedAt } = release;
  if (publishedAt === null) return [];
  const today = businessDateOf(at);
  const [begin, earliest] = [businessDateOf(new Date(publishedAt)), addDays(today, 1 - DAYS)];
  const from = begin < earliest ? earliest : begin;
  const { rows } = await sql<Adoption[number]>`
    WITH install AS (SELECT min(first_seen_on) AS known_on,
        min(first_seen_on) FILTER (WHERE version_code >= ${versionCode}) AS adopted_on
      FROM app_install_start WHERE merchant_no = ${merchantNo} AND os = ${os} GROUP BY install_hash),
    day AS (SELECT d::date AS on_day FROM generate_series(${from}::date, ${today}::date, interval '1 day') d),
    known AS (SELECT greatest(known_on, ${from}::date) AS on_day, count(*) AS n FROM install GROUP BY 1),
    adopted AS (SELECT greatest(adopted_on, ${from}::date) AS on_day, count(*) AS n FROM install
      WHERE adopted_on IS NOT NULL GROUP BY 1)
    SELECT to_char(day.on_day, 'YYYY-MM-DD') AS biz_date,
      (sum(coalesce(known.n, 0)) OVER (ORDER BY day.on_day))::int AS installs,
      (sum(coalesce(adopted.n, 0)) OVER (ORDER BY day.on_day))::int AS adopted
    FROM day LEFT JOIN known USING (on_day) LEFT JOIN adopted USING (on_day) ORDER BY day.on_day`.execute(db);
  return rows;
}

/**
 * Customers with a bill due in three days at most whose last application came from an older version: a forced release
 * stops their apps.
 */
export async function dueOnOlder(db: Queryable, { merchantNo, os, versionName }: Release, at: Date): Promise<number> {
  const today = businessDateOf(at);
  const { rows } = await sql<{ readonly customers: number }>`
    WITH due AS (SELECT DISTINCT b.customer_no FROM bill b JOIN loan_order o USING (order_no)
      WHERE o.merchant_no = ${merchantNo} AND b.bill_status = 'ACTIVE'
        AND b.due_date BETWEEN ${today}::date AND ${addDays(today, DUE_WITHIN_DAYS)}::date)
    SELECT count(*)::int AS customers FROM due CROSS JOIN LATERAL (
      SELECT e.content ->> 'appVersion' AS app_version FROM loan_order o
      JOIN order_evidence e ON e.order_no = o.order_no AND e.topic = 'DEVICE' AND e.content IS NOT NULL
        AND starts_with(upper(e.content ->> 'os'), ${os})
      WHERE o.customer_no = due.customer_no ORDER BY o.apply_time DESC LIMIT 1) last
    WHERE last.app_version ~ '^\\d{1,4}(\\.\\d{1,4}){2}$'
      AND string_to_array(last.app_version, '.')::int[] < string_to_array(${versionName}, '.')::int[]`.execute(db);
  return rows[0]?.customers ?? 0;
}
