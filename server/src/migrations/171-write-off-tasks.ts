import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * The work of applying flows to a loan as a person prepares it, and which applications came of one such piece
 * of work: they are undone together.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tasks).execute(db);
}

const tasks = `
  CREATE SEQUENCE write_off_task_number;
  CREATE TABLE write_off_task (
    task_no text PRIMARY KEY DEFAULT 'WT' || lpad(nextval('write_off_task_number')::text, 10, '0'),
    merchant_no text NOT NULL REFERENCES merchant,
    order_no text NOT NULL REFERENCES loan_order,
    bill_no text REFERENCES bill,
    repay_type text NOT NULL CHECK (repay_type IN ('SETTLE', 'PARTIAL', 'EXTENSION', 'GENERIC')),
    deduction_no text REFERENCES deduction,
    remark text CHECK (length(remark) <= 200),
    voucher_ids text[] NOT NULL DEFAULT '{}',
    rows jsonb NOT NULL,
    task_status text NOT NULL DEFAULT 'UNFINISHED'
      CHECK (task_status IN ('UNFINISHED', 'PROCESSING', 'DONE', 'ERROR')),
    fault text,
    maker_user_no text NOT NULL REFERENCES app_user,
    created_at timestamptz NOT NULL DEFAULT now(),
    finished_at timestamptz,
    version bigint NOT NULL DEFAULT 0
  );
  CREATE INDEX write_off_task_order ON write_off_task (order_no, task_no DESC);
  CREATE INDEX write_off_task_open ON write_off_task (bill_no)
    WHERE task_status IN ('UNFINISHED', 'ERROR');
  ALTER TABLE payment_application
    ADD COLUMN task_no text REFERENCES write_off_task,
    ADD COLUMN rollback_reason text CHECK (length(rollback_reason) <= 200);
`;
