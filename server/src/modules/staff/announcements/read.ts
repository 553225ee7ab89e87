import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import type { Call } from '../../../http/implement.ts';
import { readHistory } from '../../platform/audit/index.ts';
import { withContacts } from './contacts.ts';
import { imageUrlOf } from './images.ts';
import { announcements } from './list.ts';
import { shownInApp } from './shown-in-app.ts';

const SHOWN_READERS = 200;
const SHOWN_IN_APP = 50;

/** An announcement with who confirmed it. @throws AppError NOT_FOUND */
export async function readAnnouncement(announcementNo: string, call: Call) {
  const row = await announcements.one(announcementNo, call);
  const readers = await call.db
    .selectFrom('announcementConfirmation as c')
    .innerJoin('appUser as u', 'u.userNo', 'c.userNo')
    .select(['c.userNo', 'u.realName', 'c.confirmedAt'])
    .where('c.announcementNo', '=', announcementNo)
    .orderBy('c.confirmedAt', 'desc')
    .limit(SHOWN_READERS)
    .execute();
  return {
    row,
    readers: readers.map((reader) => ({ ...reader, confirmedAt: reader.confirmedAt.toISOString() })),
    history: await readHistory(call.db, 'announcement', announcementNo),
  };
}

/** What the app of a merchant shows now. */
export async function announcementsForApp(db: Queryable, merchantNo: string, lang: string) {
  const rows = await shownInApp(db)
    .select(['announcementNo', 'announcementType', 'title', 'content', 'publishedAt', 'endsAt', 'image'])
    .where(sql<boolean>`(cardinality(merchant_nos) = 0 or ${merchantNo} = any(merchant_nos))`)
    .orderBy('publishedAt', 'desc')
    .limit(SHOWN_IN_APP)
    .execute();
  const filled = await withContacts(db, merchantNo);
  return rows.map(({ announcementNo, announcementType, title, content, publishedAt, endsAt, image }) => ({
    announcementNo,
    announcementType,
    title: filled(title[lang] ?? title['en'] ?? ''),
    content: filled(content[lang] ?? content['en'] ?? ''),
    startAt: publishedAt.toISOString(),
    endAt: endsAt?.toISOString() ?? null,
    imageUrl: imageUrlOf(image),
  }));
}
