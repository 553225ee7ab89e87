import type { partnerPlatform } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';

const DAYS = 90;
/** Whoever settles later is late. */
const PAID_WITHIN_DAYS = 7;
const MOST_OFF = 20;

type Counted = Omit<partnerPlatform.PartnerHealth, 'score'>;

/** Pure: what callbacks and settlements come to; null where nothing was sent yet. */
export function scoreOf({ callbacks, failedPercent, medianMs, lateDays }: Counted): number | null {
  if (callbacks === 0) return null;
  const off = (failedPercent ?? 0) * 0.6 + Math.min((medianMs ?? 0) / 100, MOST_OFF) + Math.min(lateDays * 2, MOST_OFF);
  return Math.max(0, Math.round(100 - off));
}

export async function healthOf(db: Queryable, platformCode: string, at: Date): Promise<partnerPlatform.PartnerHealth> {
  const today = businessDateOf(at);
  const { rows } = await sql<Counted>`
    SELECT count(*)::int AS callbacks,
      round(100.0 * count(*) FILTER (WHERE fault IS NOT NULL) / nullif(count(*), 0))::int AS failed_percent,
      (percentile_cont(0.5) WITHIN GROUP (ORDER BY took_ms))::int AS median_ms,
      (SELECT count(*)::int FROM partner_day d WHERE d.platform_code = ${platformCode} AND d.day_status = 'CONFIRMED'
        AND d.due_cents > 0 AND d.biz_date < ${addDays(today, -PAID_WITHIN_DAYS)}::date
        AND d.biz_date >= ${addDays(today, -DAYS)}::date) AS late_days
    FROM partner_callback
    WHERE platform_code = ${platformCode} AND sent_at > ${new Date(at.getTime() - DAYS * 86_400_000)}`.execute(db);
  const counted = rows[0] ?? { callbacks: 0, failedPercent: null, medianMs: null, lateDays: 0 };
  return { ...counted, score: scoreOf(counted) };
}
