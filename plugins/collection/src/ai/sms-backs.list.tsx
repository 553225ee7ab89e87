import { useText } from '@kituo/sdk';
import { nineFour } from '@kituo/sdk/contracts';
import {
  allowedAs,
  Ask,
  BatchConfirm,
  containing,
  count,
  dateRange,
  defineColumns,
  defineFilters,
  DescriptionList,
  ListScreen,
  money,
  number,
  oneOf,
  onPage,
  status,
  text,
  time,
  useAction,
  useBatch,
  useListPage,
} from '@kituo/sdk/page';
import { INTAKE_STATUS, SIGNATURE_CHECK, SMS_DELIVERY } from './ai-words.ts';
import { AsReceived } from './as-received.tsx';
import { SmsThread } from './sms-thread.tsx';
import { vendorTime } from './vendor-time.ts';

type Row = nineFour.SmsBackRow;

const columns = defineColumns<Row>([
  time('receivedAt', { sortable: true, width: 165 }),
  status('intakeStatus', INTAKE_STATUS, { width: 120 }),
  status('deliveryStatus', SMS_DELIVERY, { width: 120 }),
  text('phone', { reveal: { kind: 'smsBack.phone', by: 'intakeId' }, width: 140, mask: 'phone' }),
  number('orderNo', { width: 140 }),
  number('caseNo', { width: 140 }),
  text('taskName', { width: 180 }),
  text('templateCode', { width: 170 }),
  number('vendorSmsId', { width: 200 }),
  money('costCents', { width: 100 }),
  count('segments', { width: 90 }),
  text('networkCode', { width: 110 }),
  vendorTime,
  count('lagSeconds', { width: 110 }),
  count('attempts', { width: 100 }),
  count('repeats', { width: 90 }),
  number('duplicateOf', { width: 110 }),
  text('error', { width: 260 }),
  status('signatureCheck', SIGNATURE_CHECK, { width: 120 }),
  number('intakeId', { width: 110 }),
]);
const filters = defineFilters({
  intakeStatus: oneOf(INTAKE_STATUS),
  receivedAt: dateRange(),
  vendorSmsId: containing(),
  taskName: containing(),
  orderNo: containing({ example: 'LO0000012345' }),
  deliveryStatus: oneOf(SMS_DELIVERY),
  networkCode: containing({ example: '63902' }),
  intakeId: containing(),
});

/** Delivery reports of SMS as they came. */
export function SmsBackList() {
  const t = useText();
  const screen = useListPage<Row>({
    load: nineFour.smsBackPage,
    idOf: (row) => row.intakeId,
    columns,
    filters,
    defaultSort: '-receivedAt',
    file: { endpoint: nineFour.smsBackExport, jobKind: 'aiSmsBacks.export' },
  });
  const replay = useAction({
    name: 'aiReplay',
    endpoint: nineFour.smsBackReplay,
    request: ({ intakeId, version }: Row) => ({ intakeId, version }),
    list: { refresh: screen.list.refresh },
    facts: ({ intakeId }: Row) => ({ name: intakeId }),
  });
  const replayMany = useBatch({
    name: 'aiReplayMany',
    endpoint: nineFour.smsBackReplayMany,
    jobKind: 'aiSmsBacks.replayMany',
    list: screen.list,
    most: 1_000,
    takesFilter: true,
    request: ({ ids, filters: asked }) => nineFour.smsBackReplayMany.request.parse({ ids, filters: asked }),
  });
  return (
    <ListScreen
      of={screen}
      title={t('tab.reports')}
      nameOf={(row) => t('aiCallBacks.one', { number: row.intakeId })}
      rowActions={[allowedAs(replay, 'replay')]}
      batches={[replayMany]}
      pageActions={replayMany.filtered === null ? [] : [onPage(replayMany.action, replayMany.filtered)]}
      detail={(row) => (
        <>
          <DescriptionList of={row} columns={columns} />
          <AsReceived fields={row.fields} />
          {row.orderNo !== null && <SmsThread orderNo={row.orderNo} />}
        </>
      )}
    >
      <Ask action={replay} />
      <BatchConfirm batch={replayMany} nameOf={(intakeId) => intakeId} describe={() => t('aiCallBacks.replayEffect')} />
    </ListScreen>
  );
}
