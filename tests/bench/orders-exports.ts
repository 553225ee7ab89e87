import { performance } from 'node:perf_hooks';
import { API_PREFIX, job, payoutOrder, refund, repayment, wallet } from '@kituo/sdk/contracts';
import type { Endpoint } from '@kituo/sdk/contracts';
import pg from 'pg';
import { to } from 'pg-copy-streams';
import type * as z from 'zod/mini';
import { callAs, tokenOf } from '../e2e/support/staff.ts';
import type { EngineStation } from './engine-station.ts';
import type { Served } from './orders-server.ts';
import { atMost, inMb, inSeconds, table, type Verdict } from './report.ts';

const MOST_BESIDE_COPY = 2;
const POLL_MS = 50;

type Queued = Endpoint<z.ZodMiniType, z.ZodMiniType<{ readonly jobNo: string }>>;

/** What was posted to a bill, as its row shows it: payments, recoveries of a loss, waivers and coupons. */
const PAID = `SELECT p.bill_no,
    -sum(p.amount_cents) FILTER (WHERE j.journal_kind = 'APPLICATION' AND p.component IS NOT NULL
      OR j.journal_kind = 'RECOVERY' AND p.account_code = 'MEMO_CLAIM') AS paid,
    -sum(p.amount_cents) FILTER (WHERE j.journal_kind = 'DEDUCTION' AND p.component IS NOT NULL) AS deducted,
    -sum(p.amount_cents) FILTER (WHERE j.journal_kind = 'COUPON' AND p.component IS NOT NULL) AS lowered
  FROM posting p JOIN journal j ON j.journal_id = p.journal_id AND j.business_date = p.business_date
  WHERE p.bill_no IS NOT NULL AND j.journal_kind IN ('APPLICATION', 'RECOVERY', 'DEDUCTION', 'COUPON')
    AND (starts_with(p.account_code, 'RECEIVABLE_') OR p.account_code = 'MEMO_CLAIM') GROUP BY p.bill_no`;
const OWED = `bb.outstanding_cents + bb.claim_cents, bb.principal_cents, bb.interest_cents, bb.late_fee_cents,
  bb.management_fee_cents, bb.service_fee_cents, bb.excise_cents, bb.liquidated_damages_cents,
  bb.extension_service_fee_cents`;

/**
 * The lists of the money desk and what PostgreSQL alone takes for the same rows and figures as CSV: read in whatever
 * order is cheapest, nothing masked, no code as a word, no amount in shillings. Where a figure can be had by several
 * statements, it is the quickest that we know.
 */
