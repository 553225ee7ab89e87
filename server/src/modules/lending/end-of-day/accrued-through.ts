import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';

/**
 * The business date through which every bill of a running loan has its charges; null where no loan runs. Looked up from
 * the bill that is furthest behind on: as two sets, all bills are joined with their loans.
 */
export async function accruedThrough(db: Queryable): Promise<string | null> {
  const { rows } = await sql<{ through: string }>`
    select to_char(b.accrued_through, 'YYYY-MM-DD') as through from bill b
    where b.bill_status = 'ACTIVE'
      and (select o.order_status from loan_order o where o.order_no = b.order_no) = 'DISBURSED'
    order by b.accrued_through, b.bill_no limit 1`.execute(db);
  return rows[0]?.through ?? null;
}
