import { autoCancel } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Database, Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { configAt, type ConfigFamily, refuseStrangeMerchant } from '../../platform/configuration/index.ts';
import { lockOrder, moveOrder, resolvePayoutWarning } from '../../lending/orders/index.ts';

/** When a merchant's unpaid orders are voided without a person; at first never. */
export const autoCancelFamily: ConfigFamily<autoCancel.AutoCancelRule> = {
  key: 'afterLoan.autoCancel',
  title: { en: 'Automatic cancellation of unpaid orders', zh: '未放款订单自动取消' },
  value: autoCancel.autoCancelRule,
  isPerSubject: true,
  access: {
    see: { page: ['/AdminContent/AfterLoanSystem/AutomaticLoanCancelConfig'] },
    save: 'afterLoan:autoCancel:save',
    decide: 'afterLoan:autoCancel:audit',
  },
  initial: async () => await Promise.resolve({ pendingHours: null, failed: null }),
  check: refuseStrangeMerchant,
};

interface Due {
  readonly orderNo: string;
  readonly orderStatus: 'PENDING_DISBURSEMENT' | 'DISBURSE_FAILED';
  readonly approvedCents: number;
}

const A_TURN = 500;

/** The orders that a rule voids at a moment, the longest waiting first; never one that a payout may still reach. */
async function dueBy(
  db: Queryable,
  merchantNo: string,
  rule: autoCancel.AutoCancelRule,
  now: Date,
  only: string | null = null,
): Promise<Due[]> {
  const { pendingHours, failed } = rule;
  const codes = failed?.failCodes ?? [];
  const { rows } = await sql<Due>`
    SELECT o.order_no, o.order_status, coalesce(o.approved_cents, 0)::bigint AS approved_cents
    FROM loan_order o
    CROSS JOIN LATERAL (SELECT max(e.at) AS since FROM order_event e
      WHERE e.order_no = o.order_no AND e.to_status = o.order_status) w
    LEFT JOIN LATERAL (SELECT a.fail_code, a.attempt_count FROM payout_attempt a
      WHERE a.subject_type = 'LOAN' AND a.subject_no = o.order_no
      ORDER BY a.attempt_count DESC LIMIT 1) p ON true
    WHERE o.merchant_no = ${merchantNo} AND (${only}::text IS NULL OR o.order_no = ${only})
      AND o.order_status IN ('PENDING_DISBURSEMENT', 'DISBURSE_FAILED')
      AND (o.order_status = 'PENDING_DISBURSEMENT'
          AND w.since <= ${now}::timestamptz - make_interval(hours => ${pendingHours}::int)
        OR o.order_status = 'DISBURSE_FAILED'
          AND w.since <= ${now}::timestamptz - make_interval(hours => ${failed?.waitHours ?? null}::int)
          AND p.attempt_count >= ${failed?.maxAttempts ?? null}::int
          AND (cardinality(${codes}::text[]) = 0 OR p.fail_code = any(${codes}::text[])))
      AND NOT EXISTS (SELECT FROM payout_attempt a WHERE a.subject_type = 'LOAN' AND a.subject_no = o.order_no
        AND a.attempt_status IN ('CREATED', 'SENT', 'UNKNOWN', 'SUCCESS'))
    ORDER BY w.since, o.order_no`.execute(db);
  return rows;
}

/**
 * Voids what the rules in force say, an order a transaction; one that somebody works on at this moment waits for
 * the next turn. The credit that it reserved is free with that; nothing is posted. @returns how many.
 */
export async function cancelUnpaid(db: Database, now: Date): Promise<number> {
  const merchants = await db
    .selectFrom('configVersion')
    .select('subjectNo')
    .distinct()
    .where('configKey', '=', autoCancelFamily.key)
    .where('inForceFrom', '<=', now)
    .execute();
  let voided = 0;
  for (const { subjectNo: merchantNo } of merchants) {
    const { value: rule, versionNo } = await configAt(db, autoCancelFamily, now, merchantNo);
    if (rule === null) continue;
    const due = await dueBy(db, merchantNo, rule, now);
    for (const { orderNo } of due.slice(0, A_TURN)) {
      voided += await voidOne(db, { orderNo, merchantNo, rule, versionNo, now });
    }
  }
  return voided;
}

async function voidOne(
  db: Database,
  what: {
    readonly orderNo: string;
    readonly merchantNo: string;
    readonly rule: autoCancel.AutoCancelRule;
    readonly versionNo: number | null;
    readonly now: Date;
  },
): Promise<number> {
  const { orderNo, merchantNo, rule, versionNo, now } = what;
  return await db.transaction().execute(async (tx) => {
    const { rows } = await sql`SELECT FROM loan_order WHERE order_no = ${orderNo}
      FOR NO KEY UPDATE SKIP LOCKED`.execute(tx);
    if (rows.length === 0) return 0;
    const order = await lockOrder(tx, orderNo);
    const [stillDue] = await dueBy(tx, merchantNo, rule, now, orderNo);
    if (!stillDue) return 0;
    const command = order.orderStatus === 'DISBURSE_FAILED' ? 'cancel' : 'autoCancel';
    const remark = `Automatic cancellation, version ${versionNo ?? 0}`;
    await moveOrder(tx, order, { command, remark });
    await resolvePayoutWarning(tx, orderNo, now);
    return 1;
  });
}

const SHOWN = 200;

/** @throws AppError REFERENCE_UNKNOWN */
export async function simulateAutoCancel(
  { merchantNo, rule }: { readonly merchantNo: string; readonly rule: autoCancel.AutoCancelRule },
  { db, caller }: Call,
) {
  if (!seesMerchant(caller.scope, merchantNo)) {
    throw new AppError('REFERENCE_UNKNOWN', { fields: ['merchantNo'] });
  }
  const now = new Date();
  const due = await dueBy(db, merchantNo, rule, now);
  const { value } = await configAt(db, autoCancelFamily, now, merchantNo);
  const inForce = value === null ? [] : await dueBy(db, merchantNo, value, now);
  return {
    orders: due.length,
    amountCents: due.reduce((sum, { approvedCents }) => sum + approvedCents, 0),
    orderNos: due.slice(0, SHOWN).map(({ orderNo }) => orderNo),
    ordersInForce: inForce.length,
  };
}
