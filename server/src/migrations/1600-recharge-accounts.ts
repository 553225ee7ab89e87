import { type Kysely, sql } from 'kysely';

/** A recharge keeps the account of ours on which it was booked: a statement of that account has its line. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE merchant_recharge ADD COLUMN account_code text REFERENCES account`.execute(db);
  await sql`UPDATE merchant_recharge
    SET account_code = CASE payment_channel WHEN 'MPESA' THEN 'BANK.MPESA_PAYBILL' ELSE 'BANK.MAIN' END
    WHERE journal_id IS NOT NULL`.execute(db);
  await sql`CREATE INDEX merchant_recharge_account ON merchant_recharge (account_code, paid_at)
    WHERE recharge_status = 'APPROVED'`.execute(db);
}
