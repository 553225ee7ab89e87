import { contactBlacklist } from '@kituo/sdk/contracts';
import { type CodeWords, exportOf } from '../../platform/exports/index.ts';
import { blacklist } from './blacklist.ts';

const KIND: CodeWords = {
  DO_NOT_CALL: ['Do not call', '免打扰'],
  DISPUTE: ['Dispute', '争议'],
  DEATH: ['Reported deceased', '报告身故'],
  OPT_OUT: ['Opted out of marketing', '退订营销'],
  OBJECTED: ['Objected', '拒绝联系'],
  WRONG_NUMBER: ['Wrong number', '号码有误'],
  OFFICIAL: ['Official body', '公务号码'],
  COMPLAINT: ['Complaint', '投诉'],
};
const STATUS: CodeWords = {
  ACTIVE: ['Active', '生效中'],
  EXPIRED: ['Expired', '已到期'],
  REMOVED: ['Removed', '已移除'],
};

export const blacklistExport = exportOf(blacklist, {
  kind: 'contactBlacklist.export',
  title: { en: 'Export of blocked numbers', zh: '导出联系人黑名单' },
  page: '/AdminContent/MerchantSystem/ContactBlacklist',
  params: contactBlacklist.exportList.request,
  fileStem: 'contact-blacklist',
  subjectType: 'contactBlock',
  columns: [
    { en: 'Phone', zh: '手机号', of: (row) => row.phone },
    { en: 'Customer', zh: '客户', of: (row) => row.customerNo },
    { en: 'Merchant', zh: '商户', of: (row) => row.merchantName },
    { en: 'Reason', zh: '原因', of: (row) => row.blockKind, codes: KIND },
    { en: 'Scopes', zh: '范围', of: (row) => row.blockScopes.join(', ') },
    { en: 'Attempts blocked', zh: '拦截次数', of: (row) => row.attemptsBlocked },
    { en: 'Remark', zh: '备注', of: (row) => row.note },
    { en: 'Added by', zh: '添加人', of: (row) => row.addedByName },
    { en: 'Added', zh: '添加时间', of: (row) => row.addedAt, isTime: true },
    { en: 'Expires', zh: '到期时间', of: (row) => row.expiresAt, isTime: true },
    { en: 'Status', zh: '状态', of: (row) => row.blacklistStatus, codes: STATUS },
  ],
});
