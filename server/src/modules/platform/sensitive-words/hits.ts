import { sensitiveWord } from '@kituo/sdk/contracts';
import { defineList } from '../../../lists/index.ts';
import { exportOf } from '../exports/index.ts';
import { ACTION } from './list.ts';

/** Where words were found. Like their groups they belong to no merchant. */
export const wordHits = defineList(
  sensitiveWord.hitPage,
  (db) =>
    db
      .selectFrom('wordHit as h')
      .innerJoin('wordGroup as g', 'g.wordGroupNo', 'h.wordGroupNo')
      .leftJoin('appUser as u', 'u.userNo', 'h.userNo'),
  (by) => ({
    scope: () => null,
    key: 'h.wordHitId',
    filters: {
      wordGroup: by.contains('g.wordGroup'),
      hitWord: by.contains('h.word'),
      hitText: by.contains('h.text'),
      hitByName: by.contains('u.realName'),
      hitScope: by.is('h.scope'),
      action: by.is('g.action'),
      hitAt: by.days('h.hitAt'),
    },
    sorts: { hitAt: 'h.hitAt' },
    first: [['h.hitAt', 'desc']],
    select: (query) =>
      query
        .select(['h.wordHitId', 'h.hitAt', 'u.realName as hitByName', 'h.scope as hitScope', 'h.word as hitWord'])
        .select(['h.text as hitText', 'h.wordGroupNo', 'g.wordGroup', 'g.action']),
    row: ({ hitAt, ...row }): sensitiveWord.HitRow => ({ ...row, hitAt: hitAt.toISOString() }),
  }),
);

export const hitExport = exportOf(wordHits, {
  kind: 'wordHits.export',
  title: { en: 'Export of sensitive word hits', zh: '导出敏感词命中' },
  page: sensitiveWord.SENSITIVE_WORD_PAGE,
  params: sensitiveWord.hitExport.request,
  fileStem: 'sensitive-word-hits',
  subjectType: 'wordGroup',
  columns: [
    { en: 'Found', zh: '命中时间', of: (row) => row.hitAt, isTime: true },
    { en: 'Group', zh: '分组', of: (row) => row.wordGroup },
    { en: 'Word', zh: '词语', of: (row) => row.hitWord },
    { en: 'Action', zh: '处理', of: (row) => row.action, codes: ACTION },
    { en: 'Where', zh: '范围', of: (row) => row.hitScope },
    { en: 'By', zh: '人员', of: (row) => row.hitByName },
    { en: 'Text', zh: '内容', of: (row) => row.hitText },
  ],
});
