import { smsMarketingTemplate, smsPartsOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Caller } from '../../../http/implement.ts';
import { defineList } from '../../../lists/index.ts';
import { allowedActions } from '../../../state-machine/index.ts';
import { marketingTemplateMachine } from '../../../state-machine/machines/marketing-template.machine.ts';
import { exportOf } from '../../platform/exports/index.ts';
import { marketingFaceOf } from '../../platform/sms-routes/index.ts';
import { endingOf } from './check-text.ts';

type Row = smsMarketingTemplate.TemplateRow;

const CODE = {
  update: 'save',
  submit: 'save',
  approve: 'approve',
  return: 'approve',
  copy: 'copy',
  enable: 'enable',
  disable: 'enable',
  test: 'test',
} as const satisfies Record<Row['allowedActions'][number], string>;
const ACTIONS = ['update', 'submit', 'approve', 'return', 'copy', 'enable', 'disable', 'test'] as const;
/** Characters of a text in a list. */
const SHOWN = 60;

function actionsOn({ codes, userNo }: Caller, status: Row['status'], updatedBy: string): Row['allowedActions'] {
  const states: readonly string[] = allowedActions(marketingTemplateMachine, status);
  return ACTIONS.filter((action) => {
    if (!codes.has(action === 'test' ? 'marketing:sms:test' : `marketing:template:${CODE[action]}`)) return false;
    if (action === 'copy' || action === 'test') return true;
    if (action === 'update') return status !== 'PENDING_APPROVAL';
    if (action === 'approve' && updatedBy === userNo) return false;
    return states.includes(action === 'return' ? 'sendBack' : action);
  });
}

const usedInTasks = sql<number>`(select count(*)::int from sms_marketing_arm a where a.template_no = t.template_no)`;

export const templateList = defineList(
  smsMarketingTemplate.page,
  (db) => db.selectFrom('smsMarketingTemplate as t'),
  (by) => ({
    scope: by.ofMerchants('t.merchantNo'),
    key: 't.templateNo',
    missing: 'MARKETING_TEMPLATE_NOT_FOUND',
    filters: {
      templateNo: by.contains('t.templateNo'),
      templateName: by.contains('t.templateName'),
      language: by.is('t.language'),
      merchantNo: by.is('t.merchantNo'),
      status: by.is('t.templateStatus'),
      scene: by.is('t.scene'),
      createdBy: by.is('t.createdBy'),
      updatedAt: by.days('t.updatedAt'),
    },
    sorts: { templateName: 't.templateName', updatedAt: 't.updatedAt' },
    first: [['t.updatedAt', 'desc']],
    select: (query) =>
      query
        .innerJoin('merchant as m', 'm.merchantNo', 't.merchantNo')
        .innerJoin('appUser as c', 'c.userNo', 't.createdBy')
        .leftJoin('appUser as a', 'a.userNo', 't.approvedBy')
        .select(['t.templateNo', 't.merchantNo', 'm.merchantName', 't.templateName', 't.scene', 't.language'])
        .select(['t.content', 't.templateStatus', 't.versionNo', 't.updatedAt', 't.version', 't.updatedBy'])
        .select(['c.realName as createdByName', 'a.realName as approvedByName', usedInTasks.as('usedInTasks')])
        .select(marketingFaceOf(sql`t.merchant_no`).as('face')),
    row: ({ templateStatus, updatedAt, updatedBy, face, ...row }, { caller }): Row => ({
      ...row,
      status: templateStatus,
      contentPreview: row.content.length > SHOWN ? `${row.content.slice(0, SHOWN)}…` : row.content,
      segmentCount: smsPartsOf(smsMarketingTemplate.fillIn(row.content, undefined, endingOf(face?.optOutText))).parts,
      senderId: face?.senderId ?? null,
      updatedAt: updatedAt.toISOString(),
      allowedActions: actionsOn(caller, templateStatus, updatedBy),
    }),
  }),
);

export const templateExport = exportOf(templateList, {
  kind: 'smsMarketingTemplates.export',
  title: { en: 'Export of marketing SMS templates', zh: '导出短信营销模板' },
  page: { code: 'marketing:template:export' },
  params: smsMarketingTemplate.exportList.request,
  fileStem: 'sms-marketing-templates',
  subjectType: 'smsMarketingTemplate',
  columns: [
    { en: 'Template', zh: '模板编号', of: (row) => row.templateNo },
    { en: 'Name', zh: '模板名称', of: (row) => row.templateName },
    { en: 'Scene', zh: '场景', of: (row) => row.scene, codes: 'MARKETING_SCENE' },
    { en: 'Merchant', zh: '商户', of: (row) => row.merchantName },
    { en: 'Language', zh: '语言', of: (row) => row.language, codes: 'MARKETING_LANGUAGE' },
    { en: 'Text', zh: '内容', of: (row) => row.content },
    { en: 'SMS each', zh: '短信条数', of: (row) => row.segmentCount },
    { en: 'Sender', zh: '发送方', of: (row) => row.senderId },
    { en: 'Status', zh: '状态', of: (row) => row.status, codes: 'MARKETING_TEMPLATE_STATUS' },
    { en: 'Version', zh: '版本', of: (row) => row.versionNo },
    { en: 'Campaigns', zh: '使用任务数', of: (row) => row.usedInTasks },
    { en: 'Approved by', zh: '审批人', of: (row) => row.approvedByName },
    { en: 'Changed', zh: '修改时间', of: (row) => row.updatedAt, isTime: true },
  ],
});
