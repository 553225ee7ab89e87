import { waiverStrategy } from '@kituo/sdk/contracts';
import { type RawBuilder, sql } from 'kysely';
import { defineList } from '../../../lists/index.ts';

interface UsageDay {
  readonly usageId: string;
  readonly ruleId: string;
  readonly merchantNo: string;
  readonly day: string;
  readonly applicantUserNo: string;
  readonly requests: number;
  readonly waivedCents: number;
  readonly appliedCents: number;
  readonly lapsed: number;
  readonly cashCents: number;
}
/** A row a strategy, day of the decision (EAT) and collector. */
const usage: RawBuilder<UsageDay> = sql<UsageDay>`(select d.strategy_rule_id || '.' || v.day || '.' || d.applicant_user_no
    as usage_id, d.strategy_rule_id as rule_id, d.merchant_no, v.day, d.applicant_user_no, count(*)::int as requests,
    coalesce(sum(d.total_cents) filter (where d.deduction_status in ('APPROVED', 'APPLIED', 'LAPSED', 'REVERSED')), 0)::bigint
      as waived_cents,
    coalesce(sum(d.total_cents) filter (where d.deduction_status = 'APPLIED'), 0)::bigint as applied_cents,
    count(*) filter (where d.deduction_status = 'LAPSED')::int as lapsed,
    coalesce(sum(a.applied_cents) filter (where d.deduction_status = 'APPLIED'), 0)::bigint as cash_cents
  from deduction d left join payment_application a on a.application_no = d.application_no
  cross join lateral (select (coalesce(d.decided_at, d.created_at) at time zone 'Africa/Nairobi')::date::text as day) v
  where d.strategy_rule_id is not null group by d.strategy_rule_id, d.merchant_no, v.day, d.applicant_user_no)`;

/** What collectors waived under a strategy, day by day, beside the cash that came with it. */
export const strategyUsage = defineList(
  waiverStrategy.usagePage,
  (db) => db.selectFrom(usage.as<'g'>(sql.ref('g'))).innerJoin('appUser as u', 'u.userNo', 'g.applicantUserNo'),
  (by) => ({
    scope: by.ofMerchants('g.merchantNo'),
    key: 'g.usageId',
    filters: { ruleId: by.is('g.ruleId') },
    sorts: { day: 'g.day' },
    first: [['g.day', 'desc']],
    select: (query) =>
      query
        .select(['g.usageId', 'g.day', 'g.applicantUserNo', 'u.realName as applicantName', 'g.requests'])
        .select(['g.waivedCents', 'g.appliedCents', 'g.lapsed', 'g.cashCents']),
    row: (row) => row,
  }),
);
