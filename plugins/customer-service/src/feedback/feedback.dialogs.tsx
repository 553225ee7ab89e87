import { useText } from '@kituo/sdk';
import { feedback } from '@kituo/sdk/contracts';
import { Ask, BatchAction, fieldsOf, FormDialog, useDetail } from '@kituo/sdk/page';
import { ReplyTemplateField } from '../replies/reply-template.field.tsx';
import { CERTIFICATE, FeedbackForm } from './feedback.form.tsx';
import { FEEDBACK_RESULT, handlers } from './feedback-fields.ts';
import type {
  AssignValues,
  FinishValues,
  LiftValues,
  MergeValues,
  useFeedbackActions,
} from './use-feedback-actions.ts';

const Assign = fieldsOf<AssignValues>();
const Finish = fieldsOf<FinishValues>();
const Lift = fieldsOf<LiftValues>();
const Merge = fieldsOf<MergeValues>();
const Note = fieldsOf<{ note: string }>();
const Dispute = fieldsOf<{ disputed: string }>();

const toNobody = (): AssignValues => ({ handlerUserNo: null, reason: '' });

/** The forms of what can be done with feedback. */
export function FeedbackDialogs({ actions }: { readonly actions: ReturnType<typeof useFeedbackActions> }) {
  const t = useText();
  const { liftDispute } = actions;
  return (
    <>
      <FeedbackForm action={actions.add} />
      <Ask action={actions.take} />
      <FormDialog action={actions.assign} defaults={toNobody}>
        <AssignFields />
      </FormDialog>
      <BatchAction batch={actions.assignMany} defaults={toNobody}>
        <AssignFields />
      </BatchAction>
      <FormDialog action={actions.note} defaults={() => ({ note: '' })}>
        <Note.Text name="note" isLong maxLength={500} />
      </FormDialog>
      <FormDialog
        action={actions.finish}
        defaults={(): FinishValues => ({ result: 'SOLVED', replyTemplateNo: null, replyContent: '' })}
      >
        <Finish.Segmented name="result" options={FEEDBACK_RESULT} />
        <ReplyTemplateField merchantNo={actions.finish.subject?.merchantNo ?? null} />
        <Finish.Text name="replyContent" isLong maxLength={1000} />
      </FormDialog>
      <FormDialog action={actions.merge} defaults={(): MergeValues => ({ intoNo: null })}>
        {({ feedbackNo }) => <Into feedbackNo={feedbackNo} />}
      </FormDialog>
      <FormDialog action={actions.dispute} defaults={() => ({ disputed: '' })}>
        <p>{t('feedback.disputeEffect')}</p>
        <Dispute.Text name="disputed" isLong maxLength={200} />
      </FormDialog>
      <FormDialog action={liftDispute} defaults={(): LiftValues => ({ reason: '', voucherIds: null })}>
        <p>{t('feedback.liftEffect')}</p>
        <Lift.Text name="reason" isLong maxLength={200} />
        <Lift.File
          name="voucherIds"
          subjectType="serviceVoucher"
          subjectNo={liftDispute.subject?.merchantNo ?? ''}
          rule={CERTIFICATE}
        />
      </FormDialog>
    </>
  );
}

function AssignFields() {
  return (
    <>
      <Assign.Select name="handlerUserNo" options={handlers} />
      <Assign.Text name="reason" isLong maxLength={200} />
    </>
  );
}

/** The other open feedback of the customer, each with the beginning of what was told. */
function Into({ feedbackNo }: { readonly feedbackNo: string }) {
  const t = useText();
  const { data } = useDetail(feedback.one, { feedbackNo });
  if (data === null) return null;
  const options = data.openOthers.map((one) => ({
    value: one.feedbackNo,
    label: `${one.feedbackNo} · ${one.content.slice(0, 60)}`,
  }));
  return (
    <>
      <p>{t('feedback.mergeEffect')}</p>
      <Merge.Select
        name="intoNo"
        options={{ kind: 'remote', name: `feedback.others:${feedbackNo}`, load: () => Promise.resolve(options) }}
      />
    </>
  );
}
