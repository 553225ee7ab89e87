import { type ParsedRequestOf, replyTemplate, type ReplyOf } from '@kituo/sdk/contracts';
import type { Call } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { defineList } from '../../../lists/index.ts';
import { exportOf } from '../../platform/exports/index.ts';

/** Texts that answers begin with. */
export const replyTemplateList = defineList(
  replyTemplate.page,
  (db) => db.selectFrom('replyTemplate as t'),
  (by) => ({
    scope: by.ofMerchants('t.merchantNo'),
    key: 't.replyTemplateNo',
    filters: {
      templateName: by.contains('t.templateName'),
      language: by.is('t.language'),
      merchantNo: by.is('t.merchantNo'),
      isEnabled: by.is('t.isEnabled'),
    },
    sorts: { templateName: 't.templateName', updatedAt: 't.updatedAt' },
    first: [['t.updatedAt', 'desc']],
    select: (query) =>
      query
        .innerJoin('merchant as m', 'm.merchantNo', 't.merchantNo')
        .innerJoin('appUser as u', 'u.userNo', 't.updatedBy')
        .select(['t.replyTemplateNo', 't.merchantNo', 'm.merchantName', 't.templateName', 't.language', 't.content'])
        .select(['t.isEnabled', 'u.realName as updatedByName', 't.updatedAt', 't.version']),
    row: ({ updatedAt, ...row }, { caller }): replyTemplate.ReplyTemplateRow => ({
      ...row,
      updatedAt: updatedAt.toISOString(),
      allowedActions: caller.codes.has('customerService:replyTemplate:save') ? ['update'] : [],
    }),
  }),
);

export const replyTemplateExport = exportOf(replyTemplateList, {
  kind: 'replyTemplates.export',
  title: { en: 'Export of reply templates', zh: '导出回复模板' },
  page: { code: 'customerService:feedback:export' },
  params: replyTemplate.exportList.request,
  fileStem: 'reply-templates',
  subjectType: 'replyTemplate',
  columns: [
    { en: 'Template', zh: '模板编号', of: (row) => row.replyTemplateNo },
    { en: 'Name', zh: '名称', of: (row) => row.templateName },
    { en: 'Merchant', zh: '商户', of: (row) => row.merchantName },
    { en: 'Language', zh: '语言', of: (row) => row.language, codes: 'REPLY_LANGUAGE' },
    { en: 'Content', zh: '内容', of: (row) => row.content },
    { en: 'Enabled', zh: '启用', of: (row) => row.isEnabled },
    { en: 'Changed by', zh: '修改人', of: (row) => row.updatedByName },
    { en: 'Changed', zh: '修改时间', of: (row) => row.updatedAt, isTime: true },
  ],
});

/** What is offered where customers are answered. */
export async function offeredTemplates(
  { merchantNo }: ParsedRequestOf<typeof replyTemplate.offered>,
  { db, caller }: Call,
): Promise<ReplyOf<typeof replyTemplate.offered>> {
  const merchantNos = merchantsSeen(caller.scope);
  return await db
    .selectFrom('replyTemplate as t')
    .innerJoin('merchant as m', 'm.merchantNo', 't.merchantNo')
    .select(['t.replyTemplateNo', 't.templateName', 'm.merchantName', 't.language', 't.content'])
    .where('t.isEnabled', '=', true)
    .$if(merchantNos !== null, (query) => query.where('t.merchantNo', 'in', [...(merchantNos ?? []), '']))
    .$if(merchantNo !== undefined, (query) => query.where('t.merchantNo', '=', merchantNo ?? ''))
    .orderBy('t.templateName')
    .orderBy('t.replyTemplateNo')
    .limit(500)
    .execute();
}
