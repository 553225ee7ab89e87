import type { notLoggedList, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Call } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';

type Returns = ReplyOf<typeof notLoggedList.returns>;

/** Who signed in again within the last 30 days, and who of them was never called: nobody is rung for nothing. */
export async function readReturns({ db, caller }: Call): Promise<Returns> {
  const merchantNos = merchantsSeen(caller.scope);
  const { rows } = await sql<Returns>`
    select count(*)::int as returned, count(*) filter (where e.call_count = 0)::int as uncalled
    from call_entry e where e.desk = 'SERVICE' and e.list_status = 'SELF_RETURNED'
      and (${merchantNos}::text[] is null or e.merchant_no = any(${merchantNos}::text[]))
      and exists (select from call_assignment a where a.entry_id = e.entry_id and a.cause = 'return'
        and a.at > now() - interval '30 days')`.execute(db);
  return rows[0] ?? { returned: 0, uncalled: 0 };
}
