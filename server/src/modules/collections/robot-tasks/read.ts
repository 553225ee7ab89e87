import { aiTask, robotTask } from '@kituo/sdk/contracts';
import { type RawBuilder, sql } from 'kysely';
import { peopleOfRuns, type Run, runFigures, runsOf } from './runs.ts';
import type { RobotSection } from './tables.ts';
import type { Caller } from '../../../http/implement.ts';
import { defineList } from '../../../lists/index.ts';
import { allowedActions } from '../../../state-machine/index.ts';
import { aiTaskMachine, robotTaskMachine } from '../collections/index.ts';

const RIGHTS = {
  collection: { create: 'collection:robotTask:create', control: 'collection:robotTask:stop', approve: null },
  collectionStage: {
    create: 'collectionStage:robotTask:create',
    control: 'collectionStage:robotTask:stop',
    approve: null,
  },
  marketing: { create: 'marketing:robot:save', control: 'marketing:robot:control', approve: 'marketing:robot:approve' },
  telemarketing: {
    create: 'telemarketing:robot:save',
    control: 'telemarketing:robot:control',
    approve: 'telemarketing:robot:approve',
  },
} as const satisfies Record<RobotSection, object>;

function actionsOn(
  section: RobotSection,
  { codes, userNo }: Caller,
  row: Pick<robotTask.RobotRow, 'taskStatus' | 'unreached' | 'waiting'> &
    Pick<Run, 'vendorState' | 'createdBy'> & { readonly isTriedOut: boolean },
): robotTask.RobotRow['allowedActions'] {
  const { create, control, approve } = RIGHTS[section];
  const may = codes.has(control);
  const decides = approve !== null && codes.has(approve);
  const is: Readonly<Record<robotTask.RobotAction, boolean>> = {
    submit: may,
    queue: may && section === 'telemarketing',
    approve: decides && row.createdBy !== userNo,
    return: decides,
    pause: may,
    resume: may,
    retry: may,
    stop: may,
  };
  // What 94 AI carries out moves as 94 AI has it.
  const states: readonly string[] =
    row.vendorState === null
      ? allowedActions(robotTaskMachine, row.taskStatus)
      : allowedActions(aiTaskMachine, row.vendorState).map((command) => (command === 'sendAgain' ? 'retry' : command));
  const isOver = row.taskStatus === 'DONE' || row.taskStatus === 'STOPPED';
  return [
    ...robotTask.ROBOT_ACTIONS.filter(
      (action) => is[action] && states.includes(action === 'return' ? 'sendBack' : action),
    ),
    ...(row.taskStatus === 'DRAFT' &&
    row.createdBy === userNo &&
    section !== 'collection' &&
    section !== 'collectionStage' &&
    codes.has(create)
      ? (['update'] as const)
      : []),
    ...(isOver && row.unreached > 0 && codes.has(create) ? (['again'] as const) : []),
    ...(approve !== null && isTried(row.taskStatus) && (codes.has(create) || codes.has(approve))
      ? (['trial'] as const)
      : []),
    ...(section === 'telemarketing' &&
    row.taskStatus === 'DRAFT' &&
    may &&
    !row.isTriedOut &&
    row.waiting > robotTask.TRIAL_RUN_SIZE
      ? (['trialRun'] as const)
      : []),
  ];
}

/** Of a case in a batch, whoever dials. */
const hasRunCase = (section: RobotSection, condition: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from ${peopleOfRuns(section)} k join collection_case c on c.case_no = k.case_no
    join loan_order o on o.order_no = c.order_no where k.task_no = t.task_no and ${condition})`;
/** `1, 3`, as a page sends it. */
const termsOf = (typed: string): number[] => typed.split(/[\s,;]+/).map(Number);
/** Whether its script may still be tried on a phone of staff. */
export const isTried = (status: robotTask.RobotRow['taskStatus']): boolean =>
  status === 'DRAFT' || status === 'PENDING_APPROVAL';

/** A section's tasks, the newest first. */
export const robotTasksOf = (section: RobotSection) =>
  defineList(
    robotTask.collectionTasks.page,
    (db) => db.selectFrom(runsOf(section).as('t')).leftJoin('robotPlan as p', 'p.planNo', 't.planNo'),
    (by) => ({
      scope: by.ofMerchants('t.merchantNo'),
      key: 't.taskNo',
      missing: 'ROBOT_TASK_NOT_FOUND',
      filters: {
        taskNo: by.contains('t.taskNo'),
        taskName: by.contains('t.taskName'),
        planName: by.contains('p.planName'),
        taskStatus: by.is('t.taskStatus'),
        vendor: by.is('t.vendor'),
        scene: by.is('t.scene'),
        scriptCode: by.contains('t.scriptCode'),
        merchantNo: by.is('t.merchantNo'),
        productNo: (productNos) => hasRunCase(section, sql`o.product_no = any(${[productNos].flat()}::text[])`),
        termNo: (termNo) =>
          hasRunCase(
            section,
            sql`c.case_scope = 'BILL' and exists (select from case_bill cb join bill b on b.bill_no = cb.bill_no
              where cb.case_no = c.case_no and b.term_no = any(${termsOf(termNo)}::int[]))`,
          ),
        createdAt: by.days('t.createdAt'),
        startAt: by.days('t.startAt'),
      },
      sorts: { createdAt: 't.createdAt' },
      first: [['t.createdAt', 'desc']],
      select: (query) =>
        query
          .innerJoin('appUser as m', 'm.userNo', 't.createdBy')
          .leftJoin('appUser as a', 'a.userNo', 't.approvedBy')
          .select(['t.taskNo', 't.merchantNo', 't.taskName', 't.scriptCode', 't.taskStatus', 't.fault'])
          .select(['t.startAt', 't.createdAt', 't.createdBy', 't.version', 't.planNo', 't.scene', 'p.planName'])
          .select(['t.vendor', 't.vendorState'])
          .select(['m.realName as createdByName', 'a.realName as approvedByName'])
          .select(runFigures(section).as('figures'))
          .select(
            sql<boolean>`exists (select from robot_task x
              where x.trial_of = t.task_no or x.task_no = t.task_no and x.trial_of is not null)`.as('isTriedOut'),
          ),
      row: ({ figures: sums, createdBy, vendorState, isTriedOut, ...row }, { caller }) => ({
        ...row,
        ...sums,
        answerRate: sums.dialled === 0 ? null : Math.round((sums.connected * 100) / sums.dialled),
        startAt: row.startAt.toISOString(),
        createdAt: row.createdAt.toISOString(),
        allowedActions: actionsOn(section, caller, { ...row, ...sums, createdBy, vendorState, isTriedOut }),
      }),
    }),
  );

interface AiFigures {
  readonly sent: number;
  readonly gateRefused: number;
  readonly called: number;
  readonly connected: number;
  readonly callbackMissing: number;
  readonly costCents: number;
}

const hasCase = (condition: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from ai_task_item i join collection_case k on k.case_no = i.case_no
    where i.task_no = t.task_no and ${condition})`;

