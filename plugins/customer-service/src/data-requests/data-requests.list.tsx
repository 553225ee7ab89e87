import { useText } from '@kituo/sdk';
import { dataRequest } from '@kituo/sdk/contracts';
import { Ask, AskReason, fieldsOf, FormDialog, ListScreen, useListPage } from '@kituo/sdk/page';
import { DataRequestDetail } from './data-request.detail.tsx';
import {
  dataRequestColumns,
  dataRequestFilters,
  type DataRequestRow,
  IDENTITY_CHECK,
  OBJECTION_SCOPE,
} from './data-request-fields.ts';
import {
  type AnswerValues,
  type CorrectValues,
  type ObjectValues,
  useDataRequestActions,
  type VerifyValues,
} from './use-data-request-actions.ts';

const Verify = fieldsOf<VerifyValues>();
const Answer = fieldsOf<AnswerValues>();
const Objection = fieldsOf<ObjectValues>();
const Correct = fieldsOf<CorrectValues>();
const noAnswer = (): AnswerValues => ({ answer: '' });
const nothing = (): CorrectValues => ({
  customerName: '',
  phone: '',
  idCardNo: '',
  birthDate: null,
  county: '',
  employer: '',
  reason: '',
});

/** What customers ask about their personal data, the next due first. */
export function DataRequestList() {
  const t = useText();
  const screen = useListPage<DataRequestRow>({
    load: dataRequest.page,
    idOf: (row) => row.requestNo,
    columns: dataRequestColumns,
    filters: dataRequestFilters,
    defaultSort: 'dueOn',
    file: { endpoint: dataRequest.exportList, jobKind: 'dataRequests.export' },
  });
  const actions = useDataRequestActions(screen.list);
  const { verify, makeCopy, handOver, object, correct, erase, decline } = actions;
  return (
    <ListScreen
      of={screen}
      title={t('dataRequests.title')}
      rowActions={[verify, makeCopy, handOver, object, correct, erase, decline]}
      detail={({ requestNo }) => <DataRequestDetail requestNo={requestNo} />}
      emptyText={t('dataRequests.none')}
    >
      <FormDialog action={verify} defaults={(): VerifyValues => ({ identityCheck: 'ID_DOCUMENT', note: '' })}>
        <p>{t('dataRequests.verifyEffect')}</p>
        <Verify.Select name="identityCheck" options={IDENTITY_CHECK} />
        <Verify.Text name="note" isLong isOptional maxLength={200} />
      </FormDialog>
      <Ask action={makeCopy} />
      <FormDialog action={handOver} defaults={noAnswer}>
        <Answer.Text name="answer" isLong maxLength={1000} />
      </FormDialog>
      <FormDialog action={object} defaults={(): ObjectValues => ({ objectionScope: 'MARKETING', answer: '' })}>
        <p>{t('dataRequests.objectEffect')}</p>
        <Objection.Segmented name="objectionScope" options={OBJECTION_SCOPE} />
        <Objection.Text name="answer" isLong maxLength={1000} />
      </FormDialog>
      <FormDialog action={correct} defaults={nothing}>
        <p>{t('dataRequests.correctEffect')}</p>
        <Correct.Text name="customerName" isOptional maxLength={128} />
        <Correct.Phone name="phone" isOptional />
        <Correct.IdCard name="idCardNo" isOptional />
        <Correct.Date name="birthDate" isOptional />
        <Correct.Text name="county" isOptional maxLength={64} />
        <Correct.Text name="employer" isOptional maxLength={128} />
        <Correct.Text name="reason" isLong maxLength={200} />
      </FormDialog>
      <AskReason action={erase}>
        <p>{t('dataRequests.eraseEffect')}</p>
      </AskReason>
      <FormDialog action={decline} defaults={noAnswer}>
        <Answer.Text name="answer" isLong maxLength={1000} />
      </FormDialog>
    </ListScreen>
  );
}
