import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Flows that the channel never told us of, as a person writes them down; and who looks after one without a home. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(supplements).execute(db);
}

const supplements = `
  ALTER TABLE payment_flow
    ADD COLUMN source text NOT NULL DEFAULT 'CALLBACK'
      CHECK (source IN ('CALLBACK', 'SUPPLEMENT', 'STATEMENT')),
    ADD COLUMN owner_user_no text REFERENCES app_user;
  CREATE INDEX payment_flow_without_home ON payment_flow (repay_time)
    WHERE flow_status = 'UNMATCHED';
  CREATE INDEX payment_flow_newest ON payment_flow (repay_time DESC);
  CREATE INDEX payment_flow_code ON payment_flow (payment_code);

  CREATE SEQUENCE flow_draft_number;
  CREATE TABLE flow_draft (
    draft_no text PRIMARY KEY DEFAULT 'FD' || lpad(nextval('flow_draft_number')::text, 9, '0'),
    merchant_no text NOT NULL REFERENCES merchant,
    order_no text NOT NULL REFERENCES loan_order,
    payment_channel text NOT NULL,
    payment_code text NOT NULL,
    account_code text NOT NULL REFERENCES account,
    amount_cents bigint NOT NULL,
    repay_time timestamptz NOT NULL,
    payer_phone text NOT NULL,
    payer_name text,
    voucher_ids text[] NOT NULL DEFAULT '{}',
    remark text NOT NULL CHECK (length(remark) BETWEEN 1 AND 200),
    draft_status text NOT NULL DEFAULT 'DRAFT'
      CHECK (draft_status IN ('DRAFT', 'WAITING', 'RECORDED')),
    flow_no text REFERENCES payment_flow,
    maker_user_no text NOT NULL REFERENCES app_user,
    created_at timestamptz NOT NULL DEFAULT now(),
    version bigint NOT NULL DEFAULT 0
  );
  CREATE INDEX flow_draft_open ON flow_draft (created_at DESC) WHERE draft_status <> 'RECORDED';
`;