/** The tasks that the vendor holds, the newest first. */
export const aiTasks = defineList(
  aiTask.page,
  (db) => db.selectFrom('aiTask as t'),
  (by) => ({
    scope: by.ofMerchants('t.merchantNo'),
    key: 't.taskNo',
    filters: {
      taskName: by.contains('t.taskName'),
      taskNo: by.contains('t.taskNo'),
      vendorTaskId: by.contains('t.vendorTaskId'),
      taskStatus: by.is('t.taskStatus'),
      merchantNo: by.is('t.merchantNo'),
      caseScope: (scope) => hasCase(sql`k.case_scope = ${scope}`),
      caseLevel: (level) => hasCase(sql`k.case_level = ${level}`),
      createdAt: by.days('t.createdAt'),
    },
    sorts: { createdAt: 't.taskNo' },
    first: [],
    select: (query) =>
      query
        .innerJoin('appUser as m', 'm.userNo', 't.createdBy')
        .select(['t.taskNo', 't.merchantNo', 't.taskName', 't.scriptCode', 't.taskStatus', 't.fault'])
        .leftJoin('robotPlan as p', 'p.planNo', 't.planNo')
        .leftJoin('aiScript as x', 'x.scriptCode', 't.scriptCode')
        .select('x.scriptName')
        .select(['t.createdAt', 't.syncedAt', 't.version', 'm.realName as createdByName', 'p.planName'])
        .select(['t.dialFrom', 't.dialTo', 't.startAt', 't.vendorTaskId'])
        // RoboticTask lists what a plan has handed to 94 AI, as a run of its own.
        .select(
          sql<string | null>`case when p.section in ('collection', 'collectionStage') then t.task_no end`.as(
            'rudderTaskNo',
          ),
        )
        .select(
          sql<AiFigures>`(select json_build_object(
            'sent', count(i.attempt_id) filter (where i.refused_for is null), 'gateRefused', count(i.refused_for),
            'called', count(*) filter (where e.at is not null), 'connected', count(*) filter (where e.outcome = 'ANSWERED'),
            'callbackMissing', count(*) filter (where i.refused_for is null and e.outcome is null
              and t.task_status in ('DONE', 'STOPPED', 'FAILED') and t.synced_at < now() - interval '1 hour'),
            'costCents', coalesce(sum(e.cost_cents), 0))
            from ai_task_item i left join lateral (select r.at, r.cost_cents,
                case when r.outcome not in ('SENT', 'UNKNOWN', 'REFUSED') then r.outcome end as outcome
              from contact_result r where r.attempt_id = i.attempt_id order by r.result_id desc limit 1) e on true
            where i.task_no = t.task_no)`.as('figures'),
        ),
    row: ({ figures: sums, ...row }, { caller }) => {
      const makes = caller.codes.has('collection:ai94:create');
      const stops = caller.codes.has('collection:ai94:stop');
      const states: readonly string[] = allowedActions(aiTaskMachine, row.taskStatus);
      const is = {
        send: makes && states.includes('sendAgain'),
        pause: stops && states.includes('pause'),
        resume: stops && states.includes('resume'),
        stop: stops && states.includes('stop'),
        sync: (makes || stops) && states.length > 0,
      };
      return {
        ...row,
        ...sums,
        dialFrom: row.dialFrom.slice(0, 5),
        dialTo: row.dialTo.slice(0, 5),
        startAt: row.startAt.toISOString(),
        createdAt: row.createdAt.toISOString(),
        syncedAt: row.syncedAt?.toISOString() ?? null,
        allowedActions: (['send', 'pause', 'resume', 'stop', 'sync'] as const).filter((action) => is[action]),
      };
    },
  }),
);
