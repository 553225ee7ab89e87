import { type RawBuilder, sql } from 'kysely';
import type { CaseScope } from '../../../db/collection-schema.ts';
import type { Queryable } from '../../../db/database.ts';
import type { Waiting } from './division-plan.ts';

const waiting = (condition: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql<Waiting>`
  select c.case_no, c.case_scope, c.merchant_no, c.order_no, o.loan_type, c.case_level, c.due_at_entry_cents,
    c.oldest_due_on, o.product_no, k.speaking_language,
    case when c.case_scope = 'BILL' then (select s.collector_user_no from collection_case s
      where s.order_no = c.order_no and s.case_no <> c.case_no and s.case_status in ('COLLECTING', 'RETAINED')
      order by s.case_no limit 1) end as sibling_user_no
  from collection_case c join loan_order o on o.order_no = c.order_no
  join customer k on k.customer_no = c.customer_no
  where ${condition} ${order}`;

/** What waits in the pool, the longest overdue first: of all merchants and systems, or of some. */
export async function waitingCases(
  db: Queryable,
  of: { readonly merchantNo?: string; readonly caseScope?: CaseScope; readonly caseNos?: readonly string[] } = {},
): Promise<Waiting[]> {
  const { merchantNo = null, caseScope = null, caseNos } = of;
  const condition = sql`c.case_status = 'POOL' and (${merchantNo}::text is null or c.merchant_no = ${merchantNo})
    and (${caseScope}::text is null or c.case_scope = ${caseScope})
    and ${caseNos === undefined ? sql`true` : sql`c.case_no = any(${[...caseNos]}::text[])`}`;
  const { rows } = await waiting(condition, sql`order by c.oldest_due_on, c.case_no`).execute(db);
  return rows;
}

/** What of one case says who gets it, whatever its state. */
export async function waitingCase(db: Queryable, caseNo: string): Promise<Waiting | null> {
  const { rows } = await waiting(sql`c.case_no = ${caseNo}`, sql``).execute(db);
  return rows[0] ?? null;
}
