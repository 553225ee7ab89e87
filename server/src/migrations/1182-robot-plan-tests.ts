import { type Kysely, sql } from 'kysely';

/** Plans that leave a share of their customers alone, so that what their calls bring can be told. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tests).execute(db);
}

const tests = `
  ALTER TABLE robot_plan ADD hold_out_percent integer NOT NULL DEFAULT 0 CHECK (hold_out_percent BETWEEN 0 AND 50);

  -- A test lasts while the share is the same.
  CREATE TABLE robot_plan_test (
    plan_no text NOT NULL REFERENCES robot_plan,
    test_no integer NOT NULL CHECK (test_no > 0),
    hold_out_percent integer NOT NULL CHECK (hold_out_percent BETWEEN 1 AND 50),
    started_at timestamptz NOT NULL,
    ended_at timestamptz,
    PRIMARY KEY (plan_no, test_no)
  );
  CREATE UNIQUE INDEX robot_plan_test_open ON robot_plan_test (plan_no) WHERE ended_at IS NULL;

  -- Whom a test put where, from the first run that met them on.
  CREATE TABLE robot_plan_customer (
    plan_no text NOT NULL,
    test_no integer NOT NULL,
    customer_no text NOT NULL REFERENCES customer,
    is_held_out boolean NOT NULL,
    joined_at timestamptz NOT NULL,
    PRIMARY KEY (plan_no, test_no, customer_no),
    FOREIGN KEY (plan_no, test_no) REFERENCES robot_plan_test
  );
  CREATE INDEX robot_plan_customer_person ON robot_plan_customer (customer_no);
`;
