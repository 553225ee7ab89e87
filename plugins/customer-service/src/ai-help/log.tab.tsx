import { lastDays, useText } from '@kituo/sdk';
import { aiHelp } from '@kituo/sdk/contracts';
import { DataTable, FilterBar, ListPage, useLayout, useList, useViews } from '@kituo/sdk/page';
import { useState } from 'react';
import { logColumns, logFilters, type LogRow } from './ai-help-fields.ts';

/** Who looked up UIDs, how many and what for. */
export function LogTab() {
  const t = useText();
  const [initial] = useState(() => {
    const { from, to } = lastDays(7);
    return { decryptedAt: `${from}..${to}` };
  });
  const list = useList<LogRow>({
    load: aiHelp.logPage,
    idOf: (row) => row.logId,
    columns: logColumns,
    filters: logFilters,
    defaultSort: '-decryptedAt',
    initial,
  });
  const layout = useLayout(list.name, logColumns);
  const views = useViews(list, layout);
  return (
    <ListPage list={list} title={t('aiHelp.logTitle')} views={views}>
      <FilterBar list={list} layout={layout} />
      <DataTable
        list={list}
        layout={layout}
        label={t('aiHelp.logTitle')}
        nameOf={({ logId }) => logId}
        emptyText={t('aiHelp.noLog')}
      />
    </ListPage>
  );
}
