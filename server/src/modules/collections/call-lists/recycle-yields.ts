import type { abandonedList, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Call } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { recyclable } from './abandoned.ts';
import { listTypeName } from './options.ts';

type Yields = ReplyOf<typeof abandonedList.yields>;
/** Entries recycled before that say little of those that wait now. */
const COUNTED = sql`interval '180 days'`;

/**
 * What recycling came to, by why entries had been abandoned and what they are listed as, beside how many of that kind may
 * be recycled now: those first whose people answered most often.
 */
export async function readYields({ db, caller, lang }: Call): Promise<Yields> {
  const merchantNos = merchantsSeen(caller.scope);
  const seen = sql<boolean>`e.desk = 'TELEMARKETING'
    and (${merchantNos}::text[] is null or e.merchant_no = any(${merchantNos}::text[]))`;
  const { rows } = await sql<Yields[number]>`
    with came as (
      select e.recycled_for as abandon_reason, e.list_type, count(*)::int as recycled,
        count(*) filter (where e.last_call_at >= e.recycled_at)::int as called,
        count(*) filter (where exists (select from call_made made join contact_result r on r.attempt_id = made.attempt_id
          where made.entry_id = e.entry_id and made.at >= e.recycled_at and r.outcome = 'ANSWERED'))::int as reached,
        count(*) filter (where e.list_status = 'CONVERTED')::int as converted
      from call_entry e where ${seen} and e.recycled_for is not null and e.recycled_at > now() - ${COUNTED} group by 1, 2),
    waits as (
      select e.abandon_reason, e.list_type, count(*)::int as recyclable
      from call_entry e where ${seen} and e.list_status = 'ABANDONED' and ${recyclable} group by 1, 2)
    select abandon_reason, e.list_type, ${listTypeName('TELEMARKETING', lang)} as list_type_name,
      coalesce(e.recycled, 0) as recycled, coalesce(e.called, 0) as called, coalesce(e.reached, 0) as reached,
      coalesce(e.converted, 0) as converted, coalesce(e.recyclable, 0) as recyclable
    from (select * from came full join waits using (abandon_reason, list_type)) e
    order by e.reached::numeric / nullif(e.called, 0) desc nulls last, e.recyclable desc nulls last, 1, 2
    limit 50`.execute(db);
  return rows;
}
