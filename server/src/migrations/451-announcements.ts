import { type Kysely, sql } from 'kysely';

/** Announcements as people manage them: types, a maker, why one was taken off; and what the app shows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(columns).execute(db);
}

// ACTIVE is stored for whatever was published: that it is scheduled, active or ended follows from its days.
const columns = `
  CREATE SEQUENCE announcement_number START 100;
  ALTER TABLE announcement
    ALTER announcement_no SET DEFAULT 'A' || lpad(nextval('announcement_number')::text, 9, '0'),
    ADD announcement_type text NOT NULL DEFAULT 'LIST' CHECK (announcement_type IN ('POPUP', 'BANNER', 'LIST')),
    ADD abolish_reason text,
    ADD maker_user_no text REFERENCES app_user,
    ADD version integer NOT NULL DEFAULT 1,
    DROP CONSTRAINT announcement_announcement_status_check,
    ADD CONSTRAINT announcement_announcement_status_check
      CHECK (announcement_status IN ('DRAFT', 'SCHEDULED', 'ACTIVE', 'ENDED', 'ABOLISHED')),
    ADD CONSTRAINT announcement_audience_check CHECK (audience IN ('APP', 'STAFF')),
    ADD CONSTRAINT announcement_days_check CHECK (ends_at IS NULL OR ends_at > published_at);

  CREATE FUNCTION announcement_status_at(stored text, starts_at timestamptz, ends_at timestamptz, at timestamptz)
  RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE
      WHEN stored <> 'ACTIVE' THEN stored
      WHEN ends_at <= at THEN 'ENDED'
      WHEN starts_at > at THEN 'SCHEDULED'
      ELSE 'ACTIVE' END
  $$;
`;
