import { type Kysely, sql } from 'kysely';

/** What a channel answered when a person asked it for a serial number: a typed payment rests on it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
  CREATE TABLE channel_receipt (
    payment_channel text NOT NULL,
    payment_code text NOT NULL,
    account_code text NOT NULL REFERENCES account,
    amount_cents bigint NOT NULL CHECK (amount_cents > 0),
    repay_time timestamptz NOT NULL,
    asked_by text NOT NULL,
    asked_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (payment_channel, payment_code, account_code)
  )`.execute(db);
}
