import type { deduction, ParsedRequestOf } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import type { CommandContext } from '../../../http/implement.ts';
import { asCommand, createJob, defineJob } from '../../platform/jobs/index.ts';
import { decide } from './commands.ts';
import type { System } from './reach.ts';

const params = z.strictObject({ isApproved: z.boolean(), reason: z.optional(z.string()) });

const kindOf = (system: System) =>
  defineJob({
    kind: system === 'ORDER' ? 'deduction.decideMany' : 'deductionStage.decideMany',
    title: { en: 'Decide waivers', zh: '批量审批减免' },
    code: system === 'ORDER' ? 'collection:deduction:audit' : 'collectionStage:deduction:audit',
    params,
    runItem: async ({ subjectNo }, { isApproved, reason }, job) =>
      await decide(system, { deductionNo: subjectNo, ...(reason && { reason }) }, isApproved, asCommand(job)),
  });

export const decideKinds = { ORDER: kindOf('ORDER'), BILL: kindOf('BILL') } as const;

/** Decides waivers one by one, each by its own rules: one's own are refused in it. */
export async function decideMany(
  system: System,
  { deductionNos, ...decision }: ParsedRequestOf<(typeof deduction.byOrder)['decideMany']>,
  call: CommandContext,
): Promise<{ jobNo: string }> {
  const items = [...new Set(deductionNos)].map((subjectNo) => ({ subjectNo, input: null }));
  return { jobNo: await createJob(decideKinds[system], decision, call, items) };
}
