import { Money, useText } from '@kituo/sdk';
import { change, type ReplyOf } from '@kituo/sdk/contracts';
import {
  CHANGE_STATE,
  decision,
  DecisionDialogs,
  defineColumns,
  defineFilters,
  ListScreen,
  oneOf,
  status,
  text,
  time,
  useDecisions,
  useListPage,
  useRefreshOn,
} from '@kituo/sdk/page';

const batches = change.changeFamilies.refundBatch;
type BatchRow = ReplyOf<typeof batches.page>['rows'][number];

const columns = defineColumns<BatchRow>([
  text('subjectName', { width: 220 }),
  status('changeState', CHANGE_STATE, { width: 150 }),
  text('makerName', { width: 160 }),
  text('reason', { width: 240 }),
  time('createdAt', { sortable: true, width: 170 }),
  text('decidedByName', { width: 160 }),
  text('decisionReason', { width: 220 }),
]);
const filters = defineFilters({ changeState: oneOf(CHANGE_STATE) });
const one = ({ changeNo }: BatchRow) => ({ changeNo });
const nameOf = (row: BatchRow) => row.subjectName;

/** Batches of refunds that await another person, or did. */
export function RefundBatches() {
  const t = useText();
  const screen = useListPage<BatchRow>({
    load: batches.page,
    idOf: (row) => row.changeNo,
    columns,
    filters,
    defaultSort: '-createdAt',
    file: { endpoint: change.changeExports.refundBatch, jobKind: 'refundBatchs.exportChanges' },
  });
  const decisions = useDecisions<BatchRow>({
    list: screen.list,
    nameOf,
    approve: decision(batches.approve, one),
    reject: decision(batches.reject, ({ changeNo }: BatchRow, reason: string) => ({ changeNo, reason })),
    withdraw: decision(batches.withdraw, one),
  });
  useRefreshOn('change', screen.list.refresh);
  return (
    <ListScreen
      of={screen}
      title={t('refundAudit.batches')}
      nameOf={nameOf}
      rowActions={decisions.rowActions}
      detail={(row) => <Facts row={row} />}
      emptyText={t('refundAudit.noBatches')}
    >
      <DecisionDialogs decisions={decisions}>{(row) => <Facts row={row} />}</DecisionDialogs>
    </ListScreen>
  );
}

function Facts({ row }: { readonly row: BatchRow }) {
  const t = useText();
  const { action, things, amountCents, nos } = row.after ?? {};
  return (
    <>
      <p>
        {t(`refundAudit.batch.${String(action)}`, { count: Number(things ?? 0) })} ·{' '}
        <Money cents={typeof amountCents === 'number' ? amountCents : null} />
      </p>
      <p>{Array.isArray(nos) ? nos.join(', ') : ''}</p>
    </>
  );
}
