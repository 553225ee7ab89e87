import { appAdvice, type ParsedRequestOf } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import type { CommandCall } from '../../../http/implement.ts';
import { asCommand, createJob, defineJob, type ItemsKind } from '../../platform/jobs/index.ts';
import { assignAdvice, finishAdvice, replyToAdvice, takeAdvice } from './commands.ts';

const code = 'customerService:advice:handle';
const { handlerUserNo, reason } = appAdvice.assign.request.shape;
const handed = z.strictObject({ handlerUserNo, reason });
const { replyContent, result, resultRemark } = appAdvice.finishMany.request.shape;
const answered = z.strictObject({ replyContent, result, resultRemark });

/** Advice handed to one person, one transaction each. */
export const assignAdviceKind: ItemsKind<z.output<typeof handed>> = defineJob({
  kind: 'appAdvice.assign',
  title: { en: 'Assign app suggestions', zh: '批量指派意见反馈' },
  code,
  params: handed,
  runItem: async ({ subjectNo }, to, run) => await assignAdvice({ adviceNo: subjectNo, ...to }, asCommand(run)),
});

/** Advice of one cause, answered with the same words. */
export const finishAdviceKind: ItemsKind<z.output<typeof answered>> = defineJob({
  kind: 'appAdvice.finish',
  title: { en: 'Answer app suggestions', zh: '批量回复意见反馈' },
  code,
  params: answered,
  runItem: async ({ subjectNo }, { replyContent: words, ...end }, run) => {
    const call = asCommand(run);
    const adviceNo = subjectNo;
    const { feedbackStatus } = await call.tx
      .selectFrom('appAdvice')
      .select('feedbackStatus')
      .where('adviceNo', '=', adviceNo)
      .executeTakeFirstOrThrow();
    if (feedbackStatus === 'UNPROCESSED') await takeAdvice({ adviceNo }, call);
    await replyToAdvice({ adviceNo, replyContent: words }, call);
    return await finishAdvice({ adviceNo, ...end }, call);
  },
});

const itemsOf = (adviceNos: readonly string[]) =>
  [...new Set(adviceNos)].map((subjectNo) => ({ subjectNo, input: null }));

export async function assignAdviceMany(
  { adviceNos, ...to }: ParsedRequestOf<typeof appAdvice.assign>,
  call: CommandCall,
): Promise<{ jobNo: string }> {
  return { jobNo: await createJob(assignAdviceKind, to, call, itemsOf(adviceNos)) };
}

export async function finishAdviceMany(
  { adviceNos, ...end }: ParsedRequestOf<typeof appAdvice.finishMany>,
  call: CommandCall,
): Promise<{ jobNo: string }> {
  return { jobNo: await createJob(finishAdviceKind, end, call, itemsOf(adviceNos)) };
}
