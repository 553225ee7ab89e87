import { riskModel } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import { modelFamily } from './family.ts';
import { movedInputs, movedScores } from './quality.ts';
import { psiOf } from './statistics.ts';

/** A model whose scores are no longer spread as they were. */
interface DriftedModel {
  readonly ruleId: string;
  readonly merchantNo: string;
  readonly modelName: string;
  readonly psi: number;
  /** What moved most; null where no input tells. */
  readonly input: riskModel.ModelInput | null;
}

/** Models with traffic whose PSI is above the limit, with the input that moved most. */
export async function driftedModels(db: Queryable): Promise<DriftedModel[]> {
  const models = await db
    .selectFrom('riskTraffic as t')
    .innerJoin('riskTrafficArm as a', 'a.trafficId', 't.trafficId')
    .innerJoin('configRuleNow as r', 'r.ruleId', 'a.ruleId')
    .select(['r.ruleId', 'r.merchantNo', 'r.value'])
    .where('t.endedAt', 'is', null)
    .where('r.configKey', '=', modelFamily.key)
    .orderBy('r.ruleId')
    .execute();
  const moved = await movedScores(
    db,
    models.map(({ ruleId }) => ruleId),
  );
  const drifted: DriftedModel[] = [];
  for (const { ruleId, merchantNo, value: stored } of models) {
    const psi = psiOf(moved.get(ruleId) ?? []);
    if (psi === null || psi <= riskModel.DRIFT_LIMIT) continue;
    const value = riskModel.modelValue.parse(stored);
    const [most] = [...(await movedInputs(db, ruleId, value))]
      .flatMap(([input, bins]) => {
        const own = psiOf(bins);
        return own === null ? [] : [{ input, psi: own }];
      })
      .toSorted((one, other) => other.psi - one.psi);
    drifted.push({ ruleId, merchantNo, modelName: value.ruleName, psi, input: most?.input ?? null });
  }
  return drifted;
}
