import { hotline } from '@kituo/sdk/contracts';
import { defineList } from '../../../lists/index.ts';
import { type CodeWords, exportOf } from '../../platform/exports/index.ts';
import { isHoliday, isOpenAt } from './open-now.ts';

export const hotlines = defineList(
  hotline.page,
  (db) => db.selectFrom('hotline as t'),
  (by) => ({
    scope: by.ofMerchants('t.merchantNo'),
    key: 't.hotlineNo',
    filters: {
      merchantNo: by.is('t.merchantNo'),
      contactType: by.is('t.contactType'),
      checkResult: by.is('t.checkResult'),
      status: (status) => (eb) => eb('t.isEnabled', '=', status === 'ENABLED'),
    },
    sorts: { sort: 't.sort', updatedAt: 't.updatedAt' },
    first: [
      ['t.merchantNo', 'asc'],
      ['t.sort', 'asc'],
    ],
    select: (query) =>
      query
        .innerJoin('merchant as m', 'm.merchantNo', 't.merchantNo')
        .innerJoin('appUser as u', 'u.userNo', 't.updatedBy')
        .selectAll('t')
        .select(['m.merchantName', 'u.realName as updatedByName', isHoliday(new Date()).as('onHoliday')]),
    row: (
      { isEnabled, updatedBy: _by, updatedAt, lastCheckedAt, onHoliday, ...stored },
      { caller },
    ): hotline.HotlineRow => ({
      ...stored,
      isOpenNow: isOpenAt(stored.serviceHours, new Date(), onHoliday),
      status: isEnabled ? 'ENABLED' : 'DISABLED',
      lastCheckedAt: lastCheckedAt?.toISOString() ?? null,
      updatedAt: updatedAt.toISOString(),
      allowedActions: !caller.codes.has('operation:hotline:save')
        ? []
        : isEnabled
          ? ['update', 'copy', 'disable']
          : ['update', 'copy', 'enable', 'delete'],
    }),
  }),
);

const TYPE: CodeWords = {
  PHONE: ['Phone', '电话'],
  WHATSAPP: ['WhatsApp', 'WhatsApp'],
  EMAIL: ['Email', '邮箱'],
  SOCIAL: ['Social media', '社交媒体'],
};
const STATUS: CodeWords = { ENABLED: ['Enabled', '启用'], DISABLED: ['Disabled', '停用'] };

const CHECK: CodeWords = { WORKS: ['Works', '正常'], FAILS: ['Fails', '无法接通'] };

export const hotlineExport = exportOf(hotlines, {
  kind: 'hotlines.export',
  title: { en: 'Export of hotlines', zh: '导出客服热线' },
  page: hotline.HOTLINE_PAGE,
  params: hotline.exportList.request,
  fileStem: 'hotlines',
  subjectType: 'hotline',
  columns: [
    { en: 'Merchant', zh: '商户', of: (row) => row.merchantName },
    { en: 'Type', zh: '类型', of: (row) => row.contactType, codes: TYPE },
    { en: 'Contact', zh: '联系方式', of: (row) => row.contactValue },
    { en: 'Languages', zh: '语言', of: (row) => row.languages.join(', ') },
    { en: 'Order', zh: '排序', of: (row) => row.sort },
    { en: 'Checked', zh: '最近检查', of: (row) => row.lastCheckedAt, isTime: true },
    { en: 'Check', zh: '检查结果', of: (row) => row.checkResult, codes: CHECK },
    { en: 'Status', zh: '状态', of: (row) => row.status, codes: STATUS },
    { en: 'Changed', zh: '修改时间', of: (row) => row.updatedAt, isTime: true },
  ],
});
