import { useText } from '@kituo/sdk';
import { aiPushTask } from '@kituo/sdk/contracts';
import { ListScreen, useListPage } from '@kituo/sdk/page';
import { recordColumns, recordFilters, type RecordRow } from './push-fields.ts';

/** The people of tasks that started, and what came of each. */
export function PushRecordsList() {
  const t = useText();
  const screen = useListPage<RecordRow>({
    load: aiPushTask.recordPage,
    idOf: (row) => String(row.recordId),
    columns: recordColumns,
    filters: recordFilters,
    file: { endpoint: aiPushTask.recordExport, jobKind: 'aiPushRecords.export' },
  });
  return <ListScreen of={screen} title={t('tab.people')} emptyText={t('push.noRecords')} />;
}
