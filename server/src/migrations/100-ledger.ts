import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * The money: chart of accounts, journals and postings, the balances folded from them, flows and payout
 * attempts. What must never happen is refused here, whoever writes: an unbalanced journal, a changed
 * posting, a second reversal, a negative component, a serial number twice, a second live payout.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [accounts, journals, postings, balanced, appendOnly]) {
    await sql.raw(part).execute(db);
  }
  for (const part of [billBalances, flows, payouts, chart, partitions]) {
    await sql.raw(part).execute(db);
  }
}

const accounts = `
  CREATE TABLE account (
    account_code text PRIMARY KEY CHECK (account_code ~ '^[A-Z][A-Z0-9_]*([.][A-Z0-9_-]+)?$'),
    account_kind text NOT NULL
      CHECK (account_kind IN ('ASSET', 'LIABILITY', 'INCOME', 'EXPENSE', 'MEMO')),
    name_en text NOT NULL,
    name_zh text NOT NULL
  );
`;

// Uniqueness that must hold over all months lives in tables of its own: partitions cannot promise it.
const journals = `
  CREATE SEQUENCE journal_number;
  CREATE TABLE journal_key (
    idempotency_key text PRIMARY KEY CHECK (length(idempotency_key) BETWEEN 1 AND 200),
    journal_id bigint NOT NULL UNIQUE,
    business_date date NOT NULL,
    payload_hash bytea NOT NULL,
    UNIQUE (idempotency_key, journal_id, business_date)
  );
  CREATE TABLE journal (
    journal_id bigint NOT NULL,
    business_date date NOT NULL,
    journal_kind text NOT NULL CHECK (journal_kind ~ '^[A-Z][A-Z_]*$'),
    merchant_no text NOT NULL,
    cause_type text NOT NULL,
    cause_no text NOT NULL,
    rule_version text,
    formula jsonb,
    idempotency_key text NOT NULL,
    reverses_id bigint,
    maker_user_no text,
    checker_user_no text,
    posted_at timestamptz NOT NULL DEFAULT now(),
    made_in xid8 NOT NULL DEFAULT pg_current_xact_id(),
    PRIMARY KEY (journal_id, business_date),
    FOREIGN KEY (idempotency_key, journal_id, business_date)
      REFERENCES journal_key (idempotency_key, journal_id, business_date),
    CHECK (maker_user_no <> checker_user_no)
  ) PARTITION BY RANGE (business_date);
  CREATE TABLE journal_rest PARTITION OF journal DEFAULT;
  CREATE INDEX journal_cause ON journal (cause_type, cause_no);

  CREATE TABLE journal_reversal (
    reverses_id bigint PRIMARY KEY REFERENCES journal_key (journal_id),
    journal_id bigint NOT NULL UNIQUE
  );
  CREATE FUNCTION note_reversal() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF EXISTS (SELECT FROM journal_reversal r WHERE r.journal_id = NEW.reverses_id) THEN
      RAISE EXCEPTION 'journal % is a reversal and cannot be reversed', NEW.reverses_id
        USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'reversal_is_final';
    END IF;
    INSERT INTO journal_reversal VALUES (NEW.reverses_id, NEW.journal_id);
    RETURN NULL;
  END $$;
  CREATE TRIGGER note_reversal AFTER INSERT ON journal
    FOR EACH ROW WHEN (NEW.reverses_id IS NOT NULL) EXECUTE FUNCTION note_reversal();
`;

const postings = `
  CREATE TABLE posting (
    journal_id bigint NOT NULL,
    line_no smallint NOT NULL CHECK (line_no > 0),
    business_date date NOT NULL,
    merchant_no text NOT NULL,
    account_code text NOT NULL REFERENCES account,
    amount_cents bigint NOT NULL CHECK (amount_cents <> 0),
    customer_no text,
    bill_no text,
    flow_no text,
    component text,
    PRIMARY KEY (journal_id, line_no, business_date),
    FOREIGN KEY (journal_id, business_date) REFERENCES journal,
    CONSTRAINT receivable_has_bill CHECK (NOT starts_with(account_code, 'RECEIVABLE_')
      OR (bill_no IS NOT NULL AND component IS NOT NULL
        AND account_code = 'RECEIVABLE_' || component)),
    CONSTRAINT claim_has_bill CHECK (account_code <> 'MEMO_CLAIM' OR bill_no IS NOT NULL),
    CONSTRAINT suspense_has_flow CHECK (account_code <> 'SUSPENSE' OR flow_no IS NOT NULL),
    CONSTRAINT credit_has_customer CHECK (account_code <> 'CUSTOMER_CREDIT'
      OR (customer_no IS NOT NULL AND flow_no IS NOT NULL))
  ) PARTITION BY RANGE (business_date);
  CREATE TABLE posting_rest PARTITION OF posting DEFAULT;
  CREATE INDEX posting_bill ON posting (bill_no, journal_id) WHERE bill_no IS NOT NULL;
  CREATE INDEX posting_flow ON posting (flow_no, journal_id) WHERE flow_no IS NOT NULL;
  CREATE INDEX posting_customer ON posting (customer_no, journal_id) WHERE customer_no IS NOT NULL;
`;

