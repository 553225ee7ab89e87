import { loanLimit } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { businessDateOf } from '../../modules/platform/policy/index.ts';
import type { Desk } from './desk.ts';

interface Queue {
  readonly merchantNo: string;
  readonly oldestCents: number;
  readonly usedCents: number;
  readonly mostCents: number;
}

/** A merchant that lent what it may today: what was passed for first loans waits until tomorrow, or for a raise. */
export async function lendingLimits(desk: Desk): Promise<void> {
  const { db, maker, checker, now } = desk;
  const today = businessDateOf(now);
  // Not the first merchant's: that is the one people try the whole way with.
  const { rows } = await sql<Queue>`
    SELECT o.merchant_no, (array_agg(o.approved_cents ORDER BY o.audit_time))[1] AS oldest_cents,
      (SELECT coalesce(sum(a.lent_cents), 0)::bigint FROM payout_attempt a
        WHERE a.merchant_no = o.merchant_no AND a.lent_as = 'FIRST' AND a.lent_on = ${today}
          AND a.attempt_status <> 'FAILED') AS used_cents,
      (SELECT max((v.terms ->> 'maxPrincipalCents')::bigint) FROM loan_product_version v
        JOIN loan_product p USING (product_no) WHERE p.merchant_no = o.merchant_no AND p.is_enabled) AS most_cents
    FROM loan_order o
    WHERE o.order_status = 'PENDING_DISBURSEMENT' AND o.loan_type = 'FIRST'
      AND o.merchant_no > (SELECT min(merchant_no) FROM merchant)
    GROUP BY o.merchant_no ORDER BY o.merchant_no LIMIT 1`.execute(db);
  const [queue] = rows;
  if (!queue) return;
  const { merchantNo, oldestCents, usedCents, mostCents } = queue;
  const value: loanLimit.LoanLimit = {
    minAmountCents: 100_000,
    maxAmountCents: mostCents,
    // Room for the oldest on a day that begins, none for it now; nothing at all where today lent nothing.
    dailyAmountLimitCents: usedCents === 0 ? 0 : Math.max(usedCents, oldestCents),
    dailyOrderLimit: loanLimit.UNLIMITED,
    alertPercent: 80,
  };
  await db
    .insertInto('configVersion')
    .values({
      configKey: loanLimit.LOAN_LIMIT_KEY,
      subjectNo: `${merchantNo}_FIRST`,
      versionNo: 1,
      value: JSON.stringify(value),
      effectiveFrom: today,
      inForceFrom: now,
      storedStatus: 'IN_FORCE',
      makerUserNo: maker,
      editorUserNos: [maker],
      checkerUserNo: checker,
      reason: 'First loans of this partner are monitored',
    })
    .execute();
}
