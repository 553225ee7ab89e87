import { robotTask } from '@kituo/sdk/contracts';
import { type RawBuilder, sql } from 'kysely';
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

/** On the day on which a task of collection began, from its start on. */
const sameDay = (sum: RawBuilder<unknown>) => sql`(case when t.section in ('collection', 'collectionStage')
  and t.task_status <> 'QUEUED' then (select ${sum} from (select t.start_at as from_at,
    (date_trunc('day', t.start_at at time zone 'Africa/Nairobi') + interval '1 day') at time zone 'Africa/Nairobi' as to_at) d)
  else 0 end)`;
/** Of what calls about offers came to. */
const ofOffers = (sum: RawBuilder<unknown>) =>
  sql`(case when t.section in ('marketing', 'telemarketing') then ${sum} else 0 end)`;
/** Of a case that a call of the task spoke for. */
const spokenOf = (table: string) => sql`exists (select from robot_task_item k where k.task_no = t.task_no
  and k.case_no = ${sql.ref(`${table}.caseNo`)} and (k.attempts > 0 or k.outcome = 'TWICE'))`;
const figures = sql<{
  total: number;
  waiting: number;
  dialled: number;
  connected: number;
  willing: number;
  gateRefused: number;
  leftOut: number;
  unreached: number;
  cases: number;
  borrowers: number;
  merged: number;
  totalDueCents: number;
  promises: number;
  repaidSameDayCents: number;
  costCents: number;
  optOutCount: number;
  convertedCount: number;
  transferred: number;
  followUps: number;
}>`(select json_build_object('total', count(*), 'waiting', count(*) filter (where item_status = 'QUEUED'),
  'dialled', count(*) filter (where attempts > 0), 'connected', count(*) filter (where outcome = 'ANSWERED'),
  'willing', count(*) filter (where willingness = 'WILLING'),
  'gateRefused', count(*) filter (where item_status = 'REFUSED'),
  'leftOut', count(*) filter (where item_status = 'LEFT_OUT' and not (outcome = 'TWICE' and case_no is not null)),
  'cases', count(case_no), 'borrowers', count(distinct phone),
  'merged', count(*) filter (where outcome = 'TWICE' and case_no is not null), 'totalDueCents', coalesce(sum(due_cents), 0),
  'promises', ${sameDay(sql`(select count(*) from promise_to_pay x where x.made_at >= d.from_at and x.made_at < d.to_at
    and ${spokenOf('x')})`)},
  'repaidSameDayCents', ${sameDay(sql`(select coalesce(sum(x.applied_cents), 0) from payment_application x
    where x.applied_at >= d.from_at and x.applied_at < d.to_at and x.application_status <> 'ROLLED_BACK' and ${spokenOf('x')})`)},
  'costCents', ${ofOffers(sql`(select coalesce(sum(x.cents), 0) from (select max(c.cost_cents) as cents
    from robot_task_item k join contact_result c on c.attempt_id = k.attempt_id where k.task_no = t.task_no
    group by k.item_no) x)`)},
  'optOutCount', ${ofOffers(sql`(select count(*) from robot_task_item k where k.task_no = t.task_no and k.attempts > 0
    and exists (select from contact_block b where b.phone = k.phone and b.block_kind in ('OPT_OUT', 'OBJECTED')
      and b.set_at >= t.start_at and b.set_at < t.start_at + interval '7 days'))`)},
  'convertedCount', ${ofOffers(sql`(select count(*) from robot_task_item k where k.task_no = t.task_no
    and k.outcome = 'ANSWERED' and exists (select from loan_order o where o.customer_no = k.customer_no
      and o.apply_time >= t.start_at and o.apply_time < t.start_at + interval '7 days'))`)},
  'transferred', ${ofOffers(sql`(select count(*) from call_entry x where x.batch_no = t.task_no)`)},
  'followUps', count(follow_up_attempt_id),
  'unreached', count(*) filter (where item_status = 'DONE' and outcome in ('NO_ANSWER', 'BUSY', 'SWITCHED_OFF')))
  from robot_task_item i where i.task_no = t.task_no)`;

function actionsOn(
  section: RobotSection,
  { codes, userNo }: Caller,
  row: Pick<robotTask.RobotRow, 'taskStatus' | 'unreached'> & { readonly createdBy: string },
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
  const states: readonly string[] = allowedActions(robotTaskMachine, row.taskStatus);
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
  ];
}

/** A section's tasks, the newest first. */
export const robotTasksOf = (section: RobotSection) =>
  defineList(
    robotTask.collectionTasks.page,
    (db) =>
      db
        .selectFrom('robotTask as t')
        .leftJoin('robotPlan as p', 'p.planNo', 't.planNo')
        .where('t.section', '=', section),
    (by) => ({
      scope: by.ofMerchants('t.merchantNo'),
      key: 't.taskNo',
      missing: 'ROBOT_TASK_NOT_FOUND',
      filters: {
        taskNo: by.contains('t.taskNo'),
        taskName: by.contains('t.taskName'),
        planName: by.contains('p.planName'),
        taskStatus: by.is('t.taskStatus'),
        scriptCode: by.contains('t.scriptCode'),
        merchantNo: by.is('t.merchantNo'),
        createdAt: by.days('t.createdAt'),
        startAt: by.days('t.startAt'),
      },
      sorts: { createdAt: 't.taskNo' },
      first: [],
      select: (query) =>
        query
          .innerJoin('appUser as m', 'm.userNo', 't.createdBy')
          .leftJoin('appUser as a', 'a.userNo', 't.approvedBy')
          .select(['t.taskNo', 't.merchantNo', 't.taskName', 't.scriptCode', 't.taskStatus', 't.fault'])
          .select(['t.startAt', 't.createdAt', 't.createdBy', 't.version', 't.planNo', 'p.planName'])
          .select(['m.realName as createdByName', 'a.realName as approvedByName'])
          .select(figures.as('figures')),
      row: ({ figures: sums, createdBy, ...row }, { caller }) => ({
        ...row,
        ...sums,
        answerRate: sums.dialled === 0 ? null : Math.round((sums.connected * 100) / sums.dialled),
        startAt: row.startAt.toISOString(),
        createdAt: row.createdAt.toISOString(),
        allowedActions: actionsOn(section, caller, { ...row, createdBy, unreached: sums.unreached }),
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
  robotTask.aiPage,
  (db) => db.selectFrom('aiTask as t'),
  (by) => ({
    scope: by.ofMerchants('t.merchantNo'),
    key: 't.taskNo',
    filters: {
      taskName: by.contains('t.taskName'),
      taskNo: by.contains('t.taskNo'),
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
        .select(['t.createdAt', 't.syncedAt', 't.version', 'm.realName as createdByName', 'p.planName'])
        .select(
          sql<AiFigures>`(select json_build_object(
            'sent', count(*) filter (where i.refused_for is null), 'gateRefused', count(i.refused_for),
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
        createdAt: row.createdAt.toISOString(),
        syncedAt: row.syncedAt?.toISOString() ?? null,
        allowedActions: (['send', 'pause', 'resume', 'stop', 'sync'] as const).filter((action) => is[action]),
      };
    },
  }),
);
