import type { riskList, riskModel, ruleSet } from '@kituo/sdk/contracts';
import { type CodesOf, defineDictionary } from '@kituo/sdk/page';

export const RISK_LIST_TYPE = defineDictionary<CodesOf<typeof riskList.riskListType>>('RISK_LIST_TYPE', {
  WHITE: 'good',
  GREY: 'attention',
  BLACK: 'failed',
});
export const RISK_LIST_SUBJECT = defineDictionary<CodesOf<typeof riskList.riskListSubject>>('RISK_LIST_SUBJECT', {
  PHONE: 'waiting',
  ID_CARD_NO: 'waiting',
});
export const LIST_SOURCE = defineDictionary<CodesOf<typeof riskList.riskListSource>>('LIST_SOURCE', {
  MANUAL: 'waiting',
  IMPORT: 'waiting',
  FRAUD_CASE: 'waiting',
  BUREAU: 'waiting',
  CHARGE_OFF: 'waiting',
});
export const LIST_STATUS = defineDictionary<CodesOf<typeof riskList.riskListStatus>>('LIST_STATUS', {
  ACTIVE: 'active',
  EXPIRED: 'waiting',
  REMOVED: 'waiting',
});
export const RULE_TYPE = defineDictionary<CodesOf<typeof ruleSet.ruleType>>('RULE_TYPE', {
  ADMISSION: 'waiting',
  ANTI_FRAUD: 'failed',
  CREDIT: 'active',
  LIST: 'waiting',
});
export const RULE_FIELD = defineDictionary<CodesOf<typeof ruleSet.ruleField>>('RULE_FIELD', {
  scorerRefused: 'waiting',
  listType: 'waiting',
  modelLevel: 'waiting',
  modelScore: 'waiting',
  appliedCents: 'waiting',
  monthlyIncomeCents: 'waiting',
  age: 'waiting',
  loanType: 'waiting',
  settledOrders: 'waiting',
  openOrders: 'waiting',
  maxOverdueDays: 'waiting',
  applications30Days: 'waiting',
});
export const RULE_OPERATOR = defineDictionary<CodesOf<typeof ruleSet.ruleOperator>>('RULE_OPERATOR', {
  EQ: 'waiting',
  NE: 'waiting',
  LT: 'waiting',
  LTE: 'waiting',
  GT: 'waiting',
  GTE: 'waiting',
  IN: 'waiting',
  NOT_IN: 'waiting',
  IS_EMPTY: 'waiting',
});
export const RULE_DECISION = defineDictionary<CodesOf<typeof ruleSet.ruleDecision>>('RULE_DECISION', {
  REFUSE: 'failed',
  MANUAL: 'attention',
  PASS: 'good',
});
export const MODEL_ROLE = defineDictionary<CodesOf<typeof riskModel.modelRole>>('MODEL_ROLE', {
  CHAMPION: 'good',
  CHALLENGER: 'active',
  SHADOW: 'waiting',
});
export const MODEL_SCORER = defineDictionary<CodesOf<typeof riskModel.modelScorer>>('MODEL_SCORER', {
  SCORECARD: 'waiting',
  HTTP: 'waiting',
});
export const MODEL_INPUT = defineDictionary<CodesOf<typeof riskModel.modelInput>>('MODEL_INPUT', {
  appliedCents: 'waiting',
  monthlyIncomeCents: 'waiting',
  age: 'waiting',
  loanType: 'waiting',
  settledOrders: 'waiting',
  openOrders: 'waiting',
  maxOverdueDays: 'waiting',
  applications30Days: 'waiting',
});
export const MODEL_FAILURE = defineDictionary<CodesOf<typeof riskModel.modelFailure>>('MODEL_FAILURE', {
  TIMEOUT: 'failed',
  UNREACHABLE: 'failed',
  REFUSED: 'failed',
  INVALID: 'failed',
  INPUT: 'attention',
  LATE: 'attention',
  PAUSED: 'attention',
  DISABLED: 'waiting',
});
