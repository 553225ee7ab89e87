import { type Kysely, sql } from 'kysely';

/** Sessions of customers in a merchant's app, as the app's server tells them. Of those before, the newest is known. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(sessions).execute(db);
}

const sessions = `
  CREATE TABLE app_session (
    session_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    customer_no text NOT NULL REFERENCES customer,
    merchant_no text NOT NULL REFERENCES merchant,
    app_version text CHECK (length(app_version) BETWEEN 1 AND 32),
    at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX app_session_at ON app_session (at, merchant_no);
  CREATE INDEX app_session_customer ON app_session (customer_no, at);
  INSERT INTO app_session (customer_no, merchant_no, at)
  SELECT customer_no, merchant_no, last_login_at FROM customer WHERE last_login_at IS NOT NULL;
`;
