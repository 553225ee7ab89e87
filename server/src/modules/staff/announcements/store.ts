import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { lockOne } from '../../../db/lock-one.ts';
import { AppError } from '../../../http/app-error.ts';
import type { DataScope } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';

/** An announcement within the scope, locked. @throws AppError NOT_FOUND */
export async function lockAnnouncement(tx: Tx, announcementNo: string, scope: DataScope) {
  const seen = merchantsSeen(scope);
  return await lockOne(tx, tx.selectFrom('announcement').selectAll().where('announcementNo', '=', announcementNo), {
    missing: 'NOT_FOUND',
    subject: `announcement ${announcementNo}`,
    state: ({ version }) => version,
    isSeen: ({ merchantNos }) =>
      seen === null || merchantNos.length === 0 || merchantNos.some((one) => seen.includes(one)),
  });
}
export type Announcement = Awaited<ReturnType<typeof lockAnnouncement>>;

/** A customer sees one popup at a time. @throws AppError POPUP_TAKEN */
export async function refuseSecondPopup(
  tx: Tx,
  one: Pick<Announcement, 'announcementNo' | 'audience' | 'announcementType' | 'merchantNos'>,
  startsAt: Date,
  endsAt: Date | null,
): Promise<void> {
  if (one.announcementType !== 'POPUP') return;
  const other = await tx
    .selectFrom('announcement')
    .select('announcementNo')
    .where('announcementNo', '<>', one.announcementNo)
    .where('announcementType', '=', 'POPUP')
    .where('audience', '=', one.audience)
    .where('announcementStatus', '=', 'ACTIVE')
    .where(sql<boolean>`tstzrange(published_at, ends_at) && tstzrange(${startsAt}, ${endsAt})`)
    .where(
      sql<boolean>`(cardinality(merchant_nos) = 0 or ${one.merchantNos.length === 0}
        or merchant_nos && ${one.merchantNos}::text[])`,
    )
    .limit(1)
    .executeTakeFirst();
  if (other) throw new AppError('POPUP_TAKEN', { facts: { announcementNo: other.announcementNo } });
}
