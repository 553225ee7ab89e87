import type { Call } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import type { Reading } from '../../../lists/index.ts';

interface OfProducts {
  readonly ruleId: string;
  readonly value: { readonly productNos: readonly string[] };
}

/** What the products of rules are called. */
export async function productNamesOf(
  rows: readonly OfProducts[],
  { db }: Pick<Reading, 'db'>,
): Promise<ReadonlyMap<string, { readonly productNames: string[] }>> {
  const wanted = rows.flatMap(({ value }) => value.productNos);
  const found =
    wanted.length === 0
      ? []
      : await db
          .selectFrom('loanProduct')
          .select(['productNo', 'productName'])
          .where('productNo', 'in', wanted)
          .execute();
  const names = new Map(found.map(({ productNo, productName }) => [productNo, productName]));
  return new Map(
    rows.map(({ ruleId, value }) => [ruleId, { productNames: value.productNos.map((no) => names.get(no) ?? no) }]),
  );
}

/** The products of the merchants that a caller sees. */
export async function productsSeen({ db, caller }: Call) {
  const merchantNos = merchantsSeen(caller.scope);
  let query = db
    .selectFrom('loanProduct as p')
    .innerJoin('merchant as m', 'm.merchantNo', 'p.merchantNo')
    .select(['p.productNo', 'p.productName', 'm.merchantName']);
  if (merchantNos !== null) query = query.where('p.merchantNo', 'in', [...merchantNos, '']);
  return await query.orderBy('m.merchantName').orderBy('p.productName').execute();
}
