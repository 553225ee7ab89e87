import { sensitiveInfo } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Call } from '../../../http/implement.ts';
import { defineList } from '../../../lists/index.ts';
import { exportOf, listExport } from '../exports/index.ts';
import { fieldsFor } from './fields.ts';
import { titleOf } from './listened.ts';

/** What anybody revealed, newest first; of colleagues within the reader's merchants. */
export const revealRecords = defineList(
  sensitiveInfo.log,
  (db) => db.selectFrom('revealLog as l').innerJoin('appUser as u', 'u.userNo', 'l.userNo'),
  (by) => ({
    scope: ({ caller: { scope } }) =>
      scope === 'all'
        ? null
        : sql<boolean>`exists (select from user_merchant um where um.user_no = l.user_no
            and um.merchant_no = any(${[...scope.merchantNos]}::text[]))`,
    key: 'l.revealId',
    filters: {
      userNos: by.oneOf('l.userNo'),
      fieldKey: by.is('l.field'),
      purpose: by.is('l.purpose'),
      subjectNo: by.is('l.subjectNo'),
      happenedAt: by.between('l.eatDay'),
    },
    sorts: { happenedAt: 'l.revealId' },
    first: [],
    select: (query) => query.selectAll('l').select('u.realName'),
    row: (row, reading) => ({
      revealId: String(row.revealId),
      happenedAt: row.happenedAt.toISOString(),
      userNo: row.userNo,
      realName: row.realName,
      kind: row.kind,
      title: titleOf(row.kind, reading),
      field: row.field,
      subjectNo: row.subjectNo,
      purpose: row.purpose,
      note: row.note,
      outcome: row.outcome,
    }),
  }),
);

/** Who revealed anything, of the same colleagues; by name. */
export async function revealers({ db, caller: { scope } }: Pick<Call, 'db' | 'caller'>) {
  let query = db
    .selectFrom('appUser as u')
    .select(['u.userNo', 'u.realName'])
    .where(sql<boolean>`exists (select from reveal_log l where l.user_no = u.user_no)`);
  if (scope !== 'all') {
    query = query.where(sql<boolean>`exists (select from user_merchant um where um.user_no = u.user_no
      and um.merchant_no = any(${[...scope.merchantNos]}::text[]))`);
  }
  return await query.orderBy('u.realName').orderBy('u.userNo').execute();
}

export const revealRecordExport = exportOf(revealRecords, {
  kind: 'reveals.export',
  title: { en: 'Export of reveals', zh: '导出敏感信息查看记录' },
  page: sensitiveInfo.SENSITIVE_INFO_PAGE,
  params: sensitiveInfo.logExport.request,
  fileStem: 'reveals',
  subjectType: 'reveal',
  columns: [
    { en: 'Viewer', zh: '查看人', of: (row) => row.realName },
    { en: 'What', zh: '内容', of: (row) => row.title },
    { en: 'Of', zh: '对象', of: (row) => row.subjectNo },
    { en: 'Purpose', zh: '用途', of: (row) => row.purpose },
    { en: 'Outcome', zh: '结果', of: (row) => row.outcome },
    { en: 'Time', zh: '时间', of: (row) => row.happenedAt, isTime: true },
  ],
});

export const fieldExport = listExport({
  kind: 'sensitiveFields.export',
  title: { en: 'Export of sensitive data rules', zh: '导出敏感信息配置' },
  page: sensitiveInfo.SENSITIVE_INFO_PAGE,
  params: sensitiveInfo.exportList.request,
  fileStem: 'sensitive-data',
  subjectType: 'sensitiveInfo',
  idOf: (row: sensitiveInfo.FieldRow) => row.fieldKey,
  rows: async ({ filters }, run) => await fieldsFor(filters, run),
  columns: [
    { en: 'Field', zh: '字段', of: (row) => row.fieldKey },
    { en: 'Roles', zh: '角色', of: (row) => row.roleNames.join(', ') },
    { en: 'Purposes', zh: '用途', of: (row) => row.rule?.purposes.join(', ') ?? null },
    { en: 'A day', zh: '每日上限', of: (row) => row.rule?.dailyRevealBudget ?? null },
    { en: 'Today', zh: '今日查看', of: (row) => row.revealsToday },
    { en: 'Near budget', zh: '接近限额人数', of: (row) => row.nearBudget },
  ],
});
