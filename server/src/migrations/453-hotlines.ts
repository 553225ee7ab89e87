import { type Kysely, sql } from 'kysely';

/** The contacts that a merchant's customers see, with the hours in which somebody answers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(hotlines).execute(db);
}

const hotlines = `
  CREATE SEQUENCE hotline_number;
  CREATE TABLE hotline (
    hotline_no text PRIMARY KEY DEFAULT 'HL' || lpad(nextval('hotline_number')::text, 9, '0'),
    merchant_no text NOT NULL REFERENCES merchant,
    contact_type text NOT NULL CHECK (contact_type IN ('PHONE', 'WHATSAPP', 'EMAIL', 'SOCIAL')),
    contact_value text NOT NULL CHECK (contact_value <> ''),
    service_hours jsonb NOT NULL DEFAULT '[]',
    languages text[] NOT NULL,
    sort integer NOT NULL CHECK (sort > 0),
    is_enabled boolean NOT NULL DEFAULT true,
    updated_by text NOT NULL REFERENCES app_user,
    updated_at timestamptz NOT NULL DEFAULT now(),
    version integer NOT NULL DEFAULT 1,
    UNIQUE (merchant_no, contact_type, contact_value)
  );
`;
