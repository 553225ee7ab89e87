import { type Kysely, sql } from 'kysely';

/**
 * Whom each repayment on a case is credited to: by order one line an application, by bill one an application and
 * bill. Kept by the application's own insert, whose journals are posted by then; a correction changes the person
 * alone. And how a rollback was meant.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [tables, keeping, filling, indexes]) await sql.raw(part).execute(db);
}

const tables = `
  ALTER TABLE payment_application
    ADD COLUMN rollback_type text CHECK (rollback_type IN ('SETTLE', 'FULL'));
  CREATE TABLE repayment_line (
    line_no text PRIMARY KEY,
    application_no text NOT NULL REFERENCES payment_application,
    case_scope text NOT NULL CHECK (case_scope IN ('ORDER', 'BILL')),
    merchant_no text NOT NULL,
    order_no text NOT NULL,
    bill_no text,
    flow_no text NOT NULL,
    applied_at timestamptz NOT NULL,
    applied_cents bigint NOT NULL CHECK (applied_cents >= 0),
    case_no text,
    level_at_repay text CHECK (level_at_repay IN ('S0', 'S1', 'S2', 'S3', 'S4', 'S5')),
    collector_user_no text REFERENCES app_user,
    dpd_at_repay integer,
    share_no integer NOT NULL DEFAULT 1,
    share_count integer NOT NULL DEFAULT 1
  );
`;

const keeping = `
  CREATE FUNCTION keep_repayment_lines(a payment_application, opened_by timestamptz) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO repayment_line (line_no, application_no, case_scope, merchant_no, order_no, bill_no, flow_no,
      applied_at, applied_cents, case_no, level_at_repay, collector_user_no, dpd_at_repay, share_no, share_count)
    WITH paid AS (
      SELECT p.bill_no, b.due_date,
        -sum(p.amount_cents) FILTER (WHERE p.component IS NOT NULL OR p.account_code = 'INCOME_RECOVERY') AS cents
      FROM journal_key k
      JOIN journal j ON j.journal_id = k.journal_id AND j.business_date = k.business_date
        AND j.journal_kind IN ('APPLICATION', 'RECOVERY')
      JOIN posting p ON p.journal_id = k.journal_id AND p.business_date = k.business_date
      JOIN bill b ON b.bill_no = p.bill_no
      WHERE k.journal_id = ANY (a.journal_ids)
      GROUP BY p.bill_no, b.due_date
    )
    SELECT a.application_no, a.application_no, 'ORDER', a.merchant_no, a.order_no, a.bill_no, a.flow_no,
      a.applied_at, a.applied_cents, a.case_no, a.level_at_repay, a.collector_user_no,
      a.paid_on - (SELECT min(due_date) FROM paid), 1, greatest(1, (SELECT count(*) FROM paid)::int)
    WHERE a.case_scope = 'ORDER'
    UNION ALL
    SELECT a.application_no || '-' || paid.bill_no, a.application_no, 'BILL', a.merchant_no, a.order_no, paid.bill_no,
      a.flow_no, a.applied_at, paid.cents, c.case_no, c.case_level, c.collector_user_no, a.paid_on - paid.due_date,
      (row_number() OVER (ORDER BY paid.due_date, paid.bill_no))::int, (count(*) OVER ())::int
    FROM paid LEFT JOIN LATERAL (
      SELECT c.case_no, c.case_level, c.collector_user_no FROM case_bill cb
      JOIN collection_case c ON c.case_no = cb.case_no AND c.case_scope = 'BILL' AND c.opened_at <= opened_by
        AND (c.closed_at IS NULL OR c.closed_at >= a.applied_at)
      WHERE cb.bill_no = paid.bill_no ORDER BY c.case_no DESC LIMIT 1
    ) c ON true
    WHERE a.case_scope = 'BILL' AND paid.cents > 0;
  END $$;
  CREATE FUNCTION keep_repayment_lines() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM keep_repayment_lines(NEW, clock_timestamp());
    RETURN NULL;
  END $$;
  CREATE TRIGGER keep_repayment_lines AFTER INSERT ON payment_application
    FOR EACH ROW WHEN (NEW.case_scope <> 'NONE') EXECUTE FUNCTION keep_repayment_lines();
`;

const filling = `
  SELECT keep_repayment_lines(a, a.applied_at) FROM payment_application a WHERE a.case_scope <> 'NONE';
`;

const indexes = `
  CREATE INDEX repayment_line_newest ON repayment_line (case_scope, applied_at DESC, line_no DESC)
    INCLUDE (merchant_no);
  CREATE INDEX repayment_line_application ON repayment_line (application_no);
  CREATE INDEX repayment_line_order ON repayment_line (order_no);
  CREATE INDEX repayment_line_case ON repayment_line (case_no) WHERE case_no IS NOT NULL;
  CREATE INDEX repayment_line_collector ON repayment_line (collector_user_no, applied_at DESC)
    WHERE collector_user_no IS NOT NULL;
`;