// Both triggers look at commit. The one on postings runs for every line, so no later line slips in
// after an earlier check; it also refuses lines for a journal that another transaction made.
const balanced = `
  CREATE FUNCTION check_posting() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE made xid8; balance numeric;
  BEGIN
    SELECT made_in INTO made FROM journal
      WHERE journal_id = NEW.journal_id AND business_date = NEW.business_date;
    IF made IS DISTINCT FROM pg_current_xact_id() THEN
      RAISE EXCEPTION 'journal % is closed', NEW.journal_id
        USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'journal_is_closed';
    END IF;
    SELECT sum(amount_cents) INTO balance FROM posting
      WHERE journal_id = NEW.journal_id AND business_date = NEW.business_date;
    IF balance <> 0 THEN
      RAISE EXCEPTION 'journal % is off by % cents', NEW.journal_id, balance
        USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'journal_is_balanced';
    END IF;
    RETURN NULL;
  END $$;
  CREATE CONSTRAINT TRIGGER posting_checked AFTER INSERT ON posting
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_posting();

  CREATE FUNCTION check_journal() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF NOT EXISTS (SELECT FROM posting
      WHERE journal_id = NEW.journal_id AND business_date = NEW.business_date) THEN
      RAISE EXCEPTION 'journal % has no postings', NEW.journal_id
        USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'journal_has_postings';
    END IF;
    IF NEW.reverses_id IS NOT NULL AND EXISTS (
      SELECT FROM posting WHERE journal_id IN (NEW.journal_id, NEW.reverses_id)
      GROUP BY account_code, customer_no, bill_no, flow_no, component
      HAVING sum(amount_cents) <> 0) THEN
      RAISE EXCEPTION 'journal % does not mirror journal %', NEW.journal_id, NEW.reverses_id
        USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'reversal_mirrors';
    END IF;
    RETURN NULL;
  END $$;
  CREATE CONSTRAINT TRIGGER journal_checked AFTER INSERT ON journal
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_journal();
`;

const appendOnly = `
  CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON journal
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
  CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON posting
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
  CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON journal_key
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
  CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON journal_reversal
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
  CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON journal
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
  CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON posting
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
  CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON journal_key
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
  CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON journal_reversal
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
  CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON journal_rest
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
  CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON posting_rest
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
`;

const COLUMN_BY_COMPONENT = {
  LATE_FEE: 'late_fee_cents',
  LIQUIDATED_DAMAGES: 'liquidated_damages_cents',
  EXTENSION_SERVICE_FEE: 'extension_service_fee_cents',
  MANAGEMENT_FEE: 'management_fee_cents',
  SERVICE_FEE: 'service_fee_cents',
  EXCISE: 'excise_cents',
  INTEREST: 'interest_cents',
  PRINCIPAL: 'principal_cents',
};
const componentColumns = Object.entries(COLUMN_BY_COMPONENT);
const eachColumn = (text: (column: string, component: string) => string, between: string) =>
  componentColumns.map(([component, column]) => text(column, component)).join(between);

