import { manualBlacklist } from '@kituo/sdk/contracts';
import type * as z from 'zod/mini';
import { type CodeWords, exportOf } from '../../platform/exports/index.ts';
import { defineApprovedImport } from '../../platform/batches/index.ts';
import { importColumns, orNull } from '../../platform/imports/index.ts';
import { refuseAppealed } from './appeals.ts';
import { addEntry, family, refuseForm, refuseListed } from './commands.ts';
import { manualEntries } from './list.ts';

const SUBJECT: CodeWords = {
  PHONE: ['Phone', '手机号'],
  ID_CARD_NO: ['ID number', '身份证号'],
  DEVICE: ['Device', '设备'],
  BANK_ACCOUNT: ['Bank account', '银行账户'],
};
const STATE: CodeWords = {
  ACTIVE: ['Active', '生效中'],
  EXPIRED: ['Expired', '已到期'],
  REMOVED: ['Removed', '已移除'],
};

export const blacklistExport = exportOf(manualEntries, {
  kind: 'manualBlacklist.export',
  title: { en: 'Export of the manual blacklist', zh: '导出人工黑名单' },
  page: '/AdminContent/MerchantSystem/ArtificialBlacklistLibrary',
  params: manualBlacklist.exportList.request,
  fileStem: 'manual-blacklist',
  subjectType: 'manualBlacklist',
  columns: [
    { en: 'Entry', zh: '编号', of: (row) => row.entryNo },
    { en: 'Subject', zh: '类型', of: (row) => row.subjectType, codes: SUBJECT },
    { en: 'Value', zh: '内容', of: (row) => row.subjectValue },
    { en: 'Customer', zh: '客户', of: (row) => row.customerName },
    { en: 'Reason', zh: '原因', of: (row) => row.reasonCode },
    { en: 'Merchant', zh: '商户', of: (row) => row.merchantName },
    { en: 'Hits', zh: '命中次数', of: (row) => row.hits },
    { en: 'Added by', zh: '添加人', of: (row) => row.addedByName },
    { en: 'Added', zh: '添加时间', of: (row) => row.addedAt, isTime: true },
    { en: 'Expires', zh: '到期时间', of: (row) => row.expiresAt, isTime: true },
    { en: 'Status', zh: '状态', of: (row) => row.blacklistState, codes: STATE },
  ],
});

const columns = importColumns([
  ['subjectType', 'Subject', '类型', true, 'PHONE'],
  ['subjectValue', 'Value', '内容', true, '254712345678'],
  ['reasonCode', 'Reason', '原因', true, 'FRAUD'],
  ['merchantNo', 'Merchant number', '商户编号', false, 'M0001'],
  ['evidenceIds', 'Evidence (attachment number)', '证据（附件编号）', true, 'AT000001'],
  ['expiresOn', 'Last day', '截止日期', true, '2027-11-30'],
  ['note', 'Remark', '备注', true, 'Forged payslips'],
  ['despiteAppeal', 'Despite an open appeal (YES)', '申诉未结仍添加（YES）', false, ''],
]);

/** Entries by file: each row is checked, and listed once another person approved them all. */
export const entriesImport = defineApprovedImport<z.output<typeof manualBlacklist.addForm>>({
  ...family,
  kind: 'manualBlacklist.import',
  changeKind: 'manualBlacklist.importRows',
  rowsKind: 'manualBlacklist.listRows',
  title: { en: 'Import of the manual blacklist', zh: '导入人工黑名单' },
  rowsTitle: { en: 'Imported blacklist entries', zh: '导入的人工黑名单' },
  code: 'merchant:blacklist:import',
  columns,
  toInput: ({ merchantNo, evidenceIds, despiteAppeal, ...rest }) => ({
    ...rest,
    merchantNo: orNull(merchantNo),
    evidenceIds: (evidenceIds ?? '').split(/[;,，；\s]+/).filter((part) => part !== ''),
    despiteAppeal: (despiteAppeal ?? '').trim().toUpperCase() === 'YES',
  }),
  form: manualBlacklist.addForm,
  unique: [['subjectType', 'subjectValue', 'merchantNo']],
  // Who is listed already or appeals, the result of each row says, which is on record; a file only looked at is not.
  check: async (form, { db, caller }) => {
    await refuseForm(db, form, caller.scope);
  },
  refuse: async (form, { tx, caller }) => {
    await refuseForm(tx, form, caller.scope);
    await refuseListed(tx, form);
    if (form.despiteAppeal !== true) await refuseAppealed(tx, form);
  },
  merchantsOf: (forms) =>
    forms.some(({ merchantNo }) => merchantNo === null)
      ? []
      : [...new Set(forms.flatMap(({ merchantNo }) => merchantNo ?? []))],
  facts: (forms) => {
    const despiteAppeal = forms.filter((form) => form.despiteAppeal === true).length;
    return { count: forms.length, ...(despiteAppeal > 0 && { despiteAppeal }) };
  },
  run: async (form, addedBy, call) => {
    // One may have come in while the rows awaited approval.
    if (form.despiteAppeal !== true) await refuseAppealed(call.tx, form);
    return await addEntry(form, call, { blacklistSource: 'IMPORT', addedBy });
  },
});
