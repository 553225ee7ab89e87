// Scoring models: versions, levels, shares of traffic, and what each says of an application.

import './tables.ts';
import { modelFairness, riskModel } from '@kituo/sdk/contracts';
import { defineModule } from '../../../define-module.ts';
import { implement } from '../../../http/implement.ts';
import { ruleExport, ruleRoutes, versionsOf } from '../../platform/rules/index.ts';
import { fairnessExport, readFairness } from './fairness.ts';
import { modelFamily } from './family.ts';
import { readDrift, readTest, scorePastOrder } from './results.ts';
import { readTraffic, requestTraffic, trafficKind } from './traffic-change.ts';

export { driftedModels } from './drifted.ts';
export { askServices, awaitsService, isSameScore, scoreApplication } from './scoring.ts';

export const riskModels = defineModule({
  name: 'risk-models',
  routes: [
    ...ruleRoutes(modelFamily),
    implement(riskModel.traffic, requestTraffic),
    implement(riskModel.trafficNow, readTraffic),
    implement(riskModel.score, scorePastOrder),
    implement(riskModel.drift, readDrift),
    implement(riskModel.testResult, readTest),
    implement(modelFairness.fairness, readFairness),
    implement(modelFairness.fairnessExport, fairnessExport.queue),
  ],
  config: [versionsOf(modelFamily)],
  changes: [trafficKind],
  exports: [fairnessExport.kind, ruleExport(modelFamily).kind],
});
