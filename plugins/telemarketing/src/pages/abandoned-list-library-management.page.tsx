import { lastDays, useText } from '@kituo/sdk';
import { EntryPast } from '@kituo/sdk/calls';
import { abandonedList } from '@kituo/sdk/contracts';
import {
  BatchAction,
  DescriptionList,
  DetailOf,
  fieldsOf,
  FormDialog,
  ListScreen,
  useAction,
  useBatch,
  useListPage,
} from '@kituo/sdk/page';
import { useState } from 'react';
import { abandonedColumns, abandonedFilters, type AbandonedRow, targets } from '../lists/list-fields.ts';

interface Values extends Record<string, unknown> {
  readonly marketingTarget: string | null;
  readonly remark: string | null;
}
const { Select, Text } = fieldsOf<Values>();
const nothing = (): Values => ({ marketingTarget: null, remark: '' });
const formOf = ({ marketingTarget, remark }: Values) => ({
  ...(marketingTarget !== null && { marketingTarget }),
  remark: remark === null || remark.trim() === '' ? null : remark,
});

/** Entries that were given up, and which of them get a second life. */
export function AbandonedListLibraryManagementPage() {
  const t = useText();
  const [initial] = useState(() => {
    const { from, to } = lastDays(30);
    return { abandonedAt: `${from}..${to}` };
  });
  const screen = useListPage<AbandonedRow>({
    load: abandonedList.page,
    idOf: (row) => row.entryId,
    columns: abandonedColumns,
    filters: abandonedFilters,
    defaultSort: '-abandonedAt',
    initial,
    file: { endpoint: abandonedList.exportList, jobKind: 'abandonedList.export' },
  });
  const { list } = screen;
  const recycle = useAction({
    name: 'recycle',
    endpoint: abandonedList.recycle,
    request: ({ entryId }: AbandonedRow, values: Values) => ({ entryId, ...formOf(values) }),
    list: { refresh: list.refresh },
    facts: ({ phone }) => ({ name: phone }),
  });
  const recycleMany = useBatch<typeof abandonedList.recycleMany, AbandonedRow, Values>({
    name: 'recycleMany',
    endpoint: abandonedList.recycleMany,
    jobKind: 'abandonedList.recycle',
    list,
    request: ({ ids }, values) => ({ entryIds: [...(ids ?? [])], ...formOf(values) }),
  });
  return (
    <ListScreen
      of={screen}
      title={t('abandoned.title')}
      nameOf={({ phone }) => phone}
      rowActions={[recycle]}
      batches={[recycleMany]}
      detail={({ entryId }) => (
        <DetailOf endpoint={abandonedList.detail} request={{ entryId }}>
          {({ row, ...past }) => (
            <>
              <DescriptionList of={row} columns={abandonedColumns} />
              <EntryPast past={past} />
            </>
          )}
        </DetailOf>
      )}
      emptyText={t('abandoned.none')}
    >
      <FormDialog action={recycle} defaults={nothing}>
        <Fields />
      </FormDialog>
      <BatchAction batch={recycleMany} defaults={nothing}>
        <Fields />
      </BatchAction>
    </ListScreen>
  );
}

function Fields() {
  const t = useText();
  return (
    <>
      <Select name="marketingTarget" options={targets} isOptional hint={t('abandoned.targetHint')} />
      <Text name="remark" isLong isOptional maxLength={200} />
    </>
  );
}
