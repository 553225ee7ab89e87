import type { nineFour, ParsedRequestOf } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import { AppError } from '../../../http/app-error.ts';
import type { CommandCall } from '../../../http/implement.ts';
import { asCommand, createJob, defineJob, type ItemsKind } from '../../platform/jobs/index.ts';
import { replayAsItIs } from './intake-commands.ts';
import { callBacks, smsBacks } from './intake-lists.ts';
import { handleReplies } from './sms-replies.ts';

const none = z.strictObject({});
const MOST = 1_000;

const replayKind = (topic: 'robot/call' | 'sms/delivery', kind: string, title: ItemsKind['title']) =>
  defineJob({
    kind,
    title,
    code: 'collection:ai94:replay',
    params: none,
    runItem: async ({ subjectNo }, _none, run) => await replayAsItIs(topic, subjectNo, asCommand(run)),
  } satisfies ItemsKind<z.output<typeof none>>);
const callKind = replayKind('robot/call', 'aiCallBacks.replayMany', {
  en: 'Process 94 AI call results again',
  zh: '批量重新处理 94 AI 通话回执',
});
const smsKind = replayKind('sms/delivery', 'aiSmsBacks.replayMany', {
  en: 'Process SMS reports again',
  zh: '批量重新处理短信回执',
});
const acknowledged = z.strictObject({ remark: z.string() });
const handleKind = defineJob({
  kind: 'smsReplies.handleMany',
  title: { en: 'Acknowledge SMS replies', zh: '批量处理短信回复' },
  code: 'collection:followUp:save',
  params: acknowledged,
  runItem: async ({ subjectNo }, { remark }, run) =>
    await handleReplies({ replyIds: [Number(subjectNo)], remark }, asCommand(run)),
} satisfies ItemsKind<z.output<typeof acknowledged>>);

export const intakeJobs = [callKind, smsKind, handleKind];

const itemsOf = (ids: readonly string[]) => {
  if (ids.length === 0) throw new AppError('NOTHING_CHANGES');
  return ids.slice(0, MOST).map((subjectNo) => ({ subjectNo, input: null }));
};

/** @throws AppError NOTHING_CHANGES */
export async function replayCalls(
  { filters, ids }: ParsedRequestOf<typeof nineFour.callBackReplayMany>,
  call: CommandCall,
): Promise<{ jobNo: string }> {
  const found = await callBacks.matching({ filters, ...(ids && { ids }) }, call);
  return { jobNo: await createJob(callKind, {}, call, itemsOf(found)) };
}

/** @throws AppError NOTHING_CHANGES */
export async function replaySms(
  { filters, ids }: ParsedRequestOf<typeof nineFour.smsBackReplayMany>,
  call: CommandCall,
): Promise<{ jobNo: string }> {
  const found = await smsBacks.matching({ filters, ...(ids && { ids }) }, call);
  return { jobNo: await createJob(smsKind, {}, call, itemsOf(found)) };
}

export async function handleMany(
  { replyIds, remark }: ParsedRequestOf<typeof nineFour.handleMany>,
  call: CommandCall,
): Promise<{ jobNo: string }> {
  return { jobNo: await createJob(handleKind, { remark }, call, itemsOf([...new Set(replyIds)].map(String))) };
}
