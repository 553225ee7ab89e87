import { type Kysely, sql } from 'kysely';

/** Links that a customer pays by, the prompts they ask for, and the account numbers of single loans. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(links).execute(db);
  await sql.raw(numbers).execute(db);
}

const links = `
  CREATE SEQUENCE payment_link_number;
  CREATE TABLE payment_link (
    link_no text PRIMARY KEY DEFAULT 'PL' || lpad(nextval('payment_link_number')::text, 9, '0'),
    merchant_no text NOT NULL REFERENCES merchant,
    customer_no text NOT NULL REFERENCES customer,
    order_no text NOT NULL REFERENCES loan_order,
    bill_no text REFERENCES bill,
    case_no text REFERENCES collection_case,
    account_id text NOT NULL REFERENCES repay_account,
    amount_cents bigint NOT NULL CHECK (amount_cents > 0 AND amount_cents % 100 = 0),
    -- The key that its address is signed with.
    key_id text NOT NULL CHECK (key_id ~ '^k[0-9]{6}$'),
    expires_at timestamptz NOT NULL,
    link_status text NOT NULL DEFAULT 'OPEN' CHECK (link_status IN ('OPEN', 'PAID', 'REVOKED')),
    made_by text NOT NULL REFERENCES app_user,
    created_at timestamptz NOT NULL DEFAULT now(),
    sent_at timestamptz,
    paid_at timestamptz,
    revoked_by text REFERENCES app_user,
    revoked_at timestamptz,
    version bigint NOT NULL DEFAULT 0,
    CHECK (expires_at > created_at)
  );
  CREATE INDEX payment_link_order ON payment_link (order_no, link_no DESC);
  CREATE INDEX payment_link_open ON payment_link (account_id, expires_at) WHERE link_status = 'OPEN';
  ALTER TABLE payment_prompt
    ALTER made_by DROP NOT NULL,
    ADD link_no text REFERENCES payment_link,
    -- One press of the button on the link's page.
    ADD request_key text UNIQUE,
    ADD CHECK ((made_by IS NULL) = (link_no IS NOT NULL)),
    ADD CHECK ((request_key IS NULL) = (link_no IS NULL));
  CREATE INDEX payment_prompt_link ON payment_prompt (link_no, prompt_no) WHERE link_no IS NOT NULL;
  INSERT INTO message_template (template_code, template_name, node_code, channel_type, sms_kind, is_enabled)
    VALUES ('PAYMENT_LINK', 'Payment link', 'PAYMENT_LINK', 'SMS', 'SERVICE', true);
`;

// The range gives a number without its last digit, which checks the others.
const numbers = `
  CREATE TABLE virtual_account (
    virtual_no text PRIMARY KEY CHECK (virtual_no ~ '^[0-9]{7,13}$'),
    order_no text NOT NULL UNIQUE REFERENCES loan_order,
    merchant_no text NOT NULL REFERENCES merchant,
    account_id text NOT NULL REFERENCES repay_account,
    made_by text NOT NULL REFERENCES app_user,
    created_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX virtual_account_account ON virtual_account (account_id, virtual_no DESC);
`;
