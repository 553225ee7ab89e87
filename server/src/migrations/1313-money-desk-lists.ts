import { type Kysely, sql } from 'kysely';

/** What the lists of the money desk look for and few rows have: found without reading all that ever came in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const index of INDEXES) await sql.raw(index).execute(db);
}

const INDEXES = [
  'CREATE INDEX payment_flow_payer ON payment_flow (payer_phone) WHERE payer_phone IS NOT NULL',
  `CREATE INDEX payment_flow_ended ON payment_flow (flow_status, repay_time DESC)
    WHERE flow_status IN ('REFUNDED', 'REVERSED')`,
  `CREATE INDEX payment_flow_added ON payment_flow (source, repay_time DESC) WHERE source <> 'CALLBACK'`,
  `CREATE INDEX payment_application_undone ON payment_application (applied_at DESC, application_no DESC)
    INCLUDE (merchant_no) WHERE application_status = 'ROLLED_BACK'`,
  'CREATE INDEX refund_order ON refund (order_no)',
  // What a merchant has on an account is read from the index alone, too.
  'DROP INDEX posting_bank',
  `CREATE INDEX posting_bank ON posting (account_code, merchant_no, business_date) INCLUDE (amount_cents)
    WHERE account_code LIKE 'BANK.%'`,
];
