import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { robotPlanMachine } from '../../modules/collections/robot-tasks/index.ts';
import { addDays, businessDateOf } from '../../modules/platform/policy/index.ts';
import { type StateOf, statesOf } from '../../state-machine/index.ts';
import { callTime } from './call-desk.ts';
import type { Desk } from './desk.ts';

const SECTIONS = [
  ['marketing', 'RENEWAL', false],
  ['telemarketing', 'INVITE', false],
  ['collection', 'REMIND', true],
  ['collectionStage', 'REMIND_BILL', true],
] as const;
type Section = (typeof SECTIONS)[number][0];

const PLANS: Readonly<Record<StateOf<typeof robotPlanMachine>, readonly [invites: string, reminds: string]>> = {
  DISABLED: ['January offers', 'Weekend reminder'],
  PENDING_APPROVAL: ['Limits raised', ''],
  ENABLED: ['Dormant customers', 'First week late, mornings'],
  PAUSED: ['New leads, evenings', 'Broken promises'],
  STOPPED: ['November offers', 'Second week late'],
};

/** Plans of each section in every state. The enabled one begins next week: a demonstration calls nobody unasked. */
export async function robotPlans({ does, now, maker, checker }: Desk): Promise<void> {
  for (const [section, scriptCode, reminds] of SECTIONS) {
    for (const [index, state] of statesOf(robotPlanMachine).entries()) {
      if (reminds && state === 'PENDING_APPROVAL') continue;
      const merchantNo = ['M0001', 'M0002', 'M0003'][index % 3] ?? '';
      const createdAt = callTime(now, 20 + index, index);
      const isActive = state === 'ENABLED' || state === 'PAUSED' || state === 'STOPPED';
      await does(async (tx) => {
        const audience = await audienceIn(tx, section, merchantNo);
        if (audience === null) return;
        const { planNo } = await tx
          .insertInto('robotPlan')
          .values({
            section,
            merchantNo,
            planName: PLANS[state][reminds ? 1 : 0],
            scriptCode,
            voiceLanguage: index % 2 === 0 ? 'sw' : 'en',
            dialFrom: '09:00',
            dialTo: '17:00',
            maxAttempts: 2,
            retryGapMinutes: 120,
            runTimes: index % 2 === 0 ? ['09:30', '14:00'] : ['10:00'],
            weekdays: [1, 2, 3, 4, 5],
            startsOn: state === 'ENABLED' ? addDays(businessDateOf(now), 7) : businessDateOf(createdAt),
            audience: JSON.stringify(audience),
            vendor: reminds && state === 'STOPPED' ? 'NINE_FOUR' : 'ROBOT',
            planStatus: state,
            activeSince: isActive ? createdAt : null,
            updatedBy: maker,
            approvedBy: isActive && !reminds ? checker : null,
            createdAt,
            updatedAt: createdAt,
          })
          .returning('planNo')
          .executeTakeFirstOrThrow();
        if (state === 'PAUSED') await pastRuns(tx, now, { planNo, section });
      });
    }
  }
}

/** The last days of a plan: a task that was made, nobody that matched, a time that was missed. */
async function pastRuns(
  tx: Tx,
  now: Date,
  { planNo, section }: { readonly planNo: string; readonly section: Section },
): Promise<void> {
  const made = await tx
    .selectFrom('robotTask')
    .select([
      'taskNo',
      'startAt',
      sql<number>`(select count(*)::int from robot_task_item i where i.task_no = robot_task.task_no)`.as('people'),
    ])
    .where('section', '=', section)
    .where('taskStatus', 'in', ['DONE', 'RUNNING'])
    .where('planNo', 'is', null)
    .orderBy('taskNo')
    .limit(1)
    .executeTakeFirst();
  const at = (days: number) => callTime(now, days, 3);
  await tx
    .insertInto('robotPlanRun')
    .values({ planNo, dueAt: at(7), planOutcome: 'EMPTY' })
    .execute();
  await tx
    .insertInto('robotPlanRun')
    .values({ planNo, dueAt: at(6), planOutcome: 'MISSED' })
    .execute();
  if (!made) return;
  const { taskNo, startAt: dueAt, people } = made;
  await tx.updateTable('robotTask').set({ planNo }).where('taskNo', '=', taskNo).execute();
  await tx.insertInto('robotPlanRun').values({ planNo, dueAt, planOutcome: 'STARTED', taskNo, people }).execute();
  await tx.updateTable('robotPlan').set({ holdOutPercent: 20 }).where('planNo', '=', planNo).execute();
  await tx
    .insertInto('robotPlanTest')
    .values({ planNo, testNo: 1, holdOutPercent: 20, startedAt: at(20) })
    .execute();
  await sql`insert into robot_plan_customer (plan_no, test_no, customer_no, is_held_out, joined_at)
    select ${planNo}, 1, c.customer_no, row_number() over (order by c.customer_no) % 5 = 0, ${at(20)}::timestamptz
    from customer c join robot_plan p on p.merchant_no = c.merchant_no where p.plan_no = ${planNo}
    order by c.customer_no limit 200`.execute(tx);
}

async function audienceIn(tx: Tx, section: Section, merchantNo: string) {
  if (section === 'collection') return { caseLevel: ['S1', 'S2'] };
  if (section === 'collectionStage') return { dpd: '1-15', untouchedToday: true };
  if (section === 'telemarketing') return { willingness: 'NOT_CONNECTED' };
  const group = await tx
    .selectFrom('userGroup')
    .select('userGroupNo')
    .where('merchantNo', '=', merchantNo)
    .orderBy('userGroupNo')
    .limit(1)
    .executeTakeFirst();
  return group ? { userGroupNo: group.userGroupNo } : null;
}
