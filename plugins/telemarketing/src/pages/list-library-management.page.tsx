import { formatCount, lastDays, useText } from '@kituo/sdk';
import { DistributeForm, EntryPast } from '@kituo/sdk/calls';
import { callList } from '@kituo/sdk/contracts';
import {
  DescriptionList,
  DetailOf,
  ImportDialog,
  ListScreen,
  onPage,
  Reveal,
  useAction,
  useDetail,
  useImport,
  useListPage,
  useRefreshOn,
} from '@kituo/sdk/page';
import { useCallback, useRef, useState } from 'react';
import { CircleForm, circleOf, type CircleValues } from '../lists/circle.form.tsx';
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
    maxRows: callList.MAX_IMPORT,
  });
  const token = useRef('');
  const onChecked = useCallback((checkToken: string) => {
    token.current = checkToken;
  }, []);
  const circle = useAction({
    name: 'circleImport',
    endpoint: callList.circleImport,
    request: (_nothing: null, values: CircleValues) => circleOf(values, token.current),
    list: { refresh: screen.list.refresh },
  });
  return (
    <ListScreen
      of={screen}
      title={t('lists.title')}
      nameOf={({ phone }) => phone}
      rowActions={[actions.updateTarget, actions.distributeOne, actions.recall, actions.abandon]}
      pageActions={[importer.action, onPage({ ...circle, isAllowed: () => circle.isPermitted }, null)]}
      batches={[actions.distribute, actions.updateTargetMany, actions.recallMany, actions.abandonMany]}
      detail={(row) => <Detail entryId={row.entryId} />}
      above={<CallableNow filters={screen.list.request.filters} />}
      emptyText={t('lists.none')}
    >
      <EntryForms actions={actions} />
      <DistributeForm batch={actions.distribute} people={telemarketers} plan={callList.distributePlan} />
      <ImportDialog importer={importer} />
      <CircleForm action={circle} onChecked={onChecked} />
    </ListScreen>
  );
}

/** How many of what is shown may be called now, but for the hours; counted again when something changes. */
function CallableNow({ filters }: { readonly filters: unknown }) {
  const t = useText();
  const of = callList.filters.safeParse(filters).data ?? {};
  // Whose number is searched for is one person, and each search counts.
  const asked = { filters: { ...of, callableNow: true }, page: 1, pageSize: 20, sort: null } as const;
  const found = useDetail(callList.page, of.phone === undefined ? asked : null);
  useRefreshOn('changed', found.refresh);
  if (found.data === null) return null;
  const { total, totalIsExact } = found.data;
  const count = totalIsExact ? formatCount(total) : `${formatCount(total)}+`;
  return (
    <p className="kp-muted" role="status">
      {t('lists.callable', { count })}
    </p>
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
