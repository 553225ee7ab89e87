import { type Kysely, sql } from 'kysely';

/** Money lists over a million orders: what a filter asks is in the index that it is found by, so that no row is fetched. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Payouts that did not succeed are some thousands among hundreds of thousands.
    CREATE INDEX loan_order_not_out ON loan_order (audit_time DESC, order_no DESC)
      INCLUDE (merchant_no, order_status, approved_cents)
      WHERE audit_time IS NOT NULL AND order_status IN ('DISBURSING', 'DISBURSE_FAILED', 'VOIDED');
    CREATE INDEX payout_attempt_undone ON payout_attempt (subject_no) INCLUDE (attempt_status)
      WHERE subject_type = 'LOAN' AND attempt_status <> 'SUCCESS';
    DROP INDEX loan_order_to_pay;
    CREATE INDEX loan_order_to_pay ON loan_order (merchant_no, loan_type, audit_time, order_no)
      INCLUDE (product_no, payout_type, payout_sub_type, approved_cents, apply_time)
      WHERE order_status = 'PENDING_DISBURSEMENT';
    DROP INDEX loan_order_by_lending;
    CREATE INDEX loan_order_by_lending ON loan_order (lending_time DESC, order_no DESC)
      INCLUDE (merchant_no, order_status, apply_time, audit_time, approved_cents) WHERE lending_time IS NOT NULL;
    CREATE INDEX loan_order_running ON loan_order (lending_time DESC, order_no DESC) INCLUDE (merchant_no)
      WHERE order_status = 'DISBURSED' AND lending_time IS NOT NULL;
    DROP INDEX bill_due;
    CREATE INDEX bill_due ON bill (due_date) INCLUDE (order_no, merchant_no)
      WHERE bill_status IN ('ACTIVE', 'CHARGED_OFF');
    DROP INDEX bill_newest;
    CREATE INDEX bill_newest ON bill (due_date DESC, bill_no DESC)
      INCLUDE (merchant_no, bill_status, term_no, order_no);
    DROP INDEX payment_flow_newest;
    CREATE INDEX payment_flow_newest ON payment_flow (repay_time DESC, flow_no DESC)
      INCLUDE (merchant_no, amount_cents, flow_status);
    DROP INDEX payment_flow_without_home;
    CREATE INDEX payment_flow_without_home ON payment_flow (repay_time, flow_no)
      INCLUDE (merchant_no, account_code, writable_cents, owner_user_no) WHERE flow_status = 'UNMATCHED';
    DROP INDEX payment_flow_writable;
    CREATE INDEX payment_flow_writable ON payment_flow (customer_no) INCLUDE (flow_status, writable_cents)
      WHERE writable_cents > 0 AND customer_no IS NOT NULL;
    CREATE INDEX wallet_reward_by_time ON wallet_reward (grant_time DESC, reward_no DESC)
      INCLUDE (merchant_no, customer_no);
    DROP INDEX refund_newest;
    CREATE INDEX refund_newest ON refund (created_at DESC, refund_no DESC)
      INCLUDE (merchant_no, refund_status, decided_at)`.execute(db);
}
