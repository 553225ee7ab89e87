import { type RawBuilder, sql } from 'kysely';
import type { robotPlan, robotTask } from '@kituo/sdk/contracts';
import type { AiTask } from './ai-store.ts';
import type { RobotTask } from './store.ts';
import type { RobotSection } from './tables.ts';

/** A batch of robot calls, whoever dials. */
export interface Run {
  readonly taskNo: string;
  readonly section: RobotSection;
  readonly merchantNo: string;
  readonly taskName: string;
  readonly scriptCode: string;
  readonly taskStatus: robotTask.RobotRow['taskStatus'];
  /** As 94 AI has it; null where our robot dials. */
  readonly vendorState: AiTask['taskStatus'] | null;
  readonly vendor: robotPlan.PlanRow['vendor'];
  readonly fault: string | null;
  readonly startAt: Date;
  readonly createdAt: Date;
  readonly createdBy: string;
  readonly approvedBy: string | null;
  readonly planNo: string | null;
  readonly version: number;
  readonly scene: RobotTask['scene'];
}

const ours = (section: RobotSection) => sql`select task_no, section, merchant_no, task_name, script_code, task_status,
    null::text as vendor_state, 'ROBOT' as vendor, fault, start_at, created_at, created_by, approved_by, plan_no, version, scene
  from robot_task where section = ${section}`;

/** What a plan has handed to 94 AI; tasks that people make there are listed there alone. */
const vendors = (section: RobotSection) => sql`select a.task_no, p.section, a.merchant_no, a.task_name, a.script_code,
    case when a.task_status in ('CREATED', 'SENT', 'UNKNOWN') then 'QUEUED' else a.task_status end, a.task_status, 'NINE_FOUR',
    a.fault, a.start_at, a.created_at, a.created_by, null, a.plan_no, a.version, null::text
  from ai_task a join robot_plan p on p.plan_no = a.plan_no where p.section = ${section}`;

const isOfCases = (section: RobotSection) => section === 'collection' || section === 'collectionStage';

/** A section's batches as one table. */
export const runsOf = (section: RobotSection): RawBuilder<Run> =>
  isOfCases(section) ? sql<Run>`(${ours(section)} union all ${vendors(section)})` : sql<Run>`(${ours(section)})`;

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
interface Figures {
  readonly total: number;
  readonly waiting: number;
  readonly dialled: number;
  readonly connected: number;
  readonly willing: number;
  readonly gateRefused: number;
  readonly leftOut: number;
  readonly unreached: number;
  readonly cases: number;
  readonly borrowers: number;
  readonly merged: number;
  readonly totalDueCents: number;
  readonly promises: number;
  readonly repaidSameDayCents: number;
  readonly costCents: number;
  readonly optOutCount: number;
  readonly convertedCount: number;
  readonly transferred: number;
  readonly followUps: number;
}

/** Of what our robot calls. */
const ofOurs = sql<Figures>`(select json_build_object('total', count(*), 'waiting', count(*) filter (where item_status = 'QUEUED'),
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

/** How the last call to a person of 94 AI's ended. */
const ended = sql`lateral (select r.outcome, r.willingness from contact_result r where r.attempt_id = i.attempt_id
  and r.outcome not in ('SENT', 'UNKNOWN', 'REFUSED') order by r.result_id desc limit 1)`;
const heldBy94 = (table: string) => sql`exists (select from ai_task_item k where k.task_no = t.task_no
  and k.case_no = ${sql.ref(`${table}.caseNo`)} and k.attempt_id is not null and k.refused_for is null)`;
const ofVendor = sql<Figures>`(select json_build_object('total', count(*) + coalesce(max(run.left_out), 0),
  'waiting', case when t.task_status in ('QUEUED', 'RUNNING', 'PAUSED')
    then count(*) filter (where i.refused_for is null and e.outcome is null) else 0 end,
  'dialled', count(e.outcome), 'connected', count(*) filter (where e.outcome = 'ANSWERED'),
  'willing', count(*) filter (where e.willingness = 'WILLING'), 'gateRefused', count(i.refused_for),
  'leftOut', coalesce(max(run.left_out), 0), 'cases', count(*), 'borrowers', count(distinct i.phone), 'merged', 0,
  'totalDueCents', coalesce(sum(i.due_cents), 0),
  'promises', ${sameDay(sql`(select count(*) from promise_to_pay x where x.made_at >= d.from_at and x.made_at < d.to_at
    and ${heldBy94('x')})`)},
  'repaidSameDayCents', ${sameDay(sql`(select coalesce(sum(x.applied_cents), 0) from payment_application x
    where x.applied_at >= d.from_at and x.applied_at < d.to_at and x.application_status <> 'ROLLED_BACK'
      and ${heldBy94('x')})`)},
  'costCents', 0, 'optOutCount', 0, 'convertedCount', 0, 'transferred', 0, 'followUps', 0,
  'unreached', count(*) filter (where e.outcome in ('NO_ANSWER', 'BUSY', 'SWITCHED_OFF')))
  from ai_task_item i left join ${ended} e on true
  left join robot_plan_run run on run.ai_task_no = i.task_no where i.task_no = t.task_no)`;

/** How far the batches of `runsOf` are. */
export const runFigures = (section: RobotSection): RawBuilder<Figures> =>
  isOfCases(section) ? sql<Figures>`(case t.vendor when 'ROBOT' then ${ofOurs} else ${ofVendor} end)` : ofOurs;

/** People of our batches and of those that 94 AI has, as one table. */
export const peopleOfRuns = (section: RobotSection): RawBuilder<RunPerson> => {
  const own = sql`select i.task_no, i.item_no, i.phone, i.case_no, i.item_status, i.attempts, i.outcome, i.willingness,
      i.next_at, i.attempt_id, t.merchant_no
    from robot_task_item i join robot_task t on t.task_no = i.task_no where t.section = ${section}`;
  const held = sql`select i.task_no, i.item_no, i.phone, i.case_no,
      case when i.refused_for is not null then 'REFUSED' when e.outcome is not null then 'DONE'
        when a.task_status in ('DONE', 'STOPPED', 'FAILED') then 'LEFT_OUT'
        when a.task_status = 'CREATED' then 'QUEUED' else 'DIALLED' end,
      (i.attempt_id is not null and i.refused_for is null)::int, coalesce(i.refused_for, e.outcome), e.willingness, null,
      i.attempt_id, a.merchant_no
    from ai_task_item i join ai_task a on a.task_no = i.task_no join robot_plan p on p.plan_no = a.plan_no
    left join ${ended} e on true where p.section = ${section}`;
  return isOfCases(section) ? sql<RunPerson>`(${own} union all ${held})` : sql<RunPerson>`(${own})`;
};

interface RunPerson {
  readonly taskNo: string;
  readonly itemNo: number;
  readonly phone: string;
  readonly caseNo: string | null;
  readonly itemStatus: robotTask.RobotCall['itemStatus'];
  readonly attempts: number;
  readonly outcome: string | null;
  readonly willingness: string | null;
  readonly nextAt: Date | null;
  readonly attemptId: number | null;
  readonly merchantNo: string;
}
