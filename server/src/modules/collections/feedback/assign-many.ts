import { feedback, type ParsedRequestOf } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import type { CommandCall } from '../../../http/implement.ts';
import { asCommand, createJob, defineJob, type ItemsKind } from '../../platform/jobs/index.ts';
import { assignFeedback } from './commands.ts';

const { handlerUserNo, reason } = feedback.assignMany.request.shape;
const params = z.strictObject({ handlerUserNo, reason });

/** Feedback handed to one person, one transaction each. */
export const assignKind: ItemsKind<z.output<typeof params>> = defineJob({
  kind: 'feedback.assign',
  title: { en: 'Assign feedback', zh: '批量指派反馈' },
  code: 'customerService:feedback:handle',
  params,
  runItem: async ({ subjectNo }, to, run) => await assignFeedback({ feedbackNo: subjectNo, ...to }, asCommand(run)),
});

export async function assignMany(
  { feedbackNos, ...to }: ParsedRequestOf<typeof feedback.assignMany>,
  call: CommandCall,
): Promise<{ jobNo: string }> {
  const items = [...new Set(feedbackNos)].map((subjectNo) => ({ subjectNo, input: null }));
  return { jobNo: await createJob(assignKind, to, call, items) };
}
