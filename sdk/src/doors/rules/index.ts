/** `@kituo/sdk/rules`: pages of named rules, several a merchant, each with versions that another person approves. */
export { RULE_STATUS, type RuleBatchesProps, type RuleForm, type RuleKind, type RuleValue } from './rule-kind.ts';
export { MOST_RULES, RuleBatches } from './rule-batches.tsx';
export { RuleRuns } from './rule-runs.tsx';
export { RuleScreen } from './rule-screen.tsx';
