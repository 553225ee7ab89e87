import { lastDays, useText } from '@kituo/sdk';
import { aiHelp } from '@kituo/sdk/contracts';
import { ListScreen, useListPage } from '@kituo/sdk/page';
import { useState } from 'react';
import { logColumns, logFilters, type LogRow } from './ai-help-fields.ts';

/** Who looked up UIDs, how many and what for. */
export function LogTab() {
  const t = useText();
  const [initial] = useState(() => {
    const { from, to } = lastDays(7);
    return { decryptedAt: `${from}..${to}` };
  });
  const of = useListPage<LogRow>({
    load: aiHelp.logPage,
    idOf: (row) => row.logId,
    columns: logColumns,
    filters: logFilters,
    defaultSort: '-decryptedAt',
    initial,
    file: { endpoint: aiHelp.logExport, jobKind: 'aiHelp.logExport' },
  });
  return <ListScreen of={of} title={t('aiHelp.logTitle')} emptyText={t('aiHelp.noLog')} />;
}
