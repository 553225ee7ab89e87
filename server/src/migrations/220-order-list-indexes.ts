import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * Filters of order lists, measured over a million orders. Most people see some merchants alone: with the
 * merchant in each index, what matches is counted off it and no order is read for that.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, definition] of INDEXES) {
    await sql.raw(`DROP INDEX IF EXISTS ${name}`).execute(db);
    await sql.raw(`CREATE INDEX ${name} ON loan_order ${definition}`).execute(db);
  }
}

/** One that finds orders by a column, the newest application first. */
const byColumn = (column: string) =>
  `(${column}, apply_time DESC, order_no DESC) INCLUDE (merchant_no) WHERE ${column} IS NOT NULL`;

/** What the queues filter by: they are small beside the book, so one index answers all of it. */
const QUEUE = 'merchant_no, product_no, loan_type, is_whitelisted, model_level';

const INDEXES: readonly (readonly [name: string, definition: string])[] = [
  [
    'loan_order_by_product',
    '(product_no, apply_time DESC, order_no DESC) INCLUDE (merchant_no, order_status, loan_type)',
  ],
  ['loan_order_newest', '(merchant_no, apply_time DESC, order_no DESC) INCLUDE (order_status, product_no, loan_type)'],
  ['loan_order_by_auditor', byColumn('auditor_user_no')],
  ['loan_order_by_refusal', byColumn('refuse_code')],
  ['loan_order_by_model', byColumn('model_level')],
  ['loan_order_by_incoming', byColumn('incoming_channel')],
  ['loan_order_by_promotion', byColumn('promotion_channel')],
  ['loan_order_by_lending_channel', byColumn('lending_channel')],
  ['loan_order_by_source', byColumn('data_source')],
  [
    'loan_order_whitelisted',
    '(apply_time DESC, order_no DESC) INCLUDE (merchant_no, model_level) WHERE is_whitelisted',
  ],
  [
    'loan_order_by_audit',
    '(audit_time DESC, order_no DESC) INCLUDE (merchant_no, order_status, refuse_code, apply_time) WHERE audit_time IS NOT NULL',
  ],
  [
    'loan_order_by_lending',
    '(lending_time DESC, order_no DESC) INCLUDE (merchant_no, order_status, apply_time) WHERE lending_time IS NOT NULL',
  ],
  ['loan_order_waiting', `(apply_time DESC, order_no DESC) INCLUDE (${QUEUE}) WHERE order_status = 'TO_ALLOCATE'`],
  [
    'loan_order_under_review',
    `(apply_time DESC, order_no DESC) INCLUDE (${QUEUE}, auditor_user_no) WHERE order_status = 'PENDING_REVIEW'`,
  ],
  [
    'loan_order_by_lease',
    `(lease_ends_at, order_no) INCLUDE (${QUEUE}, auditor_user_no, apply_time) WHERE order_status = 'PENDING_REVIEW'`,
  ],
];
