import { type Kysely, sql } from 'kysely';

/** Which customers the app showed an announcement, once each: what the app's server tells. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(table).execute(db);
}

const table = `
  CREATE TABLE announcement_reader (
    announcement_no text NOT NULL REFERENCES announcement,
    customer_no text NOT NULL REFERENCES customer,
    read_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (announcement_no, customer_no)
  );
  CREATE INDEX announcement_reader_customer ON announcement_reader (customer_no);
`;
