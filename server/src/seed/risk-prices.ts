import type { riskPricing } from '@kituo/sdk/contracts';
import type { Database } from '../db/database.ts';
import { priceFamily, productTermsOf } from '../modules/lending/price-rules/index.ts';
import { addDays, businessDateOf } from '../modules/platform/policy/index.ts';

type Cell = riskPricing.PriceCell;
type Terms = NonNullable<ReturnType<Awaited<ReturnType<typeof productTermsOf>>['get']>>['terms'] & object;

/** By risk, the best first: parts of the product's rates and of its limit, in percent. */
const RISKS: readonly (readonly [level: string | null, loans: number, rates: number, most: number])[] = [
  ['A', 1, 60, 100],
  ['A', -1, 80, 80],
  ['B', -1, 90, 60],
  [null, 1, 100, 60],
  [null, -1, 100, 40],
];

function cellsOf(productNo: string, terms: Terms): Cell[] {
  const { minPrincipalCents, maxPrincipalCents, dailyInterestBps, serviceFeeBps } = terms;
  return RISKS.map(([modelLevel, settledOrderCount, rates, most]) => ({
    productNo,
    modelLevel,
    settledOrderCount,
    dailyInterestBps: Math.floor((dailyInterestBps * rates) / 100),
    serviceFeeBps: Math.floor((serviceFeeBps * rates) / 100),
    minLimitCents: minPrincipalCents,
    maxLimitCents: Math.max(minPrincipalCents, Math.floor((maxPrincipalCents * most) / 10_000) * 100),
    stepUpBps: 1_000,
  }));
}

/**
 * Prices of the last merchant, imported and approved today, and a cheaper version that awaits approval; once. The
 * orders of the book keep the terms they were applied for.
 */
export async function seedRiskPrices(db: Database, now: Date): Promise<void> {
  const { key } = priceFamily;
  const known = await db
    .selectFrom('configVersion')
    .select('versionId')
    .where('configKey', '=', key)
    .executeTakeFirst();
  const people = await db.selectFrom('appUser').select('userNo').orderBy('userNo').limit(2).execute();
  const [maker, checker] = people.map(({ userNo }) => userNo);
  const merchant = await db
    .selectFrom('loanProduct')
    .select('merchantNo')
    .orderBy('merchantNo', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (known || maker === undefined || checker === undefined || !merchant) return;
  const { merchantNo } = merchant;
  const products = await db
    .selectFrom('loanProduct')
    .select('productNo')
    .where('merchantNo', '=', merchantNo)
    .orderBy('productNo')
    .execute();
  const numbers = products.map(({ productNo }) => productNo);
  const terms = await productTermsOf(db, numbers, now);
  const cells = [...terms.values()].flatMap((one) => (one.terms === null ? [] : cellsOf(one.productNo, one.terms)));
  if (cells.length === 0) return;
  const shared = { configKey: key, subjectNo: merchantNo, makerUserNo: maker, editorUserNos: [maker] };
  const { versionId } = await db
    .insertInto('configVersion')
    .values({
      ...shared,
      versionNo: 1,
      value: JSON.stringify({ cells }),
      storedStatus: 'IN_FORCE',
      effectiveFrom: businessDateOf(now),
      inForceFrom: now,
      checkerUserNo: checker,
      reason: 'First prices by risk',
    })
    .returning('versionId')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('riskPriceBatch')
    .values([
      {
        merchantNo,
        versionId,
        makerUserNo: maker,
        jobNo: 'JB-DEMO-1',
        createdAt: now,
        rows: cells.length,
        failedRows: 0,
        importResult: 'SUCCESS',
      },
      {
        merchantNo,
        makerUserNo: maker,
        jobNo: 'JB-DEMO-2',
        createdAt: new Date(now.getTime() - 3_600_000),
        rows: 3,
        failedRows: 1,
        importResult: 'FAILURE',
        fault: 'PRICE_MISSING',
        faultFacts: JSON.stringify({ productNo: cells[0]?.productNo ?? '', loans: 0 }),
      },
    ])
    .execute();
  const cheaper = cells.map((cell) => (cell.modelLevel === 'B' ? { ...cell, stepUpBps: 500 } : cell));
  await db
    .insertInto('configVersion')
    .values({
      ...shared,
      versionNo: 2,
      value: JSON.stringify({ cells: cheaper }),
      storedStatus: 'PENDING',
      effectiveFrom: addDays(businessDateOf(now), 30),
      reason: 'VIPs of level B keep half of their step-up',
    })
    .execute();
}
