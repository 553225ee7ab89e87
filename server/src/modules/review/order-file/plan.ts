import type { orderFile } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { businessDateOf } from '../../platform/policy/index.ts';

interface PlanRow {
  readonly billNo: string;
  readonly termNo: number;
  readonly billStatus: orderFile.PlanBill['billStatus'];
  readonly dueDate: string;
  readonly actualDate: string | null;
  readonly rolloverCount: number;
  readonly outstandingCents: number | null;
  readonly principalCents: number | null;
  readonly interestCents: number | null;
  readonly lateFeeCents: number | null;
  readonly managementFeeCents: number | null;
  readonly serviceFeeCents: number | null;
  readonly exciseCents: number | null;
  readonly liquidatedDamagesCents: number | null;
  readonly extensionServiceFeeCents: number | null;
  readonly billCents: number;
  readonly paidCents: number;
  readonly deductionCents: number;
  readonly couponCents: number;
  readonly paymentCode: string | null;
  readonly paymentChannel: string | null;
  readonly surplusCents: number | null;
  readonly overdueDays: number;
}

/**
 * The bills of an order, each with what was charged, paid, waived and is still owed: all of it folded from the
 * postings of the bill, reversals included.
 */
export async function planOf(
  db: Queryable,
  order: {
    readonly orderNo: string;
    readonly repaymentCode: string;
    readonly installments: number;
  },
  now: Date,
): Promise<orderFile.PlanBill[]> {
  const today = businessDateOf(now);
  const { rows } = await sql<PlanRow>`
    SELECT b.bill_no, b.term_no, b.bill_status, b.due_date, b.actual_date, b.rollover_count,
      CASE WHEN b.bill_status = 'CHARGED_OFF' THEN bb.claim_cents ELSE bb.outstanding_cents END
        AS outstanding_cents, bb.principal_cents, bb.interest_cents, bb.late_fee_cents,
      bb.management_fee_cents, bb.service_fee_cents, bb.excise_cents, bb.liquidated_damages_cents,
      bb.extension_service_fee_cents, f.bill_cents::bigint, f.paid_cents::bigint,
      f.deduction_cents::bigint, f.coupon_cents::bigint,
      pay.payment_code, pay.payment_channel, pay.surplus_cents,
      greatest(0, coalesce(b.actual_date, ${today}::date) - b.due_date) AS overdue_days
    FROM bill b LEFT JOIN bill_balance bb USING (bill_no)
    CROSS JOIN LATERAL (
      SELECT
        coalesce(sum(p.amount_cents) FILTER (WHERE k.kind NOT IN
          ('APPLICATION', 'RECOVERY', 'DEDUCTION', 'COUPON', 'ROLLOVER', 'CHARGE_OFF')), 0)
          + CASE WHEN b.predecessor_bill_no IS NULL THEN 0 ELSE b.principal_cents END AS bill_cents,
        coalesce(-sum(p.amount_cents) FILTER (WHERE k.kind IN ('APPLICATION', 'RECOVERY')), 0) AS paid_cents,
        coalesce(-sum(p.amount_cents) FILTER (WHERE k.kind = 'DEDUCTION'), 0) AS deduction_cents,
        coalesce(-sum(p.amount_cents) FILTER (WHERE k.kind = 'COUPON'), 0) AS coupon_cents
      FROM posting p JOIN journal j USING (journal_id, business_date)
        LEFT JOIN journal undone ON undone.journal_id = j.reverses_id
        CROSS JOIN LATERAL (SELECT coalesce(undone.journal_kind, j.journal_kind) AS kind) k
      -- A recovery of what was charged off stands in the memo account of the claim.
      WHERE p.bill_no = b.bill_no AND (p.account_code LIKE 'RECEIVABLE%'
        OR (p.account_code = 'MEMO_CLAIM' AND k.kind = 'RECOVERY'))) f
    LEFT JOIN LATERAL (
      SELECT pf.payment_code, pf.payment_channel, CASE WHEN b.bill_no =
          a.settled_bill_nos[cardinality(a.settled_bill_nos)] THEN a.surplus_cents END AS surplus_cents
      FROM payment_application a JOIN payment_flow pf USING (flow_no)
      WHERE a.order_no = b.order_no AND a.application_status = 'LIVE'
        AND EXISTS (SELECT 1 FROM posting paid WHERE paid.bill_no = b.bill_no
          AND paid.journal_id = ANY(a.journal_ids))
      ORDER BY a.application_no DESC LIMIT 1) pay ON true
    WHERE b.order_no = ${order.orderNo}
    ORDER BY b.term_no, b.bill_no`.execute(db);
  return rows.map((row) => presentBill(row, order, today));
}

function presentBill(
  row: PlanRow,
  { repaymentCode, installments }: { readonly repaymentCode: string; readonly installments: number },
  today: string,
): orderFile.PlanBill {
  const isOpen = row.billStatus === 'ACTIVE' || row.billStatus === 'CHARGED_OFF';
  return {
    billNo: row.billNo,
    termNo: row.termNo,
    installments,
    billStatus: row.billStatus,
    billAmountCents: row.billCents,
    amountDueCents: row.outstandingCents ?? 0,
    actualPaidCents: row.paidCents,
    dueDate: row.dueDate,
    actualDate: row.actualDate,
    isOverdue: isOpen && row.dueDate < today,
    overdueDays: row.billStatus === 'VOID' ? 0 : row.overdueDays,
    isRolledOver: row.billStatus === 'ROLLED_OVER' || row.rolloverCount > 0,
    rolloverCount: row.rolloverCount,
    unpaidPrincipalCents: row.principalCents ?? 0,
    unpaidInterestCents: row.interestCents ?? 0,
    unpaidLateFeeCents: row.lateFeeCents ?? 0,
    unpaidManagementFeeCents: row.managementFeeCents ?? 0,
    unpaidServiceFeeCents: row.serviceFeeCents ?? 0,
    unpaidExciseCents: row.exciseCents ?? 0,
    unpaidLiquidatedDamagesCents: row.liquidatedDamagesCents ?? 0,
    unpaidExtensionServiceFeeCents: row.extensionServiceFeeCents ?? 0,
    couponCents: row.couponCents,
    overpaymentCents: row.surplusCents ?? 0,
    deductionCents: row.deductionCents,
    paymentCode: row.paymentCode,
    paymentChannel: row.paymentChannel,
    repaymentCode,
  };
}
