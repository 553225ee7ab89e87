import { useText } from '@kituo/sdk';
import { type Endpoint, type robotPlan, robotTask } from '@kituo/sdk/contracts';
import {
  allowedAs,
  Ask,
  AskReason,
  containing,
  count,
  day,
  defineColumns,
  defineFilters,
  DescriptionList,
  DetailOf,
  fieldsOf,
  FormDialog,
  History,
  type List,
  ListScreen,
  merchantOptions,
  number,
  oneOf,
  onPage,
  PlusIcon,
  several,
  status,
  text,
  time,
  useAction,
  useListPage,
  useRefreshOnRows,
} from '@kituo/sdk/page';
import { useState } from 'react';
import { ROBOT_PLAN_OUTCOME, ROBOT_PLAN_STATUS, ROBOT_VENDOR, VOICE_LANGUAGE } from './robot-fields.ts';
import { type PlanValues, RobotPlanForm, toPlan } from './robot-plan.form.tsx';
import type { RobotTasksOf } from './robot-section.ts';
import { ROBOTS_TEXTS } from './robots-texts.ts';

type Row = robotPlan.PlanRow;
interface RunValues extends Record<string, unknown> {
  readonly taskName: string;
  readonly startAt: string | null;
}
const { Moment, Text } = fieldsOf<RunValues>();

const filters = defineFilters({
  planName: containing(),
  planNo: containing({ example: 'RP000000001' }),
  planStatus: oneOf(ROBOT_PLAN_STATUS),
  merchantNo: oneOf(merchantOptions),
});
const columnsIn = (wordOf: (day: number) => string, isOfCases: boolean) =>
  defineColumns<Row>([
    text('planName', { sortable: true, width: 200 }),
    number('planNo', { sortable: true, width: 130 }),
    status('planStatus', ROBOT_PLAN_STATUS, { width: 150 }),
    text('merchantName', { width: 160 }),
    several('weekdays', (row) => row.weekdays.map(wordOf), { width: 190 }),
    several('runTimes', (row) => row.runTimes, { width: 150 }),
    time('nextRunAt', { width: 165 }),
    time('lastRunAt', { width: 165 }),
    status('lastOutcome', ROBOT_PLAN_OUTCOME, { width: 130 }),
    count('lastPeople', { width: 100 }),
    count('runs', { width: 80 }),
    count('holdOutPercent', { width: 100 }),
    text('scriptCode', { width: 140 }),
    ...(isOfCases
      ? [status<Row>('vendor', ROBOT_VENDOR, { width: 110 }), text<Row>('smsTemplateCode', { width: 150 })]
      : []),
    status('voiceLanguage', VOICE_LANGUAGE, { width: 100 }),
    day('startsOn'),
    day('endsOn'),
    text('updatedByName', { width: 150 }),
    text('approvedByName', { width: 150 }),
    time('updatedAt', { width: 165 }),
  ]);
const runColumns = defineColumns<robotPlan.PlanRun>([
  time('dueAt'),
  status('planOutcome', ROBOT_PLAN_OUTCOME),
  number('taskNo'),
  count('people'),
  count('leftOut'),
]);

function useStep(endpoint: robotPlan.RobotPlanEndpoints['pause'], name: string, list: List<Row>, isDangerous = false) {
  const t = useText(ROBOTS_TEXTS);
  return useAction({
    name,
    words: t,
    endpoint,
    request: ({ planNo }: Row, values: { reason?: string }) => ({
      planNo,
      ...(values.reason !== undefined && values.reason !== '' && { reason: values.reason }),
    }),
    list,
    isDangerous,
    facts: ({ planName }) => ({ name: planName }),
  });
}

