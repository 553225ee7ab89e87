import { formatMoney, useText } from '@kituo/sdk';
import { aiPushTask } from '@kituo/sdk/contracts';
import {
  allowedAs,
  Ask,
  AskReason,
  decision,
  DecisionDialogs,
  DescriptionList,
  ListScreen,
  onPage,
  PlusIcon,
  useAction,
  useDecisions,
  useListPage,
} from '@kituo/sdk/page';
import { useCallback, useRef } from 'react';
import { taskColumns, taskFilters, type TaskRow } from './push-fields.ts';
import { Outlook, PushDetail } from './push.detail.tsx';
import { PushForm, pushOf, type PushValues } from './push.form.tsx';

/** A task as the dialog of decisions reads it. */
const toDecide = (row: TaskRow) => ({ ...row, reason: null });
type TaskToDecide = ReturnType<typeof toDecide>;
const factsOf = ({ taskName, allowed }: TaskRow) => ({ name: taskName, count: allowed });

/** AI pushes: created, approved by another person, started and stopped. */
export function PushesList() {
  const t = useText();
  const checked = useRef('');
  const onChecked = useCallback((token: string) => {
    checked.current = token;
  }, []);
  const screen = useListPage<TaskRow>({
    load: aiPushTask.page,
    idOf: (row) => row.taskNo,
    columns: taskColumns,
    filters: taskFilters,
    defaultSort: '-createdAt',
    file: { endpoint: aiPushTask.exportList, jobKind: 'aiPushTasks.export' },
  });
  const { list } = screen;
  const create = useAction({
    name: 'pushCreate',
    endpoint: aiPushTask.create,
    request: (_nothing: null, values: PushValues) => pushOf(values, checked.current),
    list: { refresh: list.refresh },
  });
  const start = useAction({
    name: 'pushStart',
    endpoint: aiPushTask.start,
    request: ({ taskNo }: TaskRow) => ({ taskNo }),
    list,
    facts: factsOf,
  });
  const proceed = useAction({
    name: 'pushProceed',
    endpoint: aiPushTask.proceed,
    request: ({ taskNo }: TaskRow) => ({ taskNo }),
    list,
    facts: ({ taskName, audience, sent }: TaskRow) => ({ name: taskName, count: audience - sent }),
  });
  const stop = useAction({
    name: 'pushStop',
    endpoint: aiPushTask.stop,
    request: ({ taskNo }: TaskRow, { reason }: { reason?: string }) => ({
      taskNo,
      ...(reason !== undefined && reason !== '' && { reason }),
    }),
    list,
    facts: factsOf,
    isDangerous: true,
  });
  const decisions = useDecisions<TaskToDecide>({
    list: { refresh: list.refresh },
    nameOf: (row) => row.taskName,
    approve: decision(aiPushTask.audit, ({ taskNo }: TaskToDecide, remark: string | undefined) => ({
      taskNo,
      isApproved: true,
      ...(remark !== undefined && { remark }),
    })),
    reject: decision(aiPushTask.audit, ({ taskNo }: TaskToDecide, remark: string) => ({
      taskNo,
      isApproved: false,
      remark,
    })),
  });
  return (
    <ListScreen
      of={screen}
      title={t('push.title')}
      nameOf={({ taskName }) => taskName}
      rowActions={[
        ...decisions.rowActions.map((action) => ({
          ...action,
          isAllowed: (row: TaskRow) => action.isAllowed(toDecide(row)),
          open: (row: TaskRow) => {
            action.open(toDecide(row));
          },
        })),
        allowedAs(start, 'start'),
        allowedAs(proceed, 'proceed'),
        allowedAs(stop, 'stop'),
      ]}
      pageActions={[onPage(create, null, <PlusIcon aria-hidden title={false} />)]}
      detail={({ taskNo }) => <PushDetail taskNo={taskNo} />}
      emptyText={t('push.none')}
    >
      <PushForm action={create} onChecked={onChecked} />
      <Ask action={start} />
      <Ask action={proceed} />
      <AskReason action={stop} isOptional />
      <DecisionDialogs decisions={decisions}>
        {(row) => (
          <>
            <p>{t('push.exposure', { count: row.allowed, money: formatMoney(row.estimatedCostCents) })}</p>
            <Outlook taskNo={row.taskNo} />
            <DescriptionList of={row} columns={taskColumns} />
          </>
        )}
      </DecisionDialogs>
    </ListScreen>
  );
}
