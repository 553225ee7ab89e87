import { useText } from '@kituo/sdk';
import { refusedCallback } from '@kituo/sdk/contracts';
import type { ReplyOf } from '@kituo/sdk/contracts';
import {
  allowedAs,
  Ask,
  AskReason,
  containing,
  count,
  defineColumns,
  defineDictionary,
  defineFilters,
  ListScreen,
  money,
  number,
  oneOf,
  status,
  text,
  time,
  useAction,
  useListPage,
  yesNo,
} from '@kituo/sdk/page';
import type { CodesOf } from '@kituo/sdk/page';

type Row = ReplyOf<typeof refusedCallback.page>['rows'][number];

const CALLBACK_KIND = defineDictionary<CodesOf<typeof refusedCallback.callbackKind>>('CALLBACK_KIND', {
  C2B: 'waiting',
  B2C: 'waiting',
  STATUS: 'waiting',
  REVERSAL: 'waiting',
  STK: 'waiting',
  OTHER: 'waiting',
});
const REFUSED_STATUS = defineDictionary<CodesOf<typeof refusedCallback.refusedStatus>>('REFUSED_STATUS', {
  REFUSED: 'failed',
  HELD: 'attention',
  RETRYING: 'active',
  SET_ASIDE: 'waiting',
});
const filters = defineFilters({
  isOpen: yesNo(),
  refusedStatus: oneOf(REFUSED_STATUS),
  callbackKind: oneOf(CALLBACK_KIND),
  paymentCode: containing(),
  callbackNo: containing(),
});
const columns = defineColumns<Row>([
  number('callbackNo', { width: 110 }),
  status('refusedStatus', REFUSED_STATUS, { width: 130 }),
  status('callbackKind', CALLBACK_KIND, { width: 150 }),
  text('fault', { width: 280 }),
  number('paymentCode', { width: 140 }),
  money('amountCents', { sortable: true, width: 140 }),
  text('payerName', { width: 150, mask: 'text' }),
  text('payerPhone', { width: 130, mask: 'phone' }),
  text('accountReference', { width: 130 }),
  number('subjectNo', { width: 130 }),
  count('attempts', { width: 90 }),
  count('repeats', { width: 90 }),
  time('receivedAt', { sortable: true, width: 165 }),
]);

/** Messages of the channel that had no effect: worked off again after a correction, or closed. */
export function RefusedList() {
  const t = useText();
  const of = useListPage<Row>({
    load: refusedCallback.page,
    idOf: (row) => row.callbackNo,
    columns,
    filters,
    defaultSort: '-receivedAt',
    initial: { isOpen: 'true' },
    file: { endpoint: refusedCallback.exportList, jobKind: 'refusedCallback.export' },
  });
  const facts = ({ callbackNo }: Row) => ({ name: callbackNo });
  const refreshed = { refresh: of.list.refresh };
  const process = useAction({
    name: 'callbackProcess',
    endpoint: refusedCallback.process,
    request: ({ callbackNo, version }: Row) => ({ callbackNo, version }),
    list: refreshed,
    facts,
  });
  const setAside = useAction({
    name: 'callbackSetAside',
    endpoint: refusedCallback.setAside,
    request: ({ callbackNo, version }: Row, { reason }: { readonly reason: string }) => ({
      callbackNo,
      version,
      reason,
    }),
    list: refreshed,
    facts,
  });
  return (
    <ListScreen
      of={of}
      title={t('flow.refused')}
      rowActions={[allowedAs(process, 'process'), allowedAs(setAside, 'setAside')]}
      emptyText={t('flow.refusedNone')}
      detail={(row) => (
        <>
          <p>{row.fault}</p>
          <dl className="kp-description">
            {row.fields.map(({ name, value }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    >
      <Ask action={process} />
      <AskReason action={setAside} />
    </ListScreen>
  );
}
