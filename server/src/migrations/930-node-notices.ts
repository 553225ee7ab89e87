import { type Kysely, sql } from 'kysely';

/** Moments of customers that business nodes write about, and the texts that they start with. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(notices).execute(db);
  await sql.raw(templates).execute(db);
}

const notices = `
  CREATE TABLE node_notice (
    notice_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    node_code text NOT NULL,
    subject_no text NOT NULL,
    merchant_no text NOT NULL REFERENCES merchant,
    customer_no text NOT NULL REFERENCES customer,
    order_no text REFERENCES loan_order,
    happened_at timestamptz NOT NULL,
    due_at timestamptz NOT NULL,
    notice_status text NOT NULL CHECK (notice_status IN ('QUEUED', 'SENT', 'SKIPPED', 'DROPPED')),
    fault text,
    created_at timestamptz NOT NULL DEFAULT now(),
    ended_at timestamptz,
    UNIQUE (node_code, subject_no),
    CHECK ((notice_status = 'QUEUED') = (ended_at IS NULL))
  );
  CREATE INDEX node_notice_due ON node_notice (due_at) WHERE notice_status = 'QUEUED';
  CREATE INDEX node_notice_customer ON node_notice (customer_no);
  CREATE INDEX coupon_issued ON coupon (issued_at);
  CREATE INDEX bill_repaid ON bill (actual_date) WHERE bill_status = 'SETTLED';
`;

const templates = `
  INSERT INTO message_template (template_code, template_name, node_code, channel_type, sms_kind, is_enabled)
  SELECT code, name, code, 'SMS', kind, true
  FROM (VALUES
      ('ORDER_APPROVED', 'Loan approved', 'SERVICE'),
      ('DISBURSED', 'Loan disbursed', 'SERVICE'),
      ('BILL_DUE_IN_3', 'Bill due in 3 days', 'REMINDER'),
      ('BILL_OVERDUE', 'Bill overdue', 'COLLECTION'),
      ('REPAID', 'Bill repaid', 'SERVICE'),
      ('REFUND_SUCCESS', 'Refund paid', 'SERVICE'),
      ('COUPON_GRANTED', 'Coupon granted', 'SERVICE'),
      ('LIMIT_EXPIRING', 'Temporary limit expiring', 'SERVICE')
    ) AS own (code, name, kind);
`;
