import { useText } from '@kituo/sdk';
import { smsMarketingTask } from '@kituo/sdk/contracts';
import {
  allowedAs,
  Ask,
  AskReason,
  Confirm,
  type List,
  ListScreen,
  onPage,
  PlusIcon,
  useAction,
  useDetail,
  useListPage,
} from '@kituo/sdk/page';
import { useCallback, useRef } from 'react';
import { taskColumns, taskFilters, type TaskRow } from './task-fields.ts';
import { TaskDetail } from './task.detail.tsx';
import { TaskEstimate } from './task-estimate.tsx';
import { TaskForm } from './task.form.tsx';
import { type TaskBeside, taskOf, type TaskValues } from './task-values.ts';

function useStep(name: string, endpoint: typeof smsMarketingTask.submit, list: List<TaskRow>, isDangerous = false) {
  return useAction({
    name,
    endpoint,
    request: ({ taskNo }: TaskRow, values: { reason?: string }) => ({
      taskNo,
      ...(values.reason !== undefined && values.reason !== '' && { reason: values.reason }),
    }),
    list,
    isDangerous,
    facts: ({ taskName, audienceCount, pendingCount }) => ({
      name: taskName,
      count: audienceCount,
      pending: pendingCount,
    }),
  });
}

/** Asks with what the campaign would send now in sight: count, who falls out, cost and texts. */
function AskWithEstimate({ action }: { readonly action: ReturnType<typeof useStep> }) {
  const row = action.opened?.subject ?? null;
  const estimate = useDetail(
    smsMarketingTask.estimate,
    row && { taskNo: row.taskNo, arms: row.arms, holdOutPercent: row.holdOutPercent },
  );
  return (
    <Confirm
      action={action}
      preview={estimate}
      describe={(facts, { budgetCents }) => (
        <>
          <p>{action.textOf('effect')}</p>
          <TaskEstimate of={facts} budgetCents={budgetCents} />
        </>
      )}
    />
  );
}

/** Campaigns: written, approved by another person, watched, paused and stopped. */
export function TasksList() {
  const t = useText();
  const beside = useRef<TaskBeside>({ checkToken: '', phones: null });
  const onChecked = useCallback((checkToken: string) => {
    beside.current = { ...beside.current, checkToken };
  }, []);
  const onPhones = useCallback((phones: readonly string[] | null) => {
    beside.current = { ...beside.current, phones };
  }, []);
  const screen = useListPage<TaskRow>({
    load: smsMarketingTask.page,
    idOf: (row) => row.taskNo,
    columns: taskColumns,
    filters: taskFilters,
    defaultSort: '-scheduledAt',
    file: { endpoint: smsMarketingTask.exportList, jobKind: 'smsMarketingTasks.export' },
  });
  const { list } = screen;
  const add = useAction({
    name: 'taskAdd',
    endpoint: smsMarketingTask.save,
    request: (_nothing: null, values: TaskValues) => taskOf(null, values, beside.current),
    list: { refresh: list.refresh },
  });
  const update = useAction({
    name: 'taskUpdate',
    endpoint: smsMarketingTask.save,
    request: (row: TaskRow, values: TaskValues) => taskOf(row, values, beside.current),
    list,
    facts: ({ taskName }) => ({ name: taskName }),
  });
  const submit = useStep('taskSubmit', smsMarketingTask.submit, list);
  const approve = useStep('taskApprove', smsMarketingTask.approve, list);
  const sendBack = useStep('taskReturn', smsMarketingTask.sendBack, list);
  const pause = useStep('taskPause', smsMarketingTask.pause, list);
  const resume = useStep('taskResume', smsMarketingTask.resume, list);
  const retry = useStep('taskRetry', smsMarketingTask.retry, list);
  const stop = useStep('taskStop', smsMarketingTask.stop, list, true);
  return (
    <ListScreen
      of={screen}
      title={t('task.title')}
      nameOf={({ taskName }) => taskName}
      rowActions={[
        allowedAs(update, 'update'),
        allowedAs(submit, 'submit'),
        allowedAs(approve, 'approve'),
        allowedAs(sendBack, 'return'),
        allowedAs(pause, 'pause'),
        allowedAs(resume, 'resume'),
        allowedAs(retry, 'retry'),
        allowedAs(stop, 'stop'),
      ]}
      pageActions={[onPage({ ...add, isAllowed: () => add.isPermitted }, null, <PlusIcon aria-hidden title={false} />)]}
      detail={({ taskNo }) => <TaskDetail taskNo={taskNo} />}
      emptyText={t('task.none')}
    >
      <TaskForm action={add} onChecked={onChecked} onPhones={onPhones} />
      <TaskForm action={update} onChecked={onChecked} onPhones={onPhones} />
      <AskWithEstimate action={submit} />
      <AskWithEstimate action={approve} />
      {[pause, resume, retry].map((step) => (
        <Ask key={step.name} action={step} />
      ))}
      <AskReason action={sendBack} />
      <AskReason action={stop} isOptional />
    </ListScreen>
  );
}
