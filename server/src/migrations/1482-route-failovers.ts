import { type Kysely, sql } from 'kysely';

/** A route may send by its failover account for a while, whatever its shares say. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE sms_route ADD failover_until timestamptz`.execute(db);
  await sql`DROP VIEW sms_route_now`.execute(db);
  await sql.raw(view).execute(db);
}

const view = `
  CREATE VIEW sms_route_now AS
  SELECT r.*, v.value, v.version_no,
    CASE WHEN v.value IS NULL OR NOT (v.value ->> 'isEnabled')::boolean THEN 'DISABLED'
      WHEN r.is_paused THEN 'PAUSED' ELSE 'ENABLED' END AS route_status,
    EXISTS (SELECT FROM config_version o WHERE o.config_key IN ('sms.route', 'sms.marketingRoute')
      AND o.subject_no = r.subject_no AND o.stored_status IN ('DRAFT', 'PENDING')) AS has_open_version
  FROM sms_route r
  LEFT JOIN LATERAL (SELECT c.value, c.version_no FROM config_version c
    WHERE c.config_key IN ('sms.route', 'sms.marketingRoute') AND c.subject_no = r.subject_no
      AND c.stored_status IN ('SCHEDULED', 'IN_FORCE', 'SUPERSEDED') AND c.in_force_from <= now()
    ORDER BY c.in_force_from DESC LIMIT 1) v ON true;
`;
