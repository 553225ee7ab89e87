import { Callout, lastDays, useText } from '@kituo/sdk';
import type { callTask } from '@kituo/sdk/contracts';
import {
  Ask,
  DescriptionList,
  DetailOf,
  fieldsOf,
  FormDialog,
  ListScreen,
  onPage,
  onRow,
  PlusIcon,
  useAction,
  useListPage,
} from '@kituo/sdk/page';
import { useState } from 'react';
import { CALLS_TEXTS } from './calls-texts.ts';
import { type TaskChoices, taskColumns, taskFilters, type TaskRow } from './task-fields.ts';
import { FollowUps } from './entry-past.tsx';
import { TaskEntries } from './task-entries.tsx';
import { TaskForm, taskOf, type TaskValues } from './task.form.tsx';
import { useSavedFilters } from './use-saved-filters.ts';
import { WorkDesk } from './work.desk.tsx';

/** A section's dial tasks: its endpoints and what they are made of. */
export interface CallTasksOf {
  readonly endpoints: typeof callTask.dialTasks | typeof callTask.callingTasks;
  readonly title: string;
  readonly exportKind: string;
  readonly choices: TaskChoices;
}
interface ReassignValues extends Record<string, unknown> {
  readonly userNo: string | null;
}
const { Select } = fieldsOf<ReassignValues>();

/**
 * Tasks in which people are called one after the other: written and steered by leads, worked by those named in them.
 *
 * @example <CallTasksScreen of={{ endpoints: callTask.dialTasks, title: t('tasks.title'), exportKind, choices }} />
 */
export function CallTasksScreen({ of }: { readonly of: CallTasksOf }) {
  const [working, setWorking] = useState<TaskRow | null>(null);
  if (working !== null) {
    return (
      <WorkDesk
        endpoints={of.endpoints}
        task={working}
        onLeave={() => {
          setWorking(null);
        }}
      />
    );
  }
  return <TaskList of={of} onWork={setWorking} />;
}

function TaskList({ of, onWork }: { readonly of: CallTasksOf; readonly onWork: (task: TaskRow) => void }) {
  const t = useText(CALLS_TEXTS);
  const { endpoints, choices } = of;
  const [initial] = useState(() => {
    const { from, to } = lastDays(7);
    return { createdAt: `${from}..${to}` };
  });
  const [filters] = useState(() => taskFilters(choices));
  const screen = useListPage<TaskRow>({
    load: endpoints.page,
    idOf: (row) => row.taskNo,
    columns: taskColumns,
    filters,
    defaultSort: '-createdAt',
    initial,
    file: { endpoint: endpoints.exportList, jobKind: of.exportKind },
  });
  const { list } = screen;
  const saved = useSavedFilters(choices);
  const shared = { words: t, list, facts: ({ taskName }: TaskRow) => ({ name: taskName }) };
  const request = ({ taskNo }: TaskRow) => ({ taskNo });
  const add = useAction({
    name: 'callTaskAdd',
    words: t,
    endpoint: endpoints.save,
    request: (_nothing: null, values: TaskValues) => taskOf(null, values, { saved }),
    list: { refresh: list.refresh },
    facts: (_nothing, reply) => ({ count: reply?.entryCount ?? 0 }),
  });
  const update = useAction({
    ...shared,
    name: 'callTaskUpdate',
    endpoint: endpoints.save,
    request: (row: TaskRow, values: TaskValues) => taskOf(row, values, { saved }),
  });
  const start = useAction({ ...shared, name: 'callTaskStart', endpoint: endpoints.start, request });
  const pause = useAction({ ...shared, name: 'callTaskPause', endpoint: endpoints.pause, request });
  const stop = useAction({ ...shared, name: 'callTaskStop', endpoint: endpoints.stop, request, isDangerous: true });
  const reassign = useAction({
    ...shared,
    name: 'callTaskReassign',
    endpoint: endpoints.reassign,
    request: ({ taskNo }: TaskRow, { userNo }: ReassignValues) => ({ taskNo, userNo: userNo ?? '' }),
  });
  const work = {
    name: 'work',
    label: t('calls.work'),
    isDangerous: false,
    isAllowed: ({ allowedActions }: TaskRow) => allowedActions.includes('work'),
    open: onWork,
  };
  const row = (one: TaskRow) => one;
  return (
    <ListScreen
      of={screen}
      title={of.title}
      nameOf={({ taskName }) => taskName}
      rowActions={[
        work,
        onRow(start, 'start', row),
        onRow(pause, 'pause', row),
        onRow(update, 'update', row),
        onRow(reassign, 'reassign', row),
        onRow(stop, 'stop', row),
      ]}
      pageActions={[onPage({ ...add, isAllowed: () => add.isPermitted }, null, <PlusIcon aria-hidden title={false} />)]}
      detail={({ taskNo }) => (
        <DetailOf endpoint={endpoints.detail} request={{ taskNo }}>
          {(info) => (
            <>
              {info.row.pausedFor !== null && <Callout intent="warning">{t('calls.nobodyOnShift')}</Callout>}
              <DescriptionList of={info.row} columns={taskColumns} />
              {info.row.script !== null && <p className="kp-prewrap">{info.row.script}</p>}
              <h3 className="kp-section-title">{t('calls.progress')}</h3>
              {info.people.length + info.hours.length === 0 && <p className="kp-muted">{t('calls.noCalls')}</p>}
              <ul className="kp-facts">
                {info.people.map(({ userName, ...counts }) => (
                  <li key={userName}>{t('calls.progressOf', { name: userName, ...counts })}</li>
                ))}
                {info.hours.map(({ hour, called, connected }) => (
                  <li key={hour}>{t('calls.hourOf', { hour, called, connected })}</li>
                ))}
              </ul>
              <FollowUps followUps={info.followUps} />
              <TaskEntries endpoints={endpoints} taskNo={taskNo} />
            </>
          )}
        </DetailOf>
      )}
      emptyText={t('calls.noTasks')}
    >
      <TaskForm action={add} choices={choices} saved={saved} />
      <TaskForm action={update} choices={choices} saved={saved} />
      <FormDialog action={reassign} defaults={(): ReassignValues => ({ userNo: null })}>
        <Select name="userNo" options={choices.people} />
      </FormDialog>
      <Ask action={start} />
      <Ask action={pause} />
      <Ask action={stop} say={() => t('calls.stopEffect')} />
    </ListScreen>
  );
}
