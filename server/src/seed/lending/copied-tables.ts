/**
 * The tables of a lender's book, in the order in which rows refer to each other. A book is multiplied by
 * copying them; a table that is new and holds something of orders, bills, customers or cases belongs here (or,
 * where it is made anew by the server itself, among `NOT_COPIED`).
 */
export const COPIED_TABLES = [
  'customer',
  'customer_credit',
  'loan_order',
  'former_repayment_code',
  'order_event',
  'order_allotment',
  'order_evidence',
  'order_follow_up',
  'order_image',
  'order_review',
  'order_review_config',
  'order_trait',
  're_review',
  'bill',
  'bill_balance',
  'bill_step',
  'payment_flow',
  'flow_draft',
  'write_off_task',
  'payment_application',
  'deduction',
  'charge_off',
  'refund',
  'payout_attempt',
  'payout_query',
  'journal_key',
  'journal',
  'journal_reversal',
  'posting',
  'collection_case',
  'case_bill',
  'case_assignment',
  'case_event',
  'case_follow_up',
  'promise_to_pay',
  'contact_party',
  'contact_block',
  'cash_transfer',
  'coupon_application',
  'coupon',
  'coupon_use',
] as const;

/** Hold orders, bills, customers or cases, and are not part of a book: drafts, reports, what gateways said. */
export const NOT_COPIED: ReadonlySet<string> = new Set([
  'cash_transfer',
  'contact_attempt',
  'contact_dispatch',
  'contact_reference',
  'contact_result',
  'coupon',
  'coupon_application',
  'coupon_event',
  'coupon_template',
  'coupon_use',
  'gateway_callback',
  'gateway_callback_state',
  'order_review_draft',
  'retrieval_item',
  'tracking_event',
]);

/** Columns that name a person of the copied book: phone and name are those of the copy's customer. */
export const PEOPLE_COLUMNS: ReadonlyMap<string, readonly [phone: string, name: string | null]> =
  new Map([
    ['loan_order', ['payee_phone', 'payee_name']],
    ['payment_flow', ['payer_phone', 'payer_name']],
    ['payout_attempt', ['payee_phone', 'payee_name']],
    ['refund', ['payee_phone', 'payee_name']],
    ['flow_draft', ['payer_phone', 'payer_name']],
    ['contact_party', ['phone', 'party_name']],
    ['contact_block', ['phone', null]],
  ]);