const LISTS: readonly { readonly name: string; readonly endpoint: Queued; readonly bare: string }[] = [
  {
    name: 'orders',
    endpoint: payoutOrder.exportList,
    bare: `SELECT o.order_no, o.third_party_order_no, m.merchant_name, c.customer_name, c.phone, o.payout_type,
      o.payee_phone, o.e_wallet_account, o.payee_bank_name, o.payee_account_no, o.approved_cents, o.paid_out_cents,
      o.lending_channel, o.order_status, a.attempt_status, a.fail_reason, a.attempt_count, o.admitted_under, o.audit_time,
      o.lending_time
      FROM loan_order o JOIN customer c USING (customer_no) JOIN merchant m ON m.merchant_no = o.merchant_no
      LEFT JOIN LATERAL (SELECT * FROM payout_attempt t WHERE t.subject_type = 'LOAN' AND t.subject_no = o.order_no
        ORDER BY t.attempt_count DESC LIMIT 1) a ON true
      WHERE o.audit_time IS NOT NULL AND o.approved_cents IS NOT NULL AND o.order_status IN ('PENDING_DISBURSEMENT',
        'DISBURSING', 'DISBURSE_FAILED', 'DISBURSED', 'CLOSED', 'VOIDED')`,
  },
  {
    name: 'loans',
    endpoint: repayment.orderExport,
    bare: `SELECT o.order_no, o.merchant_no, c.customer_name, c.phone, o.terms ->> 'installments', o.repayment_code,
      o.lending_time, o.order_status, w.overpaid, f.payment_code, f.payment_channel, s.*
      FROM loan_order o JOIN customer c USING (customer_no)
      JOIN (SELECT b.order_no, min(b.due_date) FILTER (WHERE b.bill_status IN ('ACTIVE', 'CHARGED_OFF')), max(b.due_date),
          max(b.actual_date), max(b.rollover_count), sum(bb.outstanding_cents + bb.claim_cents), sum(bb.principal_cents),
          sum(bb.interest_cents), sum(bb.late_fee_cents), sum(bb.management_fee_cents), sum(bb.service_fee_cents),
          sum(bb.excise_cents), sum(bb.liquidated_damages_cents), sum(bb.extension_service_fee_cents), sum(p.paid),
          sum(p.deducted), sum(p.lowered)
        FROM bill b JOIN bill_balance bb USING (bill_no) LEFT JOIN (${PAID}) p USING (bill_no)
        WHERE b.bill_status <> 'VOID' GROUP BY b.order_no) s ON s.order_no = o.order_no
      LEFT JOIN (SELECT DISTINCT ON (order_no) order_no, flow_no FROM payment_application
        WHERE application_status = 'LIVE' ORDER BY order_no, application_no DESC) l ON l.order_no = o.order_no
      LEFT JOIN payment_flow f ON f.flow_no = l.flow_no
      LEFT JOIN (SELECT order_no, sum(credited_cents) AS overpaid FROM payment_flow WHERE credited_cents > 0
        GROUP BY order_no) w ON w.order_no = o.order_no
      WHERE o.lending_time IS NOT NULL AND o.order_status IN ('DISBURSED', 'CLOSED')`,
  },
  {
    name: 'bills',
    endpoint: repayment.billExport,
    bare: `SELECT b.bill_no, b.order_no, b.term_no, c.customer_name, c.phone, b.due_date, b.bill_status, ${OWED},
      p.paid, w.writable, t.task_status FROM bill b JOIN customer c USING (customer_no) JOIN bill_balance bb USING (bill_no)
      LEFT JOIN (${PAID}) p USING (bill_no)
      LEFT JOIN (SELECT DISTINCT ON (bill_no) bill_no, task_status FROM write_off_task WHERE bill_no IS NOT NULL
        ORDER BY bill_no, task_no DESC) t USING (bill_no)
      LEFT JOIN (SELECT customer_no, sum(writable_cents) AS writable FROM payment_flow WHERE writable_cents > 0
        AND flow_status <> 'REVERSED' GROUP BY customer_no) w ON w.customer_no = b.customer_no`,
  },
  {
    name: 'applications',
    endpoint: repayment.mergeExport,
    bare: `SELECT a.application_no, a.case_scope, a.order_no, a.bill_no, c.customer_name, f.payment_code, f.payment_channel,
      a.repay_type, a.maker_user_no, a.checker_user_no, a.applied_cents, a.surplus_cents, a.level_at_repay, u.real_name,
      f.repay_time, a.applied_at, a.application_status, s.principal, s.interest,
      (SELECT p.promise_status = 'KEPT' FROM promise_to_pay p WHERE p.case_no = a.case_no AND p.made_at <= a.applied_at
        AND p.promise_status <> 'CANCELLED' AND (p.decided_at IS NULL OR p.decided_at >= a.applied_at)
        ORDER BY p.promise_no DESC LIMIT 1)
      FROM payment_application a JOIN payment_flow f USING (flow_no) JOIN loan_order o ON o.order_no = a.order_no
      JOIN customer c ON c.customer_no = o.customer_no LEFT JOIN app_user u ON u.user_no = a.collector_user_no
      CROSS JOIN LATERAL (SELECT -sum(p.amount_cents) FILTER (WHERE p.component = 'PRINCIPAL') AS principal,
          -sum(p.amount_cents) FILTER (WHERE p.component = 'INTEREST') AS interest
        FROM journal_key k CROSS JOIN LATERAL (SELECT * FROM posting p WHERE p.journal_id = k.journal_id
          AND p.business_date = k.business_date AND p.component IN ('PRINCIPAL', 'INTEREST') OFFSET 0) p
        WHERE k.journal_id = ANY (a.journal_ids) AND EXISTS (SELECT FROM journal j WHERE j.journal_id = k.journal_id
          AND j.business_date = k.business_date AND j.journal_kind = 'APPLICATION' OFFSET 0)) s`,
  },
  {
    name: 'refunds',
    endpoint: refund.exportList,
    bare: `SELECT r.refund_no, r.order_no, r.merchant_no, c.customer_name, c.phone, f.payment_code, r.payee_name,
      r.payee_phone, r.payee_bank_card_no, r.amount_cents, r.refund_status, p.attempt_status, p.fail_reason,
      u.real_name, r.created_at, k.real_name, r.success_time
      FROM refund r JOIN payment_flow f USING (flow_no) JOIN customer c ON c.customer_no = r.customer_no
      JOIN app_user u ON u.user_no = r.applicant_user_no LEFT JOIN app_user k ON k.user_no = r.checker_user_no
      LEFT JOIN LATERAL (SELECT * FROM payout_attempt a WHERE a.subject_type = 'REFUND' AND a.subject_no = r.refund_no
        ORDER BY a.attempt_count DESC LIMIT 1) p ON true`,
  },
  {
    name: 'withdrawals',
    endpoint: wallet.withdrawalExport,
    bare: `SELECT w.withdraw_no, w.merchant_no, c.customer_name, c.phone, w.amount_cents, w.withdraw_status, p.fail_reason,
      p.attempt_count, w.create_time, w.success_time
      FROM wallet_withdrawal w JOIN customer c USING (customer_no)
      LEFT JOIN LATERAL (SELECT * FROM payout_attempt a WHERE a.subject_type = 'WITHDRAWAL' AND a.subject_no = w.withdraw_no
        ORDER BY a.attempt_count DESC LIMIT 1) p ON true`,
  },
  {
    name: 'rewards',
    endpoint: wallet.rewardExport,
    bare: `SELECT r.reward_no, r.merchant_no, c.customer_name, r.reward_type, r.invitee_phone, r.source_order_no,
      r.amount_cents, r.wallet_balance_cents, r.grant_time, EXISTS (SELECT FROM journal j WHERE j.cause_type = 'REWARD'
        AND j.cause_no = r.reward_no AND j.reverses_id IS NOT NULL)
      FROM wallet_reward r JOIN customer c USING (customer_no)`,
  },
];

