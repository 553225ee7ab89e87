import { sql, type Kysely } from 'kysely';

// The role that serves owns nothing (db/app-role.ts), and only an owner adds a month to a table. A fixed search path
// keeps whoever calls them from putting tables of their own in between.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER FUNCTION ensure_month_partitions(text, integer, timestamptz)
      SECURITY DEFINER SET search_path = public, pg_temp;
    ALTER FUNCTION ensure_ledger_months(date, integer)
      SECURITY DEFINER SET search_path = public, pg_temp;
  `.execute(db);
}