const billBalances = `
  CREATE TABLE bill_balance (
    bill_no text PRIMARY KEY,
    ${eachColumn((column) => `${column} bigint NOT NULL DEFAULT 0`, ', ')},
    claim_cents bigint NOT NULL DEFAULT 0,
    outstanding_cents bigint GENERATED ALWAYS AS (${eachColumn((column) => column, ' + ')}) STORED,
    version bigint NOT NULL DEFAULT 0,
    CONSTRAINT bill_balance_not_negative
      CHECK (claim_cents >= 0 AND ${eachColumn((column) => `${column} >= 0`, ' AND ')})
  );
  CREATE VIEW bill_balance_fold AS SELECT bill_no,
    ${eachColumn(
      (column, component) =>
        `coalesce(sum(amount_cents) FILTER (WHERE account_code = 'RECEIVABLE_${component}'), 0)::bigint AS ${column}`,
      ', ',
    )},
    coalesce(sum(amount_cents) FILTER (WHERE account_code = 'MEMO_CLAIM'), 0)::bigint AS claim_cents
    FROM posting WHERE bill_no IS NOT NULL GROUP BY bill_no;
`;

// What is used of a flow is counted on its row, so that fifty applications at once queue on one lock
// and the sum can never pass the amount.
const flows = `
  CREATE TABLE payment_flow (
    flow_no text PRIMARY KEY,
    merchant_no text NOT NULL,
    payment_channel text NOT NULL,
    payment_code text NOT NULL CHECK (length(payment_code) BETWEEN 1 AND 64),
    account_code text NOT NULL REFERENCES account,
    amount_cents bigint NOT NULL CHECK (amount_cents > 0),
    repay_time timestamptz NOT NULL,
    received_at timestamptz NOT NULL DEFAULT now(),
    customer_no text,
    payer_phone text,
    payer_name text,
    flow_status text NOT NULL DEFAULT 'RECEIVED' CHECK (flow_status IN
      ('RECEIVED', 'UNMATCHED', 'PART_APPLIED', 'APPLIED', 'REFUNDED', 'REVERSED')),
    applied_cents bigint NOT NULL DEFAULT 0 CHECK (applied_cents >= 0),
    credited_cents bigint NOT NULL DEFAULT 0 CHECK (credited_cents >= 0),
    returned_cents bigint NOT NULL DEFAULT 0 CHECK (returned_cents >= 0),
    held_cents bigint NOT NULL DEFAULT 0 CHECK (held_cents >= 0),
    writable_cents bigint GENERATED ALWAYS AS
      (amount_cents - applied_cents - credited_cents - returned_cents - held_cents) STORED,
    version bigint NOT NULL DEFAULT 0,
    CONSTRAINT payment_flow_serial_once UNIQUE (payment_channel, payment_code),
    CONSTRAINT payment_flow_not_overused
      CHECK (applied_cents + credited_cents + returned_cents + held_cents <= amount_cents)
  );
  CREATE INDEX payment_flow_open ON payment_flow (merchant_no, received_at)
    WHERE flow_status IN ('RECEIVED', 'UNMATCHED', 'PART_APPLIED');
`;

const payouts = `
  CREATE TABLE payout_attempt (
    attempt_no text PRIMARY KEY,
    merchant_no text NOT NULL,
    subject_type text NOT NULL CHECK (subject_type IN ('LOAN', 'REFUND', 'TRANSFER', 'WITHDRAWAL')),
    subject_no text NOT NULL,
    attempt_count integer NOT NULL CHECK (attempt_count > 0),
    payout_channel text NOT NULL,
    account_code text NOT NULL REFERENCES account,
    amount_cents bigint NOT NULL CHECK (amount_cents > 0),
    attempt_status text NOT NULL DEFAULT 'CREATED'
      CHECK (attempt_status IN ('CREATED', 'SENT', 'SUCCESS', 'FAILED', 'UNKNOWN')),
    channel_reference text,
    fail_code text,
    fail_reason text,
    created_at timestamptz NOT NULL DEFAULT now(),
    sent_at timestamptz,
    finished_at timestamptz,
    version bigint NOT NULL DEFAULT 0,
    UNIQUE (subject_type, subject_no, attempt_count)
  );
  CREATE UNIQUE INDEX payout_attempt_one_live ON payout_attempt (subject_type, subject_no)
    WHERE attempt_status <> 'FAILED';
  CREATE UNIQUE INDEX payout_attempt_reference ON payout_attempt (payout_channel, channel_reference)
    WHERE channel_reference IS NOT NULL;
  CREATE INDEX payout_attempt_unknown ON payout_attempt (created_at)
    WHERE attempt_status IN ('SENT', 'UNKNOWN');
`;

