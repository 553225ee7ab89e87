import { contactBlacklist } from '@kituo/sdk/contracts';
import type * as z from 'zod/mini';
import { defineApprovedImport } from '../../platform/batches/index.ts';
import { importColumns, orNull } from '../../platform/imports/index.ts';
import { addToBlacklist, refuseBlock, refuseStanding } from './blacklist-commands.ts';
import { liftBlockKind } from './lift-block.ts';

const columns = importColumns([
  ['merchantNo', 'Merchant number', '商户编号', true, 'M0001'],
  ['phone', 'Phone', '手机号', true, '254712345678'],
  ['blockReason', 'Reason', '原因', true, 'OBJECTED'],
  ['blockScopes', 'Scopes', '范围', true, 'NO_CALL; NO_SMS'],
  ['note', 'Remark', '备注', true, 'Asked not to be called'],
  ['feedbackNo', 'Feedback number', '反馈编号', false, ''],
  ['expiresOn', 'Last day', '截止日期', false, '2027-11-30'],
]);

/** Numbers by file: each row is checked, and blocked once another person approved them all. */
export const blacklistImport = defineApprovedImport<z.output<typeof contactBlacklist.addForm>>({
  family: liftBlockKind.family,
  checkerCode: liftBlockKind.checkerCode,
  kind: 'contactBlacklist.import',
  changeKind: 'contactBlacklist.importRows',
  rowsKind: 'contactBlacklist.blockRows',
  title: { en: 'Import of blocked numbers', zh: '导入联系人黑名单' },
  rowsTitle: { en: 'Imported blocked numbers', zh: '导入的联系人黑名单' },
  code: 'merchant:contactBlacklist:import',
  columns,
  toInput: ({ blockScopes, feedbackNo, expiresOn, ...rest }) => ({
    ...rest,
    blockScopes: (blockScopes ?? '')
      .split(/[;,，；]/)
      .map((part) => part.trim())
      .filter((part) => part !== ''),
    feedbackNo: orNull(feedbackNo),
    expiresOn: orNull(expiresOn),
  }),
  form: contactBlacklist.addForm,
  unique: [['phone', 'blockReason']],
  // Which number is blocked already, the result of each row says, which is on record.
  check: async (form, { db, caller }) => {
    await refuseBlock(db, form, caller.scope);
  },
  refuse: async (form, { tx, caller }) => {
    await refuseBlock(tx, form, caller.scope);
    await refuseStanding(tx, form);
  },
  merchantsOf: (forms) => [...new Set(forms.map(({ merchantNo }) => merchantNo))],
  facts: (forms) => ({ count: forms.length }),
  run: async (form, setBy, call) => await addToBlacklist(form, call, { blockSource: 'IMPORT', setBy }),
});
