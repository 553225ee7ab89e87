import './warning-notify.css';
import { useSearchParams, useText } from '@kituo/sdk';
import { warning } from '@kituo/sdk/contracts';

import { ActionButton, DataTable, ExportButton, FilterBar, ListPage, useRefreshOn, useListPage } from '@kituo/sdk/page';
import { useEffect, useEffectEvent, useState } from 'react';
import { Causes } from '../warnings/causes.tsx';
import { NoticesButton } from '../warnings/notices-button.tsx';
import { useWarningKeys } from '../warnings/use-warning-keys.ts';
import { useWarningActions } from '../warnings/use-warning-actions.ts';
import type { WarningRow } from '../warnings/warning-row.ts';
import { WarningDrawer } from '../warnings/warning-drawer.tsx';
import { WarningForms } from '../warnings/warning-forms.tsx';
import { columns, filters } from '../warnings/warning-list.ts';

/** Shows the last seven days to whoever comes without a request of their own, before anything is asked. */
export function WarningNotifyPage() {
  const [query, setQuery] = useSearchParams();
  const [isReady, setReady] = useState(query.size > 0);
  if (!isReady && query.size > 0) setReady(true);
  const requestDays = useEffectEvent(() => {
    if (!isReady) setQuery({ raisedWithin: 'D7' }, { replace: true });
  });
  useEffect(() => {
    requestDays();
  }, []);
  return isReady ? <WarningNotify /> : null;
}

function WarningNotify() {
  const t = useText();
  const [query, setQuery] = useSearchParams();
  const opened = query.get('warning');
  const setOpened = (warningNo: string | null) => {
    const next = new URLSearchParams(query);
    if (warningNo === null) next.delete('warning');
    else next.set('warning', warningNo);
    setQuery(next, { replace: true });
  };
  const { list, layout, views, exporter } = useListPage<WarningRow>({
    load: warning.page,
    idOf: (row) => row.warningNo,
    columns,
    filters,
    defaultSort: '-raisedAt',
    file: { endpoint: warning.exportList, jobKind: 'warnings.export' },
  });
  const actions = useWarningActions(list);
  useWarningKeys(list, actions);
  useRefreshOn('warnings', list.refresh);
  return (
    <ListPage
      list={list}
      title={t('warning.title')}
      views={views}
      action={<NoticesButton />}
      batch={
        <>
          <ActionButton action={actions.acknowledgeAll} subject={actions.selected} />
          <ActionButton action={actions.resolveAll} subject={actions.selected} isPrimary />
        </>
      }
    >
      <FilterBar list={list} layout={layout}>
        <ExportButton exporter={exporter} />
      </FilterBar>
      <Causes list={list} />
      <DataTable
        list={list}
        layout={layout}
        label={t('warning.title')}
        nameOf={(row) => row.subject}
        rowActions={[actions.acknowledge, actions.resolve, actions.openSubject, actions.assign, actions.snooze]}
        isSelectable
        onOpen={(row) => {
          setOpened(row.warningNo);
        }}
        emptyAction={<p>{t('warning.none')}</p>}
      />
      <WarningForms actions={actions} />
      <WarningDrawer
        warningNo={opened}
        onClose={() => {
          setOpened(null);
        }}
      />
    </ListPage>
  );
}
