import { ERROR_CATALOGUE, type ErrorName, type ParsedRequestOf, riskPricing } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { textOfError } from '../../../http/messages.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { defineList } from '../../../lists/index.ts';
import { exportOf } from '../../platform/exports/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { readMatrix, versionBefore } from './compare.ts';
import { submitMatrix } from './submit.ts';

const facts = z.nullable(z.record(z.string(), z.union([z.string(), z.number()])));
const isErrorName = (name: string): name is ErrorName => name in ERROR_CATALOGUE;

function faultText(fault: string | null, stored: unknown, lang: 'en' | 'zh'): string | null {
  if (fault === null) return null;
  return isErrorName(fault) ? textOfError(fault, lang, facts.parse(stored) ?? {}) : fault;
}

/** Imports of prices. */
export const batches = defineList(
  riskPricing.batchPage,
  (db) =>
    db
      .selectFrom('riskPriceBatch as b')
      .innerJoin('merchant as m', 'm.merchantNo', 'b.merchantNo')
      .leftJoin('configVersionNow as v', 'v.versionId', 'b.versionId'),
  (by) => ({
    scope: by.ofMerchants('b.merchantNo'),
    key: 'b.batchNo',
    missing: 'PRICE_BATCH_NOT_FOUND',
    filters: {
      batchNo: by.is('b.batchNo'),
      merchantNo: by.is('b.merchantNo'),
      importResult: by.is('b.importResult'),
      versionStatus: by.is('v.versionStatus'),
    },
    sorts: { createdAt: 'b.createdAt' },
    first: [['b.createdAt', 'desc']],
    select: (query) =>
      query
        .innerJoin('appUser as maker', 'maker.userNo', 'b.makerUserNo')
        .leftJoin('appUser as checker', 'checker.userNo', 'v.checkerUserNo')
        .leftJoin('importFile as f', 'f.jobNo', 'b.jobNo')
        .select('f.fileName')
        .select(['b.batchNo', 'b.merchantNo', 'm.merchantName', 'b.jobNo', 'b.rows', 'b.failedRows', 'b.importResult'])
        .select(['b.fault', 'b.faultFacts', 'b.versionId', 'v.versionNo', 'v.versionStatus', 'b.createdAt'])
        .select(['maker.realName as makerName', 'checker.realName as checkerName']),
    row: ({ fault, faultFacts, createdAt, ...row }, { caller, lang }): riskPricing.BatchRow => ({
      ...row,
      fault: faultText(fault, faultFacts, lang),
      createdAt: createdAt.toISOString(),
      allowedActions: row.versionStatus === 'IN_FORCE' && caller.codes.has('risk:pricing:rollback') ? ['rollback'] : [],
    }),
  }),
);

export const batchExport = exportOf(batches, {
  kind: 'riskRates.export',
  title: { en: 'Export of price batches', zh: '导出定价批次' },
  page: riskPricing.batchExport.access.page,
  params: riskPricing.batchExport.request,
  fileStem: 'price-batches',
  subjectType: 'config',
  columns: [
    { en: 'Batch', zh: '批次', of: (row) => row.batchNo },
    { en: 'Merchant', zh: '商户', of: (row) => row.merchantName },
    { en: 'File', zh: '文件', of: (row) => row.fileName },
    { en: 'Rows', zh: '行数', of: (row) => row.rows },
    { en: 'Failed rows', zh: '失败行数', of: (row) => row.failedRows },
    { en: 'Result', zh: '结果', of: (row) => row.importResult, codes: 'IMPORT_RESULT' },
    { en: 'Reason', zh: '原因', of: (row) => row.fault },
    { en: 'Version', zh: '版本', of: (row) => row.versionNo },
    { en: 'Status', zh: '状态', of: (row) => row.versionStatus, codes: 'CONFIG_VERSION_STATUS' },
    { en: 'Imported by', zh: '导入人', of: (row) => row.makerName },
    { en: 'Approved by', zh: '审批人', of: (row) => row.checkerName },
    { en: 'Imported', zh: '导入时间', of: (row) => row.createdAt },
  ],
});

/**
 * What applied before the batch becomes the next version, at once when it is approved. Orders priced meanwhile keep
 * their prices.
 * @throws AppError PRICE_BATCH_NOT_FOUND, PRICE_BATCH_NOT_IN_FORCE, CONFIG_OPEN
 */
export async function rollbackBatch(
  { batchNo, reason }: ParsedRequestOf<typeof riskPricing.rollback>,
  call: CommandContext,
) {
  const { tx, caller } = call;
  const batch = await tx.selectFrom('riskPriceBatch').selectAll().where('batchNo', '=', batchNo).executeTakeFirst();
  if (!batch || !seesMerchant(caller.scope, batch.merchantNo)) throw new AppError('PRICE_BATCH_NOT_FOUND');
  if (batch.versionId === null) throw new AppError('PRICE_BATCH_NOT_IN_FORCE');
  const version = await readMatrix(tx, batch.versionId, call);
  if (version.versionStatus !== 'IN_FORCE') throw new AppError('PRICE_BATCH_NOT_IN_FORCE');
  const { cells } = await versionBefore(tx, version);
  const { merchantNo } = batch;
  return await submitMatrix(
    { merchantNo, value: { cells: [...cells] }, effectiveFrom: businessDateOf(new Date()), reason },
    call,
  );
}
