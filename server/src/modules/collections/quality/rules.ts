import { type ParsedRequestOf, quality, type ReplyOf, samplingRule } from '@kituo/sdk/contracts';
import { lockOne } from '../../../db/lock-one.ts';
import { noteMade } from '../../../db/tx-notes.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, CommandContext } from '../../../http/implement.ts';
import { defineList } from '../../../lists/index.ts';
import { readHistory, writeAudit } from '../../platform/audit/index.ts';
import { exportOf } from '../../platform/exports/index.ts';
import { edited, settingActions, type SettingStep, stepped } from './settings.ts';

export const ruleList = defineList(
  samplingRule.page,
  (db) => db.selectFrom('samplingRule as r'),
  (by) => ({
    scope: () => null,
    key: 'r.ruleNo',
    missing: 'SAMPLING_RULE_NOT_FOUND',
    filters: {
      ruleName: by.contains('r.ruleName'),
      sourceType: by.is('r.sourceType'),
      ruleStatus: by.is('r.ruleStatus'),
    },
    sorts: { ruleName: 'r.ruleName', updatedAt: 'r.updatedAt' },
    first: [['r.updatedAt', 'desc']],
    select: (query) =>
      query
        .innerJoin('qualitySheet as s', 's.sheetNo', 'r.sheetNo')
        .innerJoin('appUser as u', 'u.userNo', 'r.updatedBy')
        .leftJoin('appUser as a', 'a.userNo', 'r.approvedBy')
        .selectAll('r')
        .select(['s.sheetName', 'u.realName as updatedByName', 'a.realName as approvedByName']),
    row: (
      { updatedBy, approvedBy: _by, updatedAt, drawnFrom: _week, ...row },
      { caller },
    ): samplingRule.SamplingRuleRow => {
      const isDrawn = row.ruleStatus === 'ENABLED' && caller.codes.has('quality:inspection:sample');
      return {
        ...row,
        updatedAt: updatedAt.toISOString(),
        allowedActions: [
          ...(isDrawn ? (['sample'] as const) : []),
          ...settingActions(caller, row.ruleStatus, updatedBy),
        ],
      };
    },
  }),
);

export const ruleExport = exportOf(ruleList, {
  kind: 'samplingRules.export',
  title: { en: 'Export of sampling rules', zh: '导出抽检规则' },
  page: quality.QUALITY_PAGE,
  params: samplingRule.exportList.request,
  fileStem: 'sampling-rules',
  subjectType: 'samplingRule',
  columns: [
    { en: 'Sampling rule', zh: '抽检规则编号', of: (row) => row.ruleNo },
    { en: 'Name', zh: '名称', of: (row) => row.ruleName },
    { en: 'Source', zh: '来源', of: (row) => row.sourceType, codes: 'INSPECTION_SOURCE' },
    { en: 'Score sheet', zh: '评分表', of: (row) => row.sheetName },
    { en: 'Share, %', zh: '比例（%）', of: (row) => row.percent },
    { en: 'At least each', zh: '每人至少', of: (row) => row.minPerPerson },
    { en: 'Min seconds', zh: '最短秒数', of: (row) => row.minSeconds },
    { en: 'Each week', zh: '每周自动抽取', of: (row) => row.drawsWeekly },
    { en: 'Status', zh: '状态', of: (row) => row.ruleStatus, codes: 'QUALITY_SETTING_STATUS' },
    { en: 'Changed by', zh: '修改人', of: (row) => row.updatedByName },
    { en: 'Approved by', zh: '审批人', of: (row) => row.approvedByName },
    { en: 'Changed', zh: '修改时间', of: (row) => row.updatedAt, isTime: true },
  ],
});

/** @throws AppError SAMPLING_RULE_NOT_FOUND */
export async function readRule(
  { ruleNo }: { readonly ruleNo: string },
  call: Call,
): Promise<ReplyOf<typeof samplingRule.detail>> {
  return { ...(await ruleList.one(ruleNo, call)), history: await readHistory(call.db, 'samplingRule', ruleNo) };
}

