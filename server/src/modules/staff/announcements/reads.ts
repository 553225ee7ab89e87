import { announcement } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { defineList } from '../../../lists/index.ts';
import { exportOf } from '../../platform/exports/index.ts';

/** Staff who confirmed announcements that concern one of the caller's merchants, or all. */
export const announcementReads = defineList(
  announcement.readsPage,
  (db) =>
    db
      .selectFrom('announcementConfirmation as c')
      .innerJoin('announcement as a', 'a.announcementNo', 'c.announcementNo')
      .innerJoin('appUser as u', 'u.userNo', 'c.userNo'),
  (by) => ({
    scope: ({ caller }) => {
      const merchantNos = merchantsSeen(caller.scope);
      return merchantNos && sql<boolean>`(cardinality(a.merchant_nos) = 0 or a.merchant_nos && ${merchantNos}::text[])`;
    },
    key: 'c.readId',
    filters: {
      announcementNo: by.contains('c.announcementNo'),
      readerName: by.contains('u.realName'),
      readerUserNo: by.contains('c.userNo'),
      confirmedAt: by.days('c.confirmedAt'),
    },
    sorts: { confirmedAt: 'c.confirmedAt' },
    first: [['c.confirmedAt', 'desc']],
    select: (query) =>
      query
        .select(['c.readId', 'c.announcementNo', 'a.title as announcementTitle', 'c.userNo as readerUserNo'])
        .select(['u.realName as readerName', 'c.confirmedAt']),
    row: ({ confirmedAt, ...row }): announcement.ReadRow => ({
      ...row,
      confirmedAt: confirmedAt.toISOString(),
    }),
  }),
);

export const readsExport = exportOf(announcementReads, {
  kind: 'announcementReads.export',
  title: { en: 'Export of announcement readers', zh: '导出公告阅读记录' },
  page: announcement.readsExport.access.page,
  params: announcement.readsExport.request,
  fileStem: 'announcement-readers',
  subjectType: 'announcement',
  columns: [
    { en: 'Announcement', zh: '公告编号', of: (row) => row.announcementNo },
    { en: 'Title', zh: '标题', of: (row) => row.announcementTitle['en'] ?? '' },
    { en: 'User number', zh: '用户编号', of: (row) => row.readerUserNo },
    { en: 'Reader', zh: '阅读人', of: (row) => row.readerName },
    { en: 'Confirmed', zh: '确认时间', of: (row) => row.confirmedAt, isTime: true },
  ],
});
