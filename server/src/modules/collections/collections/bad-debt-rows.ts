import type { collection } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { fileNamesOf } from '../../platform/files/index.ts';

type Facts = Omit<collection.BadDebtRow, keyof collection.CaseRow>;

interface Stored extends Omit<Facts, 'evidence'> {
  readonly caseNo: string;
  readonly evidence: readonly string[];
}

/** What the pages of bad debt show of these cases beside what every list shows. */
export async function withBadDebt(
  db: Queryable,
  rows: readonly collection.CaseRow[],
): Promise<collection.BadDebtRow[]> {
  if (rows.length === 0) return [];
  const { rows: found } = await sql<Stored>`
    select c.case_no, c.bad_debt_remark, c.bad_debt_evidence as evidence, u.real_name as bad_debt_entered_by_name,
      owed.principal_cents, owed.non_principal_cents, lost.charged_off_cents,
      lost.charged_off_cents - owed.claim_cents as recovered_cents, loss.charge_off_status,
      cases.order_cases, cases.order_in_pool, n.proposed_on, coalesce(n.reasons, '{}') as proposal_reasons
    from collection_case c
    left join bad_debt_proposal n on n.case_no = c.case_no
      and (n.proposed_for = 'CHARGE_OFF') = (c.case_status = 'BAD_DEBT_POOL')
    left join app_user u on u.user_no = c.bad_debt_entered_by
    cross join lateral (
      select array_agg(cb.bill_no) as bill_nos, coalesce(sum(bb.principal_cents), 0)::bigint as principal_cents,
        coalesce(sum(bb.outstanding_cents - bb.principal_cents), 0)::bigint as non_principal_cents,
        coalesce(sum(bb.claim_cents), 0)::bigint as claim_cents
      from case_bill cb join bill_balance bb on bb.bill_no = cb.bill_no where cb.case_no = c.case_no
    ) owed
    cross join lateral (
      select sum(p.amount_cents)::bigint as charged_off_cents
      from charge_off o join posting p on p.journal_id = any(o.journal_ids) and p.business_date = o.business_date
      where o.order_no = c.order_no and o.charge_off_status = 'APPROVED' and p.account_code = 'MEMO_CLAIM'
        and p.bill_no = any(owed.bill_nos)
    ) lost
    left join lateral (
      select o.charge_off_status from charge_off o
      where o.order_no = c.order_no and o.bill_nos && owed.bill_nos order by o.created_at desc limit 1
    ) loss on true
    cross join lateral (
      select count(*) as order_cases, count(*) filter (where s.case_status = 'BAD_DEBT_POOL') as order_in_pool
      from collection_case s where s.order_no = c.order_no and s.case_status <> 'CLOSED'
    ) cases
    where c.case_no = any(${rows.map(({ caseNo }) => caseNo)}::text[])`.execute(db);
  const names = await fileNamesOf(
    db,
    found.flatMap(({ evidence }) => evidence),
  );
  const nameOf = new Map(names.map((one) => [one.attachId, one]));
  const factsOf = new Map(found.map(({ caseNo, ...facts }) => [caseNo, facts]));
  return rows.flatMap((row) => {
    const facts = factsOf.get(row.caseNo);
    if (!facts) return [];
    const evidence = facts.evidence.flatMap((attachId) => nameOf.get(attachId) ?? []);
    return [{ ...row, ...facts, evidence }];
  });
}
