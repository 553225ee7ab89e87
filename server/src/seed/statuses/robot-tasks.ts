import { sql } from 'kysely';
import { aiTaskMachine, robotTaskMachine } from '../../modules/collections/collections/index.ts';
import { moveAiTask, moveTask } from '../../modules/collections/robot-tasks/index.ts';
import type { StateOf } from '../../state-machine/index.ts';
import { callTime } from './call-desk.ts';
import type { Desk } from './desk.ts';
import { pathsOf } from './paths.ts';

const DAY_MS = 86_400_000;
const PEOPLE = 5;
type RobotState = StateOf<typeof robotTaskMachine>;

interface Person {
  readonly merchantNo: string;
  readonly customerNo: string;
  readonly phone: string;
  readonly orderNo: string | null;
  readonly caseNo: string | null;
}

/** Days ago, and the task's name where customers are invited and where they are reminded. */
const TASKS: Readonly<Record<RobotState, readonly [days: number, invites: string, reminds: string]>> = {
  DRAFT: [1, 'Limit raised, December', ''],
  PENDING_APPROVAL: [1, 'Christmas offer', ''],
  QUEUED: [1, 'Renewals, next week', 'Due tomorrow'],
  RUNNING: [2, 'Renewals, this week', 'First week late'],
  PAUSED: [4, 'Come back, October', 'Promise is due today'],
  FAILED: [5, 'Weekend offer', 'Second reminder'],
  DONE: [9, 'Renewals, last week', 'Salary week'],
  STOPPED: [12, 'Wrong group', 'Paid meanwhile'],
};
const SECTIONS = [
  ['marketing', 'RENEWAL', false],
  ['telemarketing', 'INVITE', false],
  ['collection', 'REMIND', true],
  ['collectionStage', 'REMIND_BILL', true],
] as const;
const ENDS = [
  ['ANSWERED', 'WILLING'],
  ['NO_ANSWER', 'NOT_CONNECTED'],
  ['ANSWERED', 'UNCLEAR'],
  ['BUSY', 'NOT_CONNECTED'],
  ['ANSWERED', 'UNWILLING'],
] as const;

async function peopleOf({ db }: Desk, section: (typeof SECTIONS)[number][0]): Promise<Person[]> {
  const scope = section === 'collectionStage' ? 'BILL' : 'ORDER';
  const isInvited = section === 'marketing' || section === 'telemarketing';
  const place = section === 'marketing' ? 0 : 1;
  const { rows } = isInvited
    ? await sql<Person>`select merchant_no, customer_no, phone, null as order_no, null as case_no from (
        select c.merchant_no, c.customer_no, c.phone, row_number() over (order by c.customer_no) as n from customer c
        where exists (select from loan_order o where o.customer_no = c.customer_no and o.order_status = 'CLOSED')) c
      where n % 2 = ${place} order by n limit 300`.execute(db)
    : await sql<Person>`select merchant_no, customer_no, phone, order_no, case_no from (
        select k.merchant_no, k.customer_no, k.phone, c.order_no, c.case_no,
          row_number() over (partition by k.phone order by c.case_no) as n
        from collection_case c join loan_order o on o.order_no = c.order_no join customer k on k.customer_no = o.customer_no
        where c.case_scope = ${scope}) c where n = 1 order by case_no desc limit 300`.execute(db);
  return rows;
}

