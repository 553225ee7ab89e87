import { type ParsedRequestOf, quality, qualitySheet, type ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { lockOne } from '../../../db/lock-one.ts';
import { noteMade } from '../../../db/tx-notes.ts';
import type { Call, CommandContext } from '../../../http/implement.ts';
import { defineList } from '../../../lists/index.ts';
import { readHistory, writeAudit } from '../../platform/audit/index.ts';
import { exportOf } from '../../platform/exports/index.ts';
import { edited, settingActions, type SettingStep, stepped } from './settings.ts';

export const sheetList = defineList(
  qualitySheet.page,
  (db) => db.selectFrom('qualitySheet as s'),
  (by) => ({
    scope: () => null,
    key: 's.sheetNo',
    missing: 'SHEET_NOT_FOUND',
    filters: {
      sheetName: by.contains('s.sheetName'),
      sourceType: (source) => sql<boolean>`${source} = any(s.source_types)`,
      sheetStatus: by.is('s.sheetStatus'),
    },
    sorts: { sheetName: 's.sheetName', updatedAt: 's.updatedAt' },
    first: [['s.updatedAt', 'desc']],
    select: (query) =>
      query
        .innerJoin('appUser as u', 'u.userNo', 's.updatedBy')
        .leftJoin('appUser as a', 'a.userNo', 's.approvedBy')
        .selectAll('s')
        .select(['u.realName as updatedByName', 'a.realName as approvedByName']),
    row: ({ updatedBy, approvedBy: _by, updatedAt, ...row }, { caller }): qualitySheet.SheetRow => ({
      ...row,
      itemCount: row.items.length,
      updatedAt: updatedAt.toISOString(),
      allowedActions: settingActions(caller, row.sheetStatus, updatedBy),
    }),
  }),
);

export const sheetExport = exportOf(sheetList, {
  kind: 'qualitySheets.export',
  title: { en: 'Export of score sheets', zh: '导出评分表' },
  page: quality.QUALITY_PAGE,
  params: qualitySheet.exportList.request,
  fileStem: 'score-sheets',
  subjectType: 'qualitySheet',
  columns: [
    { en: 'Score sheet', zh: '评分表编号', of: (row) => row.sheetNo },
    { en: 'Name', zh: '名称', of: (row) => row.sheetName },
    { en: 'Sources', zh: '来源', of: (row) => row.sourceTypes.join(', ') },
    { en: 'Items', zh: '评分项', of: (row) => row.items.map((one) => `${one.itemName}: ${one.weight}`).join('; ') },
    { en: 'Status', zh: '状态', of: (row) => row.sheetStatus, codes: 'QUALITY_SETTING_STATUS' },
    { en: 'Version', zh: '版本', of: (row) => row.versionNo },
    { en: 'Changed by', zh: '修改人', of: (row) => row.updatedByName },
    { en: 'Approved by', zh: '审批人', of: (row) => row.approvedByName },
    { en: 'Changed', zh: '修改时间', of: (row) => row.updatedAt, isTime: true },
  ],
});

/** @throws AppError SHEET_NOT_FOUND */
export async function readSheet(
  { sheetNo }: { readonly sheetNo: string },
  call: Call,
): Promise<ReplyOf<typeof qualitySheet.detail>> {
  const row = await sheetList.one(sheetNo, call);
  const versions = await call.db
    .selectFrom('qualitySheetVersion')
    .select(['versionNo', 'items', 'approvedAt'])
    .where('sheetNo', '=', sheetNo)
    .orderBy('versionNo', 'desc')
    .limit(20)
    .execute();
  return {
    ...row,
    versions: versions.map((one) => ({ ...one, approvedAt: one.approvedAt.toISOString() })),
    history: await readHistory(call.db, 'qualitySheet', sheetNo),
  };
}

async function lockSheet(sheetNo: string, { tx }: CommandContext) {
  const sheet = await lockOne(tx, tx.selectFrom('qualitySheet').selectAll().where('sheetNo', '=', sheetNo), {
    missing: 'SHEET_NOT_FOUND',
    subject: `score sheet ${sheetNo}`,
    state: ({ version }) => version,
  });
  return { ...sheet, status: sheet.sheetStatus };
}

/**
 * Drafts a sheet. An approved one goes on being scored by until its next version is approved.
 * @throws AppError SHEET_NOT_FOUND, STALE, ILLEGAL_TRANSITION
 */
export async function saveSheet(
  { sheetNo, version, items, ...form }: ParsedRequestOf<typeof qualitySheet.save>,
  call: CommandContext,
): Promise<ReplyOf<typeof qualitySheet.save>> {
  const { tx, caller } = call;
  const numbered = items.map((item, index) => ({ itemNo: `I${index + 1}`, ...item }));
  const values = { ...form, items: JSON.stringify(numbered), updatedBy: caller.userNo };
  const after = { ...form, items: numbered };
  if (sheetNo === undefined) {
    const made = await tx
      .insertInto('qualitySheet')
      .values(values)
      .returning(['sheetNo', 'version'])
      .executeTakeFirstOrThrow();
    noteMade(tx, `score sheet ${made.sheetNo}`);
    await writeAudit(tx, call, {
      action: 'qualitySheet.save',
      subjectType: 'qualitySheet',
      subjectNo: made.sheetNo,
      after,
    });
    return made;
  }
  const before = await lockSheet(sheetNo, call);
  const sheetStatus = edited(before, version);
  await tx
    .updateTable('qualitySheet')
    .set({
      ...values,
      sheetStatus,
      versionNo: before.versionNo + (before.approvedBy === null ? 0 : 1),
      approvedBy: null,
      updatedAt: new Date(),
      version: before.version + 1,
    })
    .where('sheetNo', '=', sheetNo)
    .execute();
  const { sheetName, sourceTypes } = before;
  await writeAudit(tx, call, {
    action: 'qualitySheet.update',
    subjectType: 'qualitySheet',
    subjectNo: sheetNo,
    before: { sheetName, sourceTypes, items: before.items },
    after,
  });
  return { sheetNo, version: before.version + 1 };
}

/** @throws AppError SHEET_NOT_FOUND, STALE, ILLEGAL_TRANSITION, MAKER_IS_CHECKER */
export async function moveSheet(
  step: SettingStep,
  { sheetNo, version, reason }: ParsedRequestOf<typeof qualitySheet.submit>,
  call: CommandContext,
): Promise<ReplyOf<typeof qualitySheet.submit>> {
  const { tx, caller } = call;
  const before = await lockSheet(sheetNo, call);
  const status = stepped(before, step, version, caller.userNo);
  const { versionNo, sourceTypes, items } = before;
  if (step === 'approve') {
    await tx
      .insertInto('qualitySheetVersion')
      .values({ sheetNo, versionNo, sourceTypes, items: JSON.stringify(items), approvedBy: caller.userNo })
      .execute();
  }
  await tx
    .updateTable('qualitySheet')
    .set({
      sheetStatus: status,
      updatedAt: new Date(),
      version: version + 1,
      ...(step === 'approve' && { approvedBy: caller.userNo }),
      ...((step === 'approve' || step === 'enable') && { isInUse: true }),
      ...(step === 'disable' && { isInUse: false }),
    })
    .where('sheetNo', '=', sheetNo)
    .execute();
  await writeAudit(tx, call, {
    action: `qualitySheet.${step}`,
    subjectType: 'qualitySheet',
    subjectNo: sheetNo,
    before: { status: before.status },
    after: { status, versionNo },
    ...(reason !== undefined && { reason }),
  });
  return { status, version: version + 1 };
}
