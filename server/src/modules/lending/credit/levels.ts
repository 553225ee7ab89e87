import type { temporaryCredit } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';

/** Whom a raise would expose the lender to: customers by the model level of their last application, the best first. */
export async function levelsOf(db: Queryable, customerNos: readonly string[]): Promise<temporaryCredit.ExposedLevel[]> {
  const { rows } = await sql<temporaryCredit.ExposedLevel>`
    SELECT last.model_level, count(*)::int AS customers
    FROM unnest(${[...customerNos]}::text[]) AS c (customer_no) LEFT JOIN LATERAL (
      SELECT o.model_level FROM loan_order o WHERE o.customer_no = c.customer_no
      ORDER BY o.apply_time DESC LIMIT 1) last ON true
    GROUP BY 1 ORDER BY 1 NULLS LAST`.execute(db);
  return rows;
}
