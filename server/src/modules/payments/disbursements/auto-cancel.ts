import { autoCancel } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Database, Queryable } from '../../../db/database.ts';
import { lockOrder, moveOrder, resolvePayoutWarning } from '../../lending/orders/index.ts';
import {
  noteRun,
  recordItem,
  type RuleFamily,
  type RuleInForce,
  rulesAt,
  type Simulated,
} from '../../platform/rules/index.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { fitTemplate } from '../../platform/message-templates/index.ts';
import { productNamesOf, productsElsewhere, shareProducts } from '../../lending/product-rules/index.ts';

type Rule = autoCancel.AutoCancelRule;

/** When unpaid orders are voided without a person; without a rule never. */
export const autoCancelFamily: RuleFamily<Rule> = {
  key: 'afterLoan.autoCancel',
  title: { en: 'Automatic cancellation of unpaid orders', zh: '未放款订单自动取消' },
  contract: { ...autoCancel, value: autoCancel.autoCancelRule },
  page: '/AdminContent/AfterLoanSystem/AutomaticLoanCancelConfig',
  codes: { save: 'afterLoan:autoCancel:save', state: 'afterLoan:autoCancel:save', audit: 'afterLoan:autoCancel:audit' },
  overlaps: (one, other) => one.orderStatus === other.orderStatus && shareProducts(one, other),
  check: refuseUnfitTemplate,
  simulate: simulateAutoCancel,
  decorate: productNamesOf,
};

/** The node whose templates tell a customer of it. */
const TOLD_BY = 'ORDER_CANCELLED';

/** @throws AppError MESSAGE_TEMPLATE_UNFIT */
async function refuseUnfitTemplate(db: Queryable, merchantNo: string, { notifyTemplateNo }: Rule): Promise<void> {
  if (notifyTemplateNo === null) return;
  const found = await fitTemplate(db, { templateCode: notifyTemplateNo, merchantNo, nodeCode: TOLD_BY });
  if (found) return;
  throw new AppError('MESSAGE_TEMPLATE_UNFIT', { fields: ['notifyTemplateNo'], facts: { template: notifyTemplateNo } });
}

/** What rules of the caller's merchants may name. */
export async function cancelTemplates({ db, caller }: Call) {
  const merchantNos = merchantsSeen(caller.scope);
  const { rows } = await sql<{ templateCode: string; templateName: string }>`
    SELECT t.template_code, coalesce(v.value ->> 'templateName', t.template_name) AS template_name
    FROM message_template t LEFT JOIN config_version_now v ON v.config_key = 'message.template'
      AND v.subject_no = 'ALL_' || t.template_code AND v.version_status = 'IN_FORCE'
    WHERE t.node_code = ${TOLD_BY} AND t.is_enabled
      AND (${merchantNos}::text[] IS NULL OR coalesce(jsonb_array_length(v.value -> 'merchantNos'), 0) = 0
        OR jsonb_exists_any(v.value -> 'merchantNos', ${merchantNos ?? []}::text[]))
    ORDER BY template_name, t.template_code`.execute(db);
  return rows;
}

interface Due {
  readonly orderNo: string;
  readonly orderStatus: Rule['orderStatus'];
  readonly approvedCents: number;
}

interface Which {
  readonly merchantNo: string;
  readonly rule: Rule;
  /** Of products that another rule speaks of. */
  readonly except: readonly string[];
  readonly now: Date;
}

const A_TURN = 500;

/** The orders that a rule voids at a moment, the longest waiting first; never one that a payout may still reach. */
async function dueBy(
  db: Queryable,
  { merchantNo, rule, except, now }: Which,
  only: string | null = null,
): Promise<Due[]> {
  const { orderStatus, waitHours, failCodes, maxAttempts, productNos } = rule;
  const { rows } = await sql<Due>`
    SELECT o.order_no, o.order_status, coalesce(o.approved_cents, 0)::bigint AS approved_cents
    FROM loan_order o
    CROSS JOIN LATERAL (SELECT max(e.at) AS since FROM order_event e
      WHERE e.order_no = o.order_no AND e.to_status = o.order_status
        -- Months of an order's life alone are looked at.
        AND e.at BETWEEN o.apply_time AND ${now}::timestamptz) w
    LEFT JOIN LATERAL (SELECT a.fail_code, a.attempt_count FROM payout_attempt a
      WHERE a.subject_type = 'LOAN' AND a.subject_no = o.order_no
      ORDER BY a.attempt_count DESC LIMIT 1) p ON true
    WHERE o.merchant_no = ${merchantNo} AND (${only}::text IS NULL OR o.order_no = ${only})
      AND o.order_status = ${orderStatus}
      AND (cardinality(${productNos}::text[]) = 0 OR o.product_no = any(${productNos}::text[]))
      AND o.product_no <> ALL(${except}::text[])
      AND w.since <= ${now}::timestamptz - make_interval(hours => ${waitHours}::int)
      AND (${maxAttempts}::int IS NULL OR p.attempt_count >= ${maxAttempts}::int)
      AND (cardinality(${failCodes}::text[]) = 0 OR p.fail_code = any(${failCodes}::text[]))
      AND NOT EXISTS (SELECT FROM payout_attempt a WHERE a.subject_type = 'LOAN' AND a.subject_no = o.order_no
        AND a.attempt_status IN ('CREATED', 'SENT', 'UNKNOWN', 'SUCCESS'))
    ORDER BY w.since, o.order_no`.execute(db);
  return rows;
}

