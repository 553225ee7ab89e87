import { eatDay, useText } from '@kituo/sdk';
import type { dataRequest, RequestOf } from '@kituo/sdk/contracts';
import { type Action, type AttachedFile, fieldsOf, FormDialog } from '@kituo/sdk/page';
import type { CustomerRow } from '../customers/customer-fields.ts';
import { CERTIFICATE } from '../feedback/feedback.form.tsx';
import { DATA_REQUEST_CHANNEL, DATA_REQUEST_KIND } from './data-request-fields.ts';

type Request = RequestOf<typeof dataRequest.save>;
interface RecordValues extends Record<string, unknown> {
  readonly requestKind: Request['requestKind'];
  readonly requestChannel: Request['requestChannel'];
  readonly receivedOn: string;
  readonly statement: string;
  readonly voucherIds: AttachedFile | null;
}
const { Date: Day, File, Segmented, Select, Text } = fieldsOf<RecordValues>();

export function recordOf({ customerNo }: CustomerRow, { voucherIds, ...values }: RecordValues): Request {
  return { customerNo, ...values, ...(voucherIds !== null && { voucherIds: [voucherIds.attachId] }) };
}

const nothing = (): RecordValues => ({
  requestKind: 'ACCESS',
  requestChannel: 'CALL',
  receivedOn: eatDay(),
  statement: '',
  voucherIds: null,
});

/** What a customer asks about their data, on the day it came. */
export function DataRequestForm({ action }: { readonly action: Action<CustomerRow, RecordValues> }) {
  const t = useText();
  return (
    <FormDialog action={action} defaults={nothing}>
      <p>{t('dataRequests.recordEffect')}</p>
      <Segmented name="requestKind" options={DATA_REQUEST_KIND} />
      <Select name="requestChannel" options={DATA_REQUEST_CHANNEL} />
      <Day name="receivedOn" max={eatDay()} />
      <Text name="statement" isLong maxLength={2000} />
      <File
        name="voucherIds"
        subjectType="serviceVoucher"
        subjectNo={action.subject?.merchantNo ?? ''}
        rule={CERTIFICATE}
        isOptional
      />
    </FormDialog>
  );
}
