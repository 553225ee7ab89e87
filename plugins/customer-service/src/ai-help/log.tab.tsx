import { lastDays, useText } from '@kituo/sdk';
import { aiHelp } from '@kituo/sdk/contracts';
import { dictionaryOptions, ListScreen, useListPage, useWordedColumns } from '@kituo/sdk/page';
import { useState } from 'react';
import { logColumns, logFilters, type LogRow } from './ai-help-fields.ts';

const purposes = dictionaryOptions('REVEAL_PURPOSE', { withRetired: true });

/** Who looked up UIDs, how many and what for. */
export function LogTab() {
  const t = useText();
  const [initial] = useState(() => {
    const { from, to } = lastDays(7);
    return { decryptedAt: `${from}..${to}` };
  });
  const columns = useWordedColumns(logColumns, 'purpose', purposes);
  const of = useListPage<LogRow>({
    load: aiHelp.logPage,
    idOf: (row) => row.logId,
    columns,
    filters: logFilters,
    defaultSort: '-decryptedAt',
    initial,
    file: { endpoint: aiHelp.logExport, jobKind: 'aiHelp.logExport' },
  });
  return <ListScreen of={of} title={t('aiHelp.logTitle')} emptyText={t('aiHelp.noLog')} />;
}
