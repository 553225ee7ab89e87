import { type ParsedRequestOf, type ReplyOf, robotTask } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { countedTo } from '../../../db/counted.ts';
import type { Queryable } from '../../../db/database.ts';
import { anywhere } from '../../../db/like.ts';
import type { RobotSection } from '../../../db/robot-schema.ts';
import type { Caller } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { allowedActions } from '../../../state-machine/index.ts';
import { aiTaskMachine, robotTaskMachine } from '../collections/index.ts';

type Request = ParsedRequestOf<typeof robotTask.collectionTasks.page>;
type Reply = ReplyOf<typeof robotTask.collectionTasks.page>;

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

/** A page of a section's tasks, the newest first. */
export async function findTasks(
  section: RobotSection,
  db: Queryable,
  caller: Caller,
  { filters, sort, page, pageSize }: Request,
): Promise<Reply> {
  const merchantNos = merchantsSeen(caller.scope);
  let found = db.selectFrom('robotTask as t').where('t.section', '=', section);
  if (merchantNos) found = found.where(sql<boolean>`t.merchant_no = any(${merchantNos})`);
  if (filters.taskNo) found = found.where('t.taskNo', 'ilike', anywhere(filters.taskNo));
  if (filters.taskName) found = found.where('t.taskName', 'ilike', anywhere(filters.taskName));
  if (filters.taskStatus) found = found.where('t.taskStatus', '=', filters.taskStatus);
  const rows = await found
    .innerJoin('appUser as m', 'm.userNo', 't.createdBy')
    .leftJoin('appUser as a', 'a.userNo', 't.approvedBy')
    .select(['t.taskNo', 't.merchantNo', 't.taskName', 't.scriptCode', 't.taskStatus', 't.fault'])
    .select(['t.startAt', 't.createdAt', 't.createdBy', 't.version'])
    .select(['m.realName as createdByName', 'a.realName as approvedByName'])
    .select(figures.as('figures'))
    .orderBy('t.taskNo', sort?.direction ?? 'desc')
    .offset((page - 1) * pageSize)
    .limit(pageSize)
    .execute();
  const counted = await found.select(sql<number>`count(*)`.as('total')).executeTakeFirst();
  return {
    ...countedTo(counted?.total ?? 0),
    rows: rows.map(({ figures: sums, createdBy, ...row }) => ({
      ...row,
      ...sums,
      startAt: row.startAt.toISOString(),
      createdAt: row.createdAt.toISOString(),
      allowedActions: actionsOn(section, caller, { ...row, createdBy }),
    })),
  };
}

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

/** A page of the tasks that the vendor holds, the newest first. */
export async function findAiTasks(
  db: Queryable,
  caller: Caller,
  { filters, sort, page, pageSize }: ParsedRequestOf<typeof robotTask.aiPage>,
): Promise<ReplyOf<typeof robotTask.aiPage>> {
  const merchantNos = merchantsSeen(caller.scope);
  let found = db.selectFrom('aiTask as t');
  if (merchantNos) found = found.where(sql<boolean>`t.merchant_no = any(${merchantNos})`);
  if (filters.taskNo) found = found.where('t.taskNo', 'ilike', anywhere(filters.taskNo));
  if (filters.taskStatus) found = found.where('t.taskStatus', '=', filters.taskStatus);
  const rows = await found
    .innerJoin('appUser as m', 'm.userNo', 't.createdBy')
    .select(['t.taskNo', 't.merchantNo', 't.taskName', 't.scriptCode', 't.taskStatus', 't.fault'])
    .select(['t.createdAt', 't.syncedAt', 't.version', 'm.realName as createdByName'])
    .select(
      sql<{ sent: number; gateRefused: number; called: number }>`(select json_build_object(
        'sent', count(*) filter (where i.refused_for is null), 'gateRefused', count(i.refused_for),
        'called', count(*) filter (where exists (select from contact_result r where r.attempt_id = i.attempt_id)))
        from ai_task_item i where i.task_no = t.task_no)`.as('figures'),
    )
    .orderBy('t.taskNo', sort?.direction ?? 'desc')
    .offset((page - 1) * pageSize)
    .limit(pageSize)
    .execute();
  const counted = await found.select(sql<number>`count(*)`.as('total')).executeTakeFirst();
  const makes = caller.codes.has('collection:ai94:create');
  const stops = caller.codes.has('collection:ai94:stop');
  return {
    ...countedTo(counted?.total ?? 0),
    rows: rows.map(({ figures: sums, ...row }) => {
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
    }),
  };
}