async function lockRule(ruleNo: string, { tx }: CommandContext) {
  const rule = await lockOne(tx, tx.selectFrom('samplingRule').selectAll().where('ruleNo', '=', ruleNo), {
    missing: 'SAMPLING_RULE_NOT_FOUND',
    subject: `sampling rule ${ruleNo}`,
    state: ({ version }) => version,
  });
  return { ...rule, status: rule.ruleStatus };
}

/** @throws AppError SHEET_UNFIT unless an approved version is for the source */
async function refuseUnfit(
  { sheetNo, sourceType }: Pick<ParsedRequestOf<typeof samplingRule.save>, 'sheetNo' | 'sourceType'>,
  { tx }: CommandContext,
): Promise<void> {
  const sheet = await tx
    .selectFrom('qualitySheet as s')
    .innerJoin('qualitySheetVersion as v', 'v.sheetNo', 's.sheetNo')
    .select('v.sourceTypes')
    .where('s.sheetNo', '=', sheetNo)
    .where('s.isInUse', '=', true)
    .orderBy('v.versionNo', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (sheet?.sourceTypes.includes(sourceType) !== true) throw new AppError('SHEET_UNFIT', { fields: ['sheetNo'] });
}

/** @throws AppError SAMPLING_RULE_NOT_FOUND, STALE, ILLEGAL_TRANSITION, SHEET_UNFIT */
export async function saveRule(
  { ruleNo, version, ...form }: ParsedRequestOf<typeof samplingRule.save>,
  call: CommandContext,
): Promise<ReplyOf<typeof samplingRule.save>> {
  const { tx, caller } = call;
  const values = { ...form, updatedBy: caller.userNo };
  if (ruleNo === undefined) {
    await refuseUnfit(form, call);
    const made = await tx
      .insertInto('samplingRule')
      .values(values)
      .returning(['ruleNo', 'version'])
      .executeTakeFirstOrThrow();
    noteMade(tx, `sampling rule ${made.ruleNo}`);
    await writeAudit(tx, call, {
      action: 'samplingRule.save',
      subjectType: 'samplingRule',
      subjectNo: made.ruleNo,
      after: form,
    });
    return made;
  }
  const before = await lockRule(ruleNo, call);
  const ruleStatus = edited(before, version);
  await refuseUnfit(form, call);
  await tx
    .updateTable('samplingRule')
    .set({ ...values, ruleStatus, approvedBy: null, updatedAt: new Date(), version: before.version + 1 })
    .where('ruleNo', '=', ruleNo)
    .execute();
  const { ruleName, sourceType, sheetNo, percent, minPerPerson, minSeconds, drawsWeekly } = before;
  await writeAudit(tx, call, {
    action: 'samplingRule.update',
    subjectType: 'samplingRule',
    subjectNo: ruleNo,
    before: { ruleName, sourceType, sheetNo, percent, minPerPerson, minSeconds, drawsWeekly },
    after: form,
  });
  return { ruleNo, version: before.version + 1 };
}

/** @throws AppError SAMPLING_RULE_NOT_FOUND, STALE, ILLEGAL_TRANSITION, MAKER_IS_CHECKER, SHEET_UNFIT */
export async function moveRule(
  step: SettingStep,
  { ruleNo, version, reason }: ParsedRequestOf<typeof samplingRule.submit>,
  call: CommandContext,
): Promise<ReplyOf<typeof samplingRule.submit>> {
  const { tx, caller } = call;
  const before = await lockRule(ruleNo, call);
  const status = stepped(before, step, version, caller.userNo);
  if (step === 'approve' || step === 'enable') await refuseUnfit(before, call);
  await tx
    .updateTable('samplingRule')
    .set({
      ruleStatus: status,
      updatedAt: new Date(),
      version: version + 1,
      ...(step === 'approve' && { approvedBy: caller.userNo }),
    })
    .where('ruleNo', '=', ruleNo)
    .execute();
  await writeAudit(tx, call, {
    action: `samplingRule.${step}`,
    subjectType: 'samplingRule',
    subjectNo: ruleNo,
    before: { status: before.status },
    after: { status },
    ...(reason !== undefined && { reason }),
  });
  return { status, version: version + 1 };
}
