import { type Kysely, sql } from 'kysely';

/** Lists find the keys of a page first: what they are found by is in the indexes that give their order. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    DROP INDEX bill_order;
    CREATE INDEX bill_order ON bill (order_no, term_no) INCLUDE (bill_status, due_date, actual_date);
    DROP INDEX bill_by_status;
    CREATE INDEX bill_by_status ON bill (bill_status, due_date DESC, bill_no DESC)
      INCLUDE (merchant_no, customer_no, term_no);
    DROP INDEX loan_order_by_audit;
    CREATE INDEX loan_order_by_audit ON loan_order (audit_time DESC, order_no DESC)
      INCLUDE (merchant_no, order_status, refuse_code, apply_time, approved_cents) WHERE audit_time IS NOT NULL;
    CREATE INDEX wallet_withdrawal_by_time ON wallet_withdrawal (create_time DESC, withdraw_no DESC)
      INCLUDE (merchant_no, withdraw_status, customer_no)`.execute(db);
}
