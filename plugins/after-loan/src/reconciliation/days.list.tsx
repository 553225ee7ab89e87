import { formatDate, useText } from '@kituo/sdk';
import { change, reconciliation } from '@kituo/sdk/contracts';
import {
  Ask,
  AskReason,
  ListScreen,
  onPage,
  onRow,
  useAction,
  useListPage,
  useRefreshOn,
  useRefreshOnRows,
} from '@kituo/sdk/page';
import { DayDetail } from './day-detail.tsx';
import { FetchStatement, useFetchStatement } from './fetch-statement.tsx';
import { ImportStatement, useImportStatement } from './import-statement.tsx';
import { dayColumns, dayFilters } from './recon-fields.ts';
import type { DayRow } from './recon-fields.ts';

interface Stated extends Record<string, unknown> {
  readonly reason: string;
}

/** Statements against our books, a day an account: imported, matched, closed. */
export function DayList() {
  const t = useText();
  const screen = useListPage<DayRow>({
    load: reconciliation.page,
    idOf: (row) => row.runId,
    columns: dayColumns,
    filters: dayFilters,
    defaultSort: '-businessDate',
    file: { endpoint: reconciliation.exportList, jobKind: 'reconDays.export' },
  });
  // A close that somebody approved, a payout that ended: the day is matched again without its page.
  useRefreshOn('change', screen.list.refresh);
  useRefreshOnRows(screen.list, (row) => [row.runId]);
  const list = { refresh: screen.list.refresh };
  const nameOf = (row: DayRow) => `${row.accountName}, ${formatDate(row.businessDate)}`;
  const facts = (row: DayRow) => ({ name: nameOf(row) });
  const importDay = useImportStatement(list);
  const fetchDay = useFetchStatement(list);
  useRefreshOn('job', screen.list.refresh);
  const match = useAction({
    name: 'reconMatch',
    endpoint: reconciliation.run,
    request: ({ runId }: DayRow) => ({ runId }),
    list,
    facts,
  });
  const waitsIn = change.changeFamilies.reconDifference;
  const request = ({ runId }: DayRow, { reason }: Stated) => ({ runId, reason });
  const close = useAction({ name: 'reconClose', endpoint: reconciliation.close, request, list, waitsIn, facts });
  const reopen = useAction({ name: 'reconReopen', endpoint: reconciliation.reopen, request, list, waitsIn, facts });
  const own = (row: DayRow) => row;
  return (
    <ListScreen
      of={screen}
      title={t('recon.title')}
      nameOf={nameOf}
      rowActions={[onRow(close, 'close', own), onRow(match, 'match', own), onRow(reopen, 'reopen', own)]}
      pageActions={[onPage(importDay.action, null), onPage(fetchDay, null)]}
      emptyText={t('recon.empty')}
      detail={({ runId }) => <DayDetail runId={runId} />}
    >
      <ImportStatement of={importDay} />
      <FetchStatement action={fetchDay} />
      <Ask action={match} />
      <AskReason action={close}>
        <p className="kp-muted">{t('recon.closeText')}</p>
      </AskReason>
      <AskReason action={reopen}>
        <p className="kp-muted">{t('recon.reopenText')}</p>
      </AskReason>
    </ListScreen>
  );
}
