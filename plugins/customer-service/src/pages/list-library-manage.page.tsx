import { lastDays, useText } from '@kituo/sdk';
import {
  DistributeForm,
  distributionOf,
  type DistributeValues,
  EntryPast,
  SelectionTaskForm,
  useTaskOfSelection,
} from '@kituo/sdk/calls';
import { callTask, notLoggedList } from '@kituo/sdk/contracts';
import {
  AskReason,
  BatchAction,
  type BatchScope,
  DescriptionList,
  DetailOf,
  fieldsOf,
  ImportDialog,
  ListScreen,
  onRow,
  Reveal,
  useAction,
  useBatch,
  useDetail,
  useImport,
  useListPage,
} from '@kituo/sdk/page';
import { useState } from 'react';
import {
  agents,
  notLoggedColumns,
  notLoggedFilters,
  type NotLoggedRow,
  notLoggedTypes,
} from '../calling/not-logged-fields.ts';

interface Why extends Record<string, unknown> {
  readonly reason: string;
}
const { Text } = fieldsOf<Why>();
const choices = { people: agents, listTypes: notLoggedTypes };

/** The merchant that all of the rows are of; null for several. */
function merchantOf(rows: ReadonlyMap<string, NotLoggedRow>): string | null {
  const [merchantNo = null, ...others] = new Set([...rows.values()].map((row) => row.merchantNo));
  return others.length === 0 ? merchantNo : null;
}

/** Customers who registered and do not sign in, shared out for calling. */
export function ListLibraryManagePage() {
  const t = useText();
  const [initial] = useState(() => {
    const { from, to } = lastDays(30);
    return { registeredAt: `${from}..${to}` };
  });
  const screen = useListPage<NotLoggedRow>({
    load: notLoggedList.page,
    idOf: (row) => row.entryId,
    columns: notLoggedColumns,
    filters: notLoggedFilters,
    defaultSort: '-createdAt',
    initial,
    file: { endpoint: notLoggedList.exportList, jobKind: 'notLoggedList.export' },
  });
  const { list } = screen;
  const recall = useAction({
    name: 'recall',
    endpoint: notLoggedList.recall,
    request: ({ entryId }: NotLoggedRow, { reason }: Why) => ({ entryId, reason }),
    list,
    facts: ({ phone }) => ({ name: phone }),
  });
  const distribute = useBatch<typeof notLoggedList.distribute, NotLoggedRow, DistributeValues>({
    name: 'distribute',
    endpoint: notLoggedList.distribute,
    jobKind: 'notLoggedList.distribute',
    list,
    request: ({ ids }, values) => distributionOf(ids, values),
  });
  const distributeOne = onRow<NotLoggedRow, BatchScope>(distribute.action, 'distribute', ({ entryId }) => ({
    ids: [entryId],
    filters: list.request.filters,
    count: 1,
  }));
  const recallMany = useBatch<typeof notLoggedList.recallMany, NotLoggedRow, Why>({
    name: 'recallMany',
    endpoint: notLoggedList.recallMany,
    jobKind: 'notLoggedList.recall',
    list,
    request: ({ ids }, { reason }) => ({ entryIds: [...(ids ?? [])], reason }),
  });
  const task = useTaskOfSelection(callTask.callingTasks.save, list);
  const importer = useImport({
    name: 'notLoggedImport',
    kind: 'notLoggedList.import',
    code: 'customerService:notLoggedList:distribute',
    list,
  });
  return (
    <ListScreen
      of={screen}
      title={t('notLogged.title')}
      nameOf={({ phone }) => phone}
      rowActions={[distributeOne, recall]}
      pageActions={[importer.action]}
      batches={[distribute, recallMany, task]}
      detail={({ entryId }) => (
        <DetailOf endpoint={notLoggedList.detail} request={{ entryId }}>
          {({ row, ...past }) => (
            <>
              <DescriptionList of={row} columns={notLoggedColumns} />
              <p>
                {t('field.phone')}:{' '}
                <Reveal
                  kind="notLoggedList.phone"
                  subjectNo={entryId}
                  masked={row.phone}
                  code="customerService:notLoggedList:phone"
                />
              </p>
              <EntryPast past={past} />
            </>
          )}
        </DetailOf>
      )}
      above={<Returns />}
      emptyText={t('notLogged.none')}
    >
      <AskReason action={recall} />
      <DistributeForm batch={distribute} people={agents} plan={notLoggedList.distributePlan} />
      <BatchAction batch={recallMany} defaults={(): Why => ({ reason: '' })}>
        <Text name="reason" isLong maxLength={200} />
      </BatchAction>
      <SelectionTaskForm action={task.action} choices={choices} merchantNo={merchantOf(list.selection.rows)} />
      <ImportDialog importer={importer} />
    </ListScreen>
  );
}

/** Who came back without a call: nobody needs to be rung for nothing. */
function Returns() {
  const t = useText();
  const { data } = useDetail(notLoggedList.returns, {});
  if (data === null || data.returned === 0) return null;
  return (
    <p className="kp-muted" role="status">
      {t('notLogged.returns', { count: data.returned, uncalled: data.uncalled })}
    </p>
  );
}
