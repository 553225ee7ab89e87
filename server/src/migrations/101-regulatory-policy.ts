import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * The numbers that a regulator or the company may change, each with the day from which it holds. What holds
 * or held is never changed, because postings were made by it; a version to come may be withdrawn.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(table).execute(db);
  for (const [key, value] of Object.entries(defaults)) {
    await sql`insert into regulatory_policy (policy_key, effective_from, value)
      values (${key}, '2020-01-01', ${JSON.stringify(value)}::jsonb)`.execute(db);
  }
}

const table = `
  CREATE TABLE regulatory_policy (
    policy_key text NOT NULL CHECK (policy_key ~ '^[a-z][A-Za-z]*$'),
    effective_from date NOT NULL,
    value jsonb NOT NULL,
    maker_user_no text,
    checker_user_no text,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (policy_key, effective_from),
    CHECK (maker_user_no <> checker_user_no)
  );
  CREATE FUNCTION refuse_policy_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'UPDATE' OR OLD.effective_from <= (now() AT TIME ZONE 'Africa/Nairobi')::date THEN
      RAISE EXCEPTION 'policy % of % is in force', OLD.policy_key, OLD.effective_from
        USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'policy_is_kept';
    END IF;
    RETURN OLD;
  END $$;
  CREATE TRIGGER policy_kept BEFORE UPDATE OR DELETE ON regulatory_policy
    FOR EACH ROW EXECUTE FUNCTION refuse_policy_change();
  CREATE TRIGGER policy_kept_whole BEFORE TRUNCATE ON regulatory_policy
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
`;

const defaults = {
  inDuplum: { nonPerformingDpd: 1 },
  refund: { minimumCents: 2000 },
  caseLevels: [
    { level: 'S0', fromDpd: -3 },
    { level: 'S1', fromDpd: 1 },
    { level: 'S2', fromDpd: 8 },
    { level: 'S3', fromDpd: 16 },
    { level: 'S4', fromDpd: 31 },
    { level: 'S5', fromDpd: 61 },
  ],
  badDebt: { poolFromDpd: 90 },
  promiseToPay: { maxDaysOut: 7, brokenThatEndPromises: 2 },
  contactHours: { from: '08:00', to: '19:00' },
  review: { leaseMinutes: 30, returnedDays: 7 },
  makerChecker: { moneyLapseHours: 24 },
};
