import { aiAllocation, casePolicy } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import { implement } from '../../../http/implement.ts';
import { asCommand, createJob, defineJob } from '../../platform/jobs/index.ts';
import { copyToMerchantsBatch, stateManyBatch } from '../../platform/rules/index.ts';
import { handBackNow } from './ai-allocation.ts';
import { aiFamily } from './ai-share.ts';
import { levelFamily, reminderFamily } from './case-policies.ts';
import { runPolicyKind, runPolicyRoutes } from './run-level-policy.ts';

/** Hands the cases of several AI employees to people, a configuration a transaction. */
const handBackKind = defineJob({
  kind: 'aiAllocation.handBackMany',
  title: { en: 'Hand back cases of AI employees', zh: '批量交还 AI 员工案件' },
  code: aiFamily.codes.save,
  params: z.strictObject({ reason: z.string() }),
  runItem: async ({ subjectNo: ruleId }, { reason }, run) => await handBackNow({ ruleId, reason }, asCommand(run)),
});

const batches = [
  stateManyBatch(levelFamily, casePolicy.levelStateMany),
  copyToMerchantsBatch(levelFamily, casePolicy.levelCopyMany),
  stateManyBatch(reminderFamily, casePolicy.reminderStateMany),
  stateManyBatch(aiFamily, aiAllocation.stateMany),
];

export const policyJobs = [...batches.flatMap(({ jobs }) => jobs), handBackKind, runPolicyKind];
export const policyBatchRoutes = [
  ...batches.flatMap(({ routes }) => routes),
  ...runPolicyRoutes,
  implement(aiAllocation.handBackMany, async ({ ruleIds, reason }, call) => {
    const items = [...new Set(ruleIds)].map((subjectNo) => ({ subjectNo, input: null }));
    return { jobNo: await createJob(handBackKind, { reason }, call, items) };
  }),
];
