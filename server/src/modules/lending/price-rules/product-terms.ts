import { product } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { businessDateOf } from '../../platform/policy/index.ts';

/** The products of these numbers with their merchant and the terms of the day; null where they have none yet. */
export async function productTermsOf(db: Queryable, productNos: readonly string[], at: Date) {
  const rows = await db
    .selectFrom('loanProduct as p')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('loanProductVersion')
          .select('terms')
          .whereRef('productNo', '=', 'p.productNo')
          .where('effectiveFrom', '<=', businessDateOf(at))
          .orderBy('effectiveFrom', 'desc')
          .limit(1)
          .as('v'),
      (join) => join.onTrue(),
    )
    .select(['p.productNo', 'p.productName', 'p.merchantNo', 'v.terms'])
    .where(sql<boolean>`p.product_no = any(${[...new Set(productNos)]}::text[])`)
    .execute();
  return new Map(
    rows.map(({ terms, ...row }) => [
      row.productNo,
      { ...row, terms: terms === null ? null : product.productTerms.parse(terms) },
    ]),
  );
}
