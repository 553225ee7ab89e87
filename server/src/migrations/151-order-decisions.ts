import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * What reviewers think of an order: the draft of whoever has it, and each decision with its answers, kept
 * for good. A proposal of an AI employee and a pass that awaits approval are decisions, too,
 * which have not moved the order yet.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [drafts, reviews, routes]) await sql.raw(part).execute(db);
}

const drafts = `
  CREATE TABLE order_review_draft (
    order_no text NOT NULL REFERENCES loan_order,
    user_no text NOT NULL REFERENCES app_user,
    content jsonb NOT NULL,
    saved_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (order_no, user_no)
  );
`;

const reviews = `
  CREATE SEQUENCE order_review_number;
  CREATE TABLE order_review (
    review_no text PRIMARY KEY DEFAULT 'RV' || lpad(nextval('order_review_number')::text, 10, '0'),
    order_no text NOT NULL REFERENCES loan_order,
    merchant_no text NOT NULL,
    reviewer_user_no text NOT NULL REFERENCES app_user,
    review_status text NOT NULL CHECK (review_status IN ('PROPOSED', 'WAITING', 'DECIDED', 'SENT_BACK')),
    audit_result text NOT NULL CHECK (audit_result IN ('PASS', 'REFUSE', 'REJECT')),
    approved_cents bigint,
    refuse_code text,
    denial_reason text,
    remark text CHECK (length(remark) <= 200),
    face_consistency text CHECK (face_consistency IN ('CONSISTENT', 'INCONSISTENT', 'UNCLEAR')),
    change_bank_card boolean,
    change_payout_type boolean,
    payee jsonb,
    steps jsonb NOT NULL DEFAULT '[]',
    opened_at timestamptz,
    decided_at timestamptz NOT NULL DEFAULT now(),
    change_no text,
    checker_user_no text,
    check_note text,
    CHECK ((audit_result = 'PASS') = (approved_cents IS NOT NULL))
  );
  CREATE INDEX order_review_order ON order_review (order_no, review_no);
  CREATE INDEX order_review_similar ON order_review (merchant_no, decided_at DESC)
    WHERE review_status = 'DECIDED';
  CREATE UNIQUE INDEX order_review_waiting ON order_review (order_no) WHERE review_status = 'WAITING';
`;

// Which strategy pays a merchant's passed orders out, and who agreed to it: the checker of what leaves automatically.
const routes = `
  CREATE TABLE lending_route (
    merchant_no text PRIMARY KEY REFERENCES merchant,
    route_name text NOT NULL,
    auto_send boolean NOT NULL DEFAULT true,
    approver_user_no text REFERENCES app_user,
    approved_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE TABLE corporate_account (
    merchant_no text NOT NULL REFERENCES merchant,
    direction text NOT NULL CHECK (direction IN ('PAYING', 'RECEIVING')),
    company_name text NOT NULL,
    account_no text NOT NULL,
    bank_name text NOT NULL,
    payment_channel text NOT NULL,
    hotline text,
    PRIMARY KEY (merchant_no, direction)
  );
`;
