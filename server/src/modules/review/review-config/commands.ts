import type { config, ParsedRequestOf, reviewConfig } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandCall } from '../../../http/implement.ts';
import {
  approveVersion,
  copyVersion,
  ownsSubject,
  rejectVersion,
  saveDraft,
  submitVersion,
  withdrawVersion,
} from '../../platform/configuration/index.ts';
import { rowOf, seeRules } from './rows.ts';
import { stepsScopeFault, subjectOfScope } from './scope.ts';
import { FAMILY_OF } from './tabs.ts';

type Row = reviewConfig.ConfigRow;

async function answer(version: config.ConfigVersion, call: CommandCall): Promise<Row> {
  return await rowOf(version, call.tx);
}

/** Throws REFERENCE_UNKNOWN for steps without a scope, or of a merchant the caller does not have. */
export async function saveRules(form: ParsedRequestOf<typeof reviewConfig.save>, call: CommandCall): Promise<Row> {
  const { configNo, version, tab, scope, value, effectiveFrom, reason } = form;
  if ((tab === 'STEPS') !== (scope !== undefined)) {
    throw new AppError('REFERENCE_UNKNOWN', { fields: ['scope'] });
  }
  if (scope !== undefined && !ownsSubject(subjectOfScope(scope), call.caller.scope)) {
    throw new AppError('REFERENCE_UNKNOWN', { fields: ['scope.merchantNo'] });
  }
  if (scope !== undefined && (await stepsScopeFault(call.tx, subjectOfScope(scope)))) {
    const field = scope.productNo === null ? 'scope.merchantNo' : 'scope.productNo';
    throw new AppError('REFERENCE_UNKNOWN', { fields: [field] });
  }
  const saved = await saveDraft(
    {
      configKey: FAMILY_OF[tab].key,
      subjectNo: scope === undefined ? '' : subjectOfScope(scope),
      value,
      effectiveFrom,
      reason,
      ...(configNo !== undefined && { versionId: configNo }),
      ...(version !== undefined && { version }),
    },
    call,
  );
  return await answer(saved, call);
}

export async function submitRules(
  { configNo, version }: ParsedRequestOf<typeof reviewConfig.submit>,
  call: CommandCall,
): Promise<Row> {
  await seeRules(configNo, call);
  return await answer(await submitVersion({ versionId: configNo, version }, call), call);
}

export async function auditRules(
  { configNo, version, isApproved, reason }: ParsedRequestOf<typeof reviewConfig.audit>,
  call: CommandCall,
): Promise<Row> {
  await seeRules(configNo, call);
  const request = { versionId: configNo, version, reason };
  const decide = isApproved ? approveVersion : rejectVersion;
  return await answer(await decide(request, call), call);
}

export async function withdrawRules(
  { configNo, version, reason }: ParsedRequestOf<typeof reviewConfig.withdraw>,
  call: CommandCall,
): Promise<Row> {
  await seeRules(configNo, call);
  return await answer(await withdrawVersion({ versionId: configNo, version, reason }, call), call);
}

export async function restoreRules(
  { configNo }: ParsedRequestOf<typeof reviewConfig.restore>,
  call: CommandCall,
): Promise<Row> {
  await seeRules(configNo, call);
  return await answer(await copyVersion({ versionId: configNo }, call), call);
}
