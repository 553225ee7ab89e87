import { sql } from 'kysely';
import type { CaseStatus } from '../../../db/collection-schema.ts';
import type { Queryable } from '../../../db/database.ts';
import { businessDateOf, policyOn } from '../../platform/policy/index.ts';

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

/** What is true of a borrower, not of a bill: it takes every open case of the order along. */
const OF_BORROWER: ReadonlySet<string> = new Set(['DEATH', 'FRAUD']);

/** These cases by bill with those of the same orders in work that enter the pool of bad debt for the same reason. */
export async function withOldSiblings(
  db: Queryable,
  { caseIds, badDebtReason }: { readonly caseIds: readonly string[]; readonly badDebtReason: string },
  at: Date,
): Promise<string[]> {
  const all = await withSiblings(db, caseIds, ['COLLECTING', 'RETAINED']);
  if (OF_BORROWER.has(badDebtReason)) return all;
  const today = businessDateOf(at);
  const { policy } = await policyOn(db, today);
  const old = await db
    .selectFrom('collectionCase')
    .select('caseNo')
    .where('caseNo', 'in', all)
    .where(sql<boolean>`${today}::date - oldest_due_on >= ${policy.badDebt.poolFromDpd}`)
    .orderBy('caseNo')
    .execute();
  return [...new Set([...caseIds, ...old.map(({ caseNo }) => caseNo)])];
}
