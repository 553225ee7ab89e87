import { announcement } from '@kituo/sdk/contracts';
import { type CodeWords, exportOf } from '../../platform/exports/index.ts';
import { announcements } from './list.ts';

const AUDIENCE: CodeWords = { APP: ['Customers', '客户'], STAFF: ['Staff', '员工'] };
const STATUS: CodeWords = {
  DRAFT: ['Draft', '草稿'],
  SCHEDULED: ['Scheduled', '待生效'],
  ACTIVE: ['Active', '生效中'],
  ENDED: ['Ended', '已结束'],
  ABOLISHED: ['Abolished', '已废止'],
};

/** The list as a file. */
export const announcementExport = exportOf(announcements, {
  kind: 'announcements.export',
  title: { en: 'Export of announcements', zh: '导出公告' },
  page: announcement.exportList.access.page,
  params: announcement.exportList.request,
  fileStem: 'announcements',
  subjectType: 'announcement',
  columns: [
    { en: 'Number', zh: '编号', of: (row) => row.announcementNo },
    { en: 'Title', zh: '标题', of: (row) => row.title['en'] ?? '' },
    { en: 'Audience', zh: '受众', of: (row) => row.audience, codes: AUDIENCE },
    { en: 'Status', zh: '状态', of: (row) => row.announcementStatus, codes: STATUS },
    { en: 'From', zh: '开始', of: (row) => row.startAt, isTime: true },
    { en: 'To', zh: '结束', of: (row) => row.endAt, isTime: true },
    { en: 'Reached', zh: '覆盖人数', of: (row) => row.reached },
    { en: 'Confirmed', zh: '已确认', of: (row) => row.confirmed },
  ],
});