/** What of its orders a rule leaves to others. */
const exceptOf = (rule: Rule, all: readonly RuleInForce<Rule>[], merchantNo: string, ruleId: string | null) =>
  productsElsewhere(
    rule,
    all
      .filter((one) => one.merchantNo === merchantNo && one.ruleId !== ruleId)
      .map(({ value }) => value)
      .filter(({ orderStatus }) => orderStatus === rule.orderStatus),
  );

/**
 * Voids what the rules in force say, an order a transaction; one that somebody works on at this moment waits for
 * the next turn. The credit that it reserved is free with that; nothing is posted. @returns how many.
 */
export async function cancelUnpaid(db: Database, now: Date): Promise<number> {
  const rules = await rulesAt(db, autoCancelFamily, now);
  let voided = 0;
  for (const inForce of rules) {
    const { merchantNo, ruleId, value: rule } = inForce;
    const which = { merchantNo, rule, except: exceptOf(rule, rules, merchantNo, ruleId), now };
    let done = 0;
    for (const { orderNo } of (await dueBy(db, which)).slice(0, A_TURN)) {
      done += await voidOne(db, { orderNo, which, inForce });
    }
    await noteRun(db, inForce, now, done);
    voided += done;
  }
  return voided;
}

async function voidOne(
  db: Database,
  what: { readonly orderNo: string; readonly which: Which; readonly inForce: RuleInForce<Rule> },
): Promise<number> {
  const { orderNo, which, inForce } = what;
  return await db.transaction().execute(async (tx) => {
    const { rows } = await sql`SELECT FROM loan_order WHERE order_no = ${orderNo}
      FOR NO KEY UPDATE SKIP LOCKED`.execute(tx);
    if (rows.length === 0) return 0;
    const order = await lockOrder(tx, orderNo);
    const [stillDue] = await dueBy(tx, which, orderNo);
    if (!stillDue) return 0;
    const command = order.orderStatus === 'DISBURSE_FAILED' ? 'cancel' : 'autoCancel';
    const remark = `${inForce.value.ruleName} (${inForce.ruleId}, version ${inForce.versionNo})`;
    await moveOrder(tx, order, { command, remark });
    await resolvePayoutWarning(tx, orderNo, which.now);
    await recordItem(tx, inForce, {
      runAt: which.now,
      subjectNo: orderNo,
      outcome: 'VOIDED',
      amountCents: stillDue.approvedCents,
      facts: { orderStatus: order.orderStatus, notifyTemplateNo: inForce.value.notifyTemplateNo },
    });
    return 1;
  });
}

const SHOWN = 200;

async function simulateAutoCancel(db: Queryable, { merchantNo, ruleId, value: rule }: Simulated<Rule>, now: Date) {
  const rules = await rulesAt(db, autoCancelFamily, now, merchantNo);
  const due = await dueBy(db, { merchantNo, rule, except: exceptOf(rule, rules, merchantNo, ruleId), now });
  const inForce = rules.find((one) => one.ruleId === ruleId);
  const held = inForce?.value;
  const today = held
    ? await dueBy(db, { merchantNo, rule: held, except: exceptOf(held, rules, merchantNo, ruleId), now })
    : [];
  const already = new Set(today.map(({ orderNo }) => orderNo));
  const fresh = new Set(due.map(({ orderNo }) => orderNo));
  const kept = today.filter(({ orderNo }) => !fresh.has(orderNo));
  return {
    considered: due.length + kept.length,
    matched: due.length,
    amountCents: due.reduce((sum, { approvedCents }) => sum + approvedCents, 0),
    matchedInForce: today.length,
    items: [...due, ...kept].slice(0, SHOWN).map(({ orderNo, approvedCents }) => ({
      subjectNo: orderNo,
      amountCents: approvedCents,
      outcome: fresh.has(orderNo) ? 'VOIDED' : null,
      outcomeInForce: already.has(orderNo) ? 'VOIDED' : null,
    })),
  };
}
