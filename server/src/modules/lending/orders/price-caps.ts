import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { type BusinessDate, policyOn } from '../../platform/policy/index.ts';
import { annualBpsOf } from './interest.ts';
import { loanExample } from './loan-example.ts';
import type { ProductTerms } from './terms.ts';

const percent = (bps: number): string => String(Math.round(bps) / 100);

/** Where a form has the rate. */
export const rateFieldOf = ({ rateUnit = 'DAILY' }: ProductTerms): 'dailyInterestBps' | 'interestBps' =>
  rateUnit === 'DAILY' ? 'dailyInterestBps' : 'interestBps';

/**
 * Refuses prices above the caps of a day, beside the field that makes most of them. The least and the greatest loan are
 * looked at: fixed fees are dearest on the least.
 * @param under Where a form has the terms; without it the refusal names no field.
 * @throws AppError INTEREST_ABOVE_CAP, APR_ABOVE_CAP, COST_ABOVE_CAP
 */
export async function refuseAboveCaps(
  db: Queryable,
  terms: ProductTerms,
  on: BusinessDate,
  under?: string,
): Promise<void> {
  const { policy, sourceOf } = await policyOn(db, on);
  const { maxAnnualInterestBps, maxAprBps, maxTotalCostBps } = policy.priceCaps;
  if (maxAnnualInterestBps === null && maxAprBps === null && maxTotalCostBps === null) return;
  const examples = [terms.minPrincipalCents, terms.maxPrincipalCents].map((cents) => loanExample(cents, terms, on));
  const aprBps = Math.max(...examples.map(({ aprPercent }) => Math.round((aprPercent ?? 0) * 100)));
  const costBps = Math.max(
    ...examples.map(({ totalCostCents, principalCents }) => (totalCostCents * 10_000) / principalCents),
  );
  const refuseAbove = (
    error: 'INTEREST_ABOVE_CAP' | 'APR_ABOVE_CAP' | 'COST_ABOVE_CAP',
    field: keyof ProductTerms,
    bps: number,
    cap: number | null,
  ) => {
    if (cap === null || bps <= cap) return;
    const facts = { percent: percent(bps), cap: percent(cap), source: sourceOf('priceCaps') ?? '-' };
    throw new AppError(error, { facts, ...(under !== undefined && { fields: [`${under}.${field}`] }) });
  };
  refuseAbove('INTEREST_ABOVE_CAP', rateFieldOf(terms), annualBpsOf(terms), maxAnnualInterestBps);
  refuseAbove('APR_ABOVE_CAP', rateFieldOf(terms), aprBps, maxAprBps);
  refuseAbove('COST_ABOVE_CAP', 'serviceFeeBps', costBps, maxTotalCostBps);
}
