import { Button, formatCount, Money, useText } from '@kituo/sdk';
import { payout } from '@kituo/sdk/contracts';
import type { ReplyOf } from '@kituo/sdk/contracts';
import {
  allowedAs,
  Answered,
  Ask,
  clock,
  DataTable,
  defineColumns,
  defineDictionary,
  ListPage,
  money,
  number,
  status,
  text,
  useAction,
  useDetail,
  useLayout,
  useRefreshOn,
  useRows,
  useViews,
} from '@kituo/sdk/page';
import type { CodesOf } from '@kituo/sdk/page';

type Reply = ReplyOf<typeof payout.unknown>;
type Row = Reply['rows'][number];

const PAYOUT_SUBJECT = defineDictionary<CodesOf<typeof payout.payoutSubject>>('PAYOUT_SUBJECT', {
  LOAN: 'waiting',
  REFUND: 'waiting',
  REVERSAL: 'waiting',
  TRANSFER: 'waiting',
  WITHDRAWAL: 'waiting',
});
const columns = defineColumns<Row>([
  number('attemptNo', { width: 130 }),
  status('subjectType', PAYOUT_SUBJECT, { width: 120 }),
  number('subjectNo', { width: 150 }),
  clock('createdAt', () => ({ way: 'since' }), { width: 110 }),
  money('amountCents', { width: 150 }),
  text('payeeName', { width: 170, mask: 'text' }),
  text('payeeAccount', { width: 140, mask: 'phone' }),
  clock('nextQueryAt', () => ({ way: 'until' }), { width: 130 }),
]);

/** Payouts whose end nobody knows, oldest first; nothing is sent again before the channel answers. */
export function UnknownBoard() {
  const t = useText();
  const board = useDetail(payout.unknown, {});
  useRefreshOn('changed', board.refresh);
  return (
    <Answered detail={board}>
      {(reply) => <Board reply={reply} onRefresh={board.refresh} title={t('loan.unknown')} />}
    </Answered>
  );
}

function Board(props: { readonly reply: Reply; readonly title: string; readonly onRefresh: () => void }) {
  const { reply, onRefresh } = props;
  const t = useText();
  const list = useRows<Row>({
    name: payout.unknown.name,
    rows: reply.rows,
    idOf: (row) => row.attemptNo,
    columns,
    onRefresh,
  });
  const layout = useLayout(list.name, columns);
  const views = useViews(list, layout);
  const query = useAction({
    name: 'attemptQuery',
    endpoint: payout.queryAttempt,
    request: ({ attemptNo }: Row) => ({ attemptNo }),
    list: { refresh: onRefresh },
    facts: ({ attemptNo }) => ({ name: attemptNo }),
  });
  return (
    <ListPage
      list={list}
      title={props.title}
      views={views}
      action={<Button text={t('loan.readAgain')} onClick={onRefresh} />}
    >
      <p>
        {t('loan.unknownSum', { count: reply.rows.length, shown: formatCount(reply.rows.length) })} ·{' '}
        <Money cents={reply.totalCents} />
      </p>
      <DataTable
        list={list}
        layout={layout}
        label={props.title}
        nameOf={(row) => row.attemptNo}
        rowActions={[allowedAs(query, 'query')]}
        emptyText={t('loan.unknownNone')}
      />
      <Ask action={query} />
    </ListPage>
  );
}
