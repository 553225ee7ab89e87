import { useText } from '@kituo/sdk';
import { change } from '@kituo/sdk/contracts';
import {
  allowedAs,
  Ask,
  AskReason,
  DataTable,
  DetailDrawer,
  ExportButton,
  FilterBar,
  known,
  ListPage,
  useAction,
  useRefreshOn,
  useListPage,
} from '@kituo/sdk/page';
import { FactsTable } from './facts-table.tsx';
import { changeColumns, changeFilters, codeChanges } from './rules-fields.ts';
import type { ChangeRow } from './rules-fields.ts';

const exported = change.changeExports.refuseCode;
const facts = (row: ChangeRow) => ({ name: row.subjectName });

/** Changes of refusal codes that await approval, or did. */
export function CodeChanges() {
  const t = useText();
  const { list, layout, views, exporter, opened } = useListPage<ChangeRow>({
    load: codeChanges.page,
    idOf: (row) => row.changeNo,
    columns: changeColumns,
    filters: changeFilters,
    defaultSort: '-createdAt',
    file: { endpoint: exported, jobKind: 'refuseCodes.exportChanges' },
  });
  const one = ({ changeNo }: ChangeRow) => ({ changeNo });
  const approve = useAction({ name: 'codeApprove', endpoint: codeChanges.approve, request: one, list, facts });
  const reject = useAction({
    name: 'codeReject',
    endpoint: codeChanges.reject,
    request: ({ changeNo }: ChangeRow, { reason }: { reason: string }) => ({ changeNo, reason }),
    list,
    facts,
    isDangerous: true,
  });
  const withdraw = useAction({ name: 'codeWithdraw', endpoint: codeChanges.withdraw, request: one, list, facts });
  useRefreshOn('change', list.refresh);
  return (
    <ListPage list={list} title={t('config.changes')} views={views} batch={<ExportButton exporter={exporter} />}>
      <FilterBar list={list} layout={layout}>
        <ExportButton exporter={exporter} />
      </FilterBar>
      <DataTable
        list={list}
        layout={layout}
        label={t('config.changes')}
        nameOf={(row) => row.subjectName}
        rowActions={[allowedAs(approve, 'approve'), allowedAs(reject, 'reject'), allowedAs(withdraw, 'withdraw')]}
        isSelectable={exporter.isPermitted}
        onOpen={opened.open}
        emptyText={t('config.noChanges')}
      />
      <DetailDrawer
        detail={known(opened.row)}
        isOpen={opened.row !== null}
        title={opened.row?.subjectName ?? t('config.changes')}
        onClose={opened.close}
      >
        {(row) => (row === null ? null : <ChangeFacts row={row} />)}
      </DetailDrawer>
      <Ask
        action={approve}
        say={(row) => (
          <>
            <p>{t('config.approveCode', { maker: row.makerName })}</p>
            <ChangeFacts row={row} />
          </>
        )}
      />
      <AskReason action={reject} />
      <Ask action={withdraw} say={() => t('config.withdrawText')} />
    </ListPage>
  );
}

function ChangeFacts({ row }: { readonly row: ChangeRow }) {
  const fields = Object.keys({ ...row.before, ...row.after });
  return (
    <FactsTable
      facts={fields.map((field) => ({
        field,
        before: row.before?.[field],
        after: row.after[field],
      }))}
      isCompared={row.before !== null}
    />
  );
}
