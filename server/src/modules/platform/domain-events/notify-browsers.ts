import type { ChangedThing } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Database } from '../../../db/database.ts';
import type { EventHub } from '../events/index.ts';
import type { DomainEvent, EventSubscriber } from './dispatch.ts';

/** So many things are named in one notice: it has to fit PostgreSQL's 8,000 bytes with those it is for. */
const THINGS_A_NOTICE = 40;

/**
 * Tells open browsers which things of a merchant changed; those who show them read them again. Only people who
 * see that merchant hear of it, and they hear numbers alone.
 */
export function notifyBrowsers(db: Database, hub: EventHub): EventSubscriber {
  return {
    name: 'browsers',
    async take(events) {
      const merchantNos = [...new Set(events.flatMap(({ merchantNo }) => merchantNo ?? []))];
      if (merchantNos.length === 0) return;
      const viewers = await viewersOf(db, merchantNos);
      for (const merchantNo of merchantNos) {
        const userNos = viewers.get(merchantNo) ?? [];
        const things = thingsOf(events.filter((event) => event.merchantNo === merchantNo));
        if (userNos.length === 0) continue;
        for (let from = 0; from < things.length; from += THINGS_A_NOTICE) {
          const some = things.slice(from, from + THINGS_A_NOTICE);
          await hub.publish({ userNos }, { type: 'changed', things: some });
        }
      }
    },
  };
}

const paidBy = z.object({ subjectType: z.string(), subjectNo: z.string() });

/** Each thing once, however often it changed. */
function thingsOf(events: readonly DomainEvent[]): ChangedThing[] {
  const byName = new Map<string, ChangedThing>();
  const put = (thing: ChangedThing): void => void byName.set(`${thing.subjectType} ${thing.subjectNo}`, thing);
  for (const { subjectType, subjectNo, after } of events) {
    put({ subjectType, subjectNo });
    // A payout that ended is told with what it paid: lists show that.
    const paid = subjectType === 'payout' ? paidBy.safeParse(after) : null;
    if (paid?.success) put(paid.data);
  }
  return [...byName.values()];
}

/** Signed-in people by the merchants they see. */
async function viewersOf(db: Database, merchantNos: readonly string[]): Promise<ReadonlyMap<string, string[]>> {
  const { rows } = await sql<{ merchantNo: string; userNos: string[] }>`
    select m.merchant_no, array_agg(distinct s.user_no) as user_nos
    from unnest(${[...merchantNos]}::text[]) as m (merchant_no)
    join session s on s.ended_at is null and s.expires_at > now()
    where exists (select from user_role ur join role r using (role_no)
        where ur.user_no = s.user_no and r.data_scope = 'ALL')
      or exists (select from user_merchant um
        where um.user_no = s.user_no and um.merchant_no = m.merchant_no)
    group by m.merchant_no`.execute(db);
  return new Map(rows.map(({ merchantNo, userNos }) => [merchantNo, userNos]));
}
