import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Orders that merchants' rules acquired, and what became of their delivery. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(table).execute(db);
}

const table = `
  CREATE TABLE acquired_order (
    order_no text PRIMARY KEY REFERENCES loan_order,
    merchant_no text NOT NULL REFERENCES merchant,
    rule_id text NOT NULL,
    rule_name text NOT NULL,
    delivery_status text NOT NULL DEFAULT 'QUEUED'
      CHECK (delivery_status IN ('QUEUED', 'DELIVERED', 'REJECTED', 'FAILED')),
    acquired_at timestamptz NOT NULL DEFAULT now(),
    reply_at timestamptz,
    attempts integer NOT NULL DEFAULT 0,
    fault text,
    charged_cents bigint,
    version bigint NOT NULL DEFAULT 0
  );
  CREATE INDEX acquired_order_newest ON acquired_order (acquired_at DESC);
  CREATE INDEX acquired_order_rule ON acquired_order (rule_id, acquired_at);
`;
