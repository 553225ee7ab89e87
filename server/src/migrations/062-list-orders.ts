import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** A list of a million accounts answers as one of forty: each order and each filter has its index. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [orders, filters, texts]) await sql.raw(part).execute(db);
}

// The number stands last in each, so that a page goes on exactly where the one before ended. What may be
// null comes last in both directions, which takes an index each.
const orders = `
  CREATE INDEX app_user_by_user_name ON app_user (user_name, user_no);
  CREATE INDEX app_user_by_login_id ON app_user (login_id, user_no);
  CREATE INDEX app_user_by_real_name ON app_user (real_name, user_no);
  CREATE INDEX app_user_by_user_status ON app_user (user_status, user_no);
  CREATE INDEX app_user_by_employee_status ON app_user (employee_status, user_no);
  CREATE INDEX app_user_by_job_number ON app_user (job_number, user_no);
  CREATE INDEX app_user_by_job_number_down ON app_user (job_number DESC NULLS LAST, user_no DESC);
  CREATE INDEX app_user_by_sign_in ON app_user (last_sign_in_at, user_no);
  CREATE INDEX app_user_by_sign_in_down ON app_user (last_sign_in_at DESC NULLS LAST, user_no DESC);
`;

const filters = `
  CREATE INDEX app_user_by_dept ON app_user (dept_no, user_no);
  CREATE INDEX app_user_by_org ON app_user (org_no, user_no);
  CREATE INDEX app_user_by_category ON app_user (employee_category, user_no);
  CREATE INDEX app_user_by_internal ON app_user (internal_external, user_no);
  CREATE INDEX app_user_by_mfa ON app_user (mfa_bound, user_no);
  CREATE INDEX user_role_holders ON user_role (role_no, user_no);
  CREATE INDEX user_merchant_people ON user_merchant (merchant_no, user_no);
  DROP INDEX app_user_dept;
  DROP INDEX app_user_org;
  DROP INDEX user_role_role;
  DROP INDEX user_merchant_merchant;
`;

// Text anywhere in a name is found by its groups of three letters. A database whose owner may not have
// the extension goes without: such a search then reads row after row.
const texts = `
  DO $$ BEGIN
    CREATE EXTENSION IF NOT EXISTS pg_trgm;
    CREATE INDEX app_user_texts ON app_user USING gin (user_name gin_trgm_ops,
      login_id gin_trgm_ops, real_name gin_trgm_ops, job_number gin_trgm_ops) WITH (fastupdate = off);
  EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported THEN
    RAISE NOTICE 'without pg_trgm, searching names reads every account';
  END $$;
`;
