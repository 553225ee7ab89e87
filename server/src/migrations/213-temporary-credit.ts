import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Tasks that raise customers' limits for some days, with an auditor of their own, and what they granted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(temporary).execute(db);
  await sql`insert into regulatory_policy (policy_key, effective_from, value)
    values ('temporaryCredit', '2020-01-01', ${JSON.stringify(POLICY)}::jsonb)`.execute(db);
}

/** A raise is at most KES 20,000. */
const POLICY = { capCents: 2_000_000 };

const temporary = `
  CREATE SEQUENCE temporary_credit_task_number;
  CREATE TABLE temporary_credit_task (
    task_no text PRIMARY KEY DEFAULT 'TC' || lpad(nextval('temporary_credit_task_number')::text, 9, '0'),
    merchant_no text NOT NULL REFERENCES merchant,
    task_name text NOT NULL CHECK (length(task_name) BETWEEN 1 AND 30),
    amount_cents bigint NOT NULL CHECK (amount_cents > 0 AND amount_cents % 100 = 0),
    valid_days integer NOT NULL CHECK (valid_days BETWEEN 1 AND 90),
    effective_on date NOT NULL,
    reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 200),
    task_status text NOT NULL DEFAULT 'PENDING' CHECK (task_status IN ('PENDING', 'APPROVED', 'REJECTED')),
    maker_user_no text NOT NULL REFERENCES app_user,
    auditor_user_no text REFERENCES app_user,
    audit_remark text CHECK (length(audit_remark) <= 200),
    created_at timestamptz NOT NULL DEFAULT now(),
    audited_at timestamptz,
    removed_at timestamptz,
    removed_by text REFERENCES app_user,
    version bigint NOT NULL DEFAULT 0,
    CHECK (auditor_user_no <> maker_user_no),
    CHECK (removed_at IS NULL OR task_status <> 'APPROVED')
  );
  CREATE INDEX temporary_credit_task_newest ON temporary_credit_task (merchant_no, created_at DESC);

  CREATE SEQUENCE temporary_credit_number;
  CREATE TABLE temporary_credit (
    credit_no text PRIMARY KEY DEFAULT 'TL' || lpad(nextval('temporary_credit_number')::text, 9, '0'),
    task_no text NOT NULL REFERENCES temporary_credit_task,
    merchant_no text NOT NULL,
    customer_no text NOT NULL REFERENCES customer,
    amount_cents bigint NOT NULL CHECK (amount_cents > 0),
    credit_status text NOT NULL CHECK (credit_status IN ('GRANTING', 'GRANTED', 'EXPIRED')),
    effective_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    version bigint NOT NULL DEFAULT 0,
    UNIQUE (task_no, customer_no),
    CHECK (expires_at > effective_at)
  );
  CREATE UNIQUE INDEX temporary_credit_one_live ON temporary_credit (customer_no)
    WHERE credit_status <> 'EXPIRED';
  CREATE INDEX temporary_credit_due ON temporary_credit (expires_at) WHERE credit_status <> 'EXPIRED';

  CREATE TABLE temporary_credit_item (
    task_no text NOT NULL REFERENCES temporary_credit_task,
    customer_no text NOT NULL REFERENCES customer,
    fault text,
    PRIMARY KEY (task_no, customer_no)
  );
`;
