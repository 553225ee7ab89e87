import { lastDays, useText } from '@kituo/sdk';
import { merchantService } from '@kituo/sdk/contracts';
import {
  Answered,
  Ask,
  containing,
  count,
  dateRange,
  defineColumns,
  defineFilters,
  DescriptionList,
  ListScreen,
  merchantOptions,
  number,
  oneOf,
  several,
  status,
  text,
  time,
  useAction,
  useDetail,
  useListPage,
  useRefreshOn,
  useRefreshOnRows,
} from '@kituo/sdk/page';
import { useState } from 'react';
import { Attempts } from '../parts/attempts.tsx';
import { DELIVERY_STATUS } from '../parts/codes.ts';
import { Part } from '../parts/part.tsx';

type Row = merchantService.EventRow;

/** The words of events come from the page: a column knows no language. */
const columnsOf = (word: (event: string) => string) =>
  defineColumns<Row>([
    number('eventNo', { width: 140 }),
    status('deliveryStatus', DELIVERY_STATUS, { width: 120 }),
    text('merchantName', { width: 160 }),
    several('event', ({ event }) => [word(event)], { width: 160 }),
    number('subjectNo', { width: 150 }),
    count('attempts', { width: 100 }),
    text('fault', { width: 180 }),
    time('nextAttemptAt', { sortable: true, width: 165 }),
    time('deliveredAt', { width: 165 }),
    time('queuedAt', { sortable: true, width: 165 }),
  ]);
const filters = defineFilters({
  merchantNo: oneOf(merchantOptions),
  deliveryStatus: oneOf(DELIVERY_STATUS),
  queuedAt: dateRange(),
  subjectNo: containing({ example: 'LO0000012345' }),
  eventNo: containing({ example: 'ME0000000042' }),
});

/** What merchants' systems were notified of, each with its attempts; what failed is resent by hand. */
export function EventList() {
  const t = useText();
  const [columns] = useState(() => columnsOf((event) => t(`event.${event.replaceAll('.', '_')}`)));
  const [initial] = useState(() => {
    const { from, to } = lastDays(7);
    return { queuedAt: `${from}..${to}` };
  });
  const screen = useListPage<Row>({
    load: merchantService.eventPage,
    idOf: (row) => row.eventNo,
    columns,
    filters,
    defaultSort: '-queuedAt',
    initial,
    file: { endpoint: merchantService.eventExport, jobKind: 'merchantEvents.export' },
  });
  useRefreshOnRows(screen.list, (row) => [row.eventNo]);
  const resend = useAction({
    name: 'resend',
    endpoint: merchantService.resendEvent,
    request: ({ eventNo }: Row) => ({ eventNo }),
    list: { refresh: screen.list.refresh },
    facts: ({ eventNo: name }) => ({ name }),
  });
  return (
    <ListScreen
      of={screen}
      title={t('event.title')}
      nameOf={(row) => row.eventNo}
      rowActions={[resend]}
      detail={(row) => <EventDetail row={row} columns={columns} />}
      emptyText={t('event.none')}
    >
      <Ask action={resend} say={() => t('event.resendText')} />
    </ListScreen>
  );
}

/** An event as it is sent, and each attempt with what was answered. */
function EventDetail({ row, columns }: { readonly row: Row; readonly columns: ReturnType<typeof columnsOf> }) {
  const t = useText();
  const log = useDetail(merchantService.eventDetail, { eventNo: row.eventNo });
  useRefreshOn('changed', log.refresh);
  return (
    <>
      <DescriptionList of={row} columns={columns} />
      <Answered detail={log}>
        {({ attempts, body }) => (
          <>
            <Attempts attempts={attempts} />
            <Part title={t('event.body')}>
              <ul className="kp-facts">
                <li>
                  <code>{body}</code>
                </li>
              </ul>
            </Part>
          </>
        )}
      </Answered>
    </>
  );
}
