import { sql } from 'kysely';
import type { Database } from '../db/database.ts';

const DAY_MS = 86_400_000;
/** List, source, why, and when it was added and ends, in days from now. */
const ENTRIES = [
  ['BLACK', 'FRAUD_CASE', 'Forged payslips in three applications', -120, 900],
  ['BLACK', 'CHARGE_OFF', 'Loss of KES 18,400 charged off', -300, 1_200],
  ['GREY', 'BUREAU', 'Five loans with other lenders this month', -20, 70],
  ['GREY', 'MANUAL', 'Employer could not be reached twice', -200, -10],
  ['WHITE', 'MANUAL', 'Staff of a partner, salary through us', -15, 160],
] as const;

/** Lists of their own beside the standard ones. */
const LISTS = [
  { listCode: 'FRAUD_CASE', listName: 'Fraud cases', listType: 'BLACK' },
  { listCode: 'BUREAU', listName: 'Bureau alerts', listType: 'GREY' },
] as const;

/** A few people on each list, and one whose entry ended; nothing where there are some. */
export async function seedRiskLists(db: Database, now: Date): Promise<void> {
  const known = await db.selectFrom('riskListEntry').select('entryNo').executeTakeFirst();
  const by = await db.selectFrom('appUser').select('userNo').orderBy('userNo').executeTakeFirst();
  if (known || !by) return;
  const at = (days: number) => new Date(now.getTime() + days * DAY_MS);
  await db
    .insertInto('riskList')
    .values(LISTS.map((list) => ({ ...list, createdBy: by.userNo })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .insertInto('riskListEntry')
    .values(
      ENTRIES.map(([listType, listSource, note, added, ends], index) => ({
        listType,
        listCode: LISTS.find(({ listCode }) => listCode === listSource)?.listCode ?? listType,
        listSource,
        note,
        subjectType: index % 2 === 0 ? ('PHONE' as const) : ('ID_CARD_NO' as const),
        subjectValue: index % 2 === 0 ? `25470000080${index}` : `3990080${index}`,
        addedBy: by.userNo,
        addedAt: at(added),
        expiresAt: at(ends),
        hits: index,
        lastHitAt: index === 0 ? null : at(-index),
      })),
    )
    .execute();
  await sql`UPDATE risk_list_entry SET removed_at = added_at + interval '30 days', removed_by = ${by.userNo}
    WHERE note LIKE 'Loss of%'`.execute(db);
}
