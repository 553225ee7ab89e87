import { useState } from 'react';
import { newIdempotencyKey, useText } from '@kituo/sdk';
import { payment } from '@kituo/sdk/contracts';
import type { Endpoint, ReplyOf, RequestOf } from '@kituo/sdk/contracts';
import { asSeen, useAction } from '@kituo/sdk/page';
import type { Action } from '@kituo/sdk/page';
import { PAYMENTS_TEXTS } from './payments-texts.ts';

type CustomerFlow = ReplyOf<typeof payment.flowsOfOrder>['rows'][number];

/** A write-off that was prepared before: a draft, or one that ended in an error. */
export type PreparedWriteOff = Omit<ReplyOf<typeof payment.writeOffTasks>['rows'][number], 'allowedActions'>;

/** What a write-off is opened for: a bill, or with null all bills of the order. */
export interface WriteOffSubject {
  readonly orderNo: string;
  readonly billNo: string | null;
  readonly task?: PreparedWriteOff;
  /** The payment that it begins with, though it may be nobody's yet; the customer's first one where none is named. */
  readonly payment?: Pick<CustomerFlow, 'paymentCode' | 'paymentChannel' | 'writableCents'>;
  /** The payments that it begins with, over all bills of the loan, and how much of each. */
  readonly uses?: readonly (Pick<CustomerFlow, 'paymentCode' | 'paymentChannel' | 'writableCents'> & {
    readonly amountCents: number;
  })[];
}

/** A form and what its preview saw. */
export interface SeenForm {
  readonly form: RequestOf<typeof payment.writeOffCommit>;
  readonly seen: string;
}

/** The endpoints that it runs: any order's, or those by case. */
export interface WriteOffEndpoints {
  readonly plan: Endpoint<typeof payment.billsOfOrder.request, typeof payment.billsOfOrder.reply>;
  readonly flows: Endpoint<typeof payment.flowsOfOrder.request, typeof payment.flowsOfOrder.reply>;
  readonly preview: Endpoint<typeof payment.writeOffPreview.request, typeof payment.writeOffPreview.reply>;
  readonly save: Endpoint<typeof payment.writeOffSave.request, typeof payment.writeOffSave.reply>;
  readonly update: Endpoint<typeof payment.writeOffUpdate.request, typeof payment.writeOffUpdate.reply>;
  readonly commit: Endpoint<typeof payment.writeOffCommit.request, typeof payment.writeOffCommit.reply>;
  /** True where coupons of the customer can be looked up. */
  readonly hasCoupons?: boolean;
}

const ANY_ORDER: WriteOffEndpoints = {
  plan: payment.billsOfOrder,
  flows: payment.flowsOfOrder,
  preview: payment.writeOffPreview,
  save: payment.writeOffSave,
  update: payment.writeOffUpdate,
  commit: payment.writeOffCommit,
  hasCoupons: true,
};

/** The commands of a write-off's form. */
export interface WriteOff {
  readonly endpoints: WriteOffEndpoints;
  readonly commit: Action<WriteOffSubject, SeenForm>;
  readonly save: Action<WriteOffSubject, SeenForm>;
  readonly update: Action<WriteOffSubject, SeenForm>;
  /** Changes where the figures moved: the preview is asked for again. */
  readonly round: number;
  open(subject: WriteOffSubject): void;
  close(): void;
}

/**
 * Puts payments on a bill or a loan: previewed while it is typed, kept as a draft or committed.
 *
 * @example
 * const writeOff = useWriteOff(list);
 * <WriteOffForm writeOff={writeOff} />
 */
export function useWriteOff(list: { refresh(): void }, endpoints: WriteOffEndpoints = ANY_ORDER): WriteOff {
  const t = useText(PAYMENTS_TEXTS);
  const [round, setRound] = useState(0);
  const shared = {
    words: t,
    list: { refresh: list.refresh },
    facts: ({ orderNo, billNo }: WriteOffSubject) => ({ name: billNo ?? orderNo }),
  };
  const commit = useAction({
    ...shared,
    name: 'writeOff',
    endpoint: endpoints.commit,
    request: ({ task }: WriteOffSubject, { form }: SeenForm) => ({ ...form, ...(task && { taskNo: task.taskNo }) }),
    headers: ({ seen }) => asSeen({ seen }).headers ?? {},
  });
  const save = useAction({
    ...shared,
    name: 'writeOffSave',
    endpoint: endpoints.save,
    request: (_: WriteOffSubject, { form }: SeenForm) => asDraft(form),
    onDone: commit.close,
  });
  const update = useAction({
    ...shared,
    name: 'writeOffUpdate',
    endpoint: endpoints.update,
    request: ({ task }: WriteOffSubject, { form }: SeenForm) => ({
      ...asDraft(form),
      taskNo: task?.taskNo ?? '',
      version: task?.version ?? 0,
    }),
    onDone: commit.close,
  });
  return {
    endpoints,
    save,
    update,
    round,
    commit: {
      ...commit,
      submit: async (values, handled) => {
        const isDone = await commit.submit(values, handled);
        // Whatever it was refused for, the next attempt is another one.
        if (!isDone) commit.reuseKey(newIdempotencyKey());
        if (!isDone) setRound((now) => now + 1);
        return isDone;
      },
    },
    open: (subject) => {
      commit.open(subject);
      if (subject.task?.taskStatus === 'UNFINISHED') update.open(subject);
      else if (subject.task === undefined) save.open(subject);
    },
    close: () => {
      commit.close();
      save.close();
      update.close();
    },
  };
}

function asDraft({ acknowledged: _, taskNo: __, ...form }: SeenForm['form']): RequestOf<typeof payment.writeOffSave> {
  return form;
}
