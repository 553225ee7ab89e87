import type { ruleSet } from '@kituo/sdk/contracts';

/** What decides where a merchant has no set in force: the scorer's word, and a grey customer goes to a person. */
export const DEFAULT_RULES: readonly ruleSet.RiskRule[] = [
  {
    priority: 10,
    ruleName: 'Declined by the scorer',
    ruleType: 'CREDIT',
    fieldKey: 'scorerRefused',
    operator: 'EQ',
    threshold: 'true',
    decision: 'REFUSE',
    refuseCode: 'M104',
    coolOffDays: 0,
  },
  {
    priority: 20,
    ruleName: 'On the grey list',
    ruleType: 'LIST',
    fieldKey: 'listType',
    operator: 'EQ',
    threshold: 'GREY',
    decision: 'MANUAL',
    refuseCode: null,
    coolOffDays: 0,
  },
];

/** What decides for a merchant that has no rule set and does not take the default ones: whom these would pass sees a person. */
export const NO_RULES: readonly ruleSet.RiskRule[] = [
  ...DEFAULT_RULES,
  {
    priority: 30,
    ruleName: 'No rule set of the merchant',
    ruleType: 'CREDIT',
    fieldKey: 'scorerRefused',
    operator: 'EQ',
    threshold: 'false',
    decision: 'MANUAL',
    refuseCode: null,
    coolOffDays: 0,
  },
];

/** Read before any set, whatever it says: nothing overrides the lists of people we do not lend to. */
export const GUARD = {
  priority: 0,
  ruleName: 'On a black list',
  fieldKey: 'listType',
  operator: 'EQ',
  threshold: 'BLACK',
  decision: 'REFUSE',
} as const satisfies Omit<ruleSet.EvaluationLine, 'value' | 'isHit'>;

/** Read after any set where a model scores: what it could not score, and has no level to fall back to, is no pass. */
export const NO_SCORE = {
  priority: 10_000,
  ruleName: 'No score from the model',
  fieldKey: 'modelLevel',
  operator: 'IS_EMPTY',
  threshold: '',
  decision: 'MANUAL',
} as const satisfies Omit<ruleSet.EvaluationLine, 'value' | 'isHit'>;
