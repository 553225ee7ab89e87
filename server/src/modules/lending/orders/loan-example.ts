import type { product } from '@kituo/sdk/contracts';
import { type Cents, totalOf } from '../../platform/ledger/index.ts';
import type { BusinessDate } from '../../platform/policy/index.ts';
import { aprPercent } from './apr.ts';
import { type LoanTerms, planRepayment } from './schedule.ts';

/**
 * A loan as its customer is told of it before they agree: what they get, what each bill asks, what it costs in all and a
 * year. @throws RangeError as `planRepayment`
 */
export function loanExample(principalCents: Cents, terms: LoanTerms, lentOn: BusinessDate): product.LoanExample {
  const plan = planRepayment(principalCents, terms, lentOn);
  const bills = plan.bills.map(({ termNo, dueDate, amounts }) => {
    const [totalCents, { PRINCIPAL: principal, INTEREST: interestCents }] = [totalOf(amounts), amounts];
    const feesCents = totalCents - principal - interestCents;
    return { termNo, dueDate, principalCents: principal, interestCents, feesCents, totalCents };
  });
  const repaidCents = bills.reduce((sum, { totalCents }) => sum + totalCents, 0);
  return {
    principalCents,
    paidOutCents: plan.paidOutCents,
    repaidCents,
    totalCostCents: repaidCents - plan.paidOutCents,
    aprPercent: aprPercent(plan.paidOutCents, bills, lentOn),
    bills,
  };
}
