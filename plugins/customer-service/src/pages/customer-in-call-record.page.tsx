import { lastDays, useText } from '@kituo/sdk';
import { feedback, inCallRecord, type telephony } from '@kituo/sdk/contracts';
import {
  allowedAs,
  Ask,
  BatchAction,
  fieldsOf,
  FormDialog,
  ListScreen,
  onPage,
  PlusIcon,
  useAction,
  useBatch,
  useListPage,
} from '@kituo/sdk/page';
import { dialCall, PhoneDock } from '@kituo/sdk/phone';
import { useState } from 'react';
import { agents, callColumns, callFilters, type CallRow } from '../calls/call-fields.ts';
import { IncomingBar } from '../calls/incoming.bar.tsx';
import { FreeNow } from '../parts/free-now.tsx';
import { ReasonsByHour } from '../calls/reasons-by-hour.tsx';
import { CallDetail } from '../calls/call.detail.tsx';
import { CallForm, callOf, CallUpdateForm, changedCallOf } from '../calls/call.form.tsx';
import { FeedbackForm, type FeedbackFrom, feedbackOf, type FeedbackValues } from '../feedback/feedback.form.tsx';
import { FEEDBACK_CATEGORY, FEEDBACK_SEVERITY } from '../feedback/feedback-fields.ts';

interface AssignValues extends Record<string, unknown> {
  readonly agentUserNo: string | null;
  readonly reason: string;
}
const { Select, Text } = fieldsOf<AssignValues>();
type MadeValues = Pick<FeedbackValues, 'category' | 'severity' | 'content'>;
const Made = fieldsOf<MadeValues>();
const SAME: ReadonlySet<string> = new Set(['APPLICATION', 'DISBURSEMENT', 'REPAYMENT', 'CHARGES']);
/** What the call says already: its words, and its reason where feedback knows it too. */
const madeOf = ({ reasonType, content }: CallRow): MadeValues => ({
  category: reasonType !== null && SAME.has(reasonType) ? (reasonType as MadeValues['category']) : 'OTHER',
  severity: reasonType === 'COMPLAINT' ? 'HIGH' : 'MEDIUM',
  content: content ?? '',
});
const facts = ({ recordNo }: CallRow) => ({ name: recordNo });

/** Calls that came in: each written down, the missed ones rung back. */
export function CustomerInCallRecordPage() {
  const t = useText();
  const [initial] = useState(() => {
    const { from, to } = lastDays(7);
    return { callAt: `${from}..${to}` };
  });
  // Who rings or rang last, until the call is recorded.
  const [incoming, setIncoming] = useState<telephony.OwnCall | null>(null);
  const screen = useListPage<CallRow>({
    load: inCallRecord.page,
    idOf: (row) => row.recordNo,
    columns: callColumns,
    filters: callFilters,
    defaultSort: '-callAt',
    initial,
    file: { endpoint: inCallRecord.exportList, jobKind: 'inCallRecords.export' },
  });
  const { list } = screen;
  const add = useAction({
    name: 'callAdd',
    endpoint: inCallRecord.save,
    request: callOf,
    list: { refresh: list.refresh },
    facts: (_taken: telephony.OwnCall | null, reply) => ({ name: reply?.recordNo ?? '' }),
    onDone: (_reply, taken) => {
      if (taken !== null) setIncoming(null);
    },
  });
  const update = useAction({ name: 'update', endpoint: inCallRecord.update, request: changedCallOf, list, facts });
  const callBack = useAction({
    name: 'callBack',
    endpoint: inCallRecord.callBack,
    request: ({ recordNo }: CallRow) => ({ recordNo }),
    list,
    facts,
    isSilent: ({ callNo }) => callNo !== null,
    onDone: ({ callNo }, row) => {
      const name = row.customerName ?? row.phone;
      // Called back is called back: it is not offered again.
      if (callNo !== null) void dialCall({ callNo, name, retry: null });
    },
  });
  const toFeedback = useAction({
    name: 'callToFeedback',
    endpoint: inCallRecord.toFeedback,
    request: ({ recordNo }: CallRow, values: MadeValues) => ({ recordNo, ...values }),
    list,
    facts: ({ recordNo }, made) => ({ name: recordNo, feedbackNo: made?.feedbackNo ?? '' }),
  });
  const told = useAction({
    name: 'feedbackAdd',
    endpoint: feedback.save,
    request: (_from: FeedbackFrom, values: FeedbackValues) => feedbackOf(values),
    facts: (_from, reply) => ({ name: reply?.feedbackNo ?? '' }),
  });
  const assign = useBatch<typeof inCallRecord.assign, CallRow, AssignValues>({
    name: 'assignCalls',
    endpoint: inCallRecord.assign,
    jobKind: 'inCallRecords.assign',
    list,
    request: ({ ids }, { agentUserNo, reason }) => ({
      recordNos: [...(ids ?? [])],
      agentUserNo: agentUserNo ?? '',
      reason,
    }),
  });
  const isPermitted = { isAllowed: () => told.isPermitted };
  return (
    <ListScreen
      of={screen}
      title={t('calls.title')}
      rowActions={[callBack, update, allowedAs(toFeedback, 'toFeedback')]}
      pageActions={[
        onPage({ ...add, isAllowed: () => add.isPermitted }, incoming, <PlusIcon aria-hidden title={false} />),
        onPage<FeedbackFrom>({ ...told, ...isPermitted }, null),
      ]}
      batches={[assign]}
      above={
        <>
          {add.isPermitted && (
            <IncomingBar
              incoming={incoming}
              onRing={setIncoming}
              onClose={() => {
                setIncoming(null);
              }}
            />
          )}
          <WhoIsFree />
          <ReasonsByHour />
        </>
      }
      detail={({ recordNo }) => <CallDetail recordNo={recordNo} />}
      emptyText={t('calls.none')}
    >
      <CallForm action={add} />
      <CallUpdateForm action={update} />
      <Ask action={callBack} />
      <PhoneDock />
      <FormDialog action={toFeedback} defaults={madeOf}>
        <Made.Select name="category" options={FEEDBACK_CATEGORY} />
        <Made.Segmented name="severity" options={FEEDBACK_SEVERITY} />
        <Made.Text name="content" isLong maxLength={2000} />
      </FormDialog>
      <FeedbackForm action={told} />
      <BatchAction batch={assign} defaults={(): AssignValues => ({ agentUserNo: null, reason: '' })}>
        <Select name="agentUserNo" options={agents} />
        <Text name="reason" isLong maxLength={200} />
      </BatchAction>
    </ListScreen>
  );
}

/** Whom a caller can be handed to, opened by whoever asks. */
function WhoIsFree() {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      onToggle={(event) => {
        setOpen(event.currentTarget.open);
      }}
    >
      <summary>{t('free.title')}</summary>
      {isOpen && <FreeNow />}
    </details>
  );
}
