import { sql } from 'kysely';
import type { CaseStatus } from '../../../db/collection-schema.ts';
import type { Queryable } from '../../../db/database.ts';

/** These cases with the other cases by bill of the same orders that are in one of these states. */
export async function withSiblings(
  db: Queryable,
  caseNos: readonly string[],
  states: readonly CaseStatus[],
): Promise<string[]> {
  if (caseNos.length === 0) return [];
  const { rows } = await sql<{ readonly caseNo: string }>`
    select distinct s.case_no from collection_case c
    join collection_case s on s.order_no = c.order_no and s.merchant_no = c.merchant_no
      and s.case_scope = 'BILL' and s.case_status = any(${states})
    where c.case_scope = 'BILL' and c.case_no = any(${caseNos})
    order by s.case_no`.execute(db);
  return [...new Set([...caseNos, ...rows.map(({ caseNo }) => caseNo)])];
}

/** These cases with the other cases of the same borrowers, of either system, that are in one of these states. */
export async function withBorrowers(
  db: Queryable,
  caseNos: readonly string[],
  states: readonly CaseStatus[],
): Promise<string[]> {
  if (caseNos.length === 0) return [];
  const { rows } = await sql<{ readonly caseNo: string }>`
    select distinct s.case_no from collection_case c
    join collection_case s on s.customer_no = c.customer_no and s.merchant_no = c.merchant_no
      and s.case_status = any(${states})
    where c.case_no = any(${caseNos}) order by s.case_no`.execute(db);
  return [...new Set([...caseNos, ...rows.map(({ caseNo }) => caseNo)])];
}
