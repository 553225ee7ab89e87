import { type Kysely, sql } from 'kysely';

/**
 * A repayment is credited to whoever had the case as the customer paid, however late it is applied; where nobody had it
 * then, to whoever has it as it is applied.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(functions).execute(db);
}

const functions = `
  CREATE FUNCTION case_holder_at(held_case text, at timestamptz, otherwise text) RETURNS text LANGUAGE sql STABLE AS $$
    SELECT coalesce((SELECT s.user_no FROM case_assignment s
      WHERE s.case_no = held_case AND s.assigned_at <= at AND (s.ended_at IS NULL OR s.ended_at > at)
      ORDER BY s.assignment_id DESC LIMIT 1), otherwise)
  $$;

  CREATE OR REPLACE FUNCTION credit_repayment() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF NEW.case_scope IS NOT NULL THEN RETURN NEW; END IF;
    SELECT c.case_scope, c.case_no, c.case_level, case_holder_at(c.case_no,
        (SELECT f.repay_time FROM payment_flow f WHERE f.flow_no = NEW.flow_no), c.collector_user_no)
      INTO NEW.case_scope, NEW.case_no, NEW.level_at_repay, NEW.collector_user_no
      FROM collection_case c
      WHERE c.order_no = NEW.order_no AND c.case_status <> 'CLOSED'
        AND (NEW.bill_no IS NULL OR c.case_scope = 'ORDER'
          OR EXISTS (SELECT FROM case_bill b WHERE b.case_no = c.case_no AND b.bill_no = NEW.bill_no))
      ORDER BY c.oldest_due_on, c.case_no LIMIT 1;
    NEW.case_scope := coalesce(NEW.case_scope, 'NONE');
    RETURN NEW;
  END $$;

  CREATE OR REPLACE FUNCTION keep_repayment_lines(a payment_application, opened_by timestamptz) RETURNS void LANGUAGE plpgsql AS $$
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
      a.flow_no, a.applied_at, paid.cents, c.case_no, c.case_level, case_holder_at(c.case_no,
        (SELECT f.repay_time FROM payment_flow f WHERE f.flow_no = a.flow_no), c.collector_user_no), a.paid_on - paid.due_date,
      (row_number() OVER (ORDER BY paid.due_date, paid.bill_no))::int, (count(*) OVER ())::int
    FROM paid LEFT JOIN LATERAL (
      SELECT c.case_no, c.case_level, c.collector_user_no FROM case_bill cb
      JOIN collection_case c ON c.case_no = cb.case_no AND c.case_scope = 'BILL' AND c.opened_at <= opened_by
        AND (c.closed_at IS NULL OR c.closed_at >= a.applied_at)
      WHERE cb.bill_no = paid.bill_no ORDER BY c.case_no DESC LIMIT 1
    ) c ON true
    WHERE a.case_scope = 'BILL' AND paid.cents > 0;
  END $$;
`;
