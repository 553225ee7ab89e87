import type { ruleSet } from '@kituo/sdk/contracts';
import { BLACKLIST_REFUSE_CODE } from '../../parties/blacklist/index.ts';
import type { Application } from '../application-facts/index.ts';
import { type Decision, evaluate, type Facts } from './evaluate.ts';

/** The facts of an application, with what the scorer and the lists said of it. */
export function factsOf(
  application: Application,
  said: { readonly scorerRefused: boolean; readonly listType: string | null },
): Facts {
  const { appliedCents, monthlyIncomeCents, age, loanType, modelLevel, modelScore } = application;
  const { settledOrders, openOrders, maxOverdueDays, applications30Days } = application;
  return {
    appliedCents,
    monthlyIncomeCents,
    age,
    loanType,
    modelLevel,
    modelScore,
    settledOrders,
    openOrders,
    maxOverdueDays,
    applications30Days,
    ...said,
  };
}

/** What rules would say of a past application; a customer on a black list is refused whatever they say. */
export function replay(rules: readonly ruleSet.RiskRule[], application: Application): Decision {
  const { machineCode, metList } = application;
  const isListed = machineCode === BLACKLIST_REFUSE_CODE;
  if (isListed) return { decision: 'REFUSE', decidedBy: null, lines: [] };
  return evaluate(rules, factsOf(application, { scorerRefused: machineCode !== null, listType: metList }));
}
