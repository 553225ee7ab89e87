import type { appAdvice, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Call } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';

type Groups = ReplyOf<typeof appAdvice.groups>;
/** Fewer of a kind are no cause in common. */
const LEAST = 3;

/** What several customers wrote of one app version and kind in the last 7 days, most first, with the newest of each. */
export async function readGroups({ db, caller }: Call): Promise<Groups> {
  const merchantNos = merchantsSeen(caller.scope);
  const { rows } = await sql<Omit<Groups[number], 'newestAt'> & { readonly newestAt: Date }>`
    select a.merchant_no, m.merchant_name as app_name, a.app_version, a.advice_type, count(*)::int as count,
      count(*) filter (where a.feedback_status <> 'PROCESSED')::int as open, max(a.submitted_at) as newest_at,
      (array_agg(a.content order by a.submitted_at desc, a.advice_no desc))[1] as newest
    from app_advice a join merchant m on m.merchant_no = a.merchant_no
    where a.submitted_at > now() - interval '7 days'
      and (${merchantNos}::text[] is null or a.merchant_no = any(${merchantNos}::text[]))
    group by 1, 2, 3, 4 having count(*) >= ${LEAST}
    order by count(*) desc, a.app_version desc, a.advice_type limit 20`.execute(db);
  return rows.map(({ newestAt, ...row }) => ({ ...row, newestAt: newestAt.toISOString() }));
}
