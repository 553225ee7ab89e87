import { useText } from '@kituo/sdk';
import { Ask, BatchAction, fieldsOf, FormDialog } from '@kituo/sdk/page';
import { CERTIFICATE, FeedbackForm } from './feedback.form.tsx';
import { FEEDBACK_RESULT, handlers } from './feedback-fields.ts';
import type { AssignValues, FinishValues, LiftValues, useFeedbackActions } from './use-feedback-actions.ts';

const Assign = fieldsOf<AssignValues>();
const Finish = fieldsOf<FinishValues>();
const Lift = fieldsOf<LiftValues>();
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
      <FormDialog action={actions.finish} defaults={(): FinishValues => ({ result: 'SOLVED', replyContent: '' })}>
        <Finish.Segmented name="result" options={FEEDBACK_RESULT} />
        <Finish.Text name="replyContent" isLong maxLength={1000} />
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
