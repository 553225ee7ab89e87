import type { telemarketingPersonnel } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Call } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { entriesToCall } from '../call-lists/index.ts';

/** What each merchant has to call against what its people may take in a day; merchants with neither are left out. */
export async function readCapacity({ db, caller }: Call): Promise<telemarketingPersonnel.TeamCapacity[]> {
  const merchantNos = merchantsSeen(caller.scope);
  const toCall = await entriesToCall(db, merchantNos);
  const { rows } = await sql<Omit<telemarketingPersonnel.TeamCapacity, 'toCall'>>`
    select m.merchant_no, m.merchant_name, count(u.user_no)::int as people,
      coalesce(sum(p.daily_cap) filter (where u.user_no is not null), 0)::int as caps
    from merchant m
    left join personnel_merchant pm on pm.merchant_no = m.merchant_no and pm.personnel_kind = 'TELEMARKETER'
    left join personnel p on p.personnel_kind = pm.personnel_kind and p.user_no = pm.user_no
      and p.personnel_status = 'NORMAL'
    left join app_user u on u.user_no = p.user_no and u.user_status = 'NORMAL'
    where ${merchantNos}::text[] is null or m.merchant_no = any(${merchantNos}::text[])
    group by m.merchant_no order by m.merchant_name`.execute(db);
  return rows
    .map((row) => ({ ...row, toCall: toCall.get(row.merchantNo) ?? 0 }))
    .filter(({ people, toCall: entries }) => people + entries > 0);
}
