import { type Kysely, sql } from 'kysely';

/**
 * What merchants used beside orders: SMS, face checks, data queries, each once. CHARGED has its consumption; FREE was
 * within the free quota or cost nothing; UNPRICED had no price; UNPAID waits for the account to be filled. What was used
 * before this table existed is never charged.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(uses).execute(db);
}

const uses = `
  CREATE TABLE merchant_use (
    merchant_no text NOT NULL REFERENCES merchant,
    consumption_type text NOT NULL CHECK (consumption_type IN
      ('ORDER_DELIVERED', 'LOAN_DISBURSED', 'DATA_QUERY', 'SMS_SENT', 'FACE_CHECK')),
    cause_no text NOT NULL,
    order_no text REFERENCES loan_order,
    used_at timestamptz NOT NULL,
    use_status text NOT NULL CHECK (use_status IN ('CHARGED', 'FREE', 'UNPRICED', 'UNPAID')),
    unit_price_cents bigint CHECK (unit_price_cents >= 0),
    record_no text REFERENCES merchant_consumption,
    PRIMARY KEY (merchant_no, consumption_type, cause_no),
    CHECK ((use_status = 'CHARGED') = (record_no IS NOT NULL)),
    CHECK ((use_status = 'UNPRICED') = (unit_price_cents IS NULL))
  );
  CREATE INDEX merchant_use_month ON merchant_use (merchant_no, consumption_type, used_at) WHERE use_status = 'FREE';
  CREATE INDEX merchant_use_unpaid ON merchant_use (merchant_no, used_at) WHERE use_status = 'UNPAID';
  CREATE TABLE merchant_use_start (at timestamptz NOT NULL);
  INSERT INTO merchant_use_start VALUES (now());
  CREATE INDEX message_sms_sent ON message (sent_at)
    WHERE channel = 'SMS' AND message_status = 'SENT' AND merchant_no IS NOT NULL;
  CREATE INDEX contact_dispatch_sms_sent ON contact_dispatch (finished_at)
    WHERE channel = 'SMS' AND dispatch_status = 'SENT';
  CREATE INDEX order_evidence_queried ON order_evidence (delivered_at) WHERE topic IN ('FACE', 'OPERATOR', 'BVN');
`;
