import { riskPricing } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { configAt, openVersions } from '../../platform/configuration/index.ts';
import { importColumns, type ImportKind, orNull } from '../../platform/imports/index.ts';
import { asCommand, type JobRun } from '../../platform/jobs/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { priceFamily, productTermsOf, refuseOutside } from '../price-rules/index.ts';
import { submitMatrix } from './submit.ts';

type Cell = riskPricing.PriceCell;

const columns = importColumns([
  ['productNo', 'Product number', '产品编号', true, 'PR0001'],
  ['modelLevel', 'Model level (empty: any)', '模型等级（空：不限）', false, 'A'],
  ['settledOrderCount', 'Repaid loans (-1: any)', '结清笔数（-1：不限）', true, '-1'],
  ['dailyInterestBps', 'Interest a day (bps)', '日利率（bps）', true, '10'],
  ['serviceFeeBps', 'Service fee (bps)', '服务费（bps）', true, '300'],
  ['minLimitCents', 'Minimum (KES)', '最低额度（KES）', true, '1,000'],
  ['maxLimitCents', 'Maximum (KES)', '最高额度（KES）', true, '15,000'],
  ['stepUpBps', 'VIP step-up (bps)', '会员提额（bps）', true, '0'],
]);

/** A whole number as typed; NaN, which no form takes, for what is none. */
const wholeOf = (cell: string | undefined): number =>
  /^-?\d+$/.test((cell ?? '').replaceAll(/[\s,]/g, '')) ? Number((cell ?? '').replaceAll(/[\s,]/g, '')) : Number.NaN;
