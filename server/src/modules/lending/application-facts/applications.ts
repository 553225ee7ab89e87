import { sql, type RawBuilder } from 'kysely';
import type { Queryable } from '../../../db/database.ts';

/** What is known of an application when it is decided, and what became of it since. */
export interface Application {
  readonly orderNo: string;
  readonly customerNo: string;
  readonly merchantNo: string;
  readonly productNo: string;
  readonly appliedCents: number;
  readonly loanType: 'FIRST' | 'REPEAT';
  readonly modelLevel: string | null;
  readonly modelScore: number | null;
  readonly monthlyIncomeCents: number | null;
  readonly age: number | null;
  readonly settledOrders: number;
  readonly openOrders: number;
  readonly maxOverdueDays: number | null;
  readonly applications30Days: number;
  /** The machine's refusal as it was; null where it let the application pass. */
  readonly machineCode: string | null;
  /** The worst list that the application met. */
  readonly metList: string | null;
  readonly lentCents: number;
  readonly isRepaid: boolean;
  readonly isBad: boolean;
}

/** Applications with their facts as they were when they were made; at most `most`, the newest first. */
export async function readApplications(
  db: Queryable,
  which: RawBuilder<unknown>,
  most: number,
): Promise<Application[]> {
  const { rows } = await sql<Application>`
    SELECT o.order_no, o.customer_no, o.merchant_no, o.product_no, o.applied_cents, o.loan_type, o.model_level,
      said.model_score, c.monthly_income_cents,
      extract(year FROM age(o.apply_time, c.birth_date::timestamptz))::int AS age,
      before.settled AS settled_orders, before.open AS open_orders, before.applications AS applications30_days,
      late.days AS max_overdue_days, CASE WHEN machine.is_refused THEN o.refuse_code END AS machine_code,
      met.list_type AS met_list,
      CASE WHEN o.lending_time IS NULL THEN 0 ELSE coalesce(o.approved_cents, 0) END AS lent_cents,
      o.closed_at IS NOT NULL AS is_repaid, coalesce(own.days > 30, false) AS is_bad
    FROM loan_order o JOIN customer c USING (customer_no)
    CROSS JOIN LATERAL (SELECT count(*) FILTER (WHERE p.closed_at < o.apply_time)::int AS settled,
        count(*) FILTER (WHERE p.lending_time < o.apply_time
          AND (p.closed_at IS NULL OR p.closed_at >= o.apply_time))::int AS open,
        count(*) FILTER (WHERE p.apply_time > o.apply_time - interval '30 days')::int AS applications
      FROM loan_order p WHERE p.customer_no = o.customer_no AND p.apply_time < o.apply_time) before
    CROSS JOIN LATERAL (SELECT max(least(coalesce(b.actual_date, o.apply_time::date), o.apply_time::date)
        - b.due_date)::int AS days
      FROM loan_order p JOIN bill b USING (order_no)
      WHERE p.customer_no = o.customer_no AND p.order_no <> o.order_no AND b.due_date < o.apply_time::date) late
    CROSS JOIN LATERAL (SELECT max(coalesce(b.actual_date, now()::date) - b.due_date)::int AS days
      FROM bill b WHERE b.order_no = o.order_no) own
    CROSS JOIN LATERAL (SELECT exists (SELECT FROM order_event e
      WHERE e.order_no = o.order_no AND e.command = 'machineRefuse') AS is_refused) machine
    LEFT JOIN LATERAL (SELECT (e.facts ->> 'modelScore')::int AS model_score FROM risk_evaluation e
      WHERE e.order_no = o.order_no ORDER BY e.evaluation_id DESC LIMIT 1) said ON true
    LEFT JOIN LATERAL (SELECT e.list_type FROM risk_list_hit h JOIN risk_list_entry e USING (entry_no)
      WHERE h.order_no = o.order_no ORDER BY h.hit_id LIMIT 1) met ON true
    WHERE ${which} ORDER BY o.apply_time DESC, o.order_no DESC LIMIT ${most}`.execute(db);
  return rows;
}
