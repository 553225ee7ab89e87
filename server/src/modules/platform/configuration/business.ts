import { businessConfig, type ParsedRequestOf, type ReplyOf } from '@kituo/sdk/contracts';
import { implement } from '../../../http/implement.ts';
import type { Call, CommandCall } from '../../../http/implement.ts';
import { configAt } from './config-at.ts';
import { submitVersion } from './decide.ts';
import { saveDraft } from './draft.ts';
import { familyOf } from './read.ts';

/** The family behind each key. */
const KEYS: Readonly<Record<businessConfig.BusinessKey, string>> = {
  ORDER_REVIEW: 'audit.reReviewDefaults',
  SENSITIVE_INFO: 'platform.sensitiveInfo',
};

async function getConfig(
  { configKey }: ParsedRequestOf<typeof businessConfig.getConfigByKey>,
  call: Call,
): Promise<ReplyOf<typeof businessConfig.getConfigByKey>> {
  const family = familyOf(KEYS[configKey], call);
  return { configKey, ...(await configAt(call.db, family, new Date())) };
}

/** Drafts and hands in at once: the form has one button. */
async function updateConfig(
  { configKey, ...form }: ParsedRequestOf<typeof businessConfig.updateConfig>,
  call: CommandCall,
): Promise<ReplyOf<typeof businessConfig.updateConfig>> {
  const draft = await saveDraft({ configKey: KEYS[configKey], subjectNo: '', ...form }, call);
  const { versionId, version } = draft;
  const sent = await submitVersion({ versionId, version }, call);
  return {
    configKey,
    configNo: sent.versionId,
    versionNo: sent.versionNo,
    versionStatus: sent.versionStatus,
    effectiveFrom: sent.effectiveFrom,
  };
}

export const businessRoutes = [
  implement(businessConfig.getConfigByKey, getConfig),
  implement(businessConfig.updateConfig, updateConfig),
];
