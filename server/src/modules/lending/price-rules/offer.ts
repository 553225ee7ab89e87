import type { product } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { configAt } from '../../platform/configuration/index.ts';
import { priceFamily } from './family.ts';
import { cellFor, type Customer, priced } from './match.ts';

/** What a customer is offered of a product, and by which version of the merchant's prices. */
export interface Offer {
  readonly terms: product.ProductTerms;
  /** Null where the product's own terms apply. */
  readonly pricingVersionNo: number | null;
  readonly pricingStepUpBps: number | null;
}

interface Known extends Customer {
  readonly vipStepUpBps: number;
}

async function customerAt(db: Queryable, customerNo: string, at: Date): Promise<Known> {
  const { rows } = await sql<Known>`
    SELECT (SELECT o.model_level FROM loan_order o WHERE o.customer_no = ${customerNo} AND o.model_level IS NOT NULL
        AND o.apply_time <= ${at} ORDER BY o.apply_time DESC, o.order_no DESC LIMIT 1) AS model_level,
      (SELECT count(*)::int FROM loan_order o WHERE o.customer_no = ${customerNo} AND o.order_status = 'CLOSED'
        AND o.closed_at <= ${at}) AS settled_orders,
      coalesce((SELECT v.step_up_bps FROM vip_member v WHERE v.customer_no = ${customerNo} AND v.expires_at > ${at}), 0)
        AS vip_step_up_bps`.execute(db);
  return rows[0] ?? { modelLevel: null, settledOrders: 0, vipStepUpBps: 0 };
}

/** A product's terms for a customer at a moment: at the price in force, else as they are. */
export async function offerAt(
  db: Queryable,
  of: { readonly merchantNo: string; readonly productNo: string; readonly customerNo: string },
  terms: product.ProductTerms,
  at: Date,
): Promise<Offer> {
  const own: Offer = { terms, pricingVersionNo: null, pricingStepUpBps: null };
  const { value, versionNo } = await configAt(db, priceFamily, at, of.merchantNo);
  if (value === null || !value.cells.some(({ productNo }) => productNo === of.productNo)) return own;
  const customer = await customerAt(db, of.customerNo, at);
  const cell = cellFor(value.cells, of.productNo, customer);
  if (cell === null) return own;
  return {
    terms: priced(terms, cell, customer.vipStepUpBps),
    pricingVersionNo: versionNo,
    pricingStepUpBps: cell.stepUpBps,
  };
}
