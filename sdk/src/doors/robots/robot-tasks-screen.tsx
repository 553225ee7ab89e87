import { call, lastDays, useText } from '@kituo/sdk';
import { type Endpoint, robotTask } from '@kituo/sdk/contracts';
import {
  Ask,
  AskReason,
  BatchAction,
  fieldsOf,
  type List,
  ListScreen,
  onPage,
  onRow,
  openWith,
  PageTabs,
  PlusIcon,
  useAction,
  useBatch,
  useListPage,
  useRefreshOnRows,
} from '@kituo/sdk/page';
import { useState } from 'react';
import {
  billFilters,
  caseFilters,
  marketingFilters,
  offerFilters,
  robotColumns,
  type RobotRow,
} from './robot-fields.ts';
import { RobotTaskDetail } from './robot-task.detail.tsx';
import { RobotPlans } from './robot-plans.list.tsx';
import {
  RobotDraftForm,
  type RobotInfo,
  RobotTaskForm,
  type RobotValues,
  toCases,
  toDraft,
  toOffers,
} from './robot-task.form.tsx';
import type { RobotTasksOf } from './robot-section.ts';
import { RobotsLive } from './robots-live.tsx';
import { ROBOTS_TEXTS } from './robots-texts.ts';

const { Text: Reason } = fieldsOf<{ readonly reason: string }>();
const NAMES = { submit: 'robotSubmit', queue: 'robotQueue', approve: 'robotApprove', return: 'robotReturn' } as const;

/** One step of a task, under a name of its own: sections have words for these already. */
function useStep(
  endpoint: robotTask.RobotTaskEndpoints['pause'],
  name: string,
  list: List<RobotRow>,
  isDangerous = false,
) {
  const t = useText(ROBOTS_TEXTS);
  return useAction({
    name,
    words: t,
    endpoint,
    request: ({ taskNo }: RobotRow, values: { reason?: string }) => ({
      taskNo,
      ...(values.reason !== undefined && values.reason !== '' && { reason: values.reason }),
    }),
    list,
    isDangerous,
    facts: ({ taskName, total, leftOut, unreached, waiting }) => ({
      name: taskName,
      count: { robotAgain: unreached, robotStop: waiting }[name] ?? total - leftOut,
    }),
  });
}

/**
 * A section's batches of robot calls, and the plans that make them again and again.
 *
 * @example <RobotTasksScreen of={{ endpoints: robotTask.marketingTasks, create, audience, plans, title, exportKind }} />
 */
export function RobotTasksScreen({ of }: { readonly of: RobotTasksOf }) {
  return (
    <PageTabs
      label={of.title}
      tabs={[
        { name: 'tasks', ...(of.awaits && { awaits: of.awaits.tasks }), content: () => <Tasks key="tasks" of={of} /> },
        {
          name: 'plans',
          ...(of.awaits && { awaits: of.awaits.plans }),
          content: () => <RobotPlans key="plans" of={of} />,
        },
      ]}
    />
  );
}

/** By what a section's batches are found. */
function filtersOf({ audience, isByBill }: RobotTasksOf) {
  if (audience.kind === 'GROUP') return marketingFilters;
  if (audience.kind === 'LIST') return offerFilters;
  return isByBill === true ? billFilters : caseFilters;
}

