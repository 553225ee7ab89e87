import type { priceBacktest } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import type { Queryable } from '../../../db/database.ts';
import type { Call } from '../../../http/implement.ts';
import { daysBetween } from '../../platform/policy/index.ts';
import { productTermsOf } from '../price-rules/index.ts';
import { comparedNow, isOpen } from './backtest.ts';
import { byCell, cellSums, type CellSums, keyOf } from './backtest-day.ts';
import { readMatrix } from './compare.ts';

type Result = priceBacktest.BacktestResult;

const stored = z.array(cellSums);
const averageBps = (sum: number, orders: number): number => Math.round((10 * sum) / orders) / 10;

async function payersOf(db: Queryable, jobNo: string) {
  const ofJob = db.selectFrom('riskPriceBacktestPayer').where('jobNo', '=', jobNo);
  const byKey = await ofJob
    .select(({ fn }) => ['cellKey', fn.countAll<number>().as('customers')])
    .groupBy('cellKey')
    .execute();
  // A customer whose level or history changed between two loans is in two cells, and one all the same.
  const { customers } = await ofJob
    .select(({ fn }) => fn.count<number>('customerNo').distinct().as('customers'))
    .executeTakeFirstOrThrow();
  return { byKey: new Map(byKey.map((one) => [one.cellKey, one.customers])), customers: Number(customers) };
}

/** Who would be worst off first: what a customer of the cell pays more, on average. */
function worstFirst(one: Result['cells'][number], other: Result['cells'][number]): number {
  const each = ({ payMoreCents, payMoreCustomers }: Result['cells'][number]) =>
    payMoreCustomers === 0 ? 0 : payMoreCents / payMoreCustomers;
  return each(other) - each(one) || other.orders - one.orders;
}

function shown(sums: CellSums, productName: string, payMoreCustomers: number): Result['cells'][number] {
  const { orders } = sums;
  return {
    ...sums,
    productName,
    payMoreCustomers,
    oldInterestBps: averageBps(sums.oldInterestBps, orders),
    newInterestBps: averageBps(sums.newInterestBps, orders),
    oldFeeBps: averageBps(sums.oldFeeBps, orders),
    newFeeBps: averageBps(sums.newFeeBps, orders),
  };
}

async function headOf(db: Queryable, versionId: string) {
  return await db
    .selectFrom('riskPriceBacktest as h')
    .innerJoin('appUser as u', 'u.userNo', 'h.startedBy')
    .leftJoin('job as j', 'j.jobNo', 'h.jobNo')
    .selectAll('h')
    .select(['u.realName as startedByName', 'j.jobStatus'])
    .where('h.versionId', '=', versionId)
    .orderBy('h.createdAt', 'desc')
    .orderBy('h.jobNo', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** @throws AppError NOT_FOUND */
export async function readPriceBacktest({ versionId }: { readonly versionId: string }, call: Call): Promise<Result> {
  const { db } = call;
  const version = await readMatrix(db, versionId, call);
  const head = await headOf(db, versionId);
  const { before, valueHash } = await comparedNow(db, version);
  const shared = { versionNo: version.versionNo, isOpen: isOpen(version) };
  if (!head) {
    return {
      ...shared,
      jobNo: null,
      jobStatus: null,
      againstVersionNo: before.versionNo,
      fromDay: null,
      toDay: null,
      days: 0,
      daysDone: 0,
      startedByName: null,
      startedAt: null,
      isCurrent: false,
      considered: 0,
      payMoreCustomers: 0,
      cells: [],
    };
  }
  const { jobNo, jobStatus, fromDay, toDay, againstVersionNo, startedByName, createdAt } = head;
  const days = await db
    .selectFrom('riskPriceBacktestDay')
    .select(['considered', 'cells'])
    .where('jobNo', '=', jobNo)
    .execute();
  const sums = [...byCell(days.flatMap(({ cells }) => stored.parse(cells))).values()];
  const payers = await payersOf(db, jobNo);
  const names = await productTermsOf(
    db,
    sums.map(({ productNo }) => productNo),
    new Date(),
  );
  const cells = sums.map((one) =>
    shown(one, names.get(one.productNo)?.productName ?? one.productNo, payers.byKey.get(keyOf(one)) ?? 0),
  );
  return {
    ...shared,
    jobNo,
    jobStatus,
    againstVersionNo,
    fromDay,
    toDay,
    days: daysBetween(fromDay, toDay) + 1,
    daysDone: days.length,
    startedByName,
    startedAt: createdAt.toISOString(),
    isCurrent: valueHash === head.valueHash,
    considered: days.reduce((sum, { considered }) => sum + considered, 0),
    payMoreCustomers: payers.customers,
    cells: cells.toSorted(worstFirst),
  };
}
