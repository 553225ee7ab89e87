import { callFile, lastDays, saveFile, useText } from '@kituo/sdk';
import { callImport } from '@kituo/sdk/contracts';
import { Ask, fieldsOf, FormDialog, ListScreen, useAction, useDetail, useListPage } from '@kituo/sdk/page';
import { useState } from 'react';
import { importColumns, importFilters, type ImportRow } from '../imports/import-fields.ts';
import { ImportDetail } from '../imports/import.detail.tsx';

interface Values extends Record<string, unknown> {
  readonly reason: string;
}
const { Text } = fieldsOf<Values>();

/** Where batches came from, what of each was taken, and taking one back. */
export function ImportRecordPage() {
  const t = useText();
  const [initial] = useState(() => {
    const { from, to } = lastDays(30);
    return { createdAt: `${from}..${to}` };
  });
  const screen = useListPage<ImportRow>({
    load: callImport.page,
    idOf: (row) => row.importNo,
    columns: importColumns,
    filters: importFilters,
    defaultSort: '-startedAt',
    initial,
    file: { endpoint: callImport.exportList, jobKind: 'callImport.export' },
  });
  const { list } = screen;
  const facts = ({ importNo, failCount }: ImportRow) => ({ name: importNo, count: failCount });
  const retry = useAction({
    name: 'retry',
    endpoint: callImport.retry,
    request: ({ importNo }: ImportRow) => ({ importNo }),
    list,
    facts,
  });
  const withdraw = useAction({
    name: 'withdraw',
    endpoint: callImport.withdraw,
    request: ({ importNo }: ImportRow, { reason }: Values) => ({ importNo, reason }),
    list,
    isDangerous: true,
    facts: ({ importNo }, reply) => ({ name: importNo, removed: reply?.removed ?? 0, kept: reply?.kept ?? 0 }),
  });
  const failedFile = {
    name: 'failedFile',
    label: t('imports.failedFile'),
    isDangerous: false,
    isAllowed: ({ allowedActions }: ImportRow) => allowedActions.includes('failedFile'),
    open: ({ importNo }: ImportRow) => {
      callFile(callImport.failedFile, { importNo }).then(saveFile, () => undefined);
    },
  };
  return (
    <ListScreen
      of={screen}
      title={t('imports.title')}
      rowActions={[retry, failedFile, withdraw]}
      detail={({ importNo }) => <ImportDetail importNo={importNo} />}
      emptyText={t('imports.none')}
    >
      <Ask action={retry} />
      <FormDialog action={withdraw} defaults={() => ({ reason: '' })}>
        {({ importNo }) => (
          <>
            <Effect importNo={importNo} />
            <Text name="reason" isLong maxLength={200} />
          </>
        )}
      </FormDialog>
    </ListScreen>
  );
}

/** How many entries a withdrawal removes, and how many stay. */
function Effect({ importNo }: { readonly importNo: string }) {
  const t = useText();
  const { data } = useDetail(callImport.detail, { importNo });
  if (data === null) return null;
  const kept = data.row.successCount - data.withdrawable;
  return <p>{t('imports.withdrawEffect', { count: data.withdrawable, kept })}</p>;
}
