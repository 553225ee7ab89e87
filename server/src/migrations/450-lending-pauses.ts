import { type Kysely, sql } from 'kysely';

/** Merchants whose lending of one type is paused: a row while it is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `CREATE TABLE lending_pause (
        merchant_no text NOT NULL REFERENCES merchant,
        loan_type text NOT NULL CHECK (loan_type IN ('FIRST', 'REPEAT')),
        reason text NOT NULL CHECK (reason <> ''),
        paused_by text NOT NULL REFERENCES app_user,
        paused_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (merchant_no, loan_type)
      )`,
    )
    .execute(db);
}
