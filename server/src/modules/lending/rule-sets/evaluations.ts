import { ruleSet } from '@kituo/sdk/contracts';
import { type CodeWords, exportOf } from '../../platform/exports/index.ts';
import type { Queryable } from '../../../db/database.ts';
import { defineList } from '../../../lists/index.ts';
import { applicantReasons } from './adverse-action.ts';

/** Decisions of the machine, each with its lines. */
export const evaluations = defineList(
  ruleSet.evaluationPage,
  (db) => db.selectFrom('riskEvaluation as e'),
  (by) => ({
    scope: by.ofMerchants('e.merchantNo'),
    key: 'e.evaluationId',
    missing: 'NOT_FOUND',
    filters: {
      orderNo: by.is('e.orderNo'),
      merchantNo: by.is('e.merchantNo'),
      ruleSetCode: by.is('e.ruleId'),
      decision: by.is('e.decision'),
      refuseCode: by.is('e.refuseCode'),
    },
    sorts: { evaluatedAt: 'e.evaluatedAt' },
    first: [['e.evaluatedAt', 'desc']],
    select: (query) =>
      query
        .innerJoin('merchant as m', 'm.merchantNo', 'e.merchantNo')
        .select(['e.evaluationId', 'e.orderNo', 'm.merchantName', 'e.ruleId as ruleSetCode', 'e.versionNo'])
        .select(['e.decision', 'e.decidedBy', 'e.refuseCode', 'e.isHalted', 'e.evaluatedAt', 'e.lines', 'e.score']),
    row: ({ evaluatedAt, ...row }, { lang }) => ({
      ...row,
      evaluatedAt: evaluatedAt.toISOString(),
      applicantReasons: applicantReasons(row, lang),
    }),
  }),
);

const DECISION: CodeWords = { REFUSE: ['Decline', '拒绝'], MANUAL: ['To a person', '转人工'], PASS: ['Pass', '通过'] };

/** The decisions as a file. */
export const evaluationExport = exportOf(evaluations, {
  kind: 'riskEvaluations.export',
  title: { en: 'Export of machine decisions', zh: '导出机审决策' },
  page: ruleSet.evaluationExport.access.page,
  params: ruleSet.evaluationExport.request,
  fileStem: 'machine-decisions',
  subjectType: 'riskEvaluation',
  columns: [
    { en: 'Order', zh: '订单', of: (row) => row.orderNo },
    { en: 'Merchant', zh: '商户', of: (row) => row.merchantName },
    { en: 'Decision', zh: '决策', of: (row) => row.decision, codes: DECISION },
    { en: 'Decided by', zh: '决定规则', of: (row) => row.decidedBy },
    { en: 'Model', zh: '模型', of: (row) => row.score?.modelCode ?? null },
    { en: 'Score', zh: '得分', of: (row) => row.score?.score ?? null },
    { en: 'Level', zh: '等级', of: (row) => row.score?.modelLevel ?? null },
    { en: 'Decline code', zh: '拒绝代码', of: (row) => row.refuseCode },
    { en: 'Reasons for the applicant', zh: '告知申请人的原因', of: (row) => row.applicantReasons.join('; ') },
    { en: 'Rule set', zh: '规则集', of: (row) => row.ruleSetCode },
    { en: 'Version', zh: '版本', of: (row) => row.versionNo },
    { en: 'Decided', zh: '决策时间', of: (row) => row.evaluatedAt, isTime: true },
  ],
});

/** How the machine decided about an order last, with what the model said; null where it has not. */
export async function keptDecision(db: Queryable, orderNo: string) {
  const found = await db
    .selectFrom('riskEvaluation')
    .select(['ruleId as ruleSetCode', 'versionNo', 'decision', 'decidedBy', 'refuseCode', 'isHalted'])
    .select(['evaluatedAt', 'lines', 'score'])
    .where('orderNo', '=', orderNo)
    .orderBy('evaluationId', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!found) return null;
  const { score, evaluatedAt, ...decision } = found;
  return { score, machine: { ...decision, evaluatedAt: evaluatedAt.toISOString() } };
}
