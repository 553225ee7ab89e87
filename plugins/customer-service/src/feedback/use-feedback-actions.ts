import { change, feedback, type RequestOf } from '@kituo/sdk/contracts';
import { type AttachedFile, type List, useAction, useBatch } from '@kituo/sdk/page';
import { feedbackOf, type FeedbackFrom, type FeedbackValues } from './feedback.form.tsx';
import type { FeedbackRow } from './feedback-fields.ts';

export interface AssignValues extends Record<string, unknown> {
  readonly handlerUserNo: string | null;
  readonly reason: string;
}
export interface FinishValues extends Record<string, unknown> {
  readonly result: RequestOf<typeof feedback.finish>['result'];
  /** Where its words came from: the form's own. */
  readonly replyTemplateNo: string | null;
  readonly replyContent: string;
}
export interface MergeValues extends Record<string, unknown> {
  readonly intoNo: string | null;
}
export interface LiftValues extends Record<string, unknown> {
  readonly reason: string;
  readonly voucherIds: AttachedFile | null;
}

const facts = ({ feedbackNo }: FeedbackRow) => ({ name: feedbackNo });

/** What can be done with feedback. */
export function useFeedbackActions(list: List<FeedbackRow>) {
  const add = useAction({
    name: 'feedbackAdd',
    endpoint: feedback.save,
    request: (_from: FeedbackFrom, values: FeedbackValues) => feedbackOf(values),
    list: { refresh: list.refresh },
    facts: (_from, reply) => ({ name: reply?.feedbackNo ?? '' }),
  });
  const take = useAction({
    name: 'take',
    endpoint: feedback.take,
    request: ({ feedbackNo }: FeedbackRow) => ({ feedbackNo }),
    list,
    facts,
  });
  const assign = useAction({
    name: 'assign',
    endpoint: feedback.assign,
    request: ({ feedbackNo }: FeedbackRow, { handlerUserNo, reason }: AssignValues) => ({
      feedbackNo,
      handlerUserNo: handlerUserNo ?? '',
      reason,
    }),
    list,
    facts,
  });
  const note = useAction({
    name: 'note',
    endpoint: feedback.note,
    request: ({ feedbackNo }: FeedbackRow, values: { note: string }) => ({ feedbackNo, ...values }),
    list,
    facts,
  });
  const finish = useAction({
    name: 'finish',
    endpoint: feedback.finish,
    request: ({ feedbackNo }: FeedbackRow, { result, replyContent }: FinishValues) => ({
      feedbackNo,
      result,
      replyContent,
    }),
    list,
    facts,
  });
  const merge = useAction({
    name: 'feedbackMerge',
    endpoint: feedback.merge,
    request: ({ feedbackNo }: FeedbackRow, { intoNo }: MergeValues) => ({ feedbackNo, intoNo: intoNo ?? '' }),
    list: { refresh: list.refresh },
    facts,
  });
  const dispute = useAction({
    name: 'dispute',
    endpoint: feedback.dispute,
    request: ({ feedbackNo }: FeedbackRow, values: { disputed: string }) => ({ feedbackNo, ...values }),
    list,
    facts,
  });
  const liftDispute = useAction({
    name: 'liftDispute',
    endpoint: feedback.liftDispute,
    request: ({ feedbackNo }: FeedbackRow, { reason, voucherIds }: LiftValues) => ({
      feedbackNo,
      reason,
      voucherIds: voucherIds === null ? [] : [voucherIds.attachId],
    }),
    list,
    facts,
    waitsIn: change.changeFamilies.contactBlock,
  });
  const assignMany = useBatch<typeof feedback.assignMany, FeedbackRow, AssignValues>({
    name: 'assignMany',
    endpoint: feedback.assignMany,
    jobKind: 'feedback.assign',
    list,
    request: ({ ids }, { handlerUserNo, reason }) => ({
      feedbackNos: [...(ids ?? [])],
      handlerUserNo: handlerUserNo ?? '',
      reason,
    }),
  });
  return { add, take, assign, note, finish, merge, dispute, liftDispute, assignMany };
}
