import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../db/database.ts';
import { lockOne } from '../../../db/lock-one.ts';
import { AppError } from '../../../http/app-error.ts';
import type { DataScope } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { type ProductTerms, productTerms } from '../orders/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';

export interface Product {
  readonly productNo: string;
  readonly productName: string;
  readonly merchantNo: string;
  readonly isEnabled: boolean;
  readonly version: number;
}

/** The product within the scope, locked. @throws AppError PRODUCT_NOT_FOUND */
export async function lockProduct(tx: Tx, productNo: string, scope: DataScope): Promise<Product> {
  return await lockOne(tx, tx.selectFrom('loanProduct').selectAll().where('productNo', '=', productNo), {
    missing: 'PRODUCT_NOT_FOUND',
    subject: `product ${productNo}`,
    state: ({ version }) => version,
    isSeen: ({ merchantNo }) => seesMerchant(scope, merchantNo),
  });
}

/** As `lockProduct`, to read alone. @throws AppError PRODUCT_NOT_FOUND */
export async function readProduct(db: Queryable, productNo: string, scope: DataScope): Promise<Product> {
  const found = await db.selectFrom('loanProduct').selectAll().where('productNo', '=', productNo).executeTakeFirst();
  if (!found || !seesMerchant(scope, found.merchantNo)) throw new AppError('PRODUCT_NOT_FOUND');
  return found;
}

export interface VersionInForce {
  readonly versionNo: number;
  readonly effectiveFrom: string;
  readonly terms: ProductTerms;
}

/** The versions that hold at an instant, by product; a product without one is missing. */
export async function versionsInForce(
  db: Queryable,
  productNos: readonly string[],
  at: Date,
): Promise<ReadonlyMap<string, VersionInForce>> {
  const rows = await db
    .selectFrom('loanProductVersion')
    .distinctOn('productNo')
    .select(['productNo', 'versionNo', 'effectiveFrom', 'terms'])
    .where(sql<boolean>`product_no = any(${[...productNos]}::text[])`)
    .where('effectiveFrom', '<=', businessDateOf(at))
    .orderBy('productNo')
    .orderBy('effectiveFrom', 'desc')
    .execute();
  return new Map(rows.map(({ productNo, terms, ...row }) => [productNo, { ...row, terms: productTerms.parse(terms) }]));
}
