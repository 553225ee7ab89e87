import { type Kysely, sql } from 'kysely';

/**
 * Lists of bills, loans and repayments, found by indexes at a million loans; and whom a repayment is credited to,
 * which is written with it: the case closes with the payment that settles it, and its collector goes on.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [credit, triggers, filling, indexes]) await sql.raw(part).execute(db);
}

const credit = `
  ALTER TABLE payment_application
    ADD COLUMN case_scope text CHECK (case_scope IN ('ORDER', 'BILL', 'NONE')),
    ADD COLUMN case_no text,
    ADD COLUMN level_at_repay text CHECK (level_at_repay IN ('S0', 'S1', 'S2', 'S3', 'S4', 'S5')),
    ADD COLUMN collector_user_no text REFERENCES app_user;
`;

// The case of the bill that is paid; of a payment over all bills, the oldest one of the order that is open.
const triggers = `
  CREATE FUNCTION credit_repayment() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF NEW.case_scope IS NOT NULL THEN RETURN NEW; END IF;
    SELECT c.case_scope, c.case_no, c.case_level, c.collector_user_no
      INTO NEW.case_scope, NEW.case_no, NEW.level_at_repay, NEW.collector_user_no
      FROM collection_case c
      WHERE c.order_no = NEW.order_no AND c.case_status <> 'CLOSED'
        AND (NEW.bill_no IS NULL OR c.case_scope = 'ORDER'
          OR EXISTS (SELECT FROM case_bill b WHERE b.case_no = c.case_no AND b.bill_no = NEW.bill_no))
      ORDER BY c.oldest_due_on, c.case_no LIMIT 1;
    NEW.case_scope := coalesce(NEW.case_scope, 'NONE');
    RETURN NEW;
  END $$;
  CREATE TRIGGER credit_repayment BEFORE INSERT ON payment_application
    FOR EACH ROW EXECUTE FUNCTION credit_repayment();
`;

// What was paid before this column is credited to who had the case then.
const filling = `
  UPDATE payment_application a SET case_scope = f.case_scope, case_no = f.case_no,
      level_at_repay = f.case_level, collector_user_no = f.user_no
    FROM (
      SELECT DISTINCT ON (a.application_no) a.application_no, c.case_scope, c.case_no,
        coalesce(s.case_level, c.case_level) AS case_level, s.user_no
      FROM payment_application a
      JOIN collection_case c ON c.order_no = a.order_no AND c.opened_at <= a.applied_at
        AND (c.closed_at IS NULL OR c.closed_at >= a.applied_at)
        AND (a.bill_no IS NULL OR c.case_scope = 'ORDER'
          OR EXISTS (SELECT FROM case_bill b WHERE b.case_no = c.case_no AND b.bill_no = a.bill_no))
      LEFT JOIN case_assignment s ON s.case_no = c.case_no AND s.assigned_at <= a.applied_at
        AND (s.ended_at IS NULL OR s.ended_at >= a.applied_at)
      ORDER BY a.application_no, c.oldest_due_on, s.assignment_id DESC
    ) f WHERE f.application_no = a.application_no;
  UPDATE payment_application SET case_scope = 'NONE' WHERE case_scope IS NULL;
  ALTER TABLE payment_application ALTER COLUMN case_scope SET NOT NULL;
`;

const indexes = `
  CREATE INDEX bill_newest ON bill (due_date DESC, bill_no DESC) INCLUDE (merchant_no, bill_status);
  CREATE INDEX bill_by_status ON bill (bill_status, due_date DESC, bill_no DESC) INCLUDE (merchant_no);
  CREATE INDEX payment_flow_customer ON payment_flow (customer_no) WHERE customer_no IS NOT NULL;
  CREATE INDEX payment_flow_writable ON payment_flow (customer_no)
    WHERE writable_cents > 0 AND customer_no IS NOT NULL;
  CREATE INDEX payment_flow_order ON payment_flow (order_no) WHERE order_no IS NOT NULL;
  CREATE INDEX payment_flow_credited ON payment_flow (order_no) WHERE credited_cents > 0;
  CREATE INDEX write_off_task_bill ON write_off_task (bill_no, task_no DESC) WHERE bill_no IS NOT NULL;
  CREATE INDEX payment_application_newest ON payment_application (applied_at DESC, application_no DESC)
    INCLUDE (merchant_no);
  CREATE INDEX payment_application_of_flow ON payment_application (flow_no);
  CREATE INDEX payment_application_by_scope
    ON payment_application (case_scope, applied_at DESC, application_no DESC) INCLUDE (merchant_no);
  CREATE INDEX payment_application_by_level
    ON payment_application (level_at_repay, applied_at DESC, application_no DESC) INCLUDE (merchant_no)
    WHERE level_at_repay IS NOT NULL;
  CREATE INDEX payment_application_collector
    ON payment_application (collector_user_no, applied_at DESC, application_no DESC)
    WHERE collector_user_no IS NOT NULL;
`;