async function copied(url: string, query: string): Promise<{ readonly seconds: number; readonly bytes: number }> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const startedAt = performance.now();
    let bytes = 0;
    for await (const chunk of client.query(to(`COPY (${query}) TO STDOUT (FORMAT csv)`))) bytes += chunk.length;
    return { seconds: (performance.now() - startedAt) / 1000, bytes };
  } finally {
    await client.end();
  }
}

async function exported(url: string, token: string, endpoint: Queued) {
  const startedAt = performance.now();
  const { jobNo } = await callAs(url, token, endpoint, { format: 'csv', filters: {}, sort: null });
  for (;;) {
    const { jobStatus, total, reason } = await callAs(url, token, job.detail, { jobNo });
    if (jobStatus === 'SUCCESS') return { seconds: (performance.now() - startedAt) / 1000, rows: total };
    if (jobStatus !== 'QUEUED' && jobStatus !== 'RUNNING') throw new Error(`${API_PREFIX} ${jobNo}: ${reason}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** Exports of the four lists of the money desk, each beside PostgreSQL's COPY of the same figures in the same run. */
export async function measureMoneyExports(
  station: EngineStation,
  served: Served,
  { isQuick }: { readonly isQuick: boolean },
): Promise<readonly Verdict[]> {
  const token = await tokenOf(served.url, 'admin');
  const lines: string[][] = [['list', 'rows', 'COPY', 'file', 'export', 'ratio']];
  const verdicts: Verdict[] = [];
  for (const { name, endpoint, bare } of LISTS) {
    const runs: {
      readonly copy: Awaited<ReturnType<typeof copied>>;
      readonly own: Awaited<ReturnType<typeof exported>>;
    }[] = [];
    // In turn, so that both meet the same machine; the first finds both cold.
    for (let round = 0; round < (isQuick ? 2 : 3); round += 1) {
      const copy = await copied(station.url, bare);
      runs.push({ copy, own: await exported(served.url, token, endpoint) });
    }
    const least = (pick: (run: (typeof runs)[number]) => number) => Math.min(...runs.map(pick));
    const [copy, own] = [least((run) => run.copy.seconds), least((run) => run.own.seconds)];
    const [{ copy: first, own: file } = { copy: { bytes: 0 }, own: { rows: 0 } }] = runs;
    const ratio = own / copy;
    lines.push([name, String(file.rows), inSeconds(copy), inMb(first.bytes), inSeconds(own), ratio.toFixed(1)]);
    verdicts.push(atMost(`export of ${name} beside COPY`, ratio, MOST_BESIDE_COPY));
  }
  console.log(`\n${table(lines)}`);
  return verdicts;
}
