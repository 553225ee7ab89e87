import { contactBlacklist } from '@kituo/sdk/contracts';
import type * as z from 'zod/mini';
import { importColumns, type ImportKind, orNull } from '../../platform/imports/index.ts';
import { asCommand } from '../../platform/jobs/index.ts';
import { addToBlacklist } from './blacklist-commands.ts';

const columns = importColumns([
  ['merchantNo', 'Merchant number', '商户编号', true, 'M0001'],
  ['phone', 'Phone', '手机号', true, '254712345678'],
  ['blockReason', 'Reason', '原因', true, 'OBJECTED'],
  ['blockScopes', 'Scopes', '范围', true, 'NO_CALL; NO_SMS'],
  ['note', 'Remark', '备注', true, 'Asked not to be called'],
  ['feedbackNo', 'Feedback number', '反馈编号', false, ''],
  ['expiresOn', 'Last day', '截止日期', false, '2027-11-30'],
]);

/** Numbers by the hundred, each blocked in a transaction of its own. */
export const importBlacklistKind: ImportKind<z.output<typeof contactBlacklist.addForm>> = {
  kind: 'contactBlacklist.import',
  title: { en: 'Import of blocked numbers', zh: '导入联系人黑名单' },
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
  async apply(form, run) {
    return await addToBlacklist(form, asCommand(run), 'IMPORT');
  },
};
