import type { caseRepay, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Call } from '../../../http/implement.ts';
import type { System } from '../waivers/index.ts';
import { linesOf } from './line-list.ts';

type Sums = ReplyOf<typeof caseRepay.byOrder.summary>;

/** The list's sums: what is live, and of it what nobody is credited with. */
export async function summarise(
  system: System,
  { filters }: ParsedRequestOf<typeof caseRepay.byOrder.summary>,
  call: Call,
): Promise<Sums> {
  return await linesOf[system].summed(filters, call, async (lines) => {
    const found = lines.select(['l.appliedCents', 'l.collectorUserNo', 'a.applicationStatus']);
    const { rows } = await sql<Sums>`
    select count(*) filter (where application_status = 'LIVE')::int as count,
      count(*) filter (where application_status <> 'LIVE')::int as reversed,
      coalesce(sum(applied_cents) filter (where application_status = 'LIVE'), 0)::bigint as applied_cents,
      coalesce(sum(applied_cents) filter (where application_status = 'LIVE' and collector_user_no is null), 0)::bigint
        as uncredited_cents
    from (${found}) as found`.execute(call.db);
    const [sums] = rows;
    if (!sums) throw new Error('an aggregate without a row');
    return sums;
  });
}
