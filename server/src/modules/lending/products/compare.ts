import type { ParsedRequestOf, product, ReplyOf } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import type { Caller } from '../../../http/implement.ts';
import { isStep, loanExample, type ProductTerms } from '../orders/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { readProduct, versionsInForce } from './store.ts';
import { refuseFaultyTerms } from './terms-family.ts';

type Compared = ReplyOf<typeof product.compare>;

const DAYS = 30;
const MOST = 2_000;

const isOffered = (cents: number, terms: ProductTerms): boolean =>
  cents >= terms.minPrincipalCents && cents <= terms.maxPrincipalCents && isStep(cents, terms);

/**
 * Terms beside those in force. Loans of other terms in between are priced by those in force too: the month says what
 * the change does, not what was charged.
 */
export async function compareTerms(
  db: Queryable,
  { scope }: Caller,
  { productNo, terms }: ParsedRequestOf<typeof product.compare>,
): Promise<Compared> {
  await readProduct(db, productNo, scope);
  const now = new Date();
  await refuseFaultyTerms(db, terms, 'terms', businessDateOf(now));
  const inForce = (await versionsInForce(db, [productNo], now)).get(productNo)?.terms ?? null;
  const sample = inForce === null ? 0 : Math.min(inForce.maxPrincipalCents, terms.maxPrincipalCents);
  const isShared = inForce !== null && isOffered(sample, inForce) && isOffered(sample, terms);
  const today = businessDateOf(now);
  return {
    examples: isShared
      ? { before: loanExample(sample, inForce, today), after: loanExample(sample, terms, today) }
      : null,
    month: await repriced(db, productNo, { inForce, terms, now }),
  };
}

async function repriced(
  db: Queryable,
  productNo: string,
  { inForce, terms, now }: { readonly inForce: ProductTerms | null; readonly terms: ProductTerms; readonly now: Date },
): Promise<Compared['month']> {
  const month = { orders: 0, notOffered: 0, dearer: 0, cheaper: 0, beforeCostCents: 0, afterCostCents: 0 };
  if (inForce === null) return month;
  const orders = await db
    .selectFrom('loanOrder')
    .select(['approvedCents', 'lendingTime'])
    .where('productNo', '=', productNo)
    .where('lendingTime', '>=', new Date(now.getTime() - DAYS * 86_400_000))
    .where('approvedCents', 'is not', null)
    .orderBy('lendingTime', 'desc')
    .limit(MOST)
    .execute();
  const costs = new Map<string, { readonly before: number; readonly after: number }>();
  for (const { approvedCents, lendingTime } of orders) {
    if (approvedCents === null || lendingTime === null) continue;
    month.orders += 1;
    if (!isOffered(approvedCents, terms)) {
      month.notOffered += 1;
      continue;
    }
    const lentOn = businessDateOf(lendingTime);
    const key = `${approvedCents} ${lentOn}`;
    const cost = costs.get(key) ?? {
      before: loanExample(approvedCents, inForce, lentOn).totalCostCents,
      after: loanExample(approvedCents, terms, lentOn).totalCostCents,
    };
    costs.set(key, cost);
    month.beforeCostCents += cost.before;
    month.afterCostCents += cost.after;
    if (cost.after > cost.before) month.dearer += 1;
    if (cost.after < cost.before) month.cheaper += 1;
  }
  return month;
}