const receivables = {
  LATE_FEE: ['late fee', '逾期费'],
  LIQUIDATED_DAMAGES: ['liquidated damages', '违约金'],
  EXTENSION_SERVICE_FEE: ['extension service fee', '展期服务费'],
  MANAGEMENT_FEE: ['management fee', '管理费'],
  SERVICE_FEE: ['service fee', '服务费'],
  EXCISE: ['excise', '消费税'],
  INTEREST: ['interest', '利息'],
  PRINCIPAL: ['principal', '本金'],
};

const chart = `
  INSERT INTO account (account_code, account_kind, name_en, name_zh) VALUES
  ${Object.entries(receivables)
    .map(([code, [en, zh]]) => `('RECEIVABLE_${code}', 'ASSET', 'Receivable: ${en}', '应收${zh}')`)
    .join(', ')},
  ${Object.entries(receivables)
    .filter(([code]) => code !== 'PRINCIPAL' && code !== 'EXCISE')
    .map(([code, [en, zh]]) => `('INCOME_${code}', 'INCOME', 'Income: ${en}', '${zh}收入')`)
    .join(', ')},
  ('CASH_IN_TRANSIT', 'ASSET', 'Cash in transit', '在途资金'),
  ('PARTNER_RECEIVABLE', 'ASSET', 'Partner receivable', '合作方应收'),
  ('PAYOUT_CLEARING', 'LIABILITY', 'Payout clearing', '放款清算'),
  ('REFUND_CLEARING', 'LIABILITY', 'Refund clearing', '退款清算'),
  ('TRANSFER_CLEARING', 'LIABILITY', 'Transfer clearing', '转账清算'),
  ('SUSPENSE', 'LIABILITY', 'Suspense of flows', '流水暂收款'),
  ('CUSTOMER_CREDIT', 'LIABILITY', 'Customer credit', '客户溢缴款'),
  ('TAX_PAYABLE', 'LIABILITY', 'Excise payable', '应交消费税'),
  ('WALLET_LIABILITY', 'LIABILITY', 'Wallet liability', '钱包负债'),
  ('MERCHANT_PREPAID', 'LIABILITY', 'Merchant prepaid', '商户预付款'),
  ('INCOME_RECOVERY', 'INCOME', 'Income: recoveries', '坏账收回收入'),
  ('SERVICE_INCOME', 'INCOME', 'Service income', '服务收入'),
  ('WAIVER_EXPENSE', 'EXPENSE', 'Waiver expense', '减免支出'),
  ('MARKETING_EXPENSE', 'EXPENSE', 'Marketing expense', '营销支出'),
  ('BAD_DEBT_EXPENSE', 'EXPENSE', 'Bad-debt expense', '坏账支出'),
  ('CHANNEL_CHARGES', 'EXPENSE', 'Channel charges', '渠道手续费'),
  ('MEMO_CLAIM', 'MEMO', 'Claims charged off', '已核销债权'),
  ('MEMO_CLAIM_CONTRA', 'MEMO', 'Claims charged off: contra', '已核销债权（对方）'),
  ('BANK.MPESA_PAYBILL', 'ASSET', 'M-Pesa paybill', 'M-Pesa 收款账户'),
  ('BANK.MPESA_FLOAT', 'ASSET', 'M-Pesa payout float', 'M-Pesa 放款账户');
`;

// A month's partition refuses TRUNCATE like its parent: statement triggers are not inherited. Months are
// made ahead of time (a seed makes the past ones first); one whose rows already stand in the rest
// partition stays there.
const partitions = `
  CREATE FUNCTION ensure_ledger_months(first_month date, months integer) RETURNS void
  LANGUAGE plpgsql AS $$
  DECLARE month date; parent text; part text;
  BEGIN
    FOR i IN 0..months - 1 LOOP
      month := (date_trunc('month', first_month) + make_interval(months => i))::date;
      FOREACH parent IN ARRAY ARRAY['journal', 'posting'] LOOP
        part := parent || '_' || to_char(month, 'YYYY_MM');
        CONTINUE WHEN to_regclass(part) IS NOT NULL;
        BEGIN
          EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)',
            part, parent, month, (month + interval '1 month')::date);
          EXECUTE format('CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON %I
            FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', part);
        EXCEPTION WHEN check_violation THEN
          RAISE NOTICE 'the rows of % stay in %_rest', part, parent;
        END;
      END LOOP;
    END LOOP;
  END $$;
  SELECT ensure_ledger_months((now() AT TIME ZONE 'Africa/Nairobi')::date, 3);
`;
