import { aiHelp } from '@kituo/sdk/contracts';
import { exportOf } from '../../platform/exports/index.ts';
import { aiHelpLogs } from './decrypt.ts';

/** The log of look-ups as a file; it names no customer. */
export const aiHelpLogExport = exportOf(aiHelpLogs, {
  kind: 'aiHelp.logExport',
  title: { en: 'Export of UID look-ups', zh: '导出 UID 解密记录' },
  page: aiHelp.logExport.access.page,
  params: aiHelp.logExport.request,
  fileStem: 'uid-look-ups',
  subjectType: 'aiHelp',
  columns: [
    { en: 'Looked up', zh: '解密时间', of: (row) => row.decryptedAt, isTime: true },
    { en: 'By', zh: '操作人', of: (row) => row.operatorName },
    { en: 'UIDs', zh: 'UID 数', of: (row) => row.uidCount },
    { en: 'Found', zh: '找到数', of: (row) => row.foundCount },
    { en: 'Phones shown', zh: '查看手机号数', of: (row) => row.phoneShownCount },
    { en: 'Purpose', zh: '用途', of: (row) => row.purpose, codes: 'REVEAL_PURPOSE' },
    { en: 'Feedback', zh: '反馈编号', of: (row) => row.feedbackNo },
    { en: 'Remark', zh: '备注', of: (row) => row.remark },
  ],
});
