import type { ReplyOf, verificationCode } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Call } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';

type Reply = ReplyOf<typeof verificationCode.arrivals>;

/** What became of the SMS codes of the last hour that the caller sees, by network, those with the most first. */
export async function readArrivals(_request: object, { db, caller }: Call): Promise<Reply> {
  const seen = merchantsSeen(caller.scope);
  const { rows } = await sql<Reply[number]>`
    WITH sent AS (
      SELECT v.network, m.delivery_outcome, extract(epoch FROM m.delivery_told_at - m.sent_at) AS seconds
      FROM verification_send s JOIN verification_code v USING (code_no) JOIN message m ON m.message_no = s.message_no
      WHERE s.channel = 'SMS' AND s.sent_at > now() - interval '1 hour' AND m.sent_at IS NOT NULL
        AND (${seen}::text[] IS NULL OR v.merchant_no = ANY(${seen}::text[])))
    SELECT network, count(*)::int AS sent, count(*) FILTER (WHERE delivery_outcome = 'DELIVERED')::int AS delivered,
      count(*) FILTER (WHERE delivery_outcome = 'FAILED')::int AS failed,
      round(percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds) FILTER (WHERE delivery_outcome = 'DELIVERED'))::int AS median_seconds,
      round(percentile_cont(0.9) WITHIN GROUP (ORDER BY seconds) FILTER (WHERE delivery_outcome = 'DELIVERED'))::int AS slow_seconds
    FROM sent GROUP BY 1 ORDER BY 2 DESC, 1`.execute(db);
  return rows;
}
