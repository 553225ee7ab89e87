import { sensitiveWord } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { defineList } from '../../../lists/index.ts';
import { type CodeWords, exportOf } from '../exports/index.ts';

export const wordGroups = defineList(
  sensitiveWord.page,
  (db) => db.selectFrom('wordGroup as t'),
  (by) => ({
    scope: () => null,
    key: 't.wordGroupNo',
    filters: {
      word: (word) => sql<boolean>`exists (select from unnest(t.words) one where one ilike '%' || ${word} || '%')`,
      wordGroup: by.contains('t.wordGroup'),
      action: by.is('t.action'),
      scope: (scope) => sql<boolean>`${scope} = any(t.scopes)`,
      language: by.is('t.language'),
      status: (status) => (eb) => eb('t.isEnabled', '=', status === 'ENABLED'),
    },
    sorts: { wordGroup: 't.wordGroup', updatedAt: 't.updatedAt' },
    first: [['t.updatedAt', 'desc']],
    select: (query) =>
      query
        .innerJoin('appUser as u', 'u.userNo', 't.updatedBy')
        .selectAll('t')
        .select('u.realName as updatedByName')
        .select(
          sql<number>`(select count(*)::int from word_hit h where h.word_group_no = t.word_group_no
            and h.hit_at > now() - interval '30 days')`.as('hits'),
        ),
    row: ({ isEnabled, updatedBy: _by, updatedAt, ...stored }, { caller }): sensitiveWord.WordGroupRow => ({
      ...stored,
      wordCount: stored.words.length,
      status: isEnabled ? 'ENABLED' : 'DISABLED',
      updatedAt: updatedAt.toISOString(),
      allowedActions: !caller.codes.has('operation:sensitiveWord:save')
        ? []
        : isEnabled
          ? ['update', 'disable']
          : ['update', 'enable', 'delete'],
    }),
  }),
);

export const ACTION: CodeWords = { BLOCK: ['Block', '拦截'], WARN: ['Warn', '提醒'], FLAG: ['Flag', '标记'] };
const STATUS: CodeWords = { ENABLED: ['Enabled', '启用'], DISABLED: ['Disabled', '停用'] };

export const wordGroupExport = exportOf(wordGroups, {
  kind: 'sensitiveWords.export',
  title: { en: 'Export of sensitive words', zh: '导出敏感词' },
  page: sensitiveWord.SENSITIVE_WORD_PAGE,
  params: sensitiveWord.exportList.request,
  fileStem: 'sensitive-words',
  subjectType: 'wordGroup',
  columns: [
    { en: 'Group', zh: '分组', of: (row) => row.wordGroup },
    { en: 'Words', zh: '词语', of: (row) => row.words.join(', ') },
    { en: 'Exceptions', zh: '例外', of: (row) => row.exceptions.join(', ') },
    { en: 'Where', zh: '范围', of: (row) => row.scopes.join(', ') },
    { en: 'Action', zh: '处理', of: (row) => row.action, codes: ACTION },
    { en: 'Hits in 30 days', zh: '近 30 天命中', of: (row) => row.hits },
    { en: 'Status', zh: '状态', of: (row) => row.status, codes: STATUS },
    { en: 'Changed', zh: '修改时间', of: (row) => row.updatedAt, isTime: true },
  ],
});
