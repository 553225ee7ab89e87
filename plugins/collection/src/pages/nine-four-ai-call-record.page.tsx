import { eatDay, lastDays, useText } from '@kituo/sdk';
import { nineFour } from '@kituo/sdk/contracts';
import {
  allowedAs,
  BatchAction,
  containing,
  count,
  dateRange,
  defineColumns,
  defineFilters,
  DescriptionList,
  dictionaryOptions,
  fieldsOf,
  flag,
  FormDialog,
  ListScreen,
  money,
  number,
  oneOf,
  status,
  text,
  time,
  useAction,
  useBatch,
  useDetail,
  useFormValues,
  useListPage,
} from '@kituo/sdk/page';
import { CASE_LEVEL, CASE_SCOPE } from '@kituo/sdk/cases';
import { useState } from 'react';
import { CallDetail } from '../ai/call.detail.tsx';
import { CALL_RESULT, HUNG_UP_BY, WILLINGNESS } from '../ai/ai-words.ts';

type Row = nineFour.CallRow;
interface Values extends Record<string, unknown> {
  readonly actionCode: string | null;
  readonly overdueReason: string | null;
  readonly nextFollowUpAt: string | null;
  readonly remark: string;
}
/** A note of one call: what the borrower promised, too. */
interface OneNote extends Values {
  readonly promiseAmountCents: number | null;
  readonly promisedRepaymentTime: string | null;
  readonly promiseChannel: string | null;
}
interface Remark extends Record<string, unknown> {
  readonly remark: string;
}
const { Select, Moment, Text, Money, Date: Day } = fieldsOf<OneNote>();
const PROMISED = 'PROMISED';
const LAST_DAY = 7;
const dayFromNow = (days: number): string => eatDay(new Date(Date.now() + days * 86_400_000));

/** How a call reads as a follow-up; a promise is for the collector to confirm. */
const HEARD: Readonly<Partial<Record<NonNullable<Row['willingness']>, string>>> = {
  WILLING: 'WILL_PAY_LATER',
  UNWILLING: 'REFUSED_TO_PAY',
  UNCLEAR: 'ROBOT_SPOKE',
  NO_DEMAND: 'ROBOT_SPOKE',
};
const outcomeOf = ({ callResult, willingness }: Row): string | null =>
  callResult === 'ANSWERED' ? (willingness === null ? null : (HEARD[willingness] ?? null)) : callResult;

const columns = defineColumns<Row>([
  time('callStart', { sortable: true, width: 165 }),
  text('taskName', { width: 180 }),
  text('customerName', { reveal: { kind: 'aiCall.customerName', by: 'callId' }, width: 160 }),
  text('phone', { reveal: { kind: 'aiCall.phone', by: 'callId' }, width: 140, mask: 'phone' }),
  status('callResult', CALL_RESULT, { width: 130 }),
  status('willingness', WILLINGNESS, { width: 130 }),
  count('ringSeconds', { width: 100 }),
  count('talkSeconds', { sortable: true, width: 110 }),
  count('rounds', { width: 90 }),
  status('hungUpBy', HUNG_UP_BY, { width: 110 }),
  number('caseNo', { width: 140 }),
  status('caseScope', CASE_SCOPE, { width: 110 }),
  status('caseLevel', CASE_LEVEL, { width: 90 }),
  number('orderNo', { width: 140 }),
  text('collectorName', { width: 150 }),
  money('costCents', { width: 110 }),
  flag('hasRecording', { width: 110 }),
  time('endedAt', { width: 165 }),
  number('callId', { width: 110 }),
  number('vendorCallId', { width: 140 }),
]);
const filters = defineFilters({
  taskName: containing(),
  phone: containing({ isPersonal: true, example: '254712345678' }),
  callStart: dateRange(),
  callResult: oneOf(CALL_RESULT),
  willingness: oneOf(WILLINGNESS),
  talkSecondsFrom: containing({ example: '60' }),
  hungUpBy: oneOf(HUNG_UP_BY),
  caseLevel: oneOf(CASE_LEVEL),
  caseScope: oneOf(CASE_SCOPE),
  orderNo: containing(),
  caseNo: containing(),
});

const noteOf = ({ actionCode, remark, overdueReason, nextFollowUpAt }: Values) => ({
  actionCode: actionCode ?? '',
  remark,
  ...(overdueReason !== null && { overdueReason }),
  ...(nextFollowUpAt !== null && { nextFollowUpAt }),
});

