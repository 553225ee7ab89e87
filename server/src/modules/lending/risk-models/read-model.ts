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
