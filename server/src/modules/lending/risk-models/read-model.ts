import { riskModel } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { DataScope } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { modelFamily } from './family.ts';

/** A model as its row shows it. @throws AppError NOT_FOUND, for one of another's merchant too */
export async function readModel(db: Queryable, ruleId: string, scope: DataScope) {
  const found = await db
    .selectFrom('configRuleNow')
    .select(['ruleId', 'merchantNo', 'value', 'versionNo'])
    .where('configKey', '=', modelFamily.key)
    .where('ruleId', '=', ruleId)
    .executeTakeFirst();
  if (!found || !seesMerchant(scope, found.merchantNo)) throw new AppError('NOT_FOUND');
  return { ...found, value: riskModel.modelValue.parse(found.value) };
}

/** Versions that came into force and give the same inputs the same score: the card is the same, or the service. */
export async function versionsScoringAs(
  db: Queryable,
  { ruleId, merchantNo, value }: Awaited<ReturnType<typeof readModel>>,
): Promise<readonly number[]> {
  const versions = await db
    .selectFrom('configVersion')
    .select(['versionNo', 'value'])
    .where('configKey', '=', modelFamily.key)
    .where('subjectNo', '=', `${merchantNo}_${ruleId}`)
    .where('inForceFrom', 'is not', null)
    .orderBy('versionNo')
    .execute();
  const scaleOf = ({ scorer, baseScore, attributes, endpoint }: riskModel.ModelValue): string =>
    JSON.stringify([scorer, baseScore, attributes.map(({ input, from, points }) => [input, from, points]), endpoint]);
  const own = scaleOf(value);
  return versions
    .filter((version) => {
      const stored = riskModel.modelValue.safeParse(version.value).data;
      return stored !== undefined && scaleOf(stored) === own;
    })
    .map(({ versionNo }) => versionNo);
}
