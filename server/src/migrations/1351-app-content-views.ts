import { type Kysely, sql } from 'kysely';

/** Which customers saw content of the app, once a day each: what the app's server tells. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(table).execute(db);
}

const table = `
  CREATE TABLE app_content_view (
    rule_id text NOT NULL REFERENCES config_rule,
    customer_no text NOT NULL REFERENCES customer,
    viewed_on date NOT NULL,
    PRIMARY KEY (rule_id, customer_no, viewed_on)
  );
  CREATE INDEX app_content_view_customer ON app_content_view (customer_no);
`;
