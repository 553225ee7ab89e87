import { riskList } from '@kituo/sdk/contracts';
import { type CodeWords, exportOf } from '../../platform/exports/index.ts';
import { riskEntries } from './list.ts';

const TYPE: CodeWords = { WHITE: ['White', '白名单'], GREY: ['Grey', '灰名单'], BLACK: ['Black', '黑名单'] };
const SUBJECT: CodeWords = { PHONE: ['Phone', '手机号'], ID_CARD_NO: ['ID number', '身份证号'] };
const STATUS: CodeWords = {
  ACTIVE: ['Active', '生效中'],
  EXPIRED: ['Expired', '已到期'],
  REMOVED: ['Removed', '已移除'],
};

/** The lists as a file. */
export const riskListExport = exportOf(riskEntries, {
  kind: 'riskLists.export',
  title: { en: 'Export of risk lists', zh: '导出风控名单' },
  page: riskList.exportList.access.page,
  params: riskList.exportList.request,
  fileStem: 'risk-lists',
  subjectType: 'riskList',
  columns: [
    { en: 'Entry', zh: '编号', of: (row) => row.entryNo },
    { en: 'List', zh: '名单', of: (row) => row.listType, codes: TYPE },
    { en: 'List name', zh: '名单名称', of: (row) => row.listName },
    { en: 'Subject', zh: '类型', of: (row) => row.subjectType, codes: SUBJECT },
    { en: 'Value', zh: '内容', of: (row) => row.subjectValue },
    { en: 'Customer', zh: '客户', of: (row) => row.customerName },
    { en: 'Reason', zh: '原因', of: (row) => row.note },
    { en: 'Merchants', zh: '商户', of: (row) => row.merchantNames.join(', ') },
    { en: 'Hits', zh: '命中次数', of: (row) => row.hits },
    { en: 'Added by', zh: '添加人', of: (row) => row.addedByName },
    { en: 'Added', zh: '添加时间', of: (row) => row.addedAt, isTime: true },
    { en: 'Expires', zh: '到期时间', of: (row) => row.expiresAt, isTime: true },
    { en: 'Status', zh: '状态', of: (row) => row.listStatus, codes: STATUS },
  ],
});
