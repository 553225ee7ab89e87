import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../db/database.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { callableNow, moveEntry } from './entries.ts';
import type { Desk } from './tables.ts';

/** What a person has of a desk goes back into the pool. Called in the transaction that freezes the record. */
export async function returnEntries(tx: Tx, userNo: string, desk: Desk, { caller }: CommandContext): Promise<number> {
  const open = await tx
    .selectFrom('callEntry')
    .selectAll()
    .where('desk', '=', desk)
    .where('ownerUserNo', '=', userNo)
    .where('listStatus', '=', 'ASSIGNED')
    .orderBy('entryId')
    .forNoKeyUpdate()
    .execute();
  for (const entry of open) await moveEntry(tx, entry, 'recall', { byUserNo: caller.userNo, note: 'FROZEN' });
  return open.length;
}

/** What a person has of a desk goes to another, as far as it is of these merchants; answers how many went. */
export async function handOverEntries(
  {
    userNo,
    toUserNo,
    merchantNos,
  }: Record<'userNo' | 'toUserNo', string> & { readonly merchantNos: readonly string[] },
  desk: Desk,
  { tx, caller }: CommandContext,
): Promise<number> {
  const open = await tx
    .selectFrom('callEntry')
    .selectAll()
    .where('desk', '=', desk)
    .where('ownerUserNo', '=', userNo)
    .where('listStatus', '=', 'ASSIGNED')
    .where('merchantNo', 'in', [...merchantNos, ''])
    .orderBy('entryId')
    .forNoKeyUpdate()
    .execute();
  const change = { ownerUserNo: toUserNo, assignedAt: new Date() };
  for (const entry of open) {
    await moveEntry(tx, entry, 'assign', { byUserNo: caller.userNo, note: 'HANDED_OVER', change });
  }
  return open.length;
}

/** Open entries of a person by merchant, most first. */
export async function entriesByMerchant(db: Queryable, userNo: string, desk: Desk) {
  const { rows } = await sql<{ merchantNo: string; merchantName: string; open: number }>`
    SELECT m.merchant_no, m.merchant_name, count(*)::int AS open
    FROM call_entry e JOIN merchant m ON m.merchant_no = e.merchant_no
    WHERE e.owner_user_no = ${userNo} AND e.list_status = 'ASSIGNED' AND e.desk = ${desk}
    GROUP BY m.merchant_no, m.merchant_name ORDER BY count(*) DESC, m.merchant_no`.execute(db);
  return rows;
}

/** Entries assigned since the moment, a row a person and hour (EAT). */
export async function entriesAssigned(db: Queryable, since: Date, desk: Desk) {
  const { rows } = await sql<{ userNo: string; hour: number; count: number }>`
    SELECT a.user_no, extract(hour FROM a.at AT TIME ZONE 'Africa/Nairobi')::int AS hour, count(*)::int AS count
    FROM call_assignment a JOIN call_entry e ON e.entry_id = a.entry_id AND e.desk = ${desk}
    WHERE a.cause = 'assign' AND a.at >= ${since} GROUP BY 1, 2 ORDER BY 1, 2`.execute(db);
  return rows;
}

/** Entries of telemarketing that somebody has to call, by merchant: assigned, or in the pool and callable now. */
export async function entriesToCall(
  db: Queryable,
  merchantNos: readonly string[] | null,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ merchantNo: string; count: number }>`
    select e.merchant_no, count(*)::int as count from call_entry e
    where e.desk = 'TELEMARKETING' and (e.list_status = 'ASSIGNED' or (e.list_status = 'POOL' and ${callableNow}))
      and (${merchantNos}::text[] is null or e.merchant_no = any(${merchantNos}::text[]))
    group by e.merchant_no`.execute(db);
  return new Map(rows.map(({ merchantNo, count }) => [merchantNo, count]));
}
