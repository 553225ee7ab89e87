import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database, Tx } from '../../../db/database.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { type CallEntry, moveEntry } from './entries.ts';

/** Days without a sign-in after which somebody is called, and after which nobody tries any more. */
const DORMANT = { from: 30, until: 365 } as const;
const NEVER = { from: 3, until: 60 } as const;
/** Of a merchant and turn. */
const A_TURN = 1_000;

/** Somebody signed in: entries that waited for it are over. @returns how many. */
export async function endSilence(
  tx: Tx,
  { merchantNo, phone }: { readonly merchantNo: string; readonly phone: string },
  { caller }: CommandContext,
): Promise<number> {
  const open: CallEntry[] = await tx
    .selectFrom('callEntry')
    .selectAll()
    .where('desk', '=', 'SERVICE')
    .where('merchantNo', '=', merchantNo)
    .where('phone', '=', phone)
    .where('listStatus', 'in', ['POOL', 'ASSIGNED'])
    .orderBy('entryId')
    .forNoKeyUpdate()
    .execute();
  for (const entry of open) {
    await moveEntry(tx, entry, 'return', { byUserNo: caller.userNo, change: { followStatus: 'DONE' } });
  }
  return open.length;
}

/**
 * Lists customers who stopped signing in, or never did, once for each silence, for merchants whose app tells who signs
 * in. Who registered before it did is left out while they never signed in since: nobody knows.
 */
export async function listSilent(
  { db, log }: { readonly db: Database; readonly log: Logger },
  now: Date,
): Promise<number> {
  const merchants = await db
    .selectFrom('merchant')
    .select(['merchantNo', 'merchantName', 'signInsSince'])
    .where('signInsSince', 'is not', null)
    .orderBy('merchantNo')
    .execute();
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
  let listed = 0;
  for (const { merchantNo, merchantName, signInsSince } of merchants) {
    const made = await sql`
      insert into call_entry (desk, merchant_no, phone, list_type, app_name, last_login_at, created_at)
      select distinct on (c.phone) 'SERVICE', c.merchant_no, c.phone,
        case when c.last_login_at is null then 'NEVER_LOGGED_IN' else 'DORMANT' end,
        ${merchantName.slice(0, 64)}, c.last_login_at, ${now}::timestamptz
      from customer c
      where c.merchant_no = ${merchantNo} and c.account_status = 'OPEN'
        and (c.last_login_at between ${daysAgo(DORMANT.until)} and ${daysAgo(DORMANT.from)}
          or c.last_login_at is null and c.created_at > ${signInsSince}
            and c.created_at between ${daysAgo(NEVER.until)} and ${daysAgo(NEVER.from)})
        and not exists (select from call_entry e where e.desk = 'SERVICE' and e.merchant_no = c.merchant_no
          and e.phone = c.phone and e.created_at > coalesce(c.last_login_at, c.created_at))
      order by c.phone, c.customer_no desc limit ${A_TURN}
      on conflict do nothing`.execute(db);
    listed += Number(made.numAffectedRows ?? 0);
  }
  if (listed > 0) log.info({ listed }, 'customers who do not sign in');
  return listed;
}
