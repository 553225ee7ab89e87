import { type Kysely, sql } from 'kysely';

/** How many customers each merchant admits a day, by how many loans they settled; and how many were. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(traffic).execute(db);
}

const traffic = `
  CREATE TABLE merchant_traffic_limit (
    merchant_no text NOT NULL REFERENCES merchant,
    -- 0: new customers. 1 and more: who settled at least so many loans. -1: anybody.
    settled_order_count integer NOT NULL CHECK (settled_order_count >= -1),
    -- -1: unlimited. 0: nobody.
    daily_limit integer NOT NULL CHECK (daily_limit >= -1),
    PRIMARY KEY (merchant_no, settled_order_count)
  );
  CREATE TABLE traffic_admission (
    merchant_no text NOT NULL REFERENCES merchant,
    biz_date date NOT NULL,
    admission_kind text NOT NULL CHECK (admission_kind IN ('REGISTRATION', 'APPLICATION')),
    -- Of the limit that applied; -1 also where none did.
    settled_order_count integer NOT NULL,
    admitted integer NOT NULL DEFAULT 0,
    PRIMARY KEY (merchant_no, biz_date, admission_kind, settled_order_count)
  );
`;