/** Plans that make a task again and again, each time of who matches then. */
export function RobotPlans({ of }: { readonly of: RobotTasksOf }) {
  const { plans: endpoints, audience } = of;
  const t = useText(ROBOTS_TEXTS);
  const [columns] = useState(() => columnsIn((weekday) => t(`ROBOT_WEEKDAY.${weekday}`), audience.kind === 'CASES'));
  const screen = useListPage<Row>({
    load: endpoints.page,
    idOf: (row) => row.planNo,
    columns,
    filters,
    defaultSort: '-planNo',
    file: { endpoint: endpoints.exportList, jobKind: of.planExportKind },
  });
  const { list } = screen;
  useRefreshOnRows(list, (row) => [row.planNo]);
  const add = useAction<Endpoint, null, PlanValues>({
    name: 'planAdd',
    words: t,
    endpoint: endpoints.save,
    request: (_nothing, values) => toPlan(audience.kind, null, values),
    list: { refresh: list.refresh },
  });
  const update = useAction<Endpoint, Row, PlanValues>({
    name: 'planUpdate',
    words: t,
    endpoint: endpoints.save,
    request: (row, values) => toPlan(audience.kind, row, values),
    list,
    facts: ({ planName }) => ({ name: planName }),
  });
  const run = useAction({
    name: 'planRun',
    words: t,
    endpoint: of.runPlan ?? robotTask.collectionRunPlan,
    request: ({ planNo }: Row, { taskName, startAt }: RunValues) => ({ planNo, taskName, startAt: startAt ?? '' }),
    list,
    facts: ({ planName }) => ({ name: planName }),
  });
  const submit = useStep(endpoints.submit, 'planSubmit', list);
  const approve = useStep(endpoints.approve, 'planApprove', list);
  const enable = useStep(endpoints.enable, 'planEnable', list);
  const pause = useStep(endpoints.pause, 'planPause', list);
  const resume = useStep(endpoints.resume, 'planResume', list);
  const disable = useStep(endpoints.disable, 'planDisable', list);
  const sendBack = useStep(endpoints.return, 'planReturn', list);
  const stop = useStep(endpoints.stop, 'planStop', list, true);
  return (
    <ListScreen
      of={screen}
      title={of.title}
      nameOf={({ planName }) => planName}
      rowActions={[
        allowedAs(update, 'update'),
        allowedAs(submit, 'submit'),
        allowedAs(approve, 'approve'),
        allowedAs(sendBack, 'return'),
        allowedAs(enable, 'enable'),
        ...(of.runPlan ? [allowedAs(run, 'run')] : []),
        allowedAs(pause, 'pause'),
        allowedAs(resume, 'resume'),
        allowedAs(disable, 'disable'),
        allowedAs(stop, 'stop'),
      ]}
      pageActions={[onPage({ ...add, isAllowed: () => add.isPermitted }, null, <PlusIcon aria-hidden title={false} />)]}
      detail={({ planNo }) => <PlanDetail of={endpoints} planNo={planNo} columns={columns} />}
      emptyText={t('robots.noPlans')}
    >
      <RobotPlanForm action={add} of={audience} />
      <RobotPlanForm action={update} of={audience} />
      <FormDialog
        action={run}
        defaults={({ planName }): RunValues => ({ taskName: planName, startAt: new Date().toISOString() })}
      >
        <Text name="taskName" maxLength={30} />
        <Moment name="startAt" />
      </FormDialog>
      {[submit, approve, enable, pause, resume, disable].map((step) => (
        <Ask key={step.name} action={step} />
      ))}
      <AskReason action={sendBack} />
      <AskReason action={stop} isOptional>
        <p>{t('robots.planStopEffect')}</p>
      </AskReason>
    </ListScreen>
  );
}

/** A plan's settings, what its runs made, and who changed it. */
function PlanDetail(props: {
  readonly of: robotPlan.RobotPlanEndpoints;
  readonly planNo: string;
  readonly columns: ReturnType<typeof columnsIn>;
}) {
  const t = useText(ROBOTS_TEXTS);
  return (
    <DetailOf endpoint={props.of.detail} request={{ planNo: props.planNo }}>
      {({ row, runs, history }) => (
        <>
          <DescriptionList of={row} columns={props.columns} />
          {runs.length > 0 && <h3 className="kp-section-title">{t('robots.runs')}</h3>}
          {runs.map((run) => (
            <section key={run.dueAt}>
              <DescriptionList of={run} columns={runColumns} />
              {run.isCut && <p className="kp-muted">{t('robots.cut')}</p>}
              {run.fault !== null && <p className="kp-muted">{t(`robots.fault.${run.fault}`)}</p>}
            </section>
          ))}
          <History
            isTitled
            entries={history}
            titleOf={({ action }) => t(`robots.history.${action.split('.').at(-1) ?? ''}`)}
          />
        </>
      )}
    </DetailOf>
  );
}
