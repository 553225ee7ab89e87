// Rule sets of risk control: how the machine decides applications, and every decision line by line.

import './tables.ts';
import { ruleSet } from '@kituo/sdk/contracts';
import { defineModule } from '../../../define-module.ts';
import { implement } from '../../../http/implement.ts';
import { ruleExport, ruleRoutes, versionsOf } from '../../platform/rules/index.ts';
import { productsSeen } from '../product-rules/index.ts';
import { backtestKind, readBacktest, startBacktest } from './backtest.ts';
import { evaluationExport, evaluations } from './evaluations.ts';
import { ruleSetFamily } from './family.ts';
import { replayEvaluation } from './replay-evaluation.ts';
import { haltReviews, readHalt, requestResume, resumeKind } from './halt.ts';

export { applicantReasons } from './adverse-action.ts';
export { decideByRules, isDecidedAtOnce, type Verdict } from './decide.ts';
export { DEFAULT_RULES } from './default-rules.ts';
export { keptDecision } from './evaluations.ts';

export const ruleSets = defineModule({
  name: 'rule-sets',
  routes: [
    ...ruleRoutes(ruleSetFamily),
    implement(ruleSet.evaluationPage, evaluations.page),
    implement(ruleSet.evaluationExport, evaluationExport.queue),
    implement(ruleSet.evaluationReplay, replayEvaluation),
    implement(ruleSet.products, async (_, call) => await productsSeen(call)),
    implement(ruleSet.halted, readHalt),
    implement(ruleSet.halt, haltReviews),
    implement(ruleSet.resume, requestResume),
    implement(ruleSet.backtest, startBacktest),
    implement(ruleSet.backtestResult, readBacktest),
  ],
  config: [versionsOf(ruleSetFamily)],
  changes: [resumeKind],
  jobs: [backtestKind],
  exports: [evaluationExport.kind, ruleExport(ruleSetFamily).kind],
});
