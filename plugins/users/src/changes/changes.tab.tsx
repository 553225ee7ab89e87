import { useText } from '@kituo/sdk';
import { change } from '@kituo/sdk/contracts';
import {
  Ask,
  AskReason,
  Confirm,
  DataTable,
  ExportButton,
  FilterBar,
  known,
  ListPage,
  useListPage,
  useRefreshOn,
} from '@kituo/sdk/page';
import type { ReactNode } from 'react';
import { ChangeDetail } from './change.detail.tsx';
import { changeColumns, changeFilters } from './change-fields.ts';
import type { ChangeRow } from './change-fields.ts';
import { useChangeActions } from './use-change-actions.ts';

/**
 * The tab Changes of a page: what awaits approval or did, to be agreed to, rejected or taken
 * back. `facts` draws what a kind changes; without it each field stands with what it was and will be.
 */
export function ChangesTab(props: {
  readonly family: change.ExportedFamily;
  readonly facts?: (row: ChangeRow) => ReactNode;
}) {
  const t = useText();
  const { list, layout, views, exporter, opened } = useListPage<ChangeRow>({
    load: change.changeFamilies[props.family].page,
    idOf: (row) => row.changeNo,
    columns: changeColumns,
    filters: changeFilters,
    defaultSort: '-createdAt',
    file: {
      endpoint: change.changeExports[props.family],
      jobKind: `${props.family}s.exportChanges`,
    },
  });
  const actions = useChangeActions(props.family, list);
  useRefreshOn('change', list.refresh);
  return (
    <ListPage list={list} title={t('changes.title')} views={views} batch={<ExportButton exporter={exporter} />}>
      <FilterBar list={list} layout={layout}>
        <ExportButton exporter={exporter} />
      </FilterBar>
      <DataTable
        list={list}
        layout={layout}
        label={t('changes.title')}
        emptyText={t('changes.noneYet')}
        nameOf={(row) => `${row.title}: ${row.subjectName}`}
        rowActions={actions.rowActions}
        isSelectable={exporter.isPermitted}
        onOpen={opened.open}
      />
      <ChangeDetail row={opened.row} facts={props.facts} actions={actions.rowActions} onClose={opened.close} />
      <Confirm
        action={actions.approve}
        preview={known(true)}
        describe={(_known, row) => (
          <>
            <p>{t('changes.approveText', { maker: row.makerName })}</p>
            {row.reason !== null && <blockquote className="change-reason">{row.reason}</blockquote>}
          </>
        )}
      />
      <AskReason action={actions.reject} hint={t('changes.rejectHint')} />
      <Ask action={actions.withdraw} say={() => t('changes.withdrawText')} />
    </ListPage>
  );
}
