import { type Kysely, sql } from 'kysely';

/**
 * What our accounts are besides a line of the ledger: where loans are paid from, where customers pay in, and what
 * their keepers state of them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(accounts).execute(db);
  await sql.raw(balances).execute(db);
  await sql.raw(known).execute(db);
}

const common = `
    account_id text PRIMARY KEY CHECK (account_id ~ '^[A-Z0-9_-]{1,32}$'),
    account_code text NOT NULL UNIQUE REFERENCES account CHECK (account_code = 'BANK.' || account_id),
    merchant_nos text[] NOT NULL DEFAULT '{}',
    bank_code text NOT NULL,
    branch text NOT NULL,
    account_name text NOT NULL,
    account_no text CHECK (account_no ~ '^[0-9]{6,20}$'),
    short_code text CHECK (short_code ~ '^[0-9]{5,7}$'),
    enabled boolean NOT NULL DEFAULT true,
    created_at timestamptz NOT NULL DEFAULT now(),
    version bigint NOT NULL DEFAULT 0,
    CHECK (account_no IS NOT NULL OR short_code IS NOT NULL)`;

// One sequence for both: an account's number is the end of its account in the ledger.
const accounts = `
  CREATE SEQUENCE money_account_number;
  CREATE TABLE loaner_account (${common},
    loaner_name text NOT NULL,
    lending_channel text NOT NULL,
    daily_limit_cents bigint NOT NULL CHECK (daily_limit_cents > 0)
  );
  CREATE UNIQUE INDEX loaner_account_number ON loaner_account (bank_code, coalesce(account_no, short_code));
  CREATE TABLE repay_account (${common},
    payment_channel text NOT NULL,
    code_rule text NOT NULL CHECK (code_rule IN ('ORDER_NO', 'PHONE', 'VIRTUAL')),
    min_cents bigint NOT NULL CHECK (min_cents > 0),
    max_cents bigint NOT NULL CHECK (max_cents > min_cents),
    range_from text,
    range_to text,
    CHECK ((range_from IS NULL) = (range_to IS NULL))
  );
  CREATE UNIQUE INDEX repay_account_number ON repay_account (payment_channel, coalesce(account_no, short_code));
  CREATE VIEW money_account AS
    SELECT a.account_code, substr(a.account_code, 6) AS account_id,
      CASE WHEN coalesce(l.lending_channel, r.payment_channel, '') LIKE 'MPESA%' THEN 'MPESA' ELSE 'BANK' END
        AS payment_company,
      coalesce(l.account_name, r.account_name, a.name_en) AS account_name,
      coalesce(l.bank_code, r.bank_code) AS bank_code,
      CASE WHEN l.account_id IS NULL AND r.account_id IS NULL THEN NULL
        WHEN l.merchant_nos = '{}' OR r.merchant_nos = '{}' THEN '{}'
        ELSE coalesce(l.merchant_nos, '{}') || coalesce(r.merchant_nos, '{}') END AS merchant_nos
    FROM account a
    LEFT JOIN loaner_account l USING (account_code)
    LEFT JOIN repay_account r USING (account_code)
    WHERE a.account_code LIKE 'BANK.%';
`;

// A correction takes the place of one entry; of a day somebody enters one, the channel may state several.
const balances = `
  CREATE SEQUENCE balance_entry_number;
  CREATE TABLE balance_entry (
    entry_no text PRIMARY KEY DEFAULT 'BE' || lpad(nextval('balance_entry_number')::text, 9, '0'),
    account_code text NOT NULL REFERENCES account,
    entry_date date NOT NULL,
    balance_cents bigint NOT NULL,
    source text NOT NULL CHECK (source IN ('MANUAL', 'CHANNEL')),
    remark text,
    entered_by text REFERENCES app_user,
    entered_at timestamptz NOT NULL DEFAULT now(),
    replaces_no text UNIQUE REFERENCES balance_entry,
    reason text,
    voucher_ids text[] NOT NULL DEFAULT '{}',
    checker_user_no text REFERENCES app_user
  );
  CREATE UNIQUE INDEX balance_entry_of_day ON balance_entry (account_code, entry_date)
    WHERE source = 'MANUAL' AND replaces_no IS NULL;
  CREATE INDEX balance_entry_newest ON balance_entry (account_code, entry_date DESC, entered_at DESC);
  CREATE TABLE balance_mark (
    account_code text PRIMARY KEY REFERENCES account,
    low_water_cents bigint NOT NULL CHECK (low_water_cents >= 0)
  );
  CREATE TABLE balance_query (
    conversation_id text PRIMARY KEY,
    account_code text NOT NULL REFERENCES account,
    asked_by text NOT NULL REFERENCES app_user,
    asked_at timestamptz NOT NULL DEFAULT now(),
    answered_at timestamptz,
    result_code text
  );
  CREATE INDEX balance_query_newest ON balance_query (account_code, asked_at DESC);
  CREATE INDEX posting_bank ON posting (account_code, business_date) INCLUDE (amount_cents)
    WHERE account_code LIKE 'BANK.%';
  CREATE INDEX payment_flow_account ON payment_flow (account_code, received_at DESC) INCLUDE (amount_cents);
  CREATE INDEX payout_attempt_paid ON payout_attempt (account_code, finished_at) INCLUDE (amount_cents)
    WHERE attempt_status = 'SUCCESS';
  CREATE INDEX payout_attempt_channel_number ON payout_attempt (channel_reference) WHERE channel_reference IS NOT NULL;
`;

// The accounts that the engine itself pays from and receives on.
const known = `
  INSERT INTO loaner_account (account_id, account_code, bank_code, branch, account_name, short_code, loaner_name,
      lending_channel, daily_limit_cents)
    SELECT 'MPESA_FLOAT', 'BANK.MPESA_FLOAT', 'MPESA', 'Nairobi', name_en, '600001', 'Kituo Credit', 'MPESA_B2C',
      1000000000000 FROM account WHERE account_code = 'BANK.MPESA_FLOAT';
  INSERT INTO repay_account (account_id, account_code, bank_code, branch, account_name, short_code, payment_channel,
      code_rule, min_cents, max_cents)
    SELECT 'MPESA_PAYBILL', 'BANK.MPESA_PAYBILL', 'MPESA', 'Nairobi', name_en, '600000', 'MPESA', 'ORDER_NO', 10000,
      25000000 FROM account WHERE account_code = 'BANK.MPESA_PAYBILL';
`;
