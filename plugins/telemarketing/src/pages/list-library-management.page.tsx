import { lastDays, useText } from '@kituo/sdk';
import { DistributeForm, EntryPast } from '@kituo/sdk/calls';
import { callList } from '@kituo/sdk/contracts';
import { DescriptionList, DetailOf, ImportDialog, ListScreen, Reveal, useImport, useListPage } from '@kituo/sdk/page';
import { useState } from 'react';
import { EntryForms } from '../lists/entry.forms.tsx';
import { entryColumns, entryFilters, type EntryRow, telemarketers } from '../lists/list-fields.ts';
import { useEntryActions } from '../lists/use-entry-actions.ts';

/** People who may be called: brought in, aimed, shared out. */
export function ListLibraryManagementPage() {
  const t = useText();
  const [initial] = useState(() => {
    const { from, to } = lastDays(30);
    return { createdAt: `${from}..${to}` };
  });
  const screen = useListPage<EntryRow>({
    load: callList.page,
    idOf: (row) => row.entryId,
    columns: entryColumns,
    filters: entryFilters,
    defaultSort: '-createdAt',
    initial,
    file: { endpoint: callList.exportList, jobKind: 'callList.export' },
  });
  const actions = useEntryActions(screen.list);
  const importer = useImport({
    name: 'entryImport',
    kind: 'callList.import',
    code: 'telemarketing:list:import',
    list: screen.list,
  });
  return (
    <ListScreen
      of={screen}
      title={t('lists.title')}
      nameOf={({ phone }) => phone}
      rowActions={[actions.updateTarget, actions.recall, actions.abandon]}
      pageActions={[importer.action]}
      batches={[actions.distribute, actions.updateTargetMany, actions.recallMany, actions.abandonMany]}
      detail={(row) => <Detail entryId={row.entryId} />}
      emptyText={t('lists.none')}
    >
      <EntryForms actions={actions} />
      <DistributeForm batch={actions.distribute} people={telemarketers} />
      <ImportDialog importer={importer} />
    </ListScreen>
  );
}

function Detail({ entryId }: { readonly entryId: string }) {
  const t = useText();
  return (
    <DetailOf endpoint={callList.detail} request={{ entryId }}>
      {({ row, ...past }) => (
        <>
          <DescriptionList of={row} columns={entryColumns} />
          <p>
            {t('field.phone')}:{' '}
            <Reveal kind="callList.phone" subjectNo={entryId} masked={row.phone} code="telemarketing:list:phone" />
          </p>
          <EntryPast past={past} />
        </>
      )}
    </DetailOf>
  );
}
