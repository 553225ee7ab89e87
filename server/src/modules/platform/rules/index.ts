// Named rules: several a merchant, each with versions, a dry run and a history of runs.

import './tables.ts';

export { saveRule, stateRule } from './commands.ts';
export { ruleExport } from './export.ts';
export { copyToMerchantsBatch, copyToProductsBatch, stateManyBatch, switchRule } from './many.ts';
export type { RuleBatches } from './many.ts';
export { everyRuleAt, hasRules, rulesAt } from './in-force.ts';
export type { RuleInForce } from './in-force.ts';
export { noteRun, recordItem } from './record-item.ts';
export type { RuleFamily, Simulated } from './rule-family.ts';
export { versionsOf } from './rule-versions.ts';
export { ruleRoutes } from './routes.ts';
