import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * People as the work sees them: a record a kind of work, beside the account that signs in. Freezing one stops
 * new work of that kind; only a frozen account cannot sign in. A shift says when somebody is there.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(personnel).execute(db);
}

const personnel = `
  CREATE TABLE personnel (
    personnel_kind text NOT NULL
      CHECK (personnel_kind IN ('AUDITOR', 'COLLECTOR', 'TELEMARKETER', 'SERVICE', 'TRAFFIC')),
    user_no text NOT NULL REFERENCES app_user,
    personnel_status text NOT NULL DEFAULT 'NORMAL' CHECK (personnel_status IN ('NORMAL', 'FROZEN')),
    group_name text CHECK (length(group_name) BETWEEN 1 AND 64),
    principal_user_no text REFERENCES app_user,
    daily_cap integer NOT NULL DEFAULT 50 CHECK (daily_cap BETWEEN 0 AND 999),
    join_auto_allot boolean NOT NULL DEFAULT true,
    first_loan_whitelist boolean NOT NULL DEFAULT false,
    languages text[] NOT NULL DEFAULT '{}',
    is_ai_employee boolean NOT NULL DEFAULT false,
    joined_at timestamptz NOT NULL DEFAULT now(),
    version bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (personnel_kind, user_no)
  );
  CREATE TABLE personnel_merchant (
    personnel_kind text NOT NULL,
    user_no text NOT NULL,
    merchant_no text NOT NULL REFERENCES merchant,
    PRIMARY KEY (personnel_kind, user_no, merchant_no),
    FOREIGN KEY (personnel_kind, user_no) REFERENCES personnel ON DELETE CASCADE
  );
  CREATE INDEX personnel_merchant_merchant ON personnel_merchant (merchant_no, personnel_kind);
  CREATE TABLE personnel_shift (
    user_no text NOT NULL REFERENCES app_user,
    starts_at timestamptz NOT NULL,
    ends_at timestamptz NOT NULL,
    PRIMARY KEY (user_no, starts_at),
    CHECK (ends_at > starts_at)
  );
  CREATE FUNCTION is_on_shift(person text, at timestamptz) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT EXISTS (
      SELECT FROM personnel_shift WHERE user_no = person AND starts_at <= at AND at < ends_at
    ) OR NOT EXISTS (
      SELECT FROM personnel_shift WHERE user_no = person
        AND (starts_at AT TIME ZONE 'Africa/Nairobi')::date = (at AT TIME ZONE 'Africa/Nairobi')::date
    )
  $$;
  COMMENT ON FUNCTION is_on_shift IS
    'A shift covers the moment, or nobody planned that day (EAT) for the person.';
`;
