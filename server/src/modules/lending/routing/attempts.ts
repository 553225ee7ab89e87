import type { ParsedRequestOf, ReplyOf, route } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Call } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';

type Reply = ReplyOf<typeof route.attempts>;

const NEWEST = 50;

/** What a strategy sent in 7 days, as its runs wrote it down, of merchants that the caller sees. */
export async function attemptsOf(
  { ruleId, of = null }: ParsedRequestOf<typeof route.attempts>,
  { db, caller }: Call,
): Promise<Reply> {
  const merchantNos = merchantsSeen(caller.scope);
  const sent = sql`config_rule_item i join payout_attempt a on a.attempt_no = i.facts ->> 'attemptNo'
    where i.rule_id = ${ruleId} and i.run_at > now() - interval '7 days'
      and (${merchantNos}::text[] is null or a.merchant_no = any(${merchantNos}::text[]))`;
  const { rows: groups } = await sql<Reply['groups'][number]>`
    select g.*, coalesce(m.account_name, g.account_code) as account_name from (
      select a.account_code, a.attempt_status, case when a.attempt_status = 'FAILED' then a.fail_code end as fail_code,
        count(*)::int as attempts, sum(a.amount_cents)::bigint as amount_cents
      from ${sent} group by 1, 2, 3) g
    left join money_account m on m.account_code = g.account_code
    order by account_name, g.attempts desc, g.attempt_status, g.fail_code`.execute(db);
  if (of === null) return { groups, rows: [] };
  const { rows } = await sql<Omit<Reply['rows'][number], 'createdAt'> & { readonly createdAt: Date }>`
    select a.attempt_no, a.subject_no as order_no, a.amount_cents, a.fail_reason, a.created_at
    from ${sent} and a.account_code = ${of.accountCode} and a.attempt_status = ${of.attemptStatus}
      and (a.attempt_status <> 'FAILED' or a.fail_code is not distinct from ${of.failCode})
    order by a.created_at desc limit ${NEWEST}`.execute(db);
  return { groups, rows: rows.map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() })) };
}
