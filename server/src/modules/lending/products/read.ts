import type { ParsedRequestOf, product } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { anywhere } from '../../../db/like.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Caller } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { totalOf } from '../../platform/ledger/index.ts';
import { planRepayment } from '../orders/index.ts';
import { readProduct, versionsInForce } from './store.ts';
import { refuseFaultyTerms } from './terms-family.ts';

type Request = ParsedRequestOf<typeof product.page>;

function matching(db: Queryable, { scope }: Caller, filters: Request['filters']) {
  const merchantNos = merchantsSeen(scope);
  const { productNo, productName, merchantNo, status } = filters;
  let found = db.selectFrom('loanProduct as p').innerJoin('merchant as m', 'm.merchantNo', 'p.merchantNo');
  if (merchantNos) found = found.where(sql<boolean>`p.merchant_no = any(${merchantNos})`);
  if (productNo) found = found.where('p.productNo', '=', productNo);
  if (productName) found = found.where('p.productName', 'ilike', anywhere(productName));
  if (merchantNo) found = found.where('p.merchantNo', '=', merchantNo);
  if (status) found = found.where('p.isEnabled', '=', status === 'ENABLED');
  return found;
}

async function rowsOf(
  db: Queryable,
  query: ReturnType<typeof matching>,
  { codes }: Caller,
): Promise<product.ProductRow[]> {
  const rows = await query
    .selectAll('p')
    .select('m.merchantName')
    .select(
      sql<number>`(select count(*)::int from loan_order o where o.product_no = p.product_no
      and o.order_status in ('DISBURSING', 'DISBURSED'))`.as('openOrders'),
    )
    .execute();
  const numbers = rows.map(({ productNo }) => productNo);
  const inForce = await versionsInForce(db, numbers, new Date());
  return rows.map(({ isEnabled, ...row }) => {
    const holding = inForce.get(row.productNo);
    const actions: product.ProductRow['allowedActions'] = [];
    if (codes.has('operation:product:save')) actions.push('save');
    if (codes.has('operation:product:enable') && (isEnabled || holding)) {
      actions.push(isEnabled ? 'disable' : 'enable');
    }
    return {
      ...row,
      status: isEnabled ? 'ENABLED' : 'DISABLED',
      versionNo: holding?.versionNo ?? null,
      effectiveFrom: holding?.effectiveFrom ?? null,
      terms: holding?.terms ?? null,
      allowedActions: actions,
    };
  });
}

export async function findProducts(db: Queryable, caller: Caller, request: Request) {
  const { filters, sort, page, pageSize } = request;
  const found = matching(db, caller, filters);
  const { field, direction } = sort ?? { field: 'productNo', direction: 'asc' };
  const asked = found
    .orderBy(`p.${field}`, direction)
    .orderBy('p.productNo', direction)
    .offset((page - 1) * pageSize)
    .limit(pageSize);
  const counted = await found.select(sql<number>`count(*)`.as('total')).executeTakeFirst();
  return {
    rows: await rowsOf(db, asked, caller),
    total: counted?.total ?? 0,
    totalIsExact: true,
  };
}

/** @throws AppError PRODUCT_NOT_FOUND */
export async function readOne(db: Queryable, caller: Caller, productNo: string) {
  const [row] = await rowsOf(db, matching(db, caller, { productNo }), caller);
  if (!row) throw new AppError('PRODUCT_NOT_FOUND');
  return row;
}

/** @throws AppError PRODUCT_NOT_FOUND, PRODUCT_WITHOUT_TERMS, AMOUNT_INVALID; BAD_REQUEST for terms no version may have */
export async function quotePlan(db: Queryable, { scope }: Caller, request: ParsedRequestOf<typeof product.quote>) {
  const { productNo, principalCents, lentOn } = request;
  await readProduct(db, productNo, scope);
  if (request.terms) refuseFaultyTerms(request.terms, 'terms');
  const inForce = await versionsInForce(db, [productNo], new Date());
  const terms = request.terms ?? inForce.get(productNo)?.terms;
  if (!terms) throw new AppError('PRODUCT_WITHOUT_TERMS');
  const { minPrincipalCents, maxPrincipalCents } = terms;
  if (principalCents < minPrincipalCents || principalCents > maxPrincipalCents) {
    throw new AppError('AMOUNT_INVALID', { fields: ['principalCents'] });
  }
  const plan = planRepayment(principalCents, terms, lentOn);
  return {
    paidOutCents: plan.paidOutCents,
    bills: plan.bills.map(({ termNo, dueDate, amounts }) => ({
      termNo,
      dueDate,
      totalCents: totalOf(amounts),
    })),
  };
}
