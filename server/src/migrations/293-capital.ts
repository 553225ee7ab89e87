import { sql } from 'kysely';
import type { QueryExecutorProvider } from 'kysely';

/** What the lender's owners paid in: the money that the first loans go out of. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`
    ALTER TABLE account
      DROP CONSTRAINT account_account_kind_check,
      ADD CONSTRAINT account_account_kind_check
        CHECK (account_kind IN ('ASSET', 'LIABILITY', 'EQUITY', 'INCOME', 'EXPENSE', 'MEMO'))
  `.execute(db);
  await sql`
    INSERT INTO account (account_code, account_kind, name_en, name_zh)
      VALUES ('CAPITAL', 'EQUITY', 'Capital paid in', '实收资本')
  `.execute(db);
}
