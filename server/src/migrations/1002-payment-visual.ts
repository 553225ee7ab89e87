import { type Kysely, sql } from 'kysely';

/** Which payment methods a merchant's customers see, in their order; a merchant without a row shows all of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
  CREATE TABLE payment_visual (
    merchant_no text PRIMARY KEY REFERENCES merchant,
    methods jsonb NOT NULL,
    updated_by text NOT NULL REFERENCES app_user,
    updated_at timestamptz NOT NULL DEFAULT now(),
    version integer NOT NULL DEFAULT 1
  )`.execute(db);
}
