import type { personnel, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Caller } from '../../../http/implement.ts';
import { pickable } from './pickable.ts';
import { readPersonnel, seesMerchant } from './read.ts';
import type { PersonnelWork } from './works.ts';

type Away = ReplyOf<personnel.PersonnelEndpoints['away']>;

const SHOWN = 8;

/** Open work that would go back if the person were away, by merchant, and who has room for it now. */
export async function previewAway(db: Queryable, work: PersonnelWork, userNo: string, caller: Caller): Promise<Away> {
  const now = new Date();
  const [record] = await readPersonnel(db, work.kind, caller.scope, [userNo], now);
  if (!record) throw new AppError('PERSONNEL_NOT_FOUND');
  const open = await work.openByMerchant(db, userNo);
  const merchants: Away['merchants'] = [];
  for (const { merchantNo, merchantName, open: count } of open) {
    if (!seesMerchant(caller.scope, merchantNo)) continue;
    const others = await pickable(db, work.kind, merchantNo, now, { except: [userNo] });
    const places = others.reduce((sum, other) => sum + other.places, 0);
    merchants.push({
      merchantName,
      open: count,
      others: others.slice(0, SHOWN).map((other) => ({
        userNo: other.userNo,
        realName: other.realName,
        open: other.open,
        places: other.places,
      })),
      unplaced: Math.max(0, count - places),
    });
  }
  return { realName: record.realName, open: record.open, merchants };
}

/** Work handed to each visible person by hour of the day (EAT), over the last days. */
export async function loadByHour(
  db: Queryable,
  work: PersonnelWork,
  days: number,
  caller: Caller,
): Promise<ReplyOf<personnel.PersonnelEndpoints['hours']>> {
  const { rows } = await sql<{ since: Date }>`SELECT (date_trunc('day', now() AT TIME ZONE
    'Africa/Nairobi') - make_interval(days => ${days - 1})) AT TIME ZONE 'Africa/Nairobi' AS since`.execute(db);
  const since = rows[0]?.since ?? new Date();
  const counts = await work.assignedSince(db, since);
  const userNos = [...new Set(counts.map(({ userNo }) => userNo))].sort();
  const people = await readPersonnel(db, work.kind, caller.scope, userNos);
  return people.map(({ userNo, realName }) => {
    const hours = Array.from({ length: 24 }, () => 0);
    for (const row of counts) if (row.userNo === userNo) hours[row.hour] = row.count;
    return { userNo, realName, hours };
  });
}
