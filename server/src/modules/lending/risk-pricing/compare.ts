import { type ReplyOf, riskPricing } from '@kituo/sdk/contracts';
import { isDeepStrictEqual } from 'node:util';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { priceFamily, productTermsOf } from '../price-rules/index.ts';

type Cell = riskPricing.PriceCell;
type Change = Omit<riskPricing.CellChange, 'productName'>;

const ofFamily = (db: Queryable) =>
  db.selectFrom('configVersionNow').selectAll().where('configKey', '=', priceFamily.key);

const cellsOf = ({ value }: { readonly value: unknown }): readonly Cell[] => priceFamily.value.parse(value).cells;

/** A version of a merchant within the scope. @throws AppError NOT_FOUND */
export async function readMatrix(db: Queryable, versionId: string, { caller }: Pick<Call, 'caller'>) {
  const found = await ofFamily(db).where('versionId', '=', versionId).executeTakeFirst();
  if (!found || !seesMerchant(caller.scope, found.subjectNo)) throw new AppError('NOT_FOUND');
  return found;
}

type Version = Awaited<ReturnType<typeof readMatrix>>;

/** What applied before a version did; for one that does not apply yet, what applies now. */
export async function versionBefore(db: Queryable, { subjectNo, versionId, inForceFrom }: Version) {
  const until = inForceFrom === null || inForceFrom > new Date() ? new Date() : inForceFrom;
  const found = await ofFamily(db)
    .where('subjectNo', '=', subjectNo)
    .where('versionId', '<>', versionId)
    .where('versionStatus', 'in', ['IN_FORCE', 'SUPERSEDED'])
    .where('inForceFrom', '<=', until)
    .orderBy('inForceFrom', 'desc')
    .orderBy('versionNo', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found ? { versionNo: found.versionNo, cells: cellsOf(found) } : { versionNo: null, cells: [] };
}

const pricesOf = ({ dailyInterestBps, serviceFeeBps, minLimitCents, maxLimitCents, stepUpBps }: Cell) => ({
  dailyInterestBps,
  serviceFeeBps,
  minLimitCents,
  maxLimitCents,
  stepUpBps,
});

/** Pure: what differs between two matrices, a cell each, and how many cells do not. */
export function changesBetween(before: readonly Cell[], after: readonly Cell[]) {
  const earlier = new Map(before.map((cell) => [riskPricing.cellKey(cell), cell]));
  const later = new Map(after.map((cell) => [riskPricing.cellKey(cell), cell]));
  const all = new Map([...earlier, ...later]);
  const changes: Change[] = [];
  for (const [key, { productNo, modelLevel, settledOrderCount }] of all) {
    const [was, is] = [earlier.get(key), later.get(key)];
    const change = { before: was ? pricesOf(was) : null, after: is ? pricesOf(is) : null };
    if (!isDeepStrictEqual(change.before, change.after)) {
      changes.push({ productNo, modelLevel, settledOrderCount, ...change });
    }
  }
  return { changes, unchanged: all.size - changes.length };
}

/** @throws AppError NOT_FOUND */
export async function compareVersion(
  { versionId }: { readonly versionId: string },
  call: Call,
): Promise<ReplyOf<typeof riskPricing.compare>> {
  const { db } = call;
  const version = await readMatrix(db, versionId, call);
  const before = await versionBefore(db, version);
  const { changes, unchanged } = changesBetween(before.cells, cellsOf(version));
  const names = await productTermsOf(
    db,
    changes.map(({ productNo }) => productNo),
    new Date(),
  );
  return {
    versionNo: version.versionNo,
    againstVersionNo: before.versionNo,
    unchanged,
    changes: changes.map((change) => ({
      ...change,
      productName: names.get(change.productNo)?.productName ?? change.productNo,
    })),
  };
}
