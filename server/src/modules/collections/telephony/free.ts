import type { ReplyOf, servicePersonnel } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Call } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';

type Free = ReplyOf<typeof servicePersonnel.free>;

/**
 * Agents of the caller's merchants who are on shift and on no call, those first who take calls in their browser: whom a
 * caller can be handed to.
 */
export async function readFree({ db, caller }: Call): Promise<Free> {
  const merchantNos = merchantsSeen(caller.scope);
  const { rows } = await sql<Free[number]>`
    select u.user_no, u.real_name, p.group_name, u.extension, p.languages, p.handles_complaints,
      exists (select from telephone_line l join session s on s.session_id = l.session_id
        where l.user_no = u.user_no and l.takes_calls and l.expires_at > now()
          and s.ended_at is null and s.expires_at > now()) as takes_calls
    from personnel p join app_user u on u.user_no = p.user_no
    where p.personnel_kind = 'SERVICE' and p.personnel_status = 'NORMAL' and u.user_status = 'NORMAL'
      and is_on_shift(u.user_no, now())
      and not exists (select from call c where c.user_no = u.user_no and c.ended_at is null)
      and exists (select from personnel_merchant m where m.personnel_kind = p.personnel_kind and m.user_no = p.user_no
        and (${merchantNos}::text[] is null or m.merchant_no = any(${merchantNos}::text[])))
    order by takes_calls desc, u.real_name, u.user_no limit 500`.execute(db);
  return rows;
}