/** Robots' tasks of each section in every state; who is still to be called is called tomorrow. */
export async function robots(desk: Desk): Promise<void> {
  const tomorrow = new Date(desk.now.getTime() + DAY_MS);
  for (const [section, scriptCode, reminds] of SECTIONS) {
    const free = await peopleOf(desk, section);
    // Reminders start as they are made; invitations are drafted first.
    const begins = reminds ? 'QUEUED' : 'DRAFT';
    for (const [index, [state, path]] of [...pathsOf(robotTaskMachine, begins)].entries()) {
      const [days, invited, reminded] = TASKS[state];
      const merchantNo = ['M0001', 'M0002', 'M0003'][index % 3] ?? '';
      const people = free.filter((one) => one.merchantNo === merchantNo).slice(0, PEOPLE);
      for (const one of people) free.splice(free.indexOf(one), 1);
      if (people.length === 0) continue;
      const createdAt = callTime(desk.now, days, index);
      const isToCome = state === 'DRAFT' || state === 'PENDING_APPROVAL' || state === 'QUEUED';
      await desk.does(async (tx) => {
        let task = await tx
          .insertInto('robotTask')
          .values({
            section,
            merchantNo,
            taskName: reminds ? reminded : invited,
            scriptCode,
            voiceLanguage: index % 2 === 0 ? 'en' : 'sw',
            dialFrom: '09:00',
            dialTo: '17:00',
            maxAttempts: 2,
            retryGapMinutes: 120,
            startAt: isToCome ? tomorrow : createdAt,
            taskStatus: begins,
            createdBy: desk.maker,
            createdAt,
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        const called = isToCome ? 0 : state === 'DONE' ? PEOPLE : 3;
        await tx
          .insertInto('robotTaskItem')
          .values(
            people.map(({ merchantNo: _, ...one }, place) => ({
              ...one,
              taskNo: task.taskNo,
              itemNo: place + 1,
              ...itemOf(place, place < called, tomorrow),
            })),
          )
          .execute();
        for (const command of path) {
          const change =
            command === 'fail'
              ? { fault: 'The script is not known to the robot' }
              : command === 'approve'
                ? { approvedBy: desk.checker }
                : {};
          task = await moveTask(tx, task, command, change);
        }
        if (task.endedAt !== null) {
          const endedAt = new Date(createdAt.getTime() + 3 * 3_600_000);
          await tx.updateTable('robotTask').set({ endedAt }).where('taskNo', '=', task.taskNo).execute();
        }
      });
    }
  }
}

function itemOf(place: number, isCalled: boolean, nextAt: Date) {
  if (!isCalled) return { itemStatus: 'QUEUED' as const, nextAt };
  if (place === 1) return { itemStatus: 'REFUSED' as const, outcome: 'CONTACT_CAP' };
  const [outcome, willingness] = ENDS[place % ENDS.length] ?? ENDS[0];
  return { itemStatus: 'DONE' as const, attempts: 1, outcome, willingness };
}

const VENDOR_TASKS: Readonly<Record<StateOf<typeof aiTaskMachine>, readonly [days: number, name: string]>> = {
  CREATED: [1, 'Evening reminder'],
  SENT: [1, 'Morning reminder, S1'],
  FAILED: [3, 'Reminder in Dholuo'],
  UNKNOWN: [1, 'Promises of the week'],
  RUNNING: [2, 'Second week late'],
  PAUSED: [4, 'First instalments'],
  DONE: [8, 'Salary reminder, October'],
  STOPPED: [11, 'Month end'],
};

/** Tasks as the vendor holds them. */
export async function aiTasks(desk: Desk): Promise<void> {
  for (const [index, [state, path]] of [...pathsOf(aiTaskMachine)].entries()) {
    const [days, taskName] = VENDOR_TASKS[state];
    const createdAt = callTime(desk.now, days, index);
    await desk.does(async (tx) => {
      const merchantNo = ['M0001', 'M0002', 'M0003'][index % 3] ?? '';
      const plan = await tx
        .selectFrom('robotPlan')
        .select('planNo')
        .where('vendor', '=', 'NINE_FOUR')
        .where('section', '=', 'collection')
        .where('merchantNo', '=', merchantNo)
        .executeTakeFirst();
      const form = {
        merchantNo,
        planNo: state === 'CREATED' ? null : (plan?.planNo ?? null),
        taskName,
        scriptCode: 'REMIND',
        voiceLanguage: 'sw',
        dialFrom: '09:00',
        dialTo: '17:00',
        // What is still to be sent waits for tomorrow.
        startAt: state === 'CREATED' ? new Date(desk.now.getTime() + DAY_MS) : createdAt,
        createdBy: desk.maker,
        createdAt,
      } as const;
      const task = await tx.insertInto('aiTask').values(form).returningAll().executeTakeFirstOrThrow();
      const fault = state === 'FAILED' ? 'The vendor refused the script' : null;
      // What the vendor has, it has named.
      const isHeld = path.length > 0 && state !== 'FAILED' && state !== 'UNKNOWN';
      await moveAiTask(tx, task, path, {
        fault,
        ...(path.length > 0 && { syncedAt: desk.now }),
        ...(isHeld && { vendorTaskId: `NF4C2E${String(7001 + index)}` }),
      });
    });
  }
}
