import type { casePolicy } from '@kituo/sdk/contracts';
import { type CodesOf, defineDictionary, fieldsOf } from '@kituo/sdk/page';

export const DIVISION_MODE = defineDictionary<CodesOf<typeof casePolicy.divisionMode>>('DIVISION_MODE', {
  COUNT: 'waiting',
  AMOUNT: 'waiting',
  BALANCED: 'active',
});
export const REMINDER_STEP = defineDictionary<CodesOf<typeof casePolicy.reminderStep>>('REMINDER_STEP', {
  NONE: 'waiting',
  SMS: 'active',
  ROBOT: 'active',
  PERSON: 'good',
});
export const LAST_RUN_RESULT = defineDictionary<CodesOf<typeof casePolicy.lastRunResult>>('LAST_RUN_RESULT', {
  DONE: 'good',
  PARTLY: 'attention',
  NOTHING: 'waiting',
});
/** What is left of a policy's steps for who always pays in time. */
export const IN_TIME_STEPS = defineDictionary<CodesOf<typeof casePolicy.inTimeSteps>>('IN_TIME_STEPS', {
  ALL: 'active',
  SMS: 'active',
  NONE: 'waiting',
});
export const LATE_LEVELS = ['S1', 'S2', 'S3', 'S4', 'S5'] as const;

export type PolicyFields = Record<
  | 'ruleName'
  | 'caseScopes'
  | 'caseLevels'
  | 'divisionMode'
  | 'newStaffWeight'
  | 'oldStaffWeight'
  | 'newStaffCap'
  | 'oldStaffCap'
  | 'newStaffMaxAmountCents'
  | 'amountFromCents'
  | 'amountToCents'
  | 'keepCollector'
  | 'keepOrderTogether'
  | 'productNos'
  | 'loanType'
  | 'onDueDay'
  | 'oneDayBefore'
  | 'twoDaysBefore'
  | 'threeDaysBefore'
  | 'remindAt'
  | 'onDueDayTemplate'
  | 'oneDayBeforeTemplate'
  | 'twoDaysBeforeTemplate'
  | 'threeDaysBeforeTemplate'
  | 'inTimePayers'
  | 'robotScriptCode',
  unknown
>;
/** The fields of both policies' forms. */
export const policyFields = fieldsOf<PolicyFields>();
