import { Money, useText } from '@kituo/sdk';
import { change, payout, reconciliation } from '@kituo/sdk/contracts';
import { allowedAs, Ask, AskReason, DescriptionList, ListScreen, useAction, useListPage } from '@kituo/sdk/page';
import { differenceColumns, differenceFilters } from './recon-fields.ts';
import type { DifferenceRow } from './recon-fields.ts';

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
  return (
    <ListScreen
      of={screen}
      title={t('recon.differences')}
      nameOf={(row) => row.serial}
      rowActions={[allowedAs(resolve, 'resolve'), allowedAs(count, 'count'), allowedAs(query, 'query')]}
      emptyText={t('recon.noDifferences')}
      detail={(row) => (
        <>
          <p>{t(`recon.meaning.${row.diffType}`)}</p>
          <DescriptionList of={row} columns={differenceColumns} />
        </>
      )}
    >
      <AskReason action={resolve}>{resolve.subject !== null && <Effect row={resolve.subject} />}</AskReason>
      <AskReason action={count}>
        <p>{t('recon.countText')}</p>
      </AskReason>
      <Ask action={query} />
    </ListScreen>
  );
}

/** What resolving posts, with its amount. */
function Effect({ row }: { readonly row: DifferenceRow }) {
  const t = useText();
  const cents = row.statementCents ?? row.ourCents ?? 0;
  return (
    <p>
      {t(`recon.effect.${row.diffType}`, { serial: row.serial })} <Money cents={Math.abs(cents)} />
    </p>
  );
}
