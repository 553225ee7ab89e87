import { announcement } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { SqlBool } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { type Caller, implement } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { abolishAnnouncement, saveAnnouncement } from './commands.ts';
import { announcementExport } from './export.ts';
import { shownImage } from './images.ts';
import { announcements } from './list.ts';
import { askToPublish, askToRestart } from './publish.ts';
import { readReach } from './reach.ts';
import { noteRead } from './readers.ts';
import { announcementReads, readsExport } from './reads.ts';
import { announcementsForApp, readAnnouncement } from './read.ts';
import { departmentsUpwards } from '../departments/index.ts';

/** The staff announcements in force for a person's merchants and departments, newest first. */
async function announcementsFor(db: Queryable, caller: Caller) {
  const { userNo, scope } = caller;
  const person = await db.selectFrom('appUser').select('deptNo').where('userNo', '=', userNo).executeTakeFirstOrThrow();
  const upwards = person.deptNo === null ? [] : await departmentsUpwards(db, person.deptNo);
  const deptNos = upwards.map(({ deptNo }) => deptNo);
  const merchantNos = merchantsSeen(scope);
  return await db
    .selectFrom('announcement')
    .leftJoin('announcementConfirmation as mine', (join) =>
      join.onRef('mine.announcementNo', '=', 'announcement.announcementNo').on('mine.userNo', '=', userNo),
    )
    .select(['announcement.announcementNo', 'announcement.title', 'announcement.content'])
    .select(['announcement.publishedAt', 'announcement.endsAt', 'announcement.mustConfirm'])
    .select('mine.confirmedAt')
    .where('announcement.audience', '=', 'STAFF')
    .where('announcement.announcementStatus', '=', 'ACTIVE')
    .where('announcement.publishedAt', '<=', new Date())
    .where((eb) => eb.or([eb('announcement.endsAt', 'is', null), eb('announcement.endsAt', '>', new Date())]))
    .where(
      sql<SqlBool>`(${merchantNos === null} OR cardinality(announcement.merchant_nos) = 0
      OR announcement.merchant_nos && ${merchantNos ?? []}::text[])`,
    )
    .where(
      sql<SqlBool>`(cardinality(announcement.dept_nos) = 0
      OR announcement.dept_nos && ${deptNos}::text[])`,
    )
    .orderBy('announcement.publishedAt', 'desc')
    .limit(20)
    .execute();
}

export const routes = [
  implement(announcement.page, announcements.page),
  implement(announcement.exportList, announcementExport.queue),
  implement(announcement.detail, ({ announcementNo }, call) => readAnnouncement(announcementNo, call)),
  implement(announcement.readsPage, announcementReads.page),
  implement(announcement.readsExport, readsExport.queue),
  implement(announcement.preview, readReach),
  implement(announcement.save, saveAnnouncement),
  implement(announcement.publish, askToPublish),
  implement(announcement.abolish, abolishAnnouncement),
  implement(announcement.restart, askToRestart),
  implement(announcement.forApp, ({ merchantNo }, { db, lang }) => announcementsForApp(db, merchantNo, lang)),
  implement(announcement.image, shownImage),
  implement(announcement.noteRead, noteRead),
  implement(announcement.mine, async (_request, { db, caller, lang }) => {
    const found = await announcementsFor(db, caller);
    return found.map(({ announcementNo, title, content, mustConfirm, ...row }) => ({
      announcementNo,
      title: title[lang] ?? title['en'] ?? '',
      content: content[lang] ?? content['en'] ?? '',
      startAt: row.publishedAt.toISOString(),
      endAt: row.endsAt?.toISOString() ?? null,
      mustConfirm,
      confirmedAt: row.confirmedAt?.toISOString() ?? null,
    }));
  }),
  implement(announcement.confirm, async ({ announcementNo }, call) => {
    const found = await announcementsFor(call.tx, call.caller);
    const wanted = found.find((row) => row.announcementNo === announcementNo);
    if (!wanted) throw new AppError('NOT_FOUND');
    if (wanted.confirmedAt) return { confirmedAt: wanted.confirmedAt.toISOString() };
    const confirmedAt = new Date();
    await call.tx
      .insertInto('announcementConfirmation')
      .values({ announcementNo, userNo: call.caller.userNo, confirmedAt })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await writeAudit(call.tx, call, {
      action: 'announcement.confirm',
      subjectType: 'announcement',
      subjectNo: announcementNo,
    });
    return { confirmedAt: confirmedAt.toISOString() };
  }),
];
