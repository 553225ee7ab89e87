import { type Kysely, sql } from 'kysely';

/**
 * Limits of what agents may ask for change by a new version of the setting, decided as the first was. Applications keep
 * the version that they were made under.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE service_coupon_config
    ADD COLUMN version_no integer NOT NULL DEFAULT 1,
    ADD COLUMN replaces text REFERENCES service_coupon_config,
    ADD COLUMN approved_at timestamptz,
    ADD COLUMN superseded_at timestamptz`.execute(db);
  await sql`UPDATE service_coupon_config SET approved_at = updated_at
    WHERE config_status IN ('ENABLED', 'DISABLED')`.execute(db);
  await sql`DROP INDEX service_coupon_config_one_live`.execute(db);
  await sql`CREATE UNIQUE INDEX service_coupon_config_in_force ON service_coupon_config (coupon_template_no)
    WHERE config_status IN ('ENABLED', 'DISABLED') AND superseded_at IS NULL`.execute(db);
  await sql`CREATE UNIQUE INDEX service_coupon_config_pending ON service_coupon_config (coupon_template_no)
    WHERE config_status = 'PENDING_APPROVAL'`.execute(db);
}
