import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../db/database.ts';

/** A customer's credit line as it stands. */
export interface CreditLine {
  readonly creditType: 'PRE_APPROVAL' | 'REVOLVING';
  /** With what temporary raises, coupons and the VIP level add to it at the moment. */
  readonly limitCents: number;
  /** Of the limit: what is raised for a while, by a task or by coupons for a higher limit. */
  readonly temporaryCents: number;
  /** The limit less open principal and what is reserved by orders on their way out; never below 0. */
  readonly remainingCents: number;
  readonly expiresAt: Date | null;
  readonly isAdjustable: boolean;
  readonly creditStatus: 'GRANTING' | 'GRANTED' | 'EXPIRED';
}

interface CreditRow extends Omit<CreditLine, 'remainingCents'> {
  readonly usedCents: number;
  /** What the customer's VIP level adds. */
  readonly stepUpCents: number;
}

/**
 * Null where the customer has no line: the product alone bounds what may be lent then.
 * @param mostStepUpBps of what a VIP level adds, so much counts at most; null for all of it
 */
export async function creditOf(
  db: Queryable,
  customerNo: string,
  now: Date,
  mostStepUpBps: number | null = null,
): Promise<CreditLine | null> {
  return (await creditsOf(db, [customerNo], now, mostStepUpBps)).get(customerNo) ?? null;
}

/** The same of several customers; those without a line are absent. */
export async function creditsOf(
  db: Queryable,
  customerNos: readonly string[],
  now: Date,
  mostStepUpBps: number | null = null,
): Promise<ReadonlyMap<string, CreditLine>> {
  const { rows } = await sql<CreditRow & { readonly customerNo: string }>`
    SELECT c.customer_no, c.credit_type, c.limit_cents, c.expires_at, c.is_adjustable, c.credit_status,
      coalesce((SELECT sum(t.amount_cents) FROM temporary_credit t WHERE t.customer_no = c.customer_no
        AND t.credit_status <> 'EXPIRED' AND t.effective_at <= ${now} AND t.expires_at > ${now}), 0)::bigint
      + coalesce((SELECT sum(k.amount_cents) FROM coupon k WHERE k.customer_no = c.customer_no
        AND k.coupon_status = 'AVAILABLE' AND k.coupon_type = 'INCREASE_LOAN_LIMIT' AND k.expires_at > ${now}), 0)::bigint
        AS temporary_cents,
      coalesce((SELECT c.limit_cents * least(v.step_up_bps, ${mostStepUpBps}::int) / 10000 FROM vip_member v WHERE v.customer_no = c.customer_no
        AND v.expires_at > ${now}), 0)::bigint AS step_up_cents,
      (coalesce((SELECT sum(bb.principal_cents) FROM bill b JOIN bill_balance bb USING (bill_no)
        WHERE b.customer_no = c.customer_no AND b.bill_status IN ('ACTIVE', 'CHARGED_OFF')), 0)
      + coalesce((SELECT sum(o.approved_cents) FROM loan_order o WHERE o.customer_no = c.customer_no
        AND (o.order_status IN ('PENDING_DISBURSEMENT', 'DISBURSE_FAILED')
          OR o.order_status = 'DISBURSING' AND NOT EXISTS (SELECT 1 FROM bill sent
            WHERE sent.order_no = o.order_no AND sent.bill_status = 'ACTIVE'))), 0))::bigint AS used_cents
    FROM customer_credit c WHERE c.customer_no = ANY(${customerNos}::text[])`.execute(db);
  return new Map(rows.map(({ customerNo, ...row }) => [customerNo, lineOf(row, now)]));
}

function lineOf(row: CreditRow, now: Date): CreditLine {
  const { usedCents, stepUpCents, ...line } = row;
  const isOver = line.expiresAt !== null && line.expiresAt <= now;
  const isGranted = line.creditStatus === 'GRANTED' && !isOver;
  const temporaryCents = isGranted ? line.temporaryCents : 0;
  const limitCents = line.limitCents + temporaryCents + (isGranted ? stepUpCents : 0);
  return {
    ...line,
    limitCents,
    temporaryCents,
    creditStatus: isOver ? 'EXPIRED' : line.creditStatus,
    remainingCents: isGranted ? Math.max(0, limitCents - usedCents) : 0,
  };
}

/** Two passes of one customer at once: the second waits and then sees what the first reserved. */
export async function lockCredit(tx: Tx, customerNo: string): Promise<void> {
  await tx
    .selectFrom('customer')
    .select('customerNo')
    .where('customerNo', '=', customerNo)
    .forNoKeyUpdate()
    .executeTakeFirst();
}
