import * as z from 'zod/mini';

/**
 * RULE_FIELD. What a rule of risk control may ask of an application. Sex, county and tribe are left out on purpose: who
 * somebody is decides nothing, what they owe and earn does.
 */
export const ruleField = z.enum([
  'scorerRefused',
  'listType',
  'modelLevel',
  'modelScore',
  'appliedCents',
  'monthlyIncomeCents',
  'age',
  'loanType',
  'settledOrders',
  'openOrders',
  'maxOverdueDays',
  'applications30Days',
]);
export type RuleField = z.output<typeof ruleField>;

/** RULE_OPERATOR. */
export const ruleOperator = z.enum(['EQ', 'NE', 'LT', 'LTE', 'GT', 'GTE', 'IN', 'NOT_IN', 'IS_EMPTY']);
export type RuleOperator = z.output<typeof ruleOperator>;

/** RULE_DECISION. */
export const ruleDecision = z.enum(['REFUSE', 'MANUAL', 'PASS']);
export type RuleDecision = z.output<typeof ruleDecision>;

/** RULE_TYPE: what a rule is about, for reading. */
export const ruleType = z.enum(['ADMISSION', 'ANTI_FRAUD', 'CREDIT', 'LIST']);

type Kind = 'FLAG' | 'NUMBER' | 'CODE';
const KINDS: Readonly<Record<RuleField, Kind>> = {
  scorerRefused: 'FLAG',
  listType: 'CODE',
  modelLevel: 'CODE',
  modelScore: 'NUMBER',
  appliedCents: 'NUMBER',
  monthlyIncomeCents: 'NUMBER',
  age: 'NUMBER',
  loanType: 'CODE',
  settledOrders: 'NUMBER',
  openOrders: 'NUMBER',
  maxOverdueDays: 'NUMBER',
  applications30Days: 'NUMBER',
};
const OPERATORS: Readonly<Record<Kind, readonly RuleOperator[]>> = {
  FLAG: ['EQ'],
  NUMBER: ['EQ', 'NE', 'LT', 'LTE', 'GT', 'GTE', 'IS_EMPTY'],
  CODE: ['EQ', 'NE', 'IN', 'NOT_IN', 'IS_EMPTY'],
};
const CODES: Partial<Record<RuleField, readonly string[]>> = {
  listType: ['BLACK', 'GREY', 'WHITE'],
  loanType: ['FIRST', 'REPEAT'],
};
const FLAGS = ['true', 'false'];
const WHOLE = /^-?\d{1,12}$/;
const LEVEL = /^[A-Z][0-9]?$/;

/** The codes of a threshold, `A, B1`. */
export const codesOf = (threshold: string): string[] => threshold.split(/[\s,;]+/).filter((code) => code !== '');

/** What is wrong with a condition beyond its form; null where nothing is. */
export function conditionFault(condition: {
  readonly fieldKey: RuleField;
  readonly operator: RuleOperator;
  readonly threshold: string;
}): { readonly path: 'operator' | 'threshold'; readonly error: string } | null {
  const { fieldKey, operator, threshold } = condition;
  const kind = KINDS[fieldKey];
  if (!OPERATORS[kind].includes(operator)) return { path: 'operator', error: 'The field has no such comparison' };
  if (operator === 'IS_EMPTY') return threshold === '' ? null : { path: 'threshold', error: 'Leave this empty' };
  if (kind === 'FLAG') return FLAGS.includes(threshold) ? null : { path: 'threshold', error: 'true or false' };
  if (kind === 'NUMBER') return WHOLE.test(threshold) ? null : { path: 'threshold', error: 'Must be a whole number' };
  const codes = codesOf(threshold);
  const isOne = operator === 'EQ' || operator === 'NE';
  const known = CODES[fieldKey];
  const areKnown = codes.every((code) => (known === undefined ? LEVEL.test(code) : known.includes(code)));
  const isFit = codes.length > 0 && (!isOne || codes.length === 1) && areKnown;
  return isFit ? null : { path: 'threshold', error: 'Not a code of this field' };
}
