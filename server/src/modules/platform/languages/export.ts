import { languages } from '@kituo/sdk/contracts';
import { listExport } from '../exports/index.ts';
import { matchingMissing } from './missing.ts';
import { matchingLanguages } from './rows.ts';

export const languageExport = listExport({
  kind: 'languages.export',
  title: { en: 'Export of languages', zh: '导出语言' },
  page: languages.LANGUAGE_PAGE,
  params: languages.exportList.request,
  fileStem: 'languages',
  subjectType: 'language',
  rows: async ({ filters, sort }, run) => await matchingLanguages(filters, sort, run),
  idOf: ({ languageCode }) => languageCode,
  columns: [
    { en: 'Language', zh: '语言', of: (row) => row.languageName },
    { en: 'Code', zh: '代码', of: (row) => row.languageCode },
    { en: 'Sort', zh: '排序', of: (row) => row.sort },
    { en: 'Default', zh: '默认', of: (row) => row.isDefault },
    { en: 'Enabled', zh: '启用', of: (row) => row.isEnabled },
    { en: 'Texts translated', zh: '已翻译文本数', of: (row) => row.coverage.translated },
    { en: 'Total texts', zh: '文本总数', of: (row) => row.coverage.total },
    { en: 'Custom texts', zh: '自有文本数', of: (row) => row.ownTexts },
    { en: 'People', zh: '使用人数', of: (row) => row.userCount },
    { en: 'Fallback', zh: '回退语言', of: (row) => row.baseCode },
    { en: 'Updated', zh: '更新时间', of: (row) => row.updatedAt, isTime: true },
    { en: 'Updated by', zh: '更新人', of: (row) => row.updatedByName },
  ],
});

/** The list that consoles report to, as a file: what is to be written. */
export const missingExport = listExport({
  kind: 'languages.exportMissing',
  title: { en: 'Export of missing texts', zh: '导出缺失文本' },
  page: languages.LANGUAGE_PAGE,
  params: languages.missingExport.request,
  fileStem: 'missing-texts',
  subjectType: 'language',
  rows: matchingMissing,
  idOf: ({ languageCode, namespace, key }) => `${languageCode} ${namespace} ${key}`,
  columns: [
    { en: 'Language', zh: '语言', of: (row) => row.languageCode },
    { en: 'Section', zh: '模块', of: (row) => row.namespace },
    { en: 'Key', zh: '键', of: (row) => row.key },
    { en: 'Original', zh: '原文', of: (row) => row.original },
    { en: 'Times missed', zh: '缺失次数', of: (row) => row.seen },
    { en: 'First missed', zh: '首次缺失', of: (row) => row.firstSeenAt, isTime: true },
    { en: 'Last missed', zh: '最近缺失', of: (row) => row.lastSeenAt, isTime: true },
  ],
});