/** One row a robot call, matched to its case. */
export function NineFourAiCallRecordPage() {
  const t = useText();
  const [initial] = useState(() => {
    const { from, to } = lastDays(7);
    return { callStart: `${from}..${to}` };
  });
  const screen = useListPage<Row>({
    load: nineFour.callPage,
    idOf: (row) => row.callId,
    columns,
    filters,
    defaultSort: '-callStart',
    initial,
    file: { endpoint: nineFour.callExport, jobKind: 'aiCalls.export' },
  });
  const asked = nineFour.callSummary.request.safeParse({ filters: screen.list.request.filters });
  const { data: sums } = useDetail(nineFour.callSummary, asked.success ? asked.data : null);
  const follow = useAction({
    name: 'aiFollow',
    endpoint: nineFour.callFollowUp,
    request: ({ callId }: Row, values: OneNote) => ({
      callId,
      ...noteOf(values),
      ...(values.actionCode === PROMISED && {
        promise: {
          promiseAmountCents: values.promiseAmountCents ?? 0,
          promisedRepaymentTime: values.promisedRepaymentTime ?? '',
          promiseChannel: values.promiseChannel ?? '',
        },
      }),
    }),
    list: { refresh: screen.list.refresh },
    facts: ({ caseNo }: Row) => ({ name: caseNo ?? '' }),
  });
  const followMany = useBatch({
    name: 'aiFollowMany',
    endpoint: nineFour.callFollowMany,
    jobKind: 'aiCalls.followMany',
    list: screen.list,
    most: 1_000,
    request: ({ ids }, values: Values) => ({ callIds: [...(ids ?? [])], ...noteOf(values) }),
  });
  const markNumbers = useBatch({
    name: 'aiMarkNumbers',
    endpoint: nineFour.callMarkNumbers,
    jobKind: 'aiCalls.markNumbers',
    list: screen.list,
    most: 1_000,
    isDangerous: true,
    request: ({ ids }, { remark }: Remark) => ({ callIds: [...(ids ?? [])], remark }),
  });
  return (
    <ListScreen
      of={screen}
      title={t('aiCalls.title')}
      nameOf={(row) => row.callId}
      rowActions={[allowedAs(follow, 'followUp')]}
      batches={[followMany, markNumbers]}
      detail={(row) => (
        <>
          <DescriptionList of={row} columns={columns} />
          <CallDetail row={row} />
        </>
      )}
    >
      {sums !== null && <p className="kp-muted">{t('aiCalls.sums', { ...sums, count: sums.calls })}</p>}
      <FormDialog
        action={follow}
        defaults={(row): OneNote => ({
          actionCode: outcomeOf(row),
          overdueReason: null,
          nextFollowUpAt: null,
          remark: '',
          promiseAmountCents: null,
          promisedRepaymentTime: dayFromNow(1),
          promiseChannel: 'MPESA',
        })}
      >
        <NoteFields />
        <PromiseFields />
      </FormDialog>
      <BatchAction
        batch={followMany}
        nameOf={(callId) => callId}
        defaults={(): Values => ({ actionCode: 'CALL_BACK', overdueReason: null, nextFollowUpAt: null, remark: '' })}
      >
        <NoteFields />
      </BatchAction>
      <BatchAction batch={markNumbers} nameOf={(callId) => callId} defaults={(): Remark => ({ remark: '' })}>
        <p>{t('aiCalls.markEffect')}</p>
        <Text name="remark" isLong maxLength={200} />
      </BatchAction>
    </ListScreen>
  );
}

function NoteFields() {
  return (
    <>
      <Select name="actionCode" options={dictionaryOptions('ACTION_CODE')} />
      <Select name="overdueReason" options={dictionaryOptions('OVERDUE_REASON')} isOptional />
      <Moment name="nextFollowUpAt" isOptional />
      <Text name="remark" isLong maxLength={500} />
    </>
  );
}

/** Where the borrower promised: how much, until when, how. */
function PromiseFields() {
  const { actionCode } = useFormValues();
  if (actionCode !== PROMISED) return null;
  return (
    <>
      <Money name="promiseAmountCents" />
      <Day name="promisedRepaymentTime" min={eatDay()} max={dayFromNow(LAST_DAY)} />
      <Select name="promiseChannel" options={dictionaryOptions('PROMISE_CHANNEL')} />
    </>
  );
}
