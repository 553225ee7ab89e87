import type { inCallRecord, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Call } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { addDays, startOfBusinessDate } from '../../platform/policy/index.ts';

type Reply = ReplyOf<typeof inCallRecord.byHour>;

/** Why people rang in each hour of a day, and what may have made them ring. */
export async function readByHour(
  { day }: ParsedRequestOf<typeof inCallRecord.byHour>,
  { db, caller }: Call,
): Promise<Reply> {
  const [from, to] = [startOfBusinessDate(day), startOfBusinessDate(addDays(day, 1))];
  const merchantNos = merchantsSeen(caller.scope);
  const seen = (column: string) =>
    sql`(${merchantNos}::text[] is null or ${sql.ref(column)} = any(${merchantNos}::text[]))`;
  const hours = await sql<Reply['hours'][number]>`
    select extract(hour from r.call_at at time zone 'Africa/Nairobi')::int as hour, r.reason_type, count(*)::int as calls
    from in_call_record r where r.call_at >= ${from} and r.call_at < ${to} and ${seen('r.merchantNo')}
    group by 1, 2 order by 1, 2 nulls last`.execute(db);
  const beside = await sql<Omit<Reply['beside'][number], 'at'> & { readonly at: Date }>`
    select 'SMS_TASK' as kind, t.task_no as no, t.task_name as name, t.started_at as at from sms_marketing_task t
    where t.started_at >= ${from} and t.started_at < ${to} and ${seen('t.merchantNo')}
    union all
    select 'APP_VERSION', v.release_no, v.os || ' ' || v.version_name, v.published_at from app_release v
    where v.published_at >= ${from} and v.published_at < ${to} and ${seen('v.merchantNo')}
    order by 4, 2`.execute(db);
  return { hours: hours.rows, beside: beside.rows.map(({ at, ...one }) => ({ ...one, at: at.toISOString() })) };
}