/** Batches: written, approved where that is asked for, watched, paused and stopped. */
function Tasks({ of }: { readonly of: RobotTasksOf }) {
  const { endpoints, create, audience } = of;
  const t = useText(ROBOTS_TEXTS);
  const [columns] = useState(() => robotColumns(audience.kind));
  // Of telemarketing, where a task lives for days; campaigns are written long before.
  const [initial] = useState(() => {
    const { from, to } = lastDays(7);
    return audience.kind === 'LIST' ? { createdAt: `${from}..${to}` } : null;
  });
  const screen = useListPage<RobotRow>({
    load: endpoints.page,
    idOf: (row) => row.taskNo,
    columns,
    filters: filtersOf(of),
    defaultSort: '-createdAt',
    ...(initial && { initial }),
    file: { endpoint: endpoints.exportList, jobKind: of.exportKind },
  });
  const { list } = screen;
  const trial = useAction({
    name: 'robotTrial',
    words: t,
    endpoint: of.sound?.of.trial ?? robotTask.marketingSound.trial,
    request: ({ taskNo }: RobotRow) => ({ taskNo }),
    list,
    facts: ({ taskName }) => ({ name: taskName }),
  });
  const trialRun = useAction({
    name: 'robotTrialRun',
    words: t,
    endpoint: of.trialRun ?? robotTask.telemarketingTrialRun,
    request: ({ taskNo }: RobotRow) => ({ taskNo }),
    list: { refresh: list.refresh },
    facts: ({ taskName }) => ({ name: taskName }),
  });
  useRefreshOnRows(list, (row) => [row.taskNo]);
  const add = useAction<Endpoint, null, RobotValues>({
    name: 'robotAdd',
    words: t,
    endpoint: create,
    request: (_nothing, values) => (audience.kind === 'CASES' ? toCases(values) : toOffers(audience.kind, values)),
    list: { refresh: list.refresh },
  });
  const update = useAction({
    name: 'robotUpdate',
    words: t,
    endpoint: of.update ?? robotTask.marketingUpdate,
    request: (info: RobotInfo, values: RobotValues) => toDraft(audience.kind, info, values),
    list: { refresh: list.refresh },
    facts: ({ taskName }: RobotInfo) => ({ name: taskName }),
  });
  const edit = openWith(
    update,
    ({ taskNo }: RobotRow) => call(endpoints.detail, { taskNo }),
    ({ allowedActions }) => of.update !== undefined && allowedActions.includes('update'),
  );
  const steps = {
    submit: useStep(endpoints.submit, NAMES.submit, list),
    queue: useStep(endpoints.queue, NAMES.queue, list),
    approve: useStep(endpoints.approve, NAMES.approve, list),
    resume: useStep(endpoints.resume, 'robotResume', list),
    retry: useStep(endpoints.retry, 'robotRetry', list),
    again: useStep(endpoints.again, 'robotAgain', list),
    pause: useStep(endpoints.pause, 'robotPause', list),
  };
  const sendBack = useStep(endpoints.return, NAMES.return, list);
  const stop = useStep(endpoints.stop, 'robotStop', list, true);
  const stopMany = useBatch({
    name: 'robotStopMany',
    endpoint: endpoints.stopMany,
    jobKind: `${of.jobs}.stopMany`,
    list,
    most: 100,
    isDangerous: true,
    request: ({ ids }, { reason }: { reason?: string }) => ({
      taskNos: [...(ids ?? [])],
      ...(reason !== undefined && reason !== '' && { reason }),
    }),
  });
  const row = (one: RobotRow) => one;
  return (
    <ListScreen
      of={screen}
      title={of.title}
      nameOf={({ taskName }) => taskName}
      rowActions={[
        onRow<RobotRow, RobotRow>(steps.submit, 'submit', row),
        onRow<RobotRow, RobotRow>(steps.queue, 'queue', row),
        onRow<RobotRow, RobotRow>(steps.approve, 'approve', row),
        onRow<RobotRow, RobotRow>(sendBack, 'return', row),
        onRow<RobotRow, RobotRow>(steps.pause, 'pause', row),
        onRow<RobotRow, RobotRow>(steps.resume, 'resume', row),
        onRow<RobotRow, RobotRow>(steps.retry, 'retry', row),
        onRow<RobotRow, RobotRow>(steps.again, 'again', row),
        edit,
        onRow<RobotRow, RobotRow>(trialRun, 'trialRun', row),
        onRow<RobotRow, RobotRow>(trial, 'trial', row),
        onRow<RobotRow, RobotRow>(stop, 'stop', row),
      ]}
      pageActions={[onPage({ ...add, isAllowed: () => add.isPermitted }, null, <PlusIcon aria-hidden title={false} />)]}
      batches={[stopMany]}
      detail={({ taskNo }) => (
        <RobotTaskDetail
          of={endpoints}
          taskNo={taskNo}
          isOfCases={audience.kind === 'CASES'}
          {...(of.sound && { sound: of.sound })}
        />
      )}
      emptyText={t('robots.none')}
      {...(of.status && { above: <RobotsLive endpoint={of.status} /> })}
    >
      <RobotTaskForm action={add} of={audience} />
      <RobotDraftForm action={update} of={audience} />
      {Object.values(steps).map((step) => (
        <Ask key={step.name} action={step} />
      ))}
      <Ask action={trial} />
      <Ask action={trialRun} />
      <AskReason action={sendBack} />
      <AskReason action={stop} isOptional>
        <p>{t('robots.stopEffect')}</p>
      </AskReason>
      <BatchAction batch={stopMany} nameOf={(taskNo) => taskNo} defaults={() => ({ reason: '' })}>
        <Reason name="reason" isOptional maxLength={200} />
      </BatchAction>
    </ListScreen>
  );
}
