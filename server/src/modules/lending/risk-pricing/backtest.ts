import { createHash } from 'node:crypto';
import type { ParsedRequestOf, priceBacktest } from '@kituo/sdk/contracts';
import { riskPricing } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import type { Queryable, Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { createJob, defineJob, type ItemsKind, rootJobOf } from '../../platform/jobs/index.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { priceFamily } from '../price-rules/index.ts';
import { backtestLoans } from './backtest-day.ts';
import { readMatrix, versionBefore } from './compare.ts';
import { readPastLoans } from './past-loans.ts';

type Version = Awaited<ReturnType<typeof readMatrix>>;

const params = z.strictObject({
  versionId: z.string(),
  fromDay: z.string(),
  toDay: z.string(),
  /** What is compared: another by the time an item runs, and the item is refused. */
  valueHash: z.string(),
  againstVersionNo: z.nullable(z.number()),
});
type Params = z.output<typeof params>;

const OPEN: ReadonlySet<string> = new Set(['DRAFT', 'PENDING', 'SCHEDULED']);

export const isOpen = ({ versionStatus }: Pick<Version, 'versionStatus'>): boolean => OPEN.has(versionStatus);

/** What a version and the one it follows say, as one line. */
export async function comparedNow(db: Queryable, version: Version) {
  const { cells } = priceFamily.value.parse(version.value);
  const before = await versionBefore(db, version);
  const valueHash = createHash('sha256')
    .update(JSON.stringify([cells, before.cells]))
    .digest('hex');
  return { cells, before, valueHash };
}

async function keepHead(tx: Tx, jobNo: string, startedBy: string, head: Params): Promise<void> {
  await tx
    .insertInto('riskPriceBacktest')
    .values({ ...head, jobNo, startedBy })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** How many rows a statement takes. */
const CHUNK = 5_000;

/** A day of past loans by the version and by what applies. @throws AppError PRICE_VERSION_MOVED */
export const priceBacktestKind: ItemsKind<Params> = defineJob({
  kind: 'riskPrices.backtest',
  title: { en: 'Backtest of risk prices', zh: '风险定价回测' },
  code: { page: riskPricing.RISK_PRICING_PAGE },
  params,
  async runItem({ subjectNo }, asked, { tx, jobNo: ownNo, caller }) {
    // Days that are tried again belong to the result that lacks them.
    const jobNo = await rootJobOf(tx, ownNo);
    const day = subjectNo;
    const version = await readMatrix(tx, asked.versionId, { caller });
    const { cells: after, before, valueHash } = await comparedNow(tx, version);
    if (!isOpen(version) || valueHash !== asked.valueHash) {
      throw new AppError('PRICE_VERSION_MOVED', { facts: { versionNo: version.versionNo } });
    }
    const { considered, cells, payers } = backtestLoans(
      await readPastLoans(tx, version.subjectNo, day),
      before.cells,
      after,
    );
    // A test of the endpoint alone writes no head; the job's command does.
    await keepHead(tx, jobNo, caller.userNo, asked);
    await tx
      .insertInto('riskPriceBacktestDay')
      .values({ jobNo, day, considered, cells: JSON.stringify(cells) })
      .execute();
    for (let at = 0; at < payers.length; at += CHUNK) {
      await tx
        .insertInto('riskPriceBacktestPayer')
        .values(payers.slice(at, at + CHUNK).map((payer) => ({ jobNo, ...payer })))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
    return { considered };
  },
});

/** @throws AppError NOT_FOUND, STALE, PRICE_VERSION_OVER, PRICE_BACKTEST_DAYS */
export async function startPriceBacktest(
  { versionId, version: seen, fromDay, toDay }: ParsedRequestOf<typeof priceBacktest.start>,
  call: CommandContext,
): Promise<{ jobNo: string }> {
  const { tx, caller } = call;
  const version = await readMatrix(tx, versionId, call);
  if (!isOpen(version)) throw new AppError('PRICE_VERSION_OVER', { facts: { versionNo: version.versionNo } });
  if (version.version !== seen) throw new AppError('STALE');
  const today = businessDateOf(new Date());
  if (toDay >= today) throw new AppError('PRICE_BACKTEST_DAYS', { facts: { today }, fields: ['toDay'] });
  const { before, valueHash } = await comparedNow(tx, version);
  const asked = { versionId, fromDay, toDay, valueHash, againstVersionNo: before.versionNo };
  const items: { subjectNo: string; input: object }[] = [];
  for (let day = fromDay; day <= toDay; day = addDays(day, 1)) items.push({ subjectNo: day, input: {} });
  const jobNo = await createJob(priceBacktestKind, asked, call, items);
  await keepHead(tx, jobNo, caller.userNo, asked);
  return { jobNo };
}
