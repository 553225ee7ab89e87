import './warning-notify.css';
import { useText } from '@kituo/sdk';
import { warning } from '@kituo/sdk/contracts';

import {
  ActionButton,
  ColumnChooser,
  DataTable,
  FilterBar,
  ListPage,
  useLayout,
  useList,
} from '@kituo/sdk/page';
import { useState } from 'react';
import { useWarningActions } from '../warnings/use-warning-actions.ts';
import type { WarningRow } from '../warnings/use-warning-actions.ts';
import { WarningDrawer } from '../warnings/warning-drawer.tsx';
import { WarningForms } from '../warnings/warning-forms.tsx';
import { columns, filters } from '../warnings/warning-list.ts';

export function WarningNotifyPage() {
  const t = useText();
  const [opened, setOpened] = useState<string | null>(null);
  const list = useList<WarningRow>({
    load: warning.page,
    idOf: (row) => row.warningNo,
    columns,
    filters,
    defaultSort: '-raisedAt',
  });
  const layout = useLayout(list.name, columns);
  const actions = useWarningActions(list);
  return (
    <ListPage
      list={list}
      title={t('warning.title')}
      batch={
        <>
          <ActionButton action={actions.acknowledgeAll} subject={actions.selected} />
          <ActionButton action={actions.resolveAll} subject={actions.selected} isPrimary />
        </>
      }
    >
      <FilterBar list={list}>
        <ColumnChooser layout={layout} />
      </FilterBar>
      <DataTable
        list={list}
        layout={layout}
        label={t('warning.title')}
        nameOf={(row) => row.subject}
        rowActions={[
          actions.acknowledge,
          actions.resolve,
          actions.openSubject,
          actions.assign,
          actions.snooze,
        ]}
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
