import type { ParsedRequestOf, ReplyOf, repayment } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Call } from '../../../http/implement.ts';
import { repayments } from './merge-list.ts';

/** How many that differ are named. */
const NAMED = 20;

/**
 * The list's sums beside the ledger's. What a repayment says of itself is held against the suspense that its
 * journals took from its payment, one rolled back against nothing.
 */
export async function summarise(
  { filters }: ParsedRequestOf<typeof repayment.mergeSummary>,
  call: Call,
): Promise<ReplyOf<typeof repayment.mergeSummary>> {
  return await repayments.summed(filters, call, async (matching) => {
    const found = matching.select([
      'a.applicationNo',
      'a.appliedCents',
      'a.surplusCents',
      'a.applicationStatus',
      'a.journalIds',
    ]);
    const { rows } = await sql<ReplyOf<typeof repayment.mergeSummary>>`
    with found as materialized (${found}), each as (
      select a.application_no,
        case when a.application_status = 'LIVE' then a.applied_cents else 0 end as applied,
        case when a.application_status = 'LIVE' then a.surplus_cents else 0 end as surplus,
        coalesce(posted.cents, 0) as ledger
      from found a left join lateral (
        select sum(case when r.reverses_id is null then p.amount_cents else 0 end) as cents
        from unnest(a.journal_ids) as i(journal_id)
        join journal_key k on k.journal_id = i.journal_id
        join journal j on j.journal_id = k.journal_id and j.business_date = k.business_date
          and j.journal_kind in ('APPLICATION', 'RECOVERY', 'OVERPAYMENT') and j.reverses_id is null
        join posting p on p.journal_id = k.journal_id and p.business_date = k.business_date
          and p.account_code = 'SUSPENSE'
        left join journal_reversal r on r.reverses_id = k.journal_id
      ) posted on true
    )
    select count(*)::int as count, coalesce(sum(applied), 0)::bigint as applied_cents,
      coalesce(sum(surplus), 0)::bigint as surplus_cents, coalesce(sum(ledger), 0)::bigint as ledger_cents,
      coalesce(sum(applied + surplus - ledger), 0)::bigint as difference_cents,
      coalesce((array_agg(application_no order by application_no) filter (where applied + surplus <> ledger))[1:${sql.lit(
        NAMED,
      )}], '{}') as application_nos
    from each`.execute(call.db);
    const [sums] = rows;
    if (!sums) throw new Error('an aggregate without a row');
    return sums;
  });
}
