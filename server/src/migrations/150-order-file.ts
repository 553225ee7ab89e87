import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * What is known of an order beside its terms: what providers and the customer's phone delivered, pictures,
 * and what orders have in common (one device, one face, one contact). Every piece of evidence says when it
 * was requested, so that an answer that never came differs from an empty one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [evidence, credit, payees]) await sql.raw(part).execute(db);
}

const evidence = `
  CREATE TABLE order_evidence (
    order_no text NOT NULL REFERENCES loan_order,
    topic text NOT NULL CHECK (topic IN ('PERSON', 'BANK', 'CONTACTS', 'CLOSE_CONTACTS', 'OPERATOR',
      'APPS', 'LOCATION', 'DEVICE', 'BVN', 'FACE')),
    asked_at timestamptz NOT NULL DEFAULT now(),
    delivered_at timestamptz,
    content jsonb,
    PRIMARY KEY (order_no, topic),
    CHECK ((delivered_at IS NULL) = (content IS NULL))
  );
  -- What orders share. Looked up by kind and value; a device's or a face's value is the provider's key of it.
  CREATE TABLE order_trait (
    trait_kind text NOT NULL CHECK (trait_kind IN ('DEVICE', 'FACE', 'CONTACT_PHONE')),
    trait_value text NOT NULL,
    order_no text NOT NULL REFERENCES loan_order,
    PRIMARY KEY (trait_kind, trait_value, order_no)
  );
  CREATE INDEX order_trait_order ON order_trait (order_no);
  CREATE TABLE order_image (
    order_no text NOT NULL REFERENCES loan_order,
    image_kind text NOT NULL CHECK (image_kind IN ('ID_FRONT', 'ID_BACK', 'SELFIE')),
    content_hash text NOT NULL REFERENCES stored_file,
    taken_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (order_no, image_kind)
  );
  ALTER TABLE customer ADD COLUMN speaking_language text;
  CREATE TABLE customer_blacklist (
    merchant_no text NOT NULL REFERENCES merchant,
    list_kind text NOT NULL CHECK (list_kind IN ('PHONE', 'ID_CARD')),
    list_value text NOT NULL,
    reason text NOT NULL,
    listed_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (merchant_no, list_kind, list_value)
  );
`;

// How much a customer may owe. What is used of it is derived: open principal and orders on their way out.
const credit = `
  CREATE TABLE customer_credit (
    customer_no text PRIMARY KEY REFERENCES customer,
    credit_type text NOT NULL CHECK (credit_type IN ('PRE_APPROVAL', 'REVOLVING')),
    limit_cents bigint NOT NULL CHECK (limit_cents >= 0),
    is_adjustable boolean NOT NULL DEFAULT true,
    credit_status text NOT NULL CHECK (credit_status IN ('GRANTING', 'GRANTED', 'EXPIRED')),
    expires_at timestamptz,
    granted_at timestamptz NOT NULL DEFAULT now()
  );
`;

// Only mobile money leaves automatically; a payee with a bank account is paid by hand.
const payees = `
  ALTER TABLE loan_order
    ADD COLUMN payout_type text NOT NULL DEFAULT 'MOBILE_MONEY'
      CHECK (payout_type IN ('MOBILE_MONEY', 'BANK')),
    ADD COLUMN payout_sub_type text NOT NULL DEFAULT 'MPESA',
    ADD COLUMN payee_bank_name text,
    ADD COLUMN payee_account_no text CHECK (payee_account_no ~ '^[0-9]{6,20}$'),
    ADD COLUMN e_wallet_account text,
    ADD CHECK (payout_type <> 'BANK' OR (payee_bank_name IS NOT NULL AND payee_account_no IS NOT NULL));
`;
