import { lastDays, useText } from '@kituo/sdk';
import { appAdvice, type RequestOf } from '@kituo/sdk/contracts';
import {
  allowedAs,
  Ask,
  BatchAction,
  fieldsOf,
  FormDialog,
  ListScreen,
  useAction,
  useBatch,
  useListPage,
} from '@kituo/sdk/page';
import { useState } from 'react';
import { adviceColumns, adviceFilters, adviceHandlers, type AdviceRow } from '../advice/advice-fields.ts';
import { SimilarAdvice } from '../advice/similar-advice.tsx';
import { AdviceDetail } from '../advice/advice.detail.tsx';
import { FEEDBACK_RESULT } from '../feedback/feedback-fields.ts';
import { ReplyTemplateField } from '../replies/reply-template.field.tsx';

interface AssignValues extends Record<string, unknown> {
  readonly handlerUserNo: string | null;
  readonly reason: string;
}
interface EndValues extends Record<string, unknown> {
  readonly result: RequestOf<typeof appAdvice.finish>['result'];
  readonly resultRemark: string;
}
interface ReplyValues extends Record<string, unknown> {
  /** Where its words came from: the form's own. */
  readonly replyTemplateNo: string | null;
  readonly replyContent: string;
  readonly bySms: boolean;
}
interface AnswerValues extends EndValues {
  readonly replyTemplateNo: string | null;
  readonly replyContent: string;
}
const Assign = fieldsOf<AssignValues>();
const Answer = fieldsOf<AnswerValues>();
const Reply = fieldsOf<ReplyValues>();
const toNobody = (): AssignValues => ({ handlerUserNo: null, reason: '' });
const ended = (): EndValues => ({ result: 'SOLVED', resultRemark: '' });
const facts = ({ adviceNo }: AdviceRow) => ({ name: adviceNo });
const request = ({ adviceNo }: AdviceRow) => ({ adviceNo });

/** What customers wrote in the app, until it is answered. */
export function FeedbackPage() {
  const t = useText();
  const [initial] = useState(() => {
    const { from, to } = lastDays(7);
    return { submittedAt: `${from}..${to}` };
  });
  const screen = useListPage<AdviceRow>({
    load: appAdvice.page,
    idOf: (row) => row.adviceNo,
    columns: adviceColumns,
    filters: adviceFilters,
    defaultSort: '-submittedAt',
    initial,
    file: { endpoint: appAdvice.exportList, jobKind: 'appAdvice.export' },
  });
  const { list } = screen;
  const take = useAction({ name: 'take', endpoint: appAdvice.take, request, list, facts });
  const reply = useAction({
    name: 'reply',
    endpoint: appAdvice.reply,
    request: ({ adviceNo }: AdviceRow, { replyContent, bySms }: ReplyValues) => ({
      adviceNo,
      replyContent,
      ...(bySms && { bySms }),
    }),
    list,
    facts,
  });
  const finish = useAction({
    name: 'finish',
    endpoint: appAdvice.finish,
    request: ({ adviceNo }: AdviceRow, values: EndValues) => ({ adviceNo, ...values }),
    list,
    facts,
  });
  const toFeedback = useAction({
    name: 'toFeedback',
    endpoint: appAdvice.toFeedback,
    request,
    list,
    facts: ({ adviceNo }, made) => ({ name: adviceNo, feedbackNo: made?.feedbackNo ?? '' }),
  });
  const assignOne = useAction({
    name: 'assignOne',
    endpoint: appAdvice.assign,
    request: ({ adviceNo }: AdviceRow, { handlerUserNo, reason }: AssignValues) => ({
      adviceNos: [adviceNo],
      handlerUserNo: handlerUserNo ?? '',
      reason,
    }),
    list: { refresh: list.refresh },
    facts,
  });
  const assign = useBatch<typeof appAdvice.assign, AdviceRow, AssignValues>({
    name: 'assignAdvice',
    endpoint: appAdvice.assign,
    jobKind: 'appAdvice.assign',
    list,
    request: ({ ids }, { handlerUserNo, reason }) => ({
      adviceNos: [...(ids ?? [])],
      handlerUserNo: handlerUserNo ?? '',
      reason,
    }),
  });
  const finishMany = useBatch<typeof appAdvice.finishMany, AdviceRow, AnswerValues>({
    name: 'finishAdvice',
    endpoint: appAdvice.finishMany,
    jobKind: 'appAdvice.finish',
    list,
    request: ({ ids }, { replyTemplateNo: _from, ...values }) => ({ adviceNos: [...(ids ?? [])], ...values }),
  });
  return (
    <ListScreen
      of={screen}
      title={t('advice.title')}
      rowActions={[take, reply, finish, allowedAs(assignOne, 'assign'), toFeedback]}
      batches={[assign, finishMany]}
      detail={({ adviceNo }) => <AdviceDetail adviceNo={adviceNo} />}
      above={<SimilarAdvice />}
      emptyText={t('advice.none')}
    >
      <Ask action={take} />
      <FormDialog
        action={reply}
        defaults={(): ReplyValues => ({ replyTemplateNo: null, replyContent: '', bySms: false })}
      >
        {({ merchantNo, phone }) => (
          <>
            <ReplyTemplateField merchantNo={merchantNo} />
            <Reply.Text name="replyContent" isLong maxLength={1000} hint={t('advice.replyHint')} />
            {phone !== null && <Reply.Switch name="bySms" />}
          </>
        )}
      </FormDialog>
      <FormDialog action={finish} defaults={ended}>
        <EndFields />
      </FormDialog>
      <FormDialog action={assignOne} defaults={toNobody}>
        <AssignFields />
      </FormDialog>
      <Ask action={toFeedback} />
      <BatchAction batch={assign} defaults={toNobody}>
        <AssignFields />
      </BatchAction>
      <BatchAction
        batch={finishMany}
        defaults={(): AnswerValues => ({ ...ended(), replyTemplateNo: null, replyContent: '' })}
      >
        <ReplyTemplateField merchantNo={null} />
        <Answer.Text name="replyContent" isLong maxLength={1000} />
        <EndFields />
      </BatchAction>
    </ListScreen>
  );
}

function AssignFields() {
  return (
    <>
      <Assign.Select name="handlerUserNo" options={adviceHandlers} />
      <Assign.Text name="reason" isLong maxLength={200} />
    </>
  );
}

function EndFields() {
  return (
    <>
      <Answer.Segmented name="result" options={FEEDBACK_RESULT} />
      <Answer.Text name="resultRemark" isLong isOptional maxLength={200} />
    </>
  );
}
