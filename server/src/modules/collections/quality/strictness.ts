import type { calibration, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Call } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { addDays, startOfBusinessDate } from '../../platform/policy/index.ts';

/** Each inspector beside whoever scored the same: first and second scores count alike. */
export async function readStrictness(
  { sheetNo, scoredAt = {} }: ParsedRequestOf<typeof calibration.strictness>,
  { db, caller }: Call,
): Promise<ReplyOf<typeof calibration.strictness>> {
  const merchantNos = merchantsSeen(caller.scope);
  const from = scoredAt.from === undefined ? null : startOfBusinessDate(scoredAt.from);
  const to = scoredAt.to === undefined ? null : startOfBusinessDate(addDays(scoredAt.to, 1));
  const { rows } = await sql<ReplyOf<typeof calibration.strictness>[number]>`
    select u.user_no, u.real_name, count(*)::int as inspections, round(avg(s.own), 1)::float8 as mean_score,
      round(avg(s.other - s.own), 1)::float8 as stricter_by
    from quality_calibration c join inspection i on i.inspection_no = c.inspection_no
    cross join lateral (values (c.first_user_no, c.first_score::numeric, c.second_score::numeric),
      (c.second_user_no, c.second_score::numeric, c.first_score::numeric)) s (user_no, own, other)
    join app_user u on u.user_no = s.user_no
    where c.scored_at is not null and (${sheetNo ?? null}::text is null or c.sheet_no = ${sheetNo ?? null})
      and (${from}::timestamptz is null or c.scored_at >= ${from})
      and (${to}::timestamptz is null or c.scored_at < ${to})
      and (${merchantNos === null}::boolean or i.merchant_no = any(${[...(merchantNos ?? [])]}::text[]))
    group by u.user_no, u.real_name order by stricter_by desc, u.real_name`.execute(db);
  return rows;
}
