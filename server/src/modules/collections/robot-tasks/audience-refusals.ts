import type { ReplyOf, robotTask } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { businessDateOf, policyOn, startOfBusinessDate } from '../../platform/policy/index.ts';

type Refusals = ReplyOf<typeof robotTask.collectionAudience>['refusals'];

/** As the gate looks for them: what no waiting fixes comes first. */
const BLOCKS = ['DEATH', 'DISPUTE', 'COMPLAINT', 'OFFICIAL', 'WRONG_NUMBER', 'OBJECTED', 'DO_NOT_CALL'] as const;

/**
 * How many of these borrowers the gate would refuse to a robot now, by reason, whatever the hour: set-based, for thousands at
 * once. The gate itself decides before each dial.
 */
export async function refusalsAmong(
  db: Queryable,
  people: readonly { readonly phone: string; readonly customerNo: string }[],
  now: Date,
): Promise<Refusals> {
  if (people.length === 0) return [];
  const { policy } = await policyOn(db, businessDateOf(now));
  const { robot, all } = policy.contactCaps;
  const { rows } = await sql<Refusals[number]>`
    with who as materialized (select t.phone, min(t.customer_no) as customer_no
      from unnest(${people.map(({ phone }) => phone)}::text[], ${people.map(({ customerNo }) => customerNo)}::text[])
        as t(phone, customer_no) group by t.phone),
    blocked as (select w.phone, min(array_position(${[...BLOCKS]}::text[], b.block_kind)) as place
      from who w join contact_block b on (b.phone = w.phone or b.customer_no = w.customer_no) and b.lifted_at is null
        and (b.expires_at is null or b.expires_at > ${now}) and b.block_scopes && array['ALL', 'NO_CALL']
        and b.block_kind = any(${[...BLOCKS]}::text[])
      group by w.phone),
    tried as (select a.phone from who w join contact_attempt a on a.phone = w.phone
        and a.attempted_at >= ${startOfBusinessDate(businessDateOf(now))} and a.refused_for is null
        and a.purpose <> 'VERIFICATION'
      group by a.phone having count(*) >= ${all} or count(*) filter (where a.channel = 'ROBOT') >= ${robot})
    select coalesce('CONTACT_' || (${[...BLOCKS]}::text[])[b.place], 'CONTACT_CAP') as reason, count(*)::int as borrowers
    from who w left join blocked b on b.phone = w.phone left join tried t on t.phone = w.phone
    where b.phone is not null or t.phone is not null
    group by 1 order by 2 desc, 1`.execute(db);
  return rows;
}
