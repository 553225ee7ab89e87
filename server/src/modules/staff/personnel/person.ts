import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';

/** Shifts of the last and the next seven days. */
export async function shiftsOf(db: Queryable, userNo: string): Promise<{ startsAt: string; endsAt: string }[]> {
  const rows = await db
    .selectFrom('personnelShift')
    .select(['startsAt', 'endsAt'])
    .where('userNo', '=', userNo)
    .where('endsAt', '>', sql<Date>`now() - interval '7 days'`)
    .where('startsAt', '<', sql<Date>`now() + interval '7 days'`)
    .orderBy('startsAt')
    .execute();
  return rows.map(({ startsAt, endsAt }) => ({
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
  }));
}

/** The account's own merchants: what its record may have. */
export async function userMerchantsOf(db: Queryable, userNo: string) {
  return await db
    .selectFrom('userMerchant as um')
    .innerJoin('merchant as m', 'm.merchantNo', 'um.merchantNo')
    .select(['m.merchantNo', 'm.merchantName'])
    .where('um.userNo', '=', userNo)
    .orderBy('m.merchantNo')
    .execute();
}

/** Whether a shift of the person covers the moment, when that changes and when the next begins; null where none is planned around it. */
export async function ownShift(
  db: Queryable,
  userNo: string,
  now: Date,
): Promise<{ isOnShift: boolean; changesAt: string | null; nextAt: string | null } | null> {
  const shifts = await shiftsOf(db, userNo);
  if (shifts.length === 0) return null;
  const at = now.toISOString();
  const present = shifts.find(({ startsAt, endsAt }) => startsAt <= at && at < endsAt);
  const next = shifts.find(({ startsAt }) => startsAt > at);
  return {
    isOnShift: present !== undefined,
    changesAt: present?.endsAt ?? next?.startsAt ?? null,
    nextAt: next?.startsAt ?? null,
  };
}
