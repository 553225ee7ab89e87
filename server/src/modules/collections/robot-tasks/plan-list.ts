import { robotPlan } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Call, Caller } from '../../../http/implement.ts';
import { defineList } from '../../../lists/index.ts';
import { allowedActions } from '../../../state-machine/index.ts';
import { readHistory } from '../../platform/audit/index.ts';
import { robotPlanMachine } from './robot-plan.machine.ts';
import { nextRunOf } from './run-plans.ts';
import type { RobotSection } from './tables.ts';

const ofCases = (area: string) => {
  const save = `${area}:robotPlan:save`;
  return { save, control: save, approve: null };
};
const ofOffers = (area: string) => ({
  save: `${area}:robot:save`,
  control: `${area}:robot:control`,
  approve: `${area}:robot:approve`,
});
const RIGHTS: Readonly<
  Record<RobotSection, { readonly save: string; readonly control: string; readonly approve: string | null }>
> = {
  collection: ofCases('collection'),
  collectionStage: ofCases('collectionStage'),
  marketing: ofOffers('marketing'),
  telemarketing: ofOffers('telemarketing'),
};

function actionsOn(
  section: RobotSection,
  { codes, userNo }: Caller,
  { planStatus, updatedBy }: Pick<robotPlan.PlanRow, 'planStatus'> & { readonly updatedBy: string },
): robotPlan.PlanRow['allowedActions'] {
  const { save, control, approve } = RIGHTS[section];
  const [saves, controls, decides] = [codes.has(save), codes.has(control), approve !== null && codes.has(approve)];
  const is: Readonly<Record<robotPlan.PlanAction, boolean>> = {
    update: saves && planStatus === 'DISABLED',
    submit: controls && approve !== null,
    approve: decides && updatedBy !== userNo,
    return: decides,
    enable: saves && approve === null,
    pause: controls,
    resume: controls,
    disable: saves,
    stop: controls,
  };
  const states: readonly string[] = allowedActions(robotPlanMachine, planStatus);
  const mayRun =
    (section === 'collection' || section === 'collectionStage') && codes.has(`${section}:robotTask:create`);
  return [
    ...(mayRun && planStatus === 'ENABLED' ? (['run'] as const) : []),
    ...robotPlan.PLAN_ACTIONS.filter(
      (action) => is[action] && (action === 'update' || states.includes(action === 'return' ? 'sendBack' : action)),
    ),
  ];
}

interface Last {
  readonly dueAt: string;
  readonly planOutcome: robotPlan.PlanRun['planOutcome'];
  readonly people: number;
  readonly runs: number;
}
const last = sql<Last | null>`(select json_build_object('dueAt', r.due_at, 'planOutcome', r.plan_outcome,
  'people', r.people, 'runs', count(*) over ()) from robot_plan_run r where r.plan_no = p.plan_no
  order by r.due_at desc limit 1)`;

/** A section's plans, the newest first. */
export const robotPlansOf = (section: RobotSection) =>
  defineList(
    robotPlan.collectionPlans.page,
    (db) => db.selectFrom('robotPlan as p').where('p.section', '=', section),
    (by) => ({
      scope: by.ofMerchants('p.merchantNo'),
      key: 'p.planNo',
      missing: 'ROBOT_PLAN_NOT_FOUND',
      filters: {
        planNo: by.contains('p.planNo'),
        planName: by.contains('p.planName'),
        planStatus: by.is('p.planStatus'),
        merchantNo: by.is('p.merchantNo'),
      },
      sorts: { planNo: 'p.planNo', planName: 'p.planName' },
      first: [['p.planNo', 'desc']],
      select: (query) =>
        query
          .innerJoin('merchant as m', 'm.merchantNo', 'p.merchantNo')
          .innerJoin('appUser as u', 'u.userNo', 'p.updatedBy')
          .leftJoin('appUser as a', 'a.userNo', 'p.approvedBy')
          .select(['p.planNo', 'p.merchantNo', 'm.merchantName', 'p.planName', 'p.scriptCode', 'p.voiceLanguage'])
          .select(['p.dialFrom', 'p.dialTo', 'p.maxAttempts', 'p.retryGapMinutes', 'p.runTimes', 'p.weekdays'])
          .select(['p.vendor', 'p.smsTemplateCode'])
          .select([
            'p.startsOn',
            'p.endsOn',
            'p.audience',
            'p.holdOutPercent',
            'p.planStatus',
            'p.updatedBy',
            'p.updatedAt',
            'p.version',
          ])
          .select(['u.realName as updatedByName', 'a.realName as approvedByName'])
          .select(last.as('last')),
      row: ({ last: newest, updatedBy, ...row }, { caller }): robotPlan.PlanRow => ({
        ...row,
        dialFrom: row.dialFrom.slice(0, 5),
        dialTo: row.dialTo.slice(0, 5),
        updatedAt: row.updatedAt.toISOString(),
        nextRunAt: nextRunOf(row, new Date())?.toISOString() ?? null,
        lastRunAt: newest === null ? null : new Date(newest.dueAt).toISOString(),
        lastOutcome: newest?.planOutcome ?? null,
        lastPeople: newest?.people ?? null,
        runs: newest?.runs ?? 0,
        allowedActions: actionsOn(section, caller, { planStatus: row.planStatus, updatedBy }),
      }),
    }),
  );

/** A plan with its newest runs. @throws AppError ROBOT_PLAN_NOT_FOUND */
export async function readPlan(plans: ReturnType<typeof robotPlansOf>, planNo: string, call: Call) {
  const row = await plans.one(planNo, call);
  const runs = await call.db
    .selectFrom('robotPlanRun')
    .select(['dueAt', 'planOutcome', 'taskNo', 'aiTaskNo', 'people', 'leftOut', 'isCut', 'fault'])
    .where('planNo', '=', planNo)
    .orderBy('dueAt', 'desc')
    .limit(50)
    .execute();
  return {
    row,
    runs: runs.map(({ aiTaskNo, ...one }) => ({
      ...one,
      taskNo: one.taskNo ?? aiTaskNo,
      dueAt: one.dueAt.toISOString(),
    })),
    history: await readHistory(call.db, 'robotPlan', planNo),
  };
}
