import { Money, useText } from '@kituo/sdk';
import { AskChannel } from './ask-channel.tsx';
import { change, payout, reconciliation } from '@kituo/sdk/contracts';
import {
  allowedAs,
  Ask,
  BatchAction,
  DescriptionList,
  DetailOf,
  fieldsOf,
  FormDialog,
  ListScreen,
  useAction,
  useBatch,
  useListPage,
  useRefreshOn,
  useRefreshOnRows,
} from '@kituo/sdk/page';
import { PostedJournals } from '@kituo/sdk/payments';
import { differenceColumns, differenceFilters, reconOwners } from './recon-fields.ts';
import type { DifferenceRow } from './recon-fields.ts';

interface Owner extends Record<string, unknown> {
  readonly ownerUserNo: string | null;
}
const { Select } = fieldsOf<Owner>();
const { Text } = fieldsOf<Stated>();
const MAX = 200;

interface Stated extends Record<string, unknown> {
  readonly reason: string;
}

/** What statements and books do not agree on, oldest first, and the posting that ends each. */
export function DifferenceList() {
  const t = useText();
  const screen = useListPage<DifferenceRow>({
    load: reconciliation.differencePage,
    idOf: (row) => row.diffId,
    columns: differenceColumns,
    filters: differenceFilters,
    defaultSort: 'happenedAt',
    file: { endpoint: reconciliation.differenceExport, jobKind: 'reconDifferences.export' },
  });
  useRefreshOn('change', screen.list.refresh);
  useRefreshOnRows(screen.list, (row) => [row.runId]);
  const list = { refresh: screen.list.refresh };
  const facts = (row: DifferenceRow) => ({ name: row.serial });
  const resolve = useAction({
    name: 'reconResolve',
    endpoint: reconciliation.resolve,
    request: ({ diffId }: DifferenceRow, { reason }: Stated) => ({ diffId, reason }),
    list,
    waitsIn: change.changeFamilies.reconDifference,
    facts,
  });
  const count = useAction({
    name: 'reconCount',
    endpoint: reconciliation.resolve,
    request: ({ diffId }: DifferenceRow, { reason }: Stated) => ({ diffId, reason, isAnother: true }),
    list,
    waitsIn: change.changeFamilies.reconDifference,
    facts,
  });
  const query = useAction({
    name: 'attemptQuery',
    endpoint: payout.queryAttempt,
    request: ({ attemptNo }: DifferenceRow) => ({ attemptNo: attemptNo ?? '' }),
    list,
    facts,
  });
  const assign = useBatch({
    name: 'reconAssign',
    endpoint: reconciliation.assignMany,
    jobKind: 'reconDifferences.assign',
    list: screen.list,
    most: MAX,
    request: ({ ids }, { ownerUserNo }: Owner) => ({ diffIds: [...(ids ?? [])], ownerUserNo }),
  });
  const resolveMany = useBatch({
    name: 'reconResolveMany',
    endpoint: reconciliation.resolveMany,
    jobKind: 'reconDifferences.resolve',
    list: screen.list,
    most: MAX,
    request: ({ ids }, { reason }: Stated) => ({ diffIds: [...(ids ?? [])], reason }),
  });
  return (
    <ListScreen
      of={screen}
      title={t('recon.differences')}
      nameOf={(row) => row.serial}
      rowActions={[allowedAs(resolve, 'resolve'), allowedAs(count, 'count'), allowedAs(query, 'query')]}
      batches={[assign, resolveMany]}
      emptyText={t('recon.noDifferences')}
      detail={(row) => (
        <>
          <p>{t(`recon.meaning.${row.diffType}`)}</p>
          <DescriptionList of={row} columns={differenceColumns} />
          {(row.flowNo !== null || row.attemptNo !== null) && (
            <DetailOf endpoint={reconciliation.differenceJournals} request={{ diffId: row.diffId }}>
              {({ journals }) => <PostedJournals journals={journals} />}
            </DetailOf>
          )}
        </>
      )}
    >
      <FormDialog action={resolve} defaults={(row): Stated => ({ reason: reasonOf(row, 'resolve') })}>
        {(row) => (
          <>
            <Effect row={row} />
            <Learnt row={row} action="resolve" />
            {row.diffType === 'MISSING_THERE' && <AskChannel diffId={row.diffId} />}
            <Text name="reason" isLong maxLength={200} />
          </>
        )}
      </FormDialog>
      <FormDialog action={count} defaults={(row): Stated => ({ reason: reasonOf(row, 'count') })}>
        {(row) => (
          <>
            <p>{t('recon.countText')}</p>
            <Learnt row={row} action="count" />
            <Text name="reason" isLong maxLength={200} />
          </>
        )}
      </FormDialog>
      <Ask action={query} />
      <BatchAction batch={assign} defaults={(): Owner => ({ ownerUserNo: null })}>
        <Select name="ownerUserNo" options={reconOwners} isOptional hint={t('recon.ownerHint')} />
      </BatchAction>
      <BatchAction batch={resolveMany} defaults={(): Stated => ({ reason: '' })}>
        <p className="kp-muted">{t('recon.resolveManyText')}</p>
        <Text name="reason" isLong maxLength={200} />
      </BatchAction>
    </ListScreen>
  );
}

/** What resolving posts, with its amount. */
function Effect({ row }: { readonly row: DifferenceRow }) {
  const t = useText();
  // Of a payout only what left too much is claimed.
  const isOverpaid = row.diffType === 'AMOUNT' && row.attemptNo !== null;
  const stated = row.statementCents ?? row.ourCents ?? 0;
  const cents = isOverpaid ? stated - (row.ourCents ?? 0) : stated;
  return (
    <p>
      {t(`recon.effect.${isOverpaid ? 'OVERPAID' : row.diffType}`, { serial: row.serial })}{' '}
      <Money cents={Math.abs(cents)} />
    </p>
  );
}

type Resolving = 'resolve' | 'count';
const isProposed = ({ proposedWay }: DifferenceRow, action: Resolving) =>
  proposedWay !== null && (proposedWay === 'count') === (action === 'count');
/** The reason of the last one that was resolved the same way. */
const reasonOf = (row: DifferenceRow, action: Resolving) => (isProposed(row, action) ? (row.proposedReason ?? '') : '');

/** That earlier differences of the same look were resolved this way. */
function Learnt({ row, action }: { readonly row: DifferenceRow; readonly action: Resolving }) {
  const t = useText();
  if (!isProposed(row, action)) return null;
  return <p className="kp-muted">{t('recon.learnt', { count: row.proposedTimes })}</p>;
}
