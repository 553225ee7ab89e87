import { type Kysely, sql } from 'kysely';

/** Addresses by which a person stops offers: one for each phone and merchant, drawn at random and kept for good. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(optOuts).execute(db);
}

const optOuts = `
  CREATE TABLE opt_out_link (
    token text PRIMARY KEY CHECK (length(token) >= 12),
    merchant_no text NOT NULL REFERENCES merchant,
    phone text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    -- When it was first pressed.
    used_at timestamptz,
    UNIQUE (merchant_no, phone)
  );
`;
