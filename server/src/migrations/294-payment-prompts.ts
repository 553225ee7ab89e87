import { sql } from 'kysely';
import type { QueryExecutorProvider } from 'kysely';

/**
 * What customers were asked on the phone to pay; one at a time an order. The end of each comes to an address that
 * names it.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql.raw(prompts).execute(db);
}

const prompts = `
  ALTER TABLE gateway_callback
    DROP CONSTRAINT gateway_callback_topic_check,
    ADD CONSTRAINT gateway_callback_topic_check CHECK (topic ~ '^[a-z]+(/[A-Za-z0-9]+)+$');
  CREATE SEQUENCE payment_prompt_number;
  CREATE TABLE payment_prompt (
    prompt_no text PRIMARY KEY DEFAULT 'PQ' || lpad(nextval('payment_prompt_number')::text, 9, '0'),
    merchant_no text NOT NULL REFERENCES merchant,
    customer_no text NOT NULL REFERENCES customer,
    order_no text NOT NULL REFERENCES loan_order,
    bill_no text REFERENCES bill,
    case_no text REFERENCES collection_case,
    phone text NOT NULL CHECK (phone ~ '^254[0-9]{9}$'),
    amount_cents bigint NOT NULL CHECK (amount_cents > 0 AND amount_cents % 100 = 0),
    account_reference text NOT NULL,
    prompt_status text NOT NULL DEFAULT 'CREATED'
      CHECK (prompt_status IN ('CREATED', 'SENT', 'PAID', 'FAILED', 'UNKNOWN', 'EXPIRED')),
    request_id text UNIQUE,
    result_code text,
    result_text text,
    payment_code text,
    attempt_id bigint NOT NULL,
    made_by text NOT NULL REFERENCES app_user,
    created_at timestamptz NOT NULL DEFAULT now(),
    sent_at timestamptz,
    asked_at timestamptz,
    finished_at timestamptz,
    version bigint NOT NULL DEFAULT 0
  );
  CREATE UNIQUE INDEX payment_prompt_live ON payment_prompt (order_no)
    WHERE prompt_status IN ('CREATED', 'SENT', 'UNKNOWN');
  CREATE INDEX payment_prompt_order ON payment_prompt (order_no, prompt_no);
  CREATE INDEX payment_prompt_open ON payment_prompt (created_at)
    WHERE prompt_status IN ('CREATED', 'SENT', 'UNKNOWN');
`;
