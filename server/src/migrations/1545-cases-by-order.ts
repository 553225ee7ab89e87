import { type Kysely, sql } from 'kysely';

/** The allocation desk by bill begins with the bills of an order together. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX case_open_by_order ON collection_case (case_scope, order_no DESC, case_no)
    WHERE case_status <> 'CLOSED'`.execute(db);
}
