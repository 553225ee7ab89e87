import { lastDays, useText } from '@kituo/sdk';
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
  fieldsOf,
  FormDialog,
  ListScreen,
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
import { useState } from 'react';
import { CALL_RESULT, INTAKE_STATUS, SIGNATURE_CHECK } from '../ai/ai-words.ts';
import { CallBackLag } from '../ai/callback-lag.tsx';
import { AsReceived } from '../ai/as-received.tsx';
import { EventsOfCall } from '../ai/events-of-call.tsx';
import { vendorTime } from '../ai/vendor-time.ts';

type Row = nineFour.CallBackRow;
interface Values extends Record<string, unknown> {
  readonly caseNo: string;
}
const { Text } = fieldsOf<Values>();

const shown = { isSortable: false, code: null, isHiddenAtFirst: false };

/** The vendor's words in ours where they are known, and as they came where they are not. */
const columns = defineColumns<Row>([
  time('receivedAt', { sortable: true, width: 165 }),
  status('intakeStatus', INTAKE_STATUS, { width: 120 }),
  {
    ...shown,
    key: 'eventType',
    kind: 'status',
    width: 130,
    valueOf: ({ eventType }) =>
      CALL_RESULT.codes.some((code) => code === eventType)
        ? { kind: 'status', code: eventType, dictionary: CALL_RESULT }
        : { kind: 'text', text: eventType, mask: null },
  },
  number('vendorCallId', { width: 140 }),
  number('taskNo', { width: 130 }),
  number('vendorTaskId', { width: 140 }),
  text('phone', { reveal: { kind: 'aiCallBack.phone', by: 'intakeId' }, width: 140, mask: 'phone' }),
  number('caseNo', { width: 140 }),
  number('callId', { width: 110 }),
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
  vendorCallId: containing(),
  taskNo: containing({ example: 'AI000000001' }),
  vendorTaskId: containing(),
  eventType: oneOf(CALL_RESULT),
  intakeId: containing(),
});

/** Every report of a call that the vendor sent, and what became of it. */
export function NineFourAiCallBackPage() {
  const t = useText();
  const [initial] = useState(() => {
    const { from, to } = lastDays(7);
    return { receivedAt: `${from}..${to}` };
  });
  const screen = useListPage<Row>({
    load: nineFour.callBackPage,
    idOf: (row) => row.intakeId,
    columns,
    filters,
    defaultSort: '-receivedAt',
    initial,
    file: { endpoint: nineFour.callBackExport, jobKind: 'aiCallBacks.export' },
  });
  const of = {
    list: { refresh: screen.list.refresh },
    facts: ({ intakeId }: Row) => ({ name: intakeId }),
  };
  const replay = useAction({
    ...of,
    name: 'aiReplay',
    endpoint: nineFour.callBackReplay,
    request: ({ intakeId, version }: Row) => ({ intakeId, version }),
  });
  const replayMany = useBatch({
    name: 'aiReplayMany',
    endpoint: nineFour.callBackReplayMany,
    jobKind: 'aiCallBacks.replayMany',
    list: screen.list,
    most: 1_000,
    takesFilter: true,
    request: ({ ids, filters: asked }) => nineFour.callBackReplayMany.request.parse({ ids, filters: asked }),
  });
  const match = useAction({
    ...of,
    name: 'aiMatch',
    endpoint: nineFour.callBackMatch,
    request: ({ intakeId, version }: Row, { caseNo }: Values) => ({ intakeId, version, caseNo }),
  });
  return (
    <ListScreen
      of={screen}
      title={t('aiCallBacks.title')}
      above={<CallBackLag />}
      nameOf={(row) => t('aiCallBacks.one', { number: row.intakeId })}
      rowActions={[allowedAs(replay, 'replay'), allowedAs(match, 'match')]}
      batches={[replayMany]}
      pageActions={replayMany.filtered === null ? [] : [onPage(replayMany.action, replayMany.filtered)]}
      detail={(row) => (
        <>
          <DescriptionList of={row} columns={columns} />
          <AsReceived fields={row.fields} />
          {row.vendorCallId !== null && <EventsOfCall vendorCallId={row.vendorCallId} />}
        </>
      )}
    >
      <Ask action={replay} />
      <BatchConfirm batch={replayMany} nameOf={(intakeId) => intakeId} describe={() => t('aiCallBacks.replayEffect')} />
      <FormDialog action={match} defaults={(): Values => ({ caseNo: '' })}>
        <Text name="caseNo" maxLength={20} />
      </FormDialog>
    </ListScreen>
  );
}
