import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { SESSION_IDLE_MINUTES } from '../../platform/access/index.ts';
import { forgetCodes } from '../../platform/verification-codes/index.ts';

/**
 * Ends sessions whose time is over, so that their open browsers are told, and clears what no longer
 * counts. Run every half minute; several processes may do it at once.
 */
export async function sweepSessions(db: Database): Promise<void> {
  await sql`
    UPDATE session SET ended_at = now(),
      end_reason = CASE WHEN expires_at <= now() THEN 'EXPIRED' ELSE 'IDLE' END
    WHERE ended_at IS NULL AND (expires_at <= now()
      OR last_seen_at <= now() - make_interval(mins => ${SESSION_IDLE_MINUTES}))
  `.execute(db);
  await sql`DELETE FROM session WHERE ended_at < now() - interval '30 days'`.execute(db);
  await sql`DELETE FROM slider_check WHERE expires_at < now()`.execute(db);
  await sql`DELETE FROM sign_in_step WHERE expires_at < now()`.execute(db);
  await sql`DELETE FROM mfa_offer WHERE granted_until < now() AND expires_at < now()`.execute(db);
  await sql`DELETE FROM validate_code WHERE expires_at < now()`.execute(db);
  await forgetCodes(db);
  await sql`DELETE FROM known_device WHERE last_seen_at < now() - interval '180 days'`.execute(db);
  await sql`DELETE FROM sign_in_failure WHERE window_ends_at < now()`.execute(db);
  await sql`DELETE FROM tracking_seen
    WHERE seen_on < (now() AT TIME ZONE 'Africa/Nairobi')::date - 1`.execute(db);
  // A client repeats a command within minutes; a week leaves room for a laptop that slept.
  await sql`DELETE FROM idempotency_record WHERE created_at < now() - interval '7 days'`.execute(db);
}
