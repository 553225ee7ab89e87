import type { waiverStrategy } from '@kituo/sdk/contracts';
import type { Amounts } from '../../platform/ledger/index.ts';
import { daysPastDue } from '../../platform/policy/index.ts';

/** What a strategy looks at of a bill. */
export interface StrategyBill {
  readonly caseLevel: string;
  readonly dueDate: string;
  readonly productNo: string;
  readonly outstanding: Amounts;
}

/** The most that a strategy lets be waived on a bill; 0 for one that it does not speak of. Pure. */
export function mostOn(strategy: waiverStrategy.WaiverStrategy, bill: StrategyBill, day: string): number {
  const { caseLevels, dpdFrom, dpdTo, productNos, components, rateBps, capPerBillCents } = strategy;
  const dpd = Math.max(0, daysPastDue(bill.dueDate, day));
  const isAbout =
    caseLevels.some((level) => level === bill.caseLevel) &&
    dpd >= dpdFrom &&
    dpd <= dpdTo &&
    (productNos.length === 0 || productNos.includes(bill.productNo));
  if (!isAbout) return 0;
  const share = components.reduce(
    (sum, component) => sum + Math.floor((bill.outstanding[component] * rateBps) / 10_000),
    0,
  );
  return Math.min(share, capPerBillCents);
}
