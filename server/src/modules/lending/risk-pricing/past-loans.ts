import { product } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { addDays, startOfBusinessDate } from '../../platform/policy/index.ts';
import type { PastLoan } from './backtest-day.ts';

/** More loans a merchant and day than a version is tried on. */
const MAX_PER_DAY = 20_000;

interface Row extends Omit<PastLoan, 'terms'> {
  readonly productVersionNo: number;
}

/**
 * The loans of a merchant’s applications of a day, with the customer’s level and repaid loans as an offer would have
 * read them then.
 */
export async function readPastLoans(db: Queryable, merchantNo: string, day: string): Promise<PastLoan[]> {
  const { rows } = await sql<Row>`
    SELECT o.customer_no, o.product_no, o.product_version_no, o.approved_cents AS lent_cents,
      to_char(o.lending_time AT TIME ZONE 'Africa/Nairobi', 'YYYY-MM-DD') AS lent_on,
      (SELECT p.model_level FROM loan_order p WHERE p.customer_no = o.customer_no AND p.order_no <> o.order_no
        AND p.model_level IS NOT NULL AND p.apply_time <= o.apply_time
        ORDER BY p.apply_time DESC, p.order_no DESC LIMIT 1) AS model_level,
      (SELECT count(*)::int FROM loan_order p WHERE p.customer_no = o.customer_no AND p.order_status = 'CLOSED'
        AND p.closed_at <= o.apply_time) AS settled_orders,
      coalesce((SELECT max(coalesce(b.actual_date, now()::date) - b.due_date) FROM bill b
        WHERE b.order_no = o.order_no) > 30, false) AS is_bad
    FROM loan_order o
    WHERE o.merchant_no = ${merchantNo} AND o.apply_time >= ${startOfBusinessDate(day)}
      AND o.apply_time < ${startOfBusinessDate(addDays(day, 1))} AND o.lending_time IS NOT NULL
      AND o.approved_cents IS NOT NULL
    ORDER BY o.order_no LIMIT ${MAX_PER_DAY}`.execute(db);
  if (rows.length === 0) return [];
  const versions = await db
    .selectFrom('loanProductVersion')
    .select(['productNo', 'versionNo', 'terms'])
    .where('productNo', 'in', [...new Set(rows.map(({ productNo }) => productNo))])
    .execute();
  const terms = new Map(
    versions.map((one) => [`${one.productNo} ${one.versionNo}`, product.productTerms.parse(one.terms)]),
  );
  return rows.flatMap(({ productVersionNo, ...loan }) => {
    const own = terms.get(`${loan.productNo} ${productVersionNo}`);
    return own ? [{ ...loan, terms: own }] : [];
  });
}
