import { robotTask } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { RobotSection } from './tables.ts';
import type { Caller } from '../../../http/implement.ts';
import { defineList } from '../../../lists/index.ts';
import { allowedActions } from '../../../state-machine/index.ts';
import { aiTaskMachine, robotTaskMachine } from '../collections/index.ts';

const RIGHTS = {
  collection: { control: 'collection:robotTask:stop', approve: null },
  collectionStage: { control: 'collectionStage:robotTask:stop', approve: null },
  marketing: { control: 'marketing:robot:control', approve: 'marketing:robot:approve' },
  telemarketing: { control: 'telemarketing:robot:control', approve: 'telemarketing:robot:approve' },
} as const satisfies Record<RobotSection, object>;

const figures = sql<{
  total: number;
  waiting: number;
  dialled: number;
  connected: number;
  willing: number;
  gateRefused: number;
  leftOut: number;
}>`(select json_build_object('total', count(*), 'waiting', count(*) filter (where item_status = 'QUEUED'),
  'dialled', count(*) filter (where attempts > 0), 'connected', count(*) filter (where outcome = 'ANSWERED'),
  'willing', count(*) filter (where willingness = 'WILLING'),
  'gateRefused', count(*) filter (where item_status = 'REFUSED'),
  'leftOut', count(*) filter (where item_status = 'LEFT_OUT'))
  from robot_task_item i where i.task_no = t.task_no)`;

function actionsOn(
  section: RobotSection,
  { codes, userNo }: Caller,
  row: { readonly taskStatus: robotTask.RobotRow['taskStatus']; readonly createdBy: string },
): robotTask.RobotAction[] {
  const { control, approve } = RIGHTS[section];
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
  const states: readonly string[] = allowedActions(robotTaskMachine, row.taskStatus);
  return robotTask.ROBOT_ACTIONS.filter(
    (action) => is[action] && states.includes(action === 'return' ? 'sendBack' : action),
  );
}

/** A section's tasks, the newest first. */
export const robotTasksOf = (section: RobotSection) =>
  defineList(
    robotTask.collectionTasks.page,
    (db) => db.selectFrom('robotTask as t').where('t.section', '=', section),
    (by) => ({
      scope: by.ofMerchants('t.merchantNo'),
      key: 't.taskNo',
      missing: 'ROBOT_TASK_NOT_FOUND',
      filters: {
        taskNo: by.contains('t.taskNo'),
        taskName: by.contains('t.taskName'),
        taskStatus: by.is('t.taskStatus'),
        merchantNo: by.is('t.merchantNo'),
        createdAt: by.days('t.createdAt'),
      },
      sorts: { createdAt: 't.taskNo' },
      first: [],
      select: (query) =>
        query
          .innerJoin('appUser as m', 'm.userNo', 't.createdBy')
          .leftJoin('appUser as a', 'a.userNo', 't.approvedBy')
          .select(['t.taskNo', 't.merchantNo', 't.taskName', 't.scriptCode', 't.taskStatus', 't.fault'])
          .select(['t.startAt', 't.createdAt', 't.createdBy', 't.version'])
          .select(['m.realName as createdByName', 'a.realName as approvedByName'])
          .select(figures.as('figures')),
      row: ({ figures: sums, createdBy, ...row }, { caller }) => ({
        ...row,
        ...sums,
        startAt: row.startAt.toISOString(),
        createdAt: row.createdAt.toISOString(),
        allowedActions: actionsOn(section, caller, { ...row, createdBy }),
      }),
    }),
  );

/** The tasks that the vendor holds, the newest first. */
export const aiTasks = defineList(
  robotTask.aiPage,
  (db) => db.selectFrom('aiTask as t'),
  (by) => ({
    scope: by.ofMerchants('t.merchantNo'),
    key: 't.taskNo',
    filters: { taskNo: by.contains('t.taskNo'), taskStatus: by.is('t.taskStatus') },
    sorts: { createdAt: 't.taskNo' },
    first: [],
    select: (query) =>
      query
        .innerJoin('appUser as m', 'm.userNo', 't.createdBy')
        .select(['t.taskNo', 't.merchantNo', 't.taskName', 't.scriptCode', 't.taskStatus', 't.fault'])
        .select(['t.createdAt', 't.syncedAt', 't.version', 'm.realName as createdByName'])
        .select(
          sql<{ sent: number; gateRefused: number; called: number }>`(select json_build_object(
            'sent', count(*) filter (where i.refused_for is null), 'gateRefused', count(i.refused_for),
            'called', count(*) filter (where exists (select from contact_result r where r.attempt_id = i.attempt_id)))
            from ai_task_item i where i.task_no = t.task_no)`.as('figures'),
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
        createdAt: row.createdAt.toISOString(),
        syncedAt: row.syncedAt?.toISOString() ?? null,
        allowedActions: (['send', 'pause', 'resume', 'stop', 'sync'] as const).filter((action) => is[action]),
      };
    },
  }),
);