/** Shillings as cents. */
function centsOf(cell: string | undefined): number {
  const plain = (cell ?? '').replaceAll(/[\s,]/g, '');
  return /^\d+(\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : Number.NaN;
}

/** Whose product it is. @throws AppError PRODUCT_NOT_FOUND, PRODUCT_WITHOUT_TERMS, PRICE_OUTSIDE_PRODUCT, CONFIG_OPEN */
async function refuseRow(db: Queryable, cell: Cell, { caller }: Pick<Call, 'caller'>): Promise<string> {
  const found = (await productTermsOf(db, [cell.productNo], new Date())).get(cell.productNo);
  if (!found || !seesMerchant(caller.scope, found.merchantNo)) {
    throw new AppError('PRODUCT_NOT_FOUND', { fields: ['productNo'] });
  }
  if (found.terms === null) throw new AppError('PRODUCT_WITHOUT_TERMS', { fields: ['productNo'] });
  refuseOutside(cell, found.terms);
  const open = (await openVersions(db, priceFamily.key, [found.merchantNo])).get(found.merchantNo);
  if (open && open.versionStatus !== 'SCHEDULED') {
    throw new AppError('CONFIG_OPEN', { facts: { versionNo: open.versionNo }, fields: ['productNo'] });
  }
  return found.merchantNo;
}

/**
 * Prices by file. Its rows take the place of the cells for the same customers, the others stay; all that pass become
 * one version a merchant, which another person approves.
 */
export const importRatesKind: ImportKind<Cell> = {
  kind: 'riskRates.import',
  title: { en: 'Import of risk prices', zh: '导入风险定价' },
  code: 'risk:pricing:import',
  columns,
  nameColumn: 'productNo',
  toInput: (cells) => ({
    productNo: cells['productNo'] ?? '',
    modelLevel: orNull(cells['modelLevel']?.trim().toUpperCase()),
    settledOrderCount: wholeOf(cells['settledOrderCount']),
    dailyInterestBps: wholeOf(cells['dailyInterestBps']),
    serviceFeeBps: wholeOf(cells['serviceFeeBps']),
    minLimitCents: centsOf(cells['minLimitCents']),
    maxLimitCents: centsOf(cells['maxLimitCents']),
    stepUpBps: wholeOf(cells['stepUpBps']),
  }),
  form: riskPricing.priceCell,
  unique: [['productNo', 'modelLevel', 'settledOrderCount']],
  check: async (cell, call) => await refuseRow(call.db, cell, call),
  async apply(cell, run) {
    const merchantNo = await refuseRow(run.tx, cell, run);
    const made = await run.tx
      .insertInto('riskPriceRow')
      .values({ jobNo: run.jobNo, cellKey: riskPricing.cellKey(cell), merchantNo, cell: JSON.stringify(cell) })
      .onConflict((conflict) => conflict.doNothing())
      .returning('cellKey')
      .executeTakeFirst();
    if (!made) throw new AppError('PRICE_REPEATED', { fields: ['settledOrderCount'] });
    return { merchantNo };
  },
  async ended(run) {
    await run.db.transaction().execute(async (tx) => {
      const { failed } = await tx
        .selectFrom('job')
        .select('failed')
        .where('jobNo', '=', run.jobNo)
        .forNoKeyUpdate()
        .executeTakeFirstOrThrow();
      const waiting = await tx
        .selectFrom('riskPriceRow')
        .select(['merchantNo', 'cell'])
        .where('jobNo', '=', run.jobNo)
        .where('batchNo', 'is', null)
        .orderBy('cellKey')
        .execute();
      const merchantNos = [...new Set(waiting.map(({ merchantNo }) => merchantNo))];
      for (const merchantNo of merchantNos) {
        const rows = waiting.filter((row) => row.merchantNo === merchantNo);
        const cells = rows.map(({ cell }) => riskPricing.priceCell.parse(cell));
        await keepBatch(tx, { merchantNo, cells, failedRows: failed }, run);
      }
    });
  },
};

interface Batch {
  readonly merchantNo: string;
  readonly cells: readonly Cell[];
  readonly failedRows: number;
}

/** What is in force with the file's cells in the place of those for the same customers. */
async function merged(tx: Tx, { merchantNo, cells }: Batch): Promise<riskPricing.PriceMatrix> {
  const { value } = await configAt(tx, priceFamily, new Date(), merchantNo);
  const byKey = new Map([...(value?.cells ?? []), ...cells].map((cell) => [riskPricing.cellKey(cell), cell]));
  return { cells: [...byKey.values()] };
}

/** Submits the version, or keeps why there can be none. */
async function submitted(tx: Tx, batch: Batch, run: JobRun) {
  await sql`SAVEPOINT price_batch`.execute(tx);
  try {
    const { versionId } = await submitMatrix(
      {
        merchantNo: batch.merchantNo,
        value: await merged(tx, batch),
        effectiveFrom: businessDateOf(new Date()),
        reason: `Import ${run.jobNo}`,
      },
      asCommand({ ...run, tx }),
    );
    await sql`RELEASE SAVEPOINT price_batch`.execute(tx);
    return { versionId, fault: null, faultFacts: null };
  } catch (error) {
    await sql`ROLLBACK TO SAVEPOINT price_batch`.execute(tx);
    if (!(error instanceof AppError)) throw error;
    return { versionId: null, fault: error.error, faultFacts: JSON.stringify(error.facts) };
  }
}

async function keepBatch(tx: Tx, batch: Batch, run: JobRun): Promise<void> {
  const { merchantNo, cells, failedRows } = batch;
  const outcome = await submitted(tx, batch, run);
  const { batchNo } = await tx
    .insertInto('riskPriceBatch')
    .values({
      merchantNo,
      jobNo: run.jobNo,
      rows: cells.length,
      failedRows,
      ...outcome,
      importResult: outcome.versionId === null ? 'FAILURE' : failedRows > 0 ? 'PARTIAL_SUCCESS' : 'SUCCESS',
      makerUserNo: run.caller.userNo,
    })
    .returning('batchNo')
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('riskPriceRow')
    .set({ batchNo })
    .where('jobNo', '=', run.jobNo)
    .where('merchantNo', '=', merchantNo)
    .where('batchNo', 'is', null)
    .execute();
}
